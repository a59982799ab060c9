/** Points of a strand without its curls: means over as much hair as `reach`, metres, to either side; the ends stay where they are. */
export function withoutCurls(x: Float64Array, restLength: ArrayLike<number>, reach: number): Float64Array {
  const nodes = x.length / 3;
  const out = x.slice();
  for (let i = 1; i + 1 < nodes; i++) {
    let n = 0;
    // As many points to both sides.
    for (let s = 0; n < Math.min(i, nodes - 1 - i) && s < reach; n++) s += restLength[i + n]!;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let j = i - n; j <= i + n; j++) sum += x[3 * j + c]!;
      out[3 * i + c] = sum / (2 * n + 1);
    }
  }
  return out;
}
