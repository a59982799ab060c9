import type { HairState } from '../contact/interaction.ts';
import { exp } from '../numeric/elementary.ts';
import { distance, mix, type Vec3 } from '../numeric/vector.ts';
import type { AirDensity } from './tool.ts';

/** Edge of a cell, metres: a little more than a clump is thick. */
const CELL = 0.01;

/** How much hair blocks air, cell by cell: silhouette of the clumps in a volume, 1/m. */
export class HairDensity implements AirDensity {
  private readonly cells = new Map<number, number>();

  constructor(hair: HairState) {
    const { first, position, s, radius } = hair;
    const volume = CELL * CELL * CELL;
    for (let k = 0; k < hair.ids.length; k++)
      for (let i = first[k]!; i + 1 < first[k + 1]!; i++) {
        const silhouette = (radius[i]! + radius[i + 1]!) * (s[i + 1]! - s[i]!);
        const a = 3 * i;
        const key = keyOf(
          0.5 * (position[a]! + position[a + 3]!),
          0.5 * (position[a + 1]! + position[a + 4]!),
          0.5 * (position[a + 2]! + position[a + 5]!),
        );
        this.cells.set(key, (this.cells.get(key) ?? 0) + silhouette / volume);
      }
  }

  densityAt(x: number, y: number, z: number): number {
    return this.cells.get(keyOf(x, y, z)) ?? 0;
  }
}

/** Cell numbers in 17 bits each: hair within 600 m of the origin. */
function keyOf(x: number, y: number, z: number): number {
  const cell = (c: number): number => Math.min(131071, Math.max(0, Math.floor(c / CELL) + 65536));
  return (cell(x) * 131072 + cell(y)) * 131072 + cell(z);
}

/**
 * Fraction of a jet from `source` that arrives at x through the hair between: exp(−∫ density). The last cell is left out, so
 * that a clump does not shelter itself.
 */
export function arriving(air: AirDensity, source: Vec3, x: Vec3): number {
  const way = distance(source, x) - CELL;
  const steps = Math.floor(way / CELL);
  let depth = 0;
  for (let i = 0; i < steps; i++) {
    const [px, py, pz] = mix(source, x, ((i + 0.5) * CELL) / (way + CELL));
    depth += CELL * air.densityAt(px, py, pz);
  }
  return depth > 0 ? exp(-depth) : 1;
}
