import { fromAxes, type Quat } from '../../numeric/rotation.ts';
import { addScaled, cross, dot, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import { EDGE_ROW, KNOWN_RANGE } from './kernel.ts';

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
  readonly clampedAngle: Uint8Array;
  readonly m1: Float64Array;
  /** See kernel.ts. */
  readonly edges: Float64Array;
}

/** The frame of an edge: tangent, m1, m2. */
export function edgeFrame(a: Vec3, b: Vec3, m1: Vec3): Quat {
  const t = normalize(subtract(b, a));
  const u = normalize(addScaled(m1, t, -dot(m1, t)));
  return fromAxes(t, u, cross(t, u));
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
export function transportFrames(frames: FrameArrays, nodes: number): void {
  const { x, tangentStart, m1Start, turn, clampedAngle, m1, edges } = frames;
  const last = (nodes - 1) & KNOWN_RANGE;
  for (let i = 0; i < last; i++) {
    const a = 3 * i;
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const square = ex * ex + ey * ey + ez * ez + 1e-60;
    const ie = 1 / Math.sqrt(square);
    const tx = ex * ie;
    const ty = ey * ie;
    const tz = ez * ie;
    let ux = m1Start[a]!;
    let uy = m1Start[a + 1]!;
    let uz = m1Start[a + 2]!;
    // Carried from p to t, u loses (u·t)/(1 + p·t) (p + t).
    const px = tangentStart[a]!;
    const py = tangentStart[a + 1]!;
    const pz = tangentStart[a + 2]!;
    const facing = Math.max(1 + px * tx + py * ty + pz * tz, OPPOSITE);
    const fall = clampedAngle[i] === 1 ? 0 : (ux * tx + uy * ty + uz * tz) / facing;
    ux -= fall * (px + tx);
    uy -= fall * (py + ty);
    uz -= fall * (pz + tz);
    // Remove what round-off leaves along the tangent.
    const along = ux * tx + uy * ty + uz * tz;
    ux -= along * tx;
    uy -= along * ty;
    uz -= along * tz;
    const half = 0.5 * turn[i]!;
    const n = 1 / (Math.sqrt(ux * ux + uy * uy + uz * uz + 1e-60) * (1 + half * half));
    const cs = n * (1 - half * half);
    const sn = 2 * n * half;
    const wx = ty * uz - tz * uy;
    const wy = tz * ux - tx * uz;
    const wz = tx * uy - ty * ux;
    m1[a] = cs * ux + sn * wx;
    m1[a + 1] = cs * uy + sn * wy;
    m1[a + 2] = cs * uz + sn * wz;
    const r = EDGE_ROW * i;
    edges[r] = ex;
    edges[r + 1] = ey;
    edges[r + 2] = ez;
    edges[r + 3] = tx;
    edges[r + 4] = ty;
    edges[r + 5] = tz;
    edges[r + 6] = ie;
    edges[r + 7] = square * ie;
    edges[r + 8] = cs * wx - sn * ux;
    edges[r + 9] = cs * wy - sn * uy;
    edges[r + 10] = cs * wz - sn * uz;
  }
}
