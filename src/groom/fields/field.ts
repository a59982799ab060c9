import type { TriangleMesh } from '../../body/mesh.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { InputError } from '../../strands/input-error.ts';
import type { SkinPlace } from '../skin.ts';
import type { Combing } from './direction/combed.ts';
import { CombedField } from './direction/combed-field.ts';
import { type Painted, paintedScalar, paintedVector } from './painted.ts';
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
  /** How far hair stands up at a place because no direction suits it (a whorl), 0..1; nowhere where absent. */
  readonly stand?: ScalarField;
  /** What a person should know of it, once it has been asked. */
  readonly notes?: readonly string[];
  /** Where all three are 1 everywhere, which as factors change nothing. */
  readonly isOne?: boolean;
}

/** The field of a factor that changes nothing. */
export const ONE: ScalarField = Object.freeze({ at: () => 1, constant: 1 });
export const ONES: VectorField = Object.freeze({ at: (_: SkinPlace, out: Float64Array) => out.fill(1), isOne: true });

const NOTHING: ScalarField = Object.freeze({ at: () => 0, constant: 0 });
const NOWHERE: VectorField = Object.freeze({ at: (_: SkinPlace, out: Float64Array) => out.fill(0) });

const isNumbers = (source: VectorSource): source is Vec3 => Array.isArray(source);

/** Values at the vertices of the mesh, one or three a vertex; between them they are interpolated. */
export interface VertexValues {
  readonly kind: 'vertices';
  readonly values: ArrayLike<number>;
}

/** A number over the skin as one may give it. */
export type ScalarSource =
  | number
  | VertexValues
  | Texture
  | Painted<number, ScalarSource>
  | ((place: SkinPlace) => number);
/** Three numbers over the skin as one may give them; strokes that comb a whole skin for a direction. */
export type VectorSource =
  | Vec3
  | VertexValues
  | Texture
  | Combing
  | Painted<Vec3 | undefined, VectorSource>
  | VectorField
  | ((place: SkinPlace, out: Float64Array) => void);

/** The field that a source says; `name` is what it is called in sentences, `own` what is painted on where nothing else is said. */
export function scalarField(
  name: string,
  source: ScalarSource,
  mesh: TriangleMesh,
  own: ScalarField = NOTHING,
): ScalarField {
  if (typeof source === 'function') return { at: source };
  if (typeof source === 'number') return { at: () => source, constant: finite(name, source) };
  if (source.kind === 'painted')
    return paintedScalar(name, source, source.base === undefined ? own : scalarField(name, source.base, mesh, own));
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

export function vectorField(
  name: string,
  source: VectorSource,
  mesh: TriangleMesh,
  own: VectorField = NOWHERE,
): VectorField {
  if (typeof source === 'function') return { at: source };
  if (isNumbers(source)) {
    for (const value of source) finite(name, value);
    return { at: (_, out) => out.set(source) };
  }
  if (!('kind' in source)) return source;
  if (source.kind === 'combed') return new CombedField(name, mesh, source);
  if (source.kind === 'painted') {
    const base = source.base === undefined ? own : vectorField(name, source.base, mesh, own);
    return paintedVector(name, source, base, { isDirection: name === 'direction' });
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
