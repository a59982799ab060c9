import { EDGE_ROW } from './kernel.ts';

/** Below this 1 + cos two directions are opposite and nothing can be carried from one to the other. */
const OPPOSITE = 1e-4;

/** What frames are carried between: plain rows of one strand. */
export interface FrameArrays {
  readonly x: Float64Array;
  /** Directions of the edges at the start of the step, and their m1 there; m1 at its end for held edges. */
  readonly tangentStart: Float64Array;
  readonly m1Start: Float64Array;
  /** Turn of each edge about itself since then, radian. */
  readonly turn: Float64Array;
  /** 1 where an edge's frame is held. */
  readonly heldAngle: Uint8Array;
  readonly m1: Float64Array;
  /** See kernel.ts. */
  readonly edges: Float64Array;
}

/** Directions of a strand's edges. */
export function writeTangents(x: Float64Array, nodes: number, out: Float64Array): void {
  for (let a = 0; a < 3 * nodes - 3; a += 3) {
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    out[a] = ex * inverse;
    out[a + 1] = ey * inverse;
    out[a + 2] = ez * inverse;
  }
}

/**
 * Sets m1 and the row of every edge: m1 is carried in time from the edge's direction at the start to where it is now,
 * without twist, then turned about the edge. A held edge takes `m1Start` as it is. No trigonometry: the turn is
 * 2 arctan(angle/2), which differs from the angle in third order only, and solves repeat until turns are small.
 */
export function carryFrames(frames: FrameArrays, nodes: number): void {
  const { x, tangentStart, m1Start, turn, heldAngle, m1, edges } = frames;
  for (let i = 0; i < nodes - 1; i++) {
    const a = 3 * i;
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const ie = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const tx = ex * ie;
    const ty = ey * ie;
    const tz = ez * ie;
    const isHeld = heldAngle[i] === 1;
    const px = isHeld ? tx : tangentStart[a]!;
    const py = isHeld ? ty : tangentStart[a + 1]!;
    const pz = isHeld ? tz : tangentStart[a + 2]!;
    const cosine = px * tx + py * ty + pz * tz;
    const kx = py * tz - pz * ty;
    const ky = pz * tx - px * tz;
    const kz = px * ty - py * tx;
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
    const n = 1 / Math.sqrt((ux * ux + uy * uy + uz * uz + 1e-60) * (1 + half * half) * (1 + half * half));
    const cs = n * (1 - half * half);
    const sn = 2 * n * half;
    const m1x = cs * ux + sn * (ty * uz - tz * uy);
    const m1y = cs * uy + sn * (tz * ux - tx * uz);
    const m1z = cs * uz + sn * (tx * uy - ty * ux);
    m1[a] = m1x;
    m1[a + 1] = m1y;
    m1[a + 2] = m1z;
    const r = EDGE_ROW * i;
    edges[r] = ex;
    edges[r + 1] = ey;
    edges[r + 2] = ez;
    edges[r + 3] = tx;
    edges[r + 4] = ty;
    edges[r + 5] = tz;
    edges[r + 6] = ie;
    edges[r + 7] = ty * m1z - tz * m1y;
    edges[r + 8] = tz * m1x - tx * m1z;
    edges[r + 9] = tx * m1y - ty * m1x;
  }
}
