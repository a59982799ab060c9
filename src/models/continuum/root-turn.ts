/** The rotation of a root as a matrix by rows. Roots of one rigid body are turned alike: then it is made once. */
export class RootTurn {
  readonly matrix: Float64Array = new Float64Array(9);
  private readonly last = new Float64Array(4);

  /** Takes quaternion k of an array of them. */
  take(q: Float64Array, k: number): Float64Array {
    const { matrix: m, last } = this;
    const x = q[4 * k]!;
    const y = q[4 * k + 1]!;
    const z = q[4 * k + 2]!;
    const w = q[4 * k + 3]!;
    if (x === last[0] && y === last[1] && z === last[2] && w === last[3]) return m;
    last[0] = x;
    last[1] = y;
    last[2] = z;
    last[3] = w;
    m[0] = 1 - 2 * (y * y + z * z);
    m[1] = 2 * (x * y - w * z);
    m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z);
    m[4] = 1 - 2 * (x * x + z * z);
    m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y);
    m[7] = 2 * (y * z + w * x);
    m[8] = 1 - 2 * (x * x + y * y);
    return m;
  }
}

export function applyTurn(m: Float64Array, v: Float64Array, a: number, out: Float64Array): void {
  for (let r = 0; r < 3; r++) out[r] = m[3 * r]! * v[a]! + m[3 * r + 1]! * v[a + 1]! + m[3 * r + 2]! * v[a + 2]!;
}
