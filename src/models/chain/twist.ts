import { type Joint, measureJoint } from './joint.ts';
import type { StrandView } from './system.ts';

/** What one strand's twist solve reads and writes. */
export interface TwistView extends StrandView {
  readonly joint: Joint;
  readonly diagonal: Float64Array;
  readonly upper: Float64Array;
  readonly turn: Float64Array;
}

/**
 * Turns each edge's frame about its edge towards the least energy of bending and twist, positions held still.
 *
 * Twist waves are much faster than bending waves, so twist is always at rest (Bergou et al. 2008); here by one
 * Gauss–Newton step a time step on a tridiagonal matrix. Positions and frames then lower the same energy in turn, which is
 * what keeps tight curls from feeding on themselves. The first edge of a rooted strand does not turn.
 */
export function relaxTwist(view: TwistView, from: number, to: number, isRooted: boolean): void {
  const { diagonal, upper, turn, joint } = view;
  const edges = to - from - 1;
  for (let e = 0; e < edges; e++) diagonal[e] = turn[e] = upper[e] = 0;
  for (let e = 1; e < edges; e++) {
    const i = from + e;
    measureJoint(view.x, view.u1, view.bend, i, joint);
    const k = view.stiffness[i]!;
    const kt = view.twistStiffness[i]!;
    // Turning edge e − 1 by δ turns the rest direction: c grows by δ times t_{e−1} across t_e.
    const qx = joint.px - joint.cosine * joint.tx;
    const qy = joint.py - joint.cosine * joint.ty;
    const qz = joint.pz - joint.cosine * joint.tz;
    const excess = kt * (joint.twist - view.restTwist[i]!);
    diagonal[e - 1] = diagonal[e - 1]! + k * (qx * qx + qy * qy + qz * qz) + kt;
    turn[e - 1] = turn[e - 1]! - k * (joint.cx * qx + joint.cy * qy + joint.cz * qz) + excess;
    diagonal[e] = diagonal[e]! + kt;
    turn[e] = turn[e]! - excess;
    upper[e - 1] = -kt;
  }
  if (isRooted) {
    diagonal[0] = 1;
    upper[0] = turn[0] = 0;
  }
  solveTridiagonal(diagonal, upper, turn, edges);
  for (let e = 0; e < edges; e++) if (turn[e] !== 0) turnFrame(view, from + e, turn[e]!);
}

/** Symmetric and positive (semi-)definite; a zero pivot means an edge that nothing holds, which then does not turn. */
function solveTridiagonal(diagonal: Float64Array, upper: Float64Array, x: Float64Array, size: number): void {
  for (let e = 1; e < size; e++) {
    const l = diagonal[e - 1]! > 1e-300 ? upper[e - 1]! / diagonal[e - 1]! : 0;
    diagonal[e] = diagonal[e]! - l * upper[e - 1]!;
    x[e] = x[e]! - l * x[e - 1]!;
  }
  for (let e = size - 1; e >= 0; e--) {
    const next = e < size - 1 ? upper[e]! * x[e + 1]! : 0;
    x[e] = diagonal[e]! > 1e-300 ? (x[e]! - next) / diagonal[e]! : 0;
  }
}

/** Largest turn of a frame in one step, radian: the system is linear only for small ones. */
const LARGEST_TURN = 1;

/** Rotates u1 of edge i about its tangent by 2 arctan(angle/2), which needs no trigonometry. */
function turnFrame(view: TwistView, i: number, wanted: number): void {
  const { x, u1 } = view;
  const half = 0.5 * Math.min(LARGEST_TURN, Math.max(-LARGEST_TURN, wanted));
  const c = (1 - half * half) / (1 + half * half);
  const s = (2 * half) / (1 + half * half);
  const a = 3 * i;
  const ex = x[a + 3]! - x[a]!;
  const ey = x[a + 4]! - x[a + 1]!;
  const ez = x[a + 5]! - x[a + 2]!;
  const inverse = s / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
  const ux = u1[a]!;
  const uy = u1[a + 1]!;
  const uz = u1[a + 2]!;
  u1[a] = c * ux + (ey * uz - ez * uy) * inverse;
  u1[a + 1] = c * uy + (ez * ux - ex * uz) * inverse;
  u1[a + 2] = c * uz + (ex * uy - ey * ux) * inverse;
}
