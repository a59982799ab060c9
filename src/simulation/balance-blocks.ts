import type { Strands } from '../strands/strands.ts';

/** Ids of strands in the order of their middles along the axis in which they are spread most; equal ones by id. */
export function acrossHair(grooms: readonly Strands[]): Uint32Array {
  const middles = grooms.flatMap(({ id, first, positions }) =>
    Array.from(id, (one, k) => ({ id: one, at: middleOf(positions, first[k]!, first[k + 1]!) })),
  );
  const spread = [0, 1, 2].map((c) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { at } of middles) {
      low = Math.min(low, at[c]!);
      high = Math.max(high, at[c]!);
    }
    return high - low;
  });
  const axis = spread.indexOf(Math.max(...spread));
  middles.sort((a, b) => a.at[axis]! - b.at[axis]! || a.id - b.id);
  return Uint32Array.from(middles, ({ id }) => id);
}

function middleOf(positions: Float32Array, from: number, to: number): readonly number[] {
  const sum = [0, 0, 0];
  for (let i = 3 * from; i < 3 * to; i++) sum[i % 3]! += positions[i]! / (to - from);
  return sum;
}

/** Cuts a row of costs into so many slices that cost about the same; slice b is first[b] .. first[b + 1]. */
export function cutByCost(costs: ArrayLike<number>, count: number): Uint32Array {
  let whole = 0;
  for (let n = 0; n < costs.length; n++) whole += costs[n]!;
  const first = new Uint32Array(count + 1).fill(costs.length);
  first[0] = 0;
  let [n, sum] = [0, 0];
  for (let b = 1; b < count; b++) {
    const goal = (whole * b) / count;
    // A strand belongs to the slice that its middle is in; a slice keeps at least one while there are enough.
    const least = Math.min(first[b - 1]! + 1, costs.length);
    while (n < costs.length && (n < least || sum + 0.5 * costs[n]! < goal)) sum += costs[n++]!;
    first[b] = Math.min(n, Math.max(least, costs.length - (count - b)));
    while (n > first[b]!) sum -= costs[--n]!;
  }
  return first;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
