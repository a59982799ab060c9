import type { ContactSet } from './contacts.ts';
import { EDGE_ROW, MEASURES, measureJoint } from './kernel.ts';
import type { RodWork } from './work.ts';

/** Incremental energy: inertia, elasticity, internal friction, true stretch, contact. What a step minimises. */
export function stepEnergy(work: RodWork, contacts: ContactSet): number {
  let sum = inertiaEnergy(work) + stretchEnergy(work) + contacts.energy(work);
  const { measure, restMeasure, pastMeasure, weight, frictionWeight, viscosity } = work;
  for (let node = 1; node < work.nodes - 1; node++) {
    measureJoint(work, node, null);
    const friction = viscosity * frictionWeight[node]!;
    for (let k = 0; k < MEASURES; k++) {
      const q = MEASURES * node + k;
      const strain = measure[q]! - restMeasure[q]!;
      const rate = measure[q]! - pastMeasure[q]!;
      sum += 0.5 * (weight[q]! * strain * strain + (k === 4 ? 2 : 1) * friction * rate * rate);
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
    const stretch = 1 / edges[EDGE_ROW * node + 6]! - l;
    sum += (0.5 * stretch * stretch) / (compliance * l);
  }
  return sum;
}
