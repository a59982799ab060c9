import type { Skin } from '../../skin.ts';
import { regionBounds } from '../region-bounds.ts';

/** The mouth of a face: its middle, where its corners are, and half its breadth, m. */
export interface Mouth {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly halfBreadth: number;
}

const ENOUGH = 0.5;
/** Where a mouth is in a beard, if no lips are marked: as fractions of its breadth and height. */
const BREADTH = 0.38;
const DEPTH = 0.3;

/** From the region `lips` of the mesh; where it has none, about where a mouth is in a beard. */
export function findMouth({ mesh, weight }: Skin): Mouth {
  const lips = mesh.regions.get('lips')?.weight;
  const { low, high } = regionBounds(mesh.positions, lips ?? weight, ENOUGH);
  const [breadth, height] = [high[0]! - low[0]!, high[1]! - low[1]!];
  return {
    x: 0.5 * (low[0]! + high[0]!),
    y: lips ? 0.5 * (low[1]! + high[1]!) : high[1]! - DEPTH * height,
    z: lips ? low[2]! : high[2]!,
    halfBreadth: 0.5 * (lips ? breadth : BREADTH * breadth),
  };
}
