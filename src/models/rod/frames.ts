import { LANES } from './kernel.ts';

/** Below this 1 + cos two directions are opposite and nothing can be carried from one to the other. */
const OPPOSITE = 1e-4;

/**
 * Sets m1 of every edge of a lane: carried in time from the edge at `xStart` (plain rows) to where it is now, without twist,
 * then turned about the edge by `turn` (one angle an edge). A held edge takes `m1Start` as it is. No trigonometry: the turn is 2 arctan(angle/2), which differs
 * from the angle in third order only, and solves repeat until turns are small.
 */
export function carryFrames(
  x: Float64Array,
  m1: Float64Array,
  xStart: Float64Array,
  m1Start: Float64Array,
  turn: Float64Array,
  held: Uint8Array,
  nodes: number,
  lane: number,
): void {
  for (let i = 0; i < nodes - 1; i++) {
    const a = 3 * i;
    const c = LANES * a + lane;
    const d = c + 3 * LANES;
    const isHeld = held[i] === 1;
    const ex = x[d]! - x[c]!;
    const ey = x[d + LANES]! - x[c + LANES]!;
    const ez = x[d + 2 * LANES]! - x[c + 2 * LANES]!;
    const px = isHeld ? ex : xStart[a + 3]! - xStart[a]!;
    const py = isHeld ? ey : xStart[a + 4]! - xStart[a + 1]!;
    const pz = isHeld ? ez : xStart[a + 5]! - xStart[a + 2]!;
    const ip = 1 / Math.sqrt(px * px + py * py + pz * pz + 1e-60);
    const ie = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const tx = ex * ie;
    const ty = ey * ie;
    const tz = ez * ie;
    const cosine = (px * tx + py * ty + pz * tz) * ip;
    const kx = (py * tz - pz * ty) * ip;
    const ky = (pz * tx - px * tz) * ip;
    const kz = (px * ty - py * tx) * ip;
    const sx = m1Start[a]!;
    const sy = m1Start[a + 1]!;
    const sz = m1Start[a + 2]!;
    const f = (kx * sx + ky * sy + kz * sz) / (1 + cosine > OPPOSITE ? 1 + cosine : OPPOSITE);
    let ux = cosine * sx + ky * sz - kz * sy + f * kx;
    let uy = cosine * sy + kz * sx - kx * sz + f * ky;
    let uz = cosine * sz + kx * sy - ky * sx + f * kz;
    // Remove what round-off leaves along the tangent.
    const along = ux * tx + uy * ty + uz * tz;
    ux -= along * tx;
    uy -= along * ty;
    uz -= along * tz;
    const half = 0.5 * turn[i]!;
    const n = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz + 1e-60);
    const cs = (n * (1 - half * half)) / (1 + half * half);
    const sn = (2 * n * half) / (1 + half * half);
    m1[c] = cs * ux + sn * (ty * uz - tz * uy);
    m1[c + LANES] = cs * uy + sn * (tz * ux - tx * uz);
    m1[c + 2 * LANES] = cs * uz + sn * (tx * uy - ty * ux);
  }
}
