/** A box of nodes with cubic cells; node (i, j, k) has the number i + nx·(j + ny·k). Metres. */
export interface Grid {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly cell: number;
  readonly originX: number;
  readonly originY: number;
  readonly originZ: number;
}

/**
 * Nodes beyond the margin on each side: one that gradients look at, and one cell that keeps the surface off the border.
 */
const RIM = 2;

/**
 * The grid with `resolution` nodes along the longest side of the box of the points (xyz rows), with a margin in longest
 * sides around it.
 */
export function gridAround(positions: Float32Array, resolution: number, margin: number): Grid {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let p = 0; p < positions.length; p += 3) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c]!, positions[p + c]!);
      high[c] = Math.max(high[c]!, positions[p + c]!);
    }
  }
  const sides = low.map((l, c) => high[c]! - l);
  const longest = Math.max(...sides);
  const cell = (longest * (1 + 2 * margin)) / (resolution - 1 - 2 * RIM);
  // A side of a whole number of cells must not gain one more by rounding.
  const counts = sides.map((side) => Math.ceil((side + 2 * margin * longest) / cell - 1e-6) + 1 + 2 * RIM);
  const origin = low.map((l, c) => 0.5 * (l + high[c]!) - 0.5 * (counts[c]! - 1) * cell);
  return {
    nx: counts[0]!,
    ny: counts[1]!,
    nz: counts[2]!,
    cell,
    originX: origin[0]!,
    originY: origin[1]!,
    originZ: origin[2]!,
  };
}
