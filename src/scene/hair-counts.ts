import type { HairGrowth } from '../groom/growth.ts';
import { idealSpacing, skinArea } from '../groom/roots.ts';
import { grouped } from '../strands/grouped.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import type { SceneGroom } from './groom-schema.ts';

const MOST_GUIDES = 100_000;
const MOST_STRANDS = 10_000_000;
const CM2 = 1e-4;

/** How many hairs a groom has: as many as it says, or so many an area. */
export function countsOf(
  name: string,
  { guideDensity, strandDensity }: SceneGroom,
  { guides, strands }: { readonly guides: number; readonly strands: number },
  growth: () => HairGrowth,
): { guides(): number; strands(): number } {
  const onArea = (what: string, density: number, most: number): number => {
    const { skin, fields } = growth();
    const area = skinArea(skin, fields.density);
    const count = Math.max(1, Math.round((density * area) / CM2));
    if (count <= most) return count;
    throw new InputError(
      'scene/density',
      `${name}: ${density} ${what} on a square centimetre of ${(area / CM2).toFixed(0)} cm² are ${grouped(count)}, and ${grouped(most)} is the most: ask for fewer, or for a region.`,
    );
  };
  return {
    guides: () => (guideDensity === undefined ? guides : onArea('guides', guideDensity, MOST_GUIDES)),
    strands: () => (strandDensity === undefined ? strands : onArea('strands', strandDensity, MOST_STRANDS)),
  };
}

/** Guides this many lengths of their hair apart do not tell what grows between them. */
const SPARSE = 4;

/** A sentence where short hair has so few guides that it cannot follow the skin between them. */
export function sparseGuides({ skin, fields }: HairGrowth, guides: Strands): string[] {
  const lengths = Float64Array.from(guides.strandAttributes.get('length')!.data);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const area = skinArea(skin, fields.density);
  const spacing = idealSpacing(area, lengths.length);
  if (spacing < SPARSE * mean || spacing < 0.03) return [];
  const needed = (lengths.length * CM2 * (spacing / (SPARSE * mean)) * (spacing / (SPARSE * mean))) / area;
  return [
    `guides stand ${(100 * spacing).toFixed(1)} cm apart and hair is ${(100 * mean).toFixed(1)} cm long: between them it cannot follow the skin; "guideDensity": ${needed.toPrecision(1)} or more is better`,
  ];
}
