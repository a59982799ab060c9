/**
 * Frames along a smoothed curve, and the reference vectors that bending springs pull edges to (Iben et al. 2013, section 3.2.2).
 *
 * The frame of an edge is its smoothed direction d, a vector u across it and d × u. The first one is the root's; each next one comes from
 * the one before by the shortest rotation that takes d to d. Smoothed far beyond a curl, frames do not turn with its edges: that keeps the
 * orientation of its end.
 */

/** Below this 1 + cos(angle) two directions are opposite: then the frame turns by half a turn about u. */
const OPPOSITE = 1e-6;
/** A smoothed edge shorter than this has no direction: the one before goes on. */
const SHORTEST = 1e-9;

/** One frame that goes along a strand. */
export interface TravellingFrame {
  dx: number;
  dy: number;
  dz: number;
  ux: number;
  uy: number;
  uz: number;
}

export const makeFrame = (): TravellingFrame => ({ dx: 1, dy: 0, dz: 0, ux: 0, uy: 1, uz: 0 });

/** Begins with the direction of edge `from` and the vector `u` across it (made to stand on it). */
export function beginFrame(
  frame: TravellingFrame,
  smoothed: Float64Array,
  from: number,
  u: Float64Array,
  at: number,
): void {
  const a = 3 * from;
  const x = smoothed[a]!;
  const y = smoothed[a + 1]!;
  const z = smoothed[a + 2]!;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > SHORTEST) {
    frame.dx = x / length;
    frame.dy = y / length;
    frame.dz = z / length;
  }
  frame.ux = u[at]!;
  frame.uy = u[at + 1]!;
  frame.uz = u[at + 2]!;
  standUp(frame);
}

/** Removes what u has along d. */
function standUp(frame: TravellingFrame): void {
  const { dx, dy, dz } = frame;
  const along = frame.ux * dx + frame.uy * dy + frame.uz * dz;
  const x = frame.ux - along * dx;
  const y = frame.uy - along * dy;
  const z = frame.uz - along * dz;
  const length = Math.sqrt(x * x + y * y + z * z + 1e-60);
  frame.ux = x / length;
  frame.uy = y / length;
  frame.uz = z / length;
}

/** Takes the frame on to a smoothed edge. */
export function moveFrame(frame: TravellingFrame, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length <= SHORTEST) return;
  const bx = x / length;
  const by = y / length;
  const bz = z / length;
  const { dx, dy, dz, ux, uy, uz } = frame;
  const c = dx * bx + dy * by + dz * bz;
  if (1 + c > OPPOSITE) {
    const wx = dy * bz - dz * by;
    const wy = dz * bx - dx * bz;
    const wz = dx * by - dy * bx;
    const f = (wx * ux + wy * uy + wz * uz) / (1 + c);
    frame.ux = c * ux + wy * uz - wz * uy + f * wx;
    frame.uy = c * uy + wz * ux - wx * uz + f * wy;
    frame.uz = c * uz + wx * uy - wy * ux + f * wz;
  }
  frame.dx = bx;
  frame.dy = by;
  frame.dz = bz;
}

/** Writes where bending springs pull the edges of nodes from .. to; u of the first frame is at `u[at]`. The first edge has no spring. */
export function writeTargets(
  frame: TravellingFrame,
  smoothed: Float64Array,
  reference: Float64Array,
  restLength: Float64Array,
  from: number,
  to: number,
  u: Float64Array,
  at: number,
  out: Float64Array,
): void {
  beginFrame(frame, smoothed, from, u, at);
  for (let i = from + 1; i < to - 1; i++) {
    const a = 3 * i;
    const { dx, dy, dz, ux, uy, uz } = frame;
    const l = restLength[i]!;
    const r0 = l * reference[a]!;
    const r1 = l * reference[a + 1]!;
    const r2 = l * reference[a + 2]!;
    out[a] = r0 * dx + r1 * ux + r2 * (dy * uz - dz * uy);
    out[a + 1] = r0 * dy + r1 * uy + r2 * (dz * ux - dx * uz);
    out[a + 2] = r0 * dz + r1 * uz + r2 * (dx * uy - dy * ux);
    moveFrame(frame, smoothed[a]!, smoothed[a + 1]!, smoothed[a + 2]!);
  }
}

/** The other way round: reference vectors for which the present edges are where springs pull them. */
export function measureReferences(
  frame: TravellingFrame,
  smoothed: Float64Array,
  x: Float64Array,
  restLength: Float64Array,
  from: number,
  to: number,
  u: Float64Array,
  at: number,
  out: Float64Array,
): void {
  beginFrame(frame, smoothed, from, u, at);
  for (let i = from + 1; i < to - 1; i++) {
    const a = 3 * i;
    const { dx, dy, dz, ux, uy, uz } = frame;
    const l = restLength[i]!;
    const ex = (x[a + 3]! - x[a]!) / l;
    const ey = (x[a + 4]! - x[a + 1]!) / l;
    const ez = (x[a + 5]! - x[a + 2]!) / l;
    out[a] = ex * dx + ey * dy + ez * dz;
    out[a + 1] = ex * ux + ey * uy + ez * uz;
    out[a + 2] = ex * (dy * uz - dz * uy) + ey * (dz * ux - dx * uz) + ez * (dx * uy - dy * ux);
    moveFrame(frame, smoothed[a]!, smoothed[a + 1]!, smoothed[a + 2]!);
  }
}
