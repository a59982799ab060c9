import { GROOMED, NOW, SLACKEN, UNKNOWN } from '../../src/kernels/strands-layout.ts';
import { local, type Rows, take } from '../language.ts';
import { squaredDistance } from './closest.ts';

/** The lower one of pairs of capsules becomes the first. Of those that overlap the square of their distance, for the others -1. */
export function findNear(first: Rows, second: Rows, out: Rows, table: Rows, packs: number): void {
  for (let n = 0; n < packs; n++) {
    const low = Math.min(first[n], second[n]);
    const high = Math.max(first[n], second[n]);
    first[n] = low;
    second[n] = high;
    const a = local(8);
    const b = local(8);
    take(a, table, low, NOW, 2);
    take(b, table, high, NOW, 2);
    const rx = a[0] - b[0];
    const ry = a[1] - b[1];
    const rz = a[2] - b[2];
    const square = squaredDistance(rx, ry, rz, a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7]);
    const reach = a[3] + b[3];
    out[n] = square < reach * reach ? square : -1;
  }
}

/** Of pairs whose squared distance is known those that are nearer than groomed: their groomed distance, for the others -1. */
export function findNearer(first: Rows, second: Rows, out: Rows, table: Rows, packs: number): void {
  for (let n = 0; n < packs; n++) {
    const a = local(8);
    const b = local(8);
    take(a, table, first[n], GROOMED, 2);
    take(b, table, second[n], GROOMED, 2);
    const rx = a[0] - b[0];
    const ry = a[1] - b[1];
    const rz = a[2] - b[2];
    const groomed = Math.sqrt(squaredDistance(rx, ry, rz, a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7]));
    const slack = a[3] + b[3];
    const most = SLACKEN * groomed + slack;
    const distance = slack < 0.5 * UNKNOWN ? groomed : UNKNOWN;
    out[n] = out[n] < most * most ? distance : -1;
  }
}
