import { acos } from '../numeric/elementary.ts';

/** Dividing a curled hair into the smooth core that it winds around and the curl itself. */

/**
 * Numbers a guide point in an array of divided guides: core displacement from the root (3), curl (3), curl turned by a right
 * angle about the core (3), curl radius, length of the edge to the next point, one unused.
 */
export const CORE_STRIDE = 12;
/** Where in these numbers each of them begins. */
export const CORE_ROW = Object.freeze({ curl: 3, turned: 6, radius: 9, edge: 10 });

/**
 * Points in a turn, measured; 0 where there is no regular curl. A helix repeats itself under a screw motion; from edge to
 * edge its discrete frame turns by θ (curvature) and φ (torsion), together by ω with cos(ω/2) = cos(θ/2) cos(φ/2), and a
 * turn has 2π/ω points. The median along the guide withstands irregular places. Torsion of straight hair is rounding
 * noise: the curl must bend clearly, and turn in one sense.
 */
export function turnFromShape(positions: Float32Array, begin: number, points: number): number {
  const angles: number[] = [];
  const bends: number[] = [];
  let sense = 0;
  for (let j = 0; j + 3 < points; j++) {
    const [a, b, c] = [0, 3, 6].map((d) => edge(positions, begin + 3 * j + d)) as [number[], number[], number[]];
    const m = crossOf(a, b);
    const n = crossOf(b, c);
    const cosTheta = dotOf(b, c) / Math.sqrt(dotOf(b, b) * dotOf(c, c) || 1);
    const cosPhi = dotOf(m, n) / Math.sqrt(dotOf(m, m) * dotOf(n, n) || 1);
    angles.push(2 * acos(Math.sqrt(Math.max(0, 0.25 * (1 + cosTheta) * (1 + cosPhi)))));
    bends.push(acos(cosTheta));
    sense += Math.sign(dotOf(crossOf(m, n), b));
  }
  const turn = median(angles);
  const bend = median(bends);
  const isCurl = bend > LEAST_BEND && bend > LEAST_BEND_FRACTION * turn && Math.abs(sense) > 0.6 * angles.length;
  return isCurl ? (2 * Math.PI) / turn : 0;
}

const LEAST_BEND = 0.03;
const LEAST_BEND_FRACTION = 0.06;

function median(values: number[]): number {
  values.sort((x, y) => x - y);
  return values[values.length >> 1] ?? 0;
}

const edge = (p: Float32Array, i: number): number[] => [
  p[i + 3]! - p[i]!,
  p[i + 4]! - p[i + 1]!,
  p[i + 5]! - p[i + 2]!,
];
const dotOf = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const crossOf = (a: readonly number[], b: readonly number[]): number[] => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];

export function edgeLength(p: Float32Array, i: number): number {
  const x = p[i + 3]! - p[i]!;
  const y = p[i + 4]! - p[i + 1]!;
  const z = p[i + 5]! - p[i + 2]!;
  return Math.sqrt(x * x + y * y + z * z);
}

/** Writes core, curl and edge lengths of guide g. `turn`: points in a turn of its curl, 0 for none; `sums`: scratch. */
export function divideGuide(
  positions: Float32Array,
  g: number,
  points: number,
  turn: number,
  sums: Float64Array,
  core: Float32Array,
): void {
  const begin = 3 * g * points;
  if (turn > 0) integrate(positions, begin, points, sums);
  for (let j = 0; j < points; j++) {
    const o = CORE_STRIDE * (g * points + j);
    for (let c = 0; c < 3; c++) {
      const middle = turn > 0 ? coreAt(sums, positions, begin, points, turn, j, c) : positions[begin + 3 * j + c]!;
      core[o + c] = middle - positions[begin + c]!;
      core[o + 3 + c] = positions[begin + 3 * j + c]! - middle;
    }
    core[o + 10] = j + 1 < points ? edgeLength(positions, begin + 3 * j) : 0;
  }
  if (turn > 0) turnCurls(core, CORE_STRIDE * g * points, points);
}

/** Integral of the polyline over its point number, from the root to each point. */
function integrate(positions: Float32Array, begin: number, points: number, sums: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let j = 0; j < points; j++) {
      sums[3 * j + c] = sum;
      if (j + 1 < points) sum += 0.5 * (positions[begin + 3 * j + c]! + positions[begin + 3 * j + 3 + c]!);
    }
  }
}

/** The integral up to a place between points. */
function integralAt(
  sums: Float64Array,
  positions: Float32Array,
  begin: number,
  points: number,
  at: number,
  c: number,
): number {
  const j = Math.min(points - 2, Math.floor(at));
  const t = at - j;
  const a = positions[begin + 3 * j + c]!;
  const b = positions[begin + 3 * j + 3 + c]!;
  return sums[3 * j + c]! + t * (a + 0.5 * t * (b - a));
}

/**
 * One coordinate of the core at point j: the mean over one turn, which is the axis of a helix exactly. Near the root the
 * window narrows, so that the root belongs to the core; in the last half turn the core goes on straight.
 */
function coreAt(
  sums: Float64Array,
  positions: Float32Array,
  begin: number,
  points: number,
  turn: number,
  j: number,
  c: number,
): number {
  const last = points - 1 - 0.5 * turn;
  if (j > last) {
    const a = meanAround(sums, positions, begin, points, turn, last, c);
    const back = Math.min(0.5 * turn, last);
    const b = meanAround(sums, positions, begin, points, turn, last - back, c);
    return a + ((a - b) / back) * (j - last);
  }
  return meanAround(sums, positions, begin, points, turn, j, c);
}

function meanAround(
  sums: Float64Array,
  positions: Float32Array,
  begin: number,
  points: number,
  turn: number,
  at: number,
  c: number,
): number {
  const half = Math.min(0.5 * turn, at);
  if (half < 1e-6) return positions[begin + c]!;
  const high = integralAt(sums, positions, begin, points, at + half, c);
  const low = integralAt(sums, positions, begin, points, at - half, c);
  return (high - low) / (2 * half);
}

/** Writes the curl turned by a right angle about the core's direction, and its radius. */
function turnCurls(core: Float32Array, begin: number, points: number): void {
  for (let j = 0; j < points; j++) {
    const o = begin + CORE_STRIDE * j;
    const a = begin + CORE_STRIDE * Math.max(0, j - 1);
    const b = begin + CORE_STRIDE * Math.min(points - 1, j + 1);
    let tx = core[b]! - core[a]!;
    let ty = core[b + 1]! - core[a + 1]!;
    let tz = core[b + 2]! - core[a + 2]!;
    const l = Math.sqrt(tx * tx + ty * ty + tz * tz) || 1;
    tx /= l;
    ty /= l;
    tz /= l;
    const x = core[o + 3]!;
    const y = core[o + 4]!;
    const z = core[o + 5]!;
    core[o + 6] = ty * z - tz * y;
    core[o + 7] = tz * x - tx * z;
    core[o + 8] = tx * y - ty * x;
    core[o + 9] = Math.sqrt(x * x + y * y + z * z);
  }
}
