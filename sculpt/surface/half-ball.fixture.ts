import type { Grid, Soup } from './marching-tetrahedra.ts';

export const RADIUS = 0.1;
export const ball = (x: number, y: number, z: number): number => Math.hypot(x, y, z) - RADIUS;

function evenGrid(low: number, cells: number): Float64Array {
  return Float64Array.from({ length: cells + 1 }, (_, i) => low + ((0.13 - low) * i) / cells);
}
export const halfGrid = (cells: number): Grid => ({
  x: evenGrid(0, cells),
  y: evenGrid(-0.13, 2 * cells),
  z: evenGrid(-0.13, 2 * cells),
});

/** Counts of directed edges, and of those without a partner that are not on x = 0. */
export function edges({ positions, triangles }: Soup): { repeated: number; openInside: number; border: number } {
  const seen = new Map<string, number>();
  for (let c = 0; c < triangles.length; c++) {
    const key = `${triangles[c]},${triangles[c % 3 === 2 ? c - 2 : c + 1]}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const out = { repeated: 0, openInside: 0, border: 0 };
  for (const [key, count] of seen) {
    const [a, b] = key.split(',').map(Number) as [number, number];
    if (count > 1) out.repeated++;
    if (seen.has(`${b},${a}`)) continue;
    if (positions[3 * a] === 0 && positions[3 * b] === 0) out.border++;
    else out.openInside++;
  }
  return out;
}
