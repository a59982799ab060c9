import { pointCount, type Strands, strandCount } from '../strands/strands.ts';
import { type HairMaterial, MATERIALS, type MaterialName } from './materials.ts';

/** What hair from elsewhere is taken for, and a sentence that says so. */
export interface InferredMaterial {
  readonly material: HairMaterial;
  readonly sentence: string;
}

/** Hair that says nothing about itself is taken for this. */
export const UNKNOWN_MATERIAL: MaterialName = 'asian-smooth';
/** Hair of the head, one of each thickness: thickness tells no more. */
const BY_THICKNESS: readonly MaterialName[] = ['caucasian-wavy', 'asian-smooth'];
/** Radii that a hair may have, m: files for pictures have thicker strands that stand for many. */
const THINNEST = 5e-6;
const THICKEST = 150e-6;

/**
 * The material of strands that somebody else made: from their thickness where they have one that a hair may have, else the
 * usual one. Whoever knows better says so.
 */
export function inferMaterial(strands: Strands): InferredMaterial {
  const radius = meanRadius(strands);
  const usual = MATERIALS[UNKNOWN_MATERIAL];
  if (radius === null)
    return { material: usual, sentence: `it does not tell its thickness, so its hair is taken for ${usual.name}` };
  if (!(radius >= THINNEST && radius <= THICKEST))
    return {
      material: usual,
      sentence: `its strands are ${thick(radius)} thick, which no hair is, so its hair is taken for ${usual.name}`,
    };
  const off = (name: MaterialName): number => Math.abs(MATERIALS[name].radius - radius);
  const name = BY_THICKNESS.reduce((best, other) => (off(other) < off(best) ? other : best));
  return {
    material: { ...MATERIALS[name], radius },
    sentence: `its hair is ${thick(radius)} thick and is taken for ${name} of that thickness`,
  };
}

const thick = (radius: number): string => `${Number((2e6 * radius).toPrecision(3))} µm`;

/** Mean radius over all points or strands; null where none is told. */
function meanRadius(strands: Strands): number | null {
  const known = strands.pointAttributes.get('radius') ?? strands.strandAttributes.get('radius');
  const count = strands.pointAttributes.has('radius') ? pointCount(strands) : strandCount(strands);
  if (known?.size !== 1 || count === 0) return null;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += known.data[i]!;
  return sum / count;
}
