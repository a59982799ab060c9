/**
 * Both limiters of stretch (Iben et al. 2013, section 3.1): soft springs with a hard cap. They go from the root to the tip and move
 * what is farther out, as if all before it were infinitely heavy; `held` nodes (inverse mass 0) stay.
 */

/** No edge gets longer than (1 + allowance) times its rest length. */
export function limitLengths(
  x: Float64Array,
  restLength: Float64Array,
  inverseMass: Float64Array,
  from: number,
  to: number,
  allowance: number,
): void {
  for (let i = from; i < to - 1; i++) {
    if (inverseMass[i + 1] === 0) continue;
    const a = 3 * i;
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const square = ex * ex + ey * ey + ez * ez;
    const most = (1 + allowance) * restLength[i]!;
    if (square <= most * most) continue;
    const f = most / Math.sqrt(square);
    x[a + 3] = x[a]! + f * ex;
    x[a + 4] = x[a + 1]! + f * ey;
    x[a + 5] = x[a + 2]! + f * ez;
  }
}

/** No end of an edge is faster, seen from the other, than `rate` times the rest length. */
export function limitVelocities(
  v: Float64Array,
  restLength: Float64Array,
  inverseMass: Float64Array,
  from: number,
  to: number,
  rate: number,
): void {
  for (let i = from; i < to - 1; i++) {
    if (inverseMass[i + 1] === 0) continue;
    const a = 3 * i;
    const dx = v[a + 3]! - v[a]!;
    const dy = v[a + 4]! - v[a + 1]!;
    const dz = v[a + 5]! - v[a + 2]!;
    const square = dx * dx + dy * dy + dz * dz;
    const most = rate * restLength[i]!;
    if (square <= most * most) continue;
    const f = most / Math.sqrt(square);
    v[a + 3] = v[a]! + f * dx;
    v[a + 4] = v[a + 1]! + f * dy;
    v[a + 5] = v[a + 2]! + f * dz;
  }
}
