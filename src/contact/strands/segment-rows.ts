/** Numbers of a segment: its middle (3), one for its user, half the way from start to end (3), one over the square of that half. */
export const SEGMENT_ROW = 8;

/** Writes row r: the segment from a to b (offsets of xyz) as it will be after `time`. Returns its length. */
export function writeSegment(
  x: Float64Array,
  v: Float64Array,
  time: number,
  a: number,
  b: number,
  rows: Float64Array,
  r: number,
): number {
  const at = SEGMENT_ROW * r;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const low = x[a + c]! + time * v[a + c]!;
    const high = x[b + c]! + time * v[b + c]!;
    rows[at + c] = 0.5 * (low + high);
    rows[at + 4 + c] = 0.5 * (high - low);
    square += (high - low) * (high - low);
  }
  // A segment without length is as good as one of 1e-15 m.
  rows[at + 7] = 1 / (0.25 * square + 1e-30);
  return Math.sqrt(square);
}

/**
 * Squared distance of two segments: `closestPoints` with the segments as middle ± half, without branches, for they cannot be
 * foretold (with them it took three times as long). Where t is free, its s comes out once more.
 */
export function squaredDistance(rows: Float64Array, r: number, other: number): number {
  const i = SEGMENT_ROW * r;
  const j = SEGMENT_ROW * other;
  const ux = rows[i + 4]!;
  const uy = rows[i + 5]!;
  const uz = rows[i + 6]!;
  const overA = rows[i + 7]!;
  const vx = rows[j + 4]!;
  const vy = rows[j + 5]!;
  const vz = rows[j + 6]!;
  const overE = rows[j + 7]!;
  const rx = rows[i]! - rows[j]!;
  const ry = rows[i + 1]! - rows[j + 1]!;
  const rz = rows[i + 2]! - rows[j + 2]!;
  const b = ux * vx + uy * vy + uz * vz;
  const c = (ux * rx + uy * ry + uz * rz) * overA;
  const f = (vx * rx + vy * ry + vz * rz) * overE;
  // Parallel segments take s = 0 first; what is lost by that is below 1e-12 of their length.
  const free = within((b * f * overA - c) / (1 + 1e-12 - b * b * overA * overE));
  const t = within(b * overE * free + f);
  const s = within(b * overA * t - c);
  const dx = rx + s * ux - t * vx;
  const dy = ry + s * uy - t * vy;
  const dz = rz + s * uz - t * vz;
  return dx * dx + dy * dy + dz * dz;
}

/**
 * Kernel. Leaves those of `others` that are nearer to row r than the sum of their reaches, with the squares of their distances
 * (`squaredDistance`), and returns how many. In one loop: a call for each is not inlined, and hands its number on through memory
 * that has to be collected; and without branches.
 */
export function keepTouching(
  rows: Float64Array,
  reach: Float64Array,
  r: number,
  others: Uint32Array,
  count: number,
  squares: Float64Array,
): number {
  const felt = reach[r]!;
  let kept = 0;
  const i = SEGMENT_ROW * r;
  const x = rows[i]!;
  const y = rows[i + 1]!;
  const z = rows[i + 2]!;
  const ux = rows[i + 4]!;
  const uy = rows[i + 5]!;
  const uz = rows[i + 6]!;
  const overA = rows[i + 7]!;
  for (let n = 0; n < count; n++) {
    const other = others[n]!;
    const j = SEGMENT_ROW * other;
    const vx = rows[j + 4]!;
    const vy = rows[j + 5]!;
    const vz = rows[j + 6]!;
    const overE = rows[j + 7]!;
    const rx = x - rows[j]!;
    const ry = y - rows[j + 1]!;
    const rz = z - rows[j + 2]!;
    const b = ux * vx + uy * vy + uz * vz;
    const c = (ux * rx + uy * ry + uz * rz) * overA;
    const f = (vx * rx + vy * ry + vz * rz) * overE;
    const free = within((b * f * overA - c) / (1 + 1e-12 - b * b * overA * overE));
    const t = within(b * overE * free + f);
    const s = within(b * overA * t - c);
    const dx = rx + s * ux - t * vx;
    const dy = ry + s * uy - t * vy;
    const dz = rz + s * uz - t * vz;
    const square = dx * dx + dy * dy + dz * dz;
    const most = felt + reach[other]!;
    others[kept] = other;
    squares[kept] = square;
    kept += Number(square < most * most);
  }
  return kept;
}

/** The number between -1 and 1 that is nearest to x, without a branch. */
export function within(x: number): number {
  return 0.5 * (Math.abs(x + 1) - Math.abs(x - 1));
}
