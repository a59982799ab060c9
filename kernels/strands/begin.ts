import { CROSSING, ENDS, NEAR, NOW, RELEASE, SLACKEN, UNKNOWN } from '../../src/kernels/strands-layout.ts';
import { local, type Rows, take } from '../language.ts';
import { closestFirst, closestSecond, dot } from './closest.ts';

/** The number a fraction of the way from a at -1 to b at 1. */
function between(a: number, b: number, s: number): number {
  return 0.5 * (a + b + s * (b - a));
}

/** Of pairs that may be new contacts, by first rows and groomed distance, those that `meet` would begin: of the others the distance becomes -1. */
export function findNew(pairs: Rows, table: Rows, law: Rows, packs: number): void {
  for (let n = 0; n < packs; n++) {
    const o = NEAR * n;
    const p = local(20);
    const q = local(20);
    take(p, table, pairs[o], NOW, 5);
    take(q, table, pairs[o + 1], NOW, 5);
    const ux = p[4];
    const uy = p[5];
    const uz = p[6];
    const vx = q[4];
    const vy = q[5];
    const vz = q[6];
    const rx = p[0] - q[0];
    const ry = p[1] - q[1];
    const rz = p[2] - q[2];
    const b = dot(ux, uy, uz, vx, vy, vz);
    const c = dot(ux, uy, uz, rx, ry, rz) * p[7];
    const f = dot(vx, vy, vz, rx, ry, rz) * q[7];
    const t = closestSecond(b, c, f, p[7], q[7]);
    const s = closestFirst(b, c, t, p[7]);
    const dx = rx + s * ux - t * vx;
    const dy = ry + s * uy - t * vy;
    const dz = rz + s * uz - t * vz;
    const distance = Math.sqrt(dot(dx, dy, dz, dx, dy, dz));
    const stored = pairs[o + 2];
    const radii = between(p[4 * ENDS], p[4 * ENDS + 1], s) + between(q[4 * ENDS], q[4 * ENDS + 1], t);
    const isFar = distance >= law[RELEASE] * (p[3] + q[3]);
    const isApart = distance >= (stored < 0.5 * UNKNOWN ? Math.min(radii, stored) : radii);
    const isBeyond = distance >= SLACKEN * stored;
    const isShared1 = (s <= -1 && p[4 * ENDS + 2] > 0) || (s >= 1 && p[4 * ENDS + 3] > 0);
    const isShared2 = (t <= -1 && q[4 * ENDS + 2] > 0) || (t >= 1 && q[4 * ENDS + 3] > 0);
    const isCorner = isShared1 && isShared2 && (s > -1 || t > -1);
    const isOut = isFar || isApart || isBeyond || isCorner;
    pairs[o + 2] = law[CROSSING] === 0 && isOut ? -1 : stored;
  }
}
