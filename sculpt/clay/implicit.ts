/** A solid as a function of space: negative inside, close to a distance in metres near its surface. */
export type Implicit = (x: number, y: number, z: number) => number;

const PROBE = 1e-4;

/** Value and gradient of f by differences at the corners of a small tetrahedron: value, gx, gy, gz into `out`. */
export function probe(f: Implicit, x: number, y: number, z: number, out: Float64Array): void {
  const a = f(x + PROBE, y - PROBE, z - PROBE);
  const b = f(x - PROBE, y - PROBE, z + PROBE);
  const c = f(x - PROBE, y + PROBE, z - PROBE);
  const d = f(x + PROBE, y + PROBE, z + PROBE);
  const scale = 0.25 / PROBE;
  out[0] = 0.25 * (a + b + c + d);
  out[1] = scale * (a - b - c + d);
  out[2] = scale * (c + d - a - b);
  out[3] = scale * (b + d - a - c);
}
