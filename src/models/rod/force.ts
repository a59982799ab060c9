import { type JointArrays, MEASURES, measureJoint, UNKNOWNS } from './kernel.ts';
import type { RodSystem } from './system.ts';

/** Adds the elastic forces of the joint at `node` to the right side. */
export function addForce(joint: JointArrays, system: RodSystem, node: number): void {
  const { rhs, jacobian } = system;
  measureJoint(joint, node, jacobian);
  const r = MEASURES * node;
  const { measure, restMeasure, weight } = joint;
  const u = UNKNOWNS * node;
  for (let i = 0; i < MEASURES; i++) {
    const q = r + i;
    const g = weight[q]! * (measure[q]! - restMeasure[q]!);
    for (let c = 0; c < 3; c++) {
      const byE0 = g * jacobian[6 * i + c]!;
      const byE1 = g * jacobian[6 * i + 3 + c]!;
      rhs[u - 5 + c] = rhs[u - 5 + c]! + byE0;
      rhs[u + c] = rhs[u + c]! - byE0 + byE1;
      rhs[u + 5 + c] = rhs[u + 5 + c]! - byE1;
    }
    // dω/dθ = (ω₂, −ω₁) on the measure's own edge; twist has both.
    const isFirst = i === 0 || i === 2;
    const byAngle = i === 4 ? 1 : isFirst ? measure[q + 1]! : -measure[q - 1]!;
    if (i !== 2 && i !== 3) rhs[u - 2] = rhs[u - 2]! - (i === 4 ? -g : g * byAngle);
    if (i !== 0 && i !== 1) rhs[u + 3] = rhs[u + 3]! - g * byAngle;
  }
}
