/** The box of the vertices that weigh at least so much; `low` is above `high` where there are none. */
export function regionBounds(
  positions: Float32Array,
  weight: Float32Array,
  least: number,
): { readonly low: Float64Array; readonly high: Float64Array } {
  const low = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(3).fill(Number.NEGATIVE_INFINITY);
  for (let v = 0; v < weight.length; v++) {
    if (weight[v]! < least) continue;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, positions[3 * v + k]!);
      high[k] = Math.max(high[k]!, positions[3 * v + k]!);
    }
  }
  return { low, high };
}
