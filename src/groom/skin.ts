import type { DistanceField } from '../body/field.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import type { Roots } from './roots.ts';

/** What hair grows on: a mesh, and the distance to all that hair must stay out of. */
export interface HairBody {
  readonly mesh: TriangleMesh;
  readonly field: DistanceField;
}

/** The part of a body that carries hair. */
export interface Skin extends HairBody {
  /** How dense hair may grow, 0..1, one a vertex. */
  readonly weight: Float32Array;
  /** What the part is called in sentences. */
  readonly name: string;
}

/** Where hair grows: a named region of the mesh, a weight for every vertex, or (null) all over. */
export type SkinPart = string | Float32Array | null;

export function makeSkin({ mesh, field }: HairBody, part: SkinPart = null): Skin {
  const count = mesh.positions.length / 3;
  if (part === null) return { mesh, field, weight: new Float32Array(count).fill(1), name: 'the whole surface' };
  if (typeof part === 'string') return { mesh, field, weight: regionWeight(mesh, part), name: `the region "${part}"` };
  if (part.length === count) return { mesh, field, weight: part, name: 'the weighted part' };
  throw new InputError(
    'groom/bad-weights',
    `Where hair grows was given as ${part.length} weights, but the mesh has ${count} vertices: give one a vertex.`,
  );
}

/** The weights of the region of that name; a sentence says which there are instead. */
export function regionWeight(mesh: TriangleMesh, name: string): Float32Array {
  const region = mesh.regions.get(name);
  if (region) return region.weight;
  const names = [...mesh.regions.keys()].join(', ') || 'none';
  throw new InputError('groom/no-region', `The mesh has no region "${name}" to grow hair on; it has: ${names}.`);
}

/** A place on the skin, and the number of the hair that is to grow there. Reused from place to place. */
export interface SkinPlace {
  /** Of the root in its sequence: what varies from hair to hair is hashed from it. */
  id: number;
  triangle: number;
  /** Barycentric: fractions of the triangle's corners. */
  readonly weights: Float64Array;
  /** Metres. */
  readonly position: Float64Array;
  /** Unit length. */
  readonly normal: Float64Array;
  /** Zero where the mesh has none. */
  readonly uv: Float64Array;
}

export function makePlace(): SkinPlace {
  return {
    id: 0,
    triangle: 0,
    weights: new Float64Array(3),
    position: new Float64Array(3),
    normal: new Float64Array(3),
    uv: new Float64Array(2),
  };
}

/** Goes to the place of root i. */
export function placeAt(roots: Roots, i: number, place: SkinPlace): SkinPlace {
  place.id = roots.id[i]!;
  place.triangle = roots.triangle[i]!;
  for (let k = 0; k < 3; k++) {
    place.weights[k] = roots.weights[3 * i + k]!;
    place.position[k] = roots.position[3 * i + k]!;
    place.normal[k] = roots.normal[3 * i + k]!;
  }
  place.uv[0] = roots.uv[2 * i]!;
  place.uv[1] = roots.uv[2 * i + 1]!;
  return place;
}

/** Visits the place of every root, one after another: the same object each time. */
export function visitPlaces(roots: Roots, visit: (place: SkinPlace, i: number) => void): void {
  const place = makePlace();
  for (let i = 0; i < roots.id.length; i++) visit(placeAt(roots, i, place), i);
}
