/** Bits of a place along each axis. */
const BITS = 10;

/**
 * Points (xyz) in the order of a Morton curve (x, y and z bit by bit), the first of equals first: what lies beside each other comes one after
 * the other, so that whoever goes through it finds what the last one asked for still near the processor.
 */
export function alongCurve(points: ArrayLike<number>): Uint32Array {
  const count = Math.floor(points.length / 3);
  const low = [0, 0, 0].fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < 3 * count; i++) low[i % 3] = Math.min(low[i % 3]!, points[i]!);
  let width = 1e-9;
  for (let i = 0; i < 3 * count; i++) width = Math.max(width, points[i]! - low[i % 3]!);
  const keys = new Float64Array(count);
  const place = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < 3; c++) place[c] = Math.floor(((points[3 * k + c]! - low[c]!) / width) * ((1 << BITS) - 1));
    let key = 0;
    for (let bit = BITS - 1; bit >= 0; bit--) for (let c = 0; c < 3; c++) key = 2 * key + ((place[c]! >> bit) & 1);
    keys[k] = key;
  }
  return Uint32Array.from(keys.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
}
