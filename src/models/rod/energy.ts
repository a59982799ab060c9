import type { StrandContacts } from '../contactable.ts';
import { JOINT_FRICTION, JOINT_PAST, JOINT_REST, JOINT_ROW } from './joint.ts';
import { EDGE_ROW, MEASURES } from './kernel.ts';
import type { RodWork } from './work.ts';

/**
 * Incremental energy: inertia, elasticity, internal friction, true stretch, contact. What a step minimises. The strand must
 * have been measured where it is.
 */
export function stepEnergy(work: RodWork, contacts: StrandContacts): number {
  let sum = inertiaEnergy(work) + stretchEnergy(work) + contacts.energy(false);
  const { measure, joints } = work;
  for (let node = 1; node < work.nodes - 1; node++) {
    const r = JOINT_ROW * node;
    const friction = joints[r + JOINT_FRICTION]!;
    for (let k = 0; k < MEASURES; k++) {
      const own = measure[MEASURES * node + k]!;
      const strain = own - joints[r + JOINT_REST + k]!;
      const rate = own - joints[r + JOINT_PAST + k]!;
      sum += 0.5 * (joints[r + k]! * strain * strain + (k === 4 ? 2 : 1) * friction * rate * rate);
    }
  }
  return sum;
}

function inertiaEnergy({ nodes, x, inertia, target }: RodWork): number {
  let sum = 0;
  for (let node = 0; node < nodes; node++) {
    const c = 3 * node;
    const s = 6 * node;
    const dx = x[c]! - target[c]!;
    const dy = x[c + 1]! - target[c + 1]!;
    const dz = x[c + 2]! - target[c + 2]!;
    const ax = inertia[s]! * dx + inertia[s + 1]! * dy + inertia[s + 2]! * dz;
    const ay = inertia[s + 1]! * dx + inertia[s + 3]! * dy + inertia[s + 4]! * dz;
    const az = inertia[s + 2]! * dx + inertia[s + 4]! * dy + inertia[s + 5]! * dz;
    sum += 0.5 * (ax * dx + ay * dy + az * dz);
  }
  return sum;
}

function stretchEnergy({ nodes, edges, restLength, compliance }: RodWork): number {
  let sum = 0;
  for (let node = 0; node < nodes - 1; node++) {
    const l = restLength[node]!;
    const stretch = edges[EDGE_ROW * node + 7]! - l;
    sum += (0.5 * stretch * stretch) / (compliance * l);
  }
  return sum;
}
