import type { TriangleMesh } from '../../body/mesh.ts';
import { InputError } from '../../strands/input-error.ts';
import type { Skin } from '../skin.ts';

/** The head as a hairdresser sees it: where its crown, sides, forehead and back are, measured from the skin that carries its hair. */
export interface HeadShape {
  /** Middle of the skull, m. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Height of the crown, m. */
  readonly top: number;
  readonly halfBreadth: number;
  readonly halfDepth: number;
  /** Size against a head 0.153 m broad; heights and distances of a style are multiplied by it. */
  readonly scale: number;
}

const REFERENCE_HALF_BREADTH = 0.0765;
// The skull's middle lies about half a breadth below the crown.
const CENTRE_DEPTH = 1.05;
const ENOUGH_WEIGHT = 0.25;

export function measureHead({ mesh, weight, name }: Pick<Skin, 'mesh' | 'weight' | 'name'>): HeadShape {
  const shape = shapeOf(mesh, weight);
  if (shape) return shape;
  throw new InputError('groom/empty-region', `Hair cannot grow on ${name}: its weights are all too small.`);
}

/** The head that carries hair with these weights, or null where it has no extent. */
export function shapeOf(mesh: TriangleMesh, weight: Float32Array): HeadShape | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let v = 0; v < weight.length; v++) {
    if (weight[v]! < ENOUGH_WEIGHT) continue;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, mesh.positions[3 * v + k]!);
      high[k] = Math.max(high[k]!, mesh.positions[3 * v + k]!);
    }
  }
  if (!(high[0]! > low[0]!)) return null;
  const halfBreadth = 0.5 * (high[0]! - low[0]!);
  return {
    x: 0.5 * (high[0]! + low[0]!),
    y: high[1]! - CENTRE_DEPTH * halfBreadth,
    z: 0.5 * (high[2]! + low[2]!),
    top: high[1]!,
    halfBreadth,
    halfDepth: 0.5 * (high[2]! - low[2]!),
    scale: halfBreadth / REFERENCE_HALF_BREADTH,
  };
}
