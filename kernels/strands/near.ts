import { GROOMED, NEAR, NOW, SLACKEN, UNKNOWN } from '../../src/kernels/strands-layout.ts';
import { anyLane, local, type Rows, take } from '../language.ts';
import { squaredDistance } from './closest.ts';

/** Of pairs of capsules those that overlap and are nearer than groomed: their groomed distance, for the others -1. */
export function findNear(pairs: Rows, table: Rows, packs: number): void {
  for (let n = 0; n < packs; n++) {
    const at = NEAR * n;
    const p = pairs[at];
    const q = pairs[at + 1];
    const a = local(8);
    const b = local(8);
    take(a, table, p, NOW, 2);
    take(b, table, q, NOW, 2);
    const rx = a[0] - b[0];
    const ry = a[1] - b[1];
    const rz = a[2] - b[2];
    const square = squaredDistance(rx, ry, rz, a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7]);
    const reach = a[3] + b[3];
    const isNear = square < reach * reach;
    pairs[at + 2] = -1;
    if (anyLane(isNear)) {
      const c = local(8);
      const d = local(8);
      take(c, table, p, GROOMED, 2);
      take(d, table, q, GROOMED, 2);
      const gx = c[0] - d[0];
      const gy = c[1] - d[1];
      const gz = c[2] - d[2];
      const groomed = Math.sqrt(squaredDistance(gx, gy, gz, c[4], c[5], c[6], c[7], d[4], d[5], d[6], d[7]));
      const slack = c[3] + d[3];
      const most = SLACKEN * groomed + slack;
      const isNearer = square < most * most;
      const distance = slack < 0.5 * UNKNOWN ? groomed : UNKNOWN;
      pairs[at + 2] = isNear && isNearer ? distance : -1;
    }
  }
}
