import { perpendicular } from '../numeric/vector.ts';

/**
 * Twist-free (Bishop) frames along strands: u1 is carried from edge to edge by parallel transport, so it turns about the
 * curve's binormal and never about its tangent (Bishop 1975; Bergou et al. 2008, section 4.2.2).
 *
 * Rods and multibody models need a frame an edge, grooming and rendering one a point; both have one entry a point here,
 * so that strands need no second offset table. Frames are right-handed: tangent × u1 = u2.
 */

type FloatArray = Float32Array | Float64Array;

/** What frames are taken of: a `Strands`, or a model's own double-precision state. */
export interface Polylines {
  readonly first: Uint32Array;
  readonly positions: FloatArray;
}

/** Unit vectors, three numbers a point each. */
export interface Frames {
  readonly tangent: FloatArray;
  readonly u1: FloatArray;
  readonly u2: FloatArray;
}

export function makeFrames(points: number): Frames {
  return {
    tangent: new Float32Array(3 * points),
    u1: new Float32Array(3 * points),
    u2: new Float32Array(3 * points),
  };
}

/**
 * Frames of edges. Entry p belongs to the edge from point p to the next; a tip repeats its last edge's frame.
 * `start` gives u1 of every strand's first edge (three numbers a strand; the part along the edge is taken off). Where it
 * is absent, zero or along the edge, any perpendicular is taken: such frames do not follow a rotation of the strand.
 * An edge without a direction (zero length, not finite) repeats the frame before it. After a turn by exactly half a
 * circle, which has no shortest rotation, u1 stays and u2 changes its sign.
 */
export function edgeFrames(lines: Polylines, out: Frames, start?: ArrayLike<number>): void {
  const { first, positions } = lines;
  for (let i = 0; i + 1 < first.length; i++)
    if (first[i + 1]! > first[i]!) transportAlong(positions, first[i]!, first[i + 1]!, out, start, 3 * i);
}

/**
 * Frames of points. The tangent is the mean of the two edges' directions, u1 is the edge frame carried through half of the
 * turn; so edge, point, edge is one smooth chain and the twist between point and edge frames is zero. Root and tip have
 * their edge's frame, and so has the edge before a turn by exactly half a circle.
 */
export function pointFrames(lines: Polylines, out: Frames, start?: ArrayLike<number>): void {
  edgeFrames(lines, out, start);
  const { first } = lines;
  // Tip to root, in place: a point needs its own edge's frame and the one before, neither of which is overwritten yet.
  for (let i = 0; i + 1 < first.length; i++) for (let p = first[i + 1]! - 2; p > first[i]!; p--) turnHalf(out, 3 * p);
}

/** One strand's edge frames: the first direction, the start vector, then transport from edge to edge. */
function transportAlong(
  positions: FloatArray,
  begin: number,
  end: number,
  out: Frames,
  start: ArrayLike<number> | undefined,
  startAt: number,
): void {
  const direction = firstDirection(positions, begin, end);
  let [tx, ty, tz] = direction;
  let [ux, uy, uz] = startVector(direction, start, startAt);
  for (let p = begin; p < end; p++) {
    if (p + 1 < end) {
      let nx = positions[3 * p + 3]! - positions[3 * p]!;
      let ny = positions[3 * p + 4]! - positions[3 * p + 1]!;
      let nz = positions[3 * p + 5]! - positions[3 * p + 2]!;
      const square = nx * nx + ny * ny + nz * nz;
      if (square > 0 && square < Number.POSITIVE_INFINITY) {
        const inverse = 1 / Math.sqrt(square);
        nx *= inverse;
        ny *= inverse;
        nz *= inverse;
        const c = tx * nx + ty * ny + tz * nz;
        if (c > -1 + 1e-12) {
          const kx = ty * nz - tz * ny;
          const ky = tz * nx - tx * nz;
          const kz = tx * ny - ty * nx;
          const f = (kx * ux + ky * uy + kz * uz) / (1 + c);
          const vx = c * ux + ky * uz - kz * uy + f * kx;
          const vy = c * uy + kz * ux - kx * uz + f * ky;
          const vz = c * uz + kx * uy - ky * ux + f * kz;
          ux = vx;
          uy = vy;
          uz = vz;
        }
        tx = nx;
        ty = ny;
        tz = nz;
        // Rounding would tilt u1 by about 1e-16 an edge; taking it off keeps long strands orthonormal.
        const along = ux * tx + uy * ty + uz * tz;
        ux -= along * tx;
        uy -= along * ty;
        uz -= along * tz;
        const unit = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
        ux *= unit;
        uy *= unit;
        uz *= unit;
      }
    }
    writeFrame(out, 3 * p, tx, ty, tz, ux, uy, uz);
  }
}

function writeFrame(
  out: Frames,
  at: number,
  tx: number,
  ty: number,
  tz: number,
  ux: number,
  uy: number,
  uz: number,
): void {
  const { tangent, u1, u2 } = out;
  tangent[at] = tx;
  tangent[at + 1] = ty;
  tangent[at + 2] = tz;
  u1[at] = ux;
  u1[at + 1] = uy;
  u1[at + 2] = uz;
  u2[at] = ty * uz - tz * uy;
  u2[at + 1] = tz * ux - tx * uz;
  u2[at + 2] = tx * uy - ty * ux;
}

type Direction = [number, number, number];

/** The direction of the first edge that has one; up for a strand that has none, so that no frame is ever undefined. */
function firstDirection(positions: FloatArray, begin: number, end: number): Direction {
  for (let p = begin; p + 1 < end; p++) {
    const x = positions[3 * p + 3]! - positions[3 * p]!;
    const y = positions[3 * p + 4]! - positions[3 * p + 1]!;
    const z = positions[3 * p + 5]! - positions[3 * p + 2]!;
    const l = Math.sqrt(x * x + y * y + z * z);
    if (l > 0 && l < Number.POSITIVE_INFINITY) return [x / l, y / l, z / l];
  }
  return [0, 1, 0];
}

function startVector(t: Direction, start: ArrayLike<number> | undefined, at: number): Direction {
  if (start) {
    const x = start[at]!;
    const y = start[at + 1]!;
    const z = start[at + 2]!;
    const along = x * t[0] + y * t[1] + z * t[2];
    const px = x - along * t[0];
    const py = y - along * t[1];
    const pz = z - along * t[2];
    const l = Math.sqrt(px * px + py * py + pz * pz);
    // Below 1e-6 of the vector only its rounding error is left.
    if (l > 1e-6 * Math.abs(along) && l < Number.POSITIVE_INFINITY) return [px / l, py / l, pz / l];
  }
  const p = perpendicular(t);
  return [p[0], p[1], p[2]];
}

/** Turns the edge frame at `at` back by half of the turn from the edge frame before it. */
function turnHalf(out: Frames, at: number): void {
  const { tangent, u1 } = out;
  const ax = tangent[at - 3]!;
  const ay = tangent[at - 2]!;
  const az = tangent[at - 1]!;
  let mx = ax + tangent[at]!;
  let my = ay + tangent[at + 1]!;
  let mz = az + tangent[at + 2]!;
  const l = Math.sqrt(mx * mx + my * my + mz * mz);
  let ux = u1[at - 3]!;
  let uy = u1[at - 2]!;
  let uz = u1[at - 1]!;
  if (l > 1e-6) {
    mx /= l;
    my /= l;
    mz /= l;
    // Transport from a to the half-way tangent m: u - (u·m) (a + m) / (1 + a·m), since u is perpendicular to a.
    const f = (ux * mx + uy * my + uz * mz) / (1 + ax * mx + ay * my + az * mz);
    ux -= f * (ax + mx);
    uy -= f * (ay + my);
    uz -= f * (az + mz);
    const along = ux * mx + uy * my + uz * mz;
    ux -= along * mx;
    uy -= along * my;
    uz -= along * mz;
    const unit = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
    writeFrame(out, at, mx, my, mz, ux * unit, uy * unit, uz * unit);
  } else writeFrame(out, at, ax, ay, az, ux, uy, uz);
}
