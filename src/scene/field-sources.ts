import type { TriangleMesh } from '../body/mesh.ts';
import { readPng } from '../formats/png.ts';
import { CombedField } from '../groom/fields/direction/combed-field.ts';
import type { ScalarSource, VectorSource, VertexValues } from '../groom/fields/field.ts';
import type { HairFieldSources, HairFields } from '../groom/fields/hair-fields.ts';
import type { Painted } from '../groom/fields/painted.ts';
import type { Texture } from '../groom/fields/texture.ts';
import { regionWeight } from '../groom/skin.ts';
import { noiseValue } from '../numeric/noise.ts';
import { at, cross, dot, subtract, type Vec3 } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import type { FileReader } from './body-files.ts';
import type { SceneField, SceneFields } from './field-schema.ts';

type Kind<Name extends string> = Extract<SceneField, { readonly kind: Name }>;

/** Skins that were combed, by how: grooms on one skin that are combed alike share one. */
export type CombedFields = Map<TriangleMesh, Map<string, CombedField>>;

/** Where the fields of a groom are read from. */
export interface FieldPlace {
  readonly mesh: TriangleMesh;
  readonly files: FileReader;
  readonly combed?: CombedFields | undefined;
}

/** The fields that a scene declares for hair on a mesh, as the groom takes them. */
export function fieldSources(fields: SceneFields, place: FieldPlace): HairFieldSources {
  const sources: Partial<Record<keyof HairFields, ScalarSource | VectorSource>> = {};
  for (const [name, field] of Object.entries(fields))
    if (field !== undefined) sources[name as keyof HairFields] = sourceOf(name, field, place);
  return sources as HairFieldSources;
}

function sourceOf(name: string, field: SceneField, place: FieldPlace): ScalarSource | VectorSource {
  if (typeof field === 'number' || Array.isArray(field)) return field as number | Vec3;
  const declared = field as Exclude<SceneField, number | readonly number[]>;
  const { mesh } = place;
  switch (declared.kind) {
    case 'vertices':
      return { kind: 'vertices', values: declared.values };
    case 'texture':
      return textureOf(name, declared, place);
    case 'vertex-colours':
      return vertexColours(name, declared, mesh);
    case 'painted':
      return painted(name, declared, place);
    case 'combed':
      return combed(name, declared, place);
    case 'region':
      return regional(name, declared, mesh);
    case 'gradient':
      return gradient(declared);
    case 'noise':
      return noise(declared);
    case 'around':
      return (place, out) => out.set(cross(declared.axis, subtract(at(place.position, 0), declared.centre)));
    case 'away':
      return (place, out) => out.set(subtract(at(place.position, 0), declared.centre));
    case 'towards':
      return (place, out) => out.set(subtract(declared.centre, at(place.position, 0)));
  }
}

function textureOf(name: string, declared: Kind<'texture'>, { mesh, files }: FieldPlace): Texture {
  const { file, channel, low, high, ...rest } = declared;
  const isOwn = file === undefined;
  if (isOwn && !mesh.picture)
    throw new InputError(
      'scene/picture',
      `The field "${name}" asks for the picture of its body, which has none: name a "file", a PNG picture beside the scene.`,
    );
  const { width, height, channels, data } = isOwn
    ? readPng(mesh.picture!.name, mesh.picture!.bytes)
    : readPng(file, pictureFile(name, file, files));
  const space = 'space' in rest ? { space: rest.space } : {};
  const encoding = rest.encoding ?? (isOwn && name === 'colour' ? 'srgb' : 'linear');
  return { kind: 'texture', width, height, channels, data, channel, low, high, encoding, ...space };
}

/** Whoever reads files does not know which field asks. */
function pictureFile(name: string, file: string, files: FileReader): Uint8Array {
  try {
    return files(file);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.code,
      `The field "${name}" asks for the picture ${file}. ${error.message.replace(/[.]?$/, '.')} Put a PNG picture of that name beside the scene, or give the field a number.`,
    );
  }
}

/** What the body's file has painted its vertices with. */
function vertexColours(name: string, { channel, low, high }: Kind<'vertex-colours'>, mesh: TriangleMesh): VertexValues {
  const { colours } = mesh;
  if (!colours)
    throw new InputError(
      'scene/colours',
      `The field "${name}" asks for colours at the vertices of its body, which has none.`,
    );
  const scaled = (value: number): number => low + value * (high - low);
  const count = colours.length / 4;
  if (name !== 'direction' && name !== 'colour')
    return {
      kind: 'vertices',
      values: Float32Array.from({ length: count }, (_, v) => scaled(colours[4 * v + channel]!)),
    };
  const values = Float32Array.from({ length: 3 * count }, (_, i) => scaled(colours[4 * Math.floor(i / 3) + (i % 3)]!));
  return { kind: 'vertices', values };
}

/** Strokes over another field, or over what the hair has. */
function painted(name: string, declared: Kind<'painted'>, place: FieldPlace): ScalarSource | VectorSource {
  const { base, mode, strokes } = declared;
  const below = base === undefined ? {} : { base: sourceOf(name, base as SceneField, place) };
  return { kind: 'painted', mode, strokes, ...below } as Painted<number, ScalarSource> | Painted<Vec3, VectorSource>;
}

function combed(name: string, declared: Kind<'combed'>, { mesh, combed: known }: FieldPlace): VectorSource {
  const key = JSON.stringify(declared);
  const onMesh = known?.get(mesh) ?? new Map<string, CombedField>();
  known?.set(mesh, onMesh);
  const field = onMesh.get(key) ?? new CombedField(name, mesh, declared);
  onMesh.set(key, field);
  return field;
}

/** From one value where a region is not to another where it is. */
function regional(name: string, { region, low, high }: Kind<'region'>, mesh: TriangleMesh): ScalarSource {
  if (!mesh.regions.has(region))
    throw new InputError(
      'scene/region',
      `The field "${name}" asks for the region "${region}"; the body has ${[...mesh.regions.keys()].join(', ') || 'none'}.`,
    );
  return { kind: 'vertices', values: Array.from(regionWeight(mesh, region), (w) => low + w * (high - low)) };
}

/** From one value to another along an axis, where the place lies between two of its heights. */
function gradient({ axis, from, to, low, high }: Kind<'gradient'>): ScalarSource {
  const size = Math.sqrt(dot(axis, axis));
  return (place) => {
    const t = (dot(axis, at(place.position, 0)) / size - from) / (to - from);
    return low + Math.min(1, Math.max(0, t)) * (high - low);
  };
}

function noise({ size, seed, low, high }: Kind<'noise'>): ScalarSource {
  const f = 1 / size;
  return ({ position: [x, y, z] }) => {
    const t = 0.5 + 0.5 * noiseValue(seed, f * x!, f * y!, f * z!);
    return low + Math.min(1, Math.max(0, t)) * (high - low);
  };
}
