import type { TriangleMesh } from '../../body/mesh.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { InputError } from '../../strands/input-error.ts';
import type { SkinPlace } from '../skin.ts';
import { type Texture, textureScalar, textureVector } from './texture.ts';

/** Fields over a skin: what hair needs to know of the place where it grows, however it was said. */

/** A number at every place. */
export interface ScalarField {
  at(place: SkinPlace): number;
  /** Where it is the same everywhere: what it is. */
  readonly constant?: number;
}

/** Three numbers at every place: a direction, a colour. */
export interface VectorField {
  at(place: SkinPlace, out: Float64Array): void;
}

/** Values at the vertices of the mesh, one or three a vertex; between them they are interpolated. */
export interface VertexValues {
  readonly kind: 'vertices';
  readonly values: ArrayLike<number>;
}

/** A number over the skin as one may give it. */
export type ScalarSource = number | VertexValues | Texture | ((place: SkinPlace) => number);
/** Three numbers over the skin as one may give them. */
export type VectorSource = Vec3 | VertexValues | Texture | ((place: SkinPlace, out: Float64Array) => void);

/** The field that a source says; `name` is what it is called in sentences. */
export function scalarField(name: string, source: ScalarSource, mesh: TriangleMesh): ScalarField {
  if (typeof source === 'function') return { at: source };
  if (typeof source === 'number') return { at: () => source, constant: finite(name, source) };
  if (source.kind === 'texture') return textureScalar(name, source, mesh);
  const { values } = checkedVertices(name, source, mesh, 1);
  const { triangles } = mesh;
  return {
    at: ({ triangle, weights }) => {
      const t = 3 * triangle;
      return (
        weights[0]! * values[triangles[t]!]! +
        weights[1]! * values[triangles[t + 1]!]! +
        weights[2]! * values[triangles[t + 2]!]!
      );
    },
  };
}

export function vectorField(name: string, source: VectorSource, mesh: TriangleMesh): VectorField {
  if (typeof source === 'function') return { at: source };
  if (!('kind' in source)) {
    for (const value of source) finite(name, value);
    return { at: (_, out) => out.set(source) };
  }
  if (source.kind === 'texture') return textureVector(name, source, mesh);
  const { values } = checkedVertices(name, source, mesh, 3);
  const { triangles } = mesh;
  return {
    at: ({ triangle, weights }, out) => {
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let c = 0; c < 3; c++) sum += weights[c]! * values[3 * triangles[3 * triangle + c]! + k]!;
        out[k] = sum;
      }
    },
  };
}

function finite(name: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new InputError('field/not-finite', `The field "${name}" is ${value}: it must be a finite number.`);
}

function checkedVertices(name: string, source: VertexValues, mesh: TriangleMesh, size: number): VertexValues {
  const { values } = source;
  const count = mesh.positions.length / 3;
  if (values.length !== size * count)
    throw new InputError(
      'field/vertices',
      `The field "${name}" has ${values.length} values, but the mesh has ${count} vertices: give ${size} a vertex.`,
    );
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(values[i]))
      throw new InputError(
        'field/not-finite',
        `The field "${name}" is ${values[i]} at vertex ${Math.floor(i / size)}: it must be a finite number.`,
      );
  return source;
}
