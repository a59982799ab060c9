import { GROOMED, NEAR, NOW, SLACKEN, UNKNOWN } from '../../src/kernels/strands-layout.ts';
import { local, type Rows, take } from '../language.ts';
import { squaredDistance } from './closest.ts';

/** Of pairs of capsules those that overlap: the square of their distance, for the others -1. */
export function findNear(pairs: Rows, table: Rows, packs: number): void {
  for (let n = 0; n < packs; n++) {
    const o = NEAR * n;
    const a = local(8);
    const b = local(8);
    take(a, table, pairs[o], NOW, 2);
    take(b, table, pairs[o + 1], NOW, 2);
    const rx = a[0] - b[0];
    const ry = a[1] - b[1];
    const rz = a[2] - b[2];
    const square = squaredDistance(rx, ry, rz, a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7]);
    const reach = a[3] + b[3];
    pairs[o + 2] = square < reach * reach ? square : -1;
  }
}

/** Of pairs whose squared distance is known those that are nearer than groomed: their groomed distance, for the others -1. */
export function findNearer(pairs: Rows, table: Rows, packs: number): void {
  for (let n = 0; n < packs; n++) {
    const o = NEAR * n;
    const a = local(8);
    const b = local(8);
    take(a, table, pairs[o], GROOMED, 2);
    take(b, table, pairs[o + 1], GROOMED, 2);
    const rx = a[0] - b[0];
    const ry = a[1] - b[1];
    const rz = a[2] - b[2];
    const groomed = Math.sqrt(squaredDistance(rx, ry, rz, a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7]));
    const slack = a[3] + b[3];
    const most = SLACKEN * groomed + slack;
    const distance = slack < 0.5 * UNKNOWN ? groomed : UNKNOWN;
    pairs[o + 2] = pairs[o + 2] < most * most ? distance : -1;
  }
}
