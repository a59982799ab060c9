/** The axes of a wisp where its middle goes along (tx, ty, tz) and its left rim is at (dx, dy, dz): along, across, and out of its flat side. */
export function writeAxes(
  tx: number,
  ty: number,
  tz: number,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
): void {
  const it = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz + 1e-60);
  const t0 = tx * it;
  const t1 = ty * it;
  const t2 = tz * it;
  const along = dx * t0 + dy * t1 + dz * t2;
  let a0 = dx - along * t0;
  let a1 = dy - along * t1;
  let a2 = dz - along * t2;
  const ia = 1 / Math.sqrt(a0 * a0 + a1 * a1 + a2 * a2 + 1e-60);
  a0 *= ia;
  a1 *= ia;
  a2 *= ia;
  out[0] = t0;
  out[1] = t1;
  out[2] = t2;
  out[3] = a0;
  out[4] = a1;
  out[5] = a2;
  out[6] = t1 * a2 - t2 * a1;
  out[7] = t2 * a0 - t0 * a2;
  out[8] = t0 * a1 - t1 * a0;
}

/** What a joint's bend is made of: (next − here)/l − (here − before)/l′ of any row of points. */
function bendOf(v: Float64Array, i: number, c: number, before: number, after: number): number {
  const here = v[3 * i + c]!;
  return (v[3 * i + 3 + c]! - here) * after - (here - v[3 * i - 3 + c]!) * before;
}

/** The shape of a wisp of `nodes` nodes in its own axes, as rest shapes are kept: six numbers a joint and three an edge, per metre. */
export function shapeOf(
  x: Float64Array,
  across: Float64Array,
  restLength: ArrayLike<number>,
  nodes: number,
): { restBend: Float64Array; restTwist: Float64Array } {
  const restBend = new Float64Array(6 * nodes);
  const restTwist = new Float64Array(3 * nodes);
  const axes = new Float64Array(9);
  for (let i = 1; i + 1 < nodes; i++) {
    jointAxes(x, across, i, axes);
    const before = 1 / restLength[i - 1]!;
    const after = 1 / restLength[i]!;
    const mean = 2 / (restLength[i - 1]! + restLength[i]!);
    for (let c = 0; c < 3; c++) {
      restBend[6 * i + c] = mean * along(axes, 3 * c, (d) => bendOf(x, i, d, before, after));
      restBend[6 * i + 3 + c] = mean * along(axes, 3 * c, (d) => bendOf(across, i, d, before, after));
    }
  }
  for (let i = 1; i + 1 < nodes; i++) {
    edgeAxes(x, across, i, axes);
    const l = restLength[i]!;
    for (let c = 0; c < 3; c++)
      restTwist[3 * i + c] = along(axes, 3 * c, (d) => across[3 * i + 3 + d]! - across[3 * i + d]!) / l;
  }
  return { restBend, restTwist };
}

const along = (axes: Float64Array, a: number, v: (d: number) => number): number =>
  axes[a]! * v(0) + axes[a + 1]! * v(1) + axes[a + 2]! * v(2);

/** The axes at joint i. */
export function jointAxes(x: Float64Array, across: Float64Array, i: number, out: Float64Array): void {
  const a = 3 * i;
  writeAxes(
    x[a + 3]! - x[a - 3]!,
    x[a + 4]! - x[a - 2]!,
    x[a + 5]! - x[a - 1]!,
    across[a]!,
    across[a + 1]!,
    across[a + 2]!,
    out,
  );
}

/** The axes at edge i. */
export function edgeAxes(x: Float64Array, across: Float64Array, i: number, out: Float64Array): void {
  const a = 3 * i;
  writeAxes(
    x[a + 3]! - x[a]!,
    x[a + 4]! - x[a + 1]!,
    x[a + 5]! - x[a + 2]!,
    across[a]! + across[a + 3]!,
    across[a + 1]! + across[a + 4]!,
    across[a + 2]! + across[a + 5]!,
    out,
  );
}
