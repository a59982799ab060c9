import type { TriangleMesh } from '../body/mesh.ts';
import { readPng } from '../formats/png.ts';
import type { ScalarSource, VectorSource } from '../groom/fields/field.ts';
import type { HairFieldSources, HairFields } from '../groom/fields/hair-fields.ts';
import type { Texture } from '../groom/fields/texture.ts';
import { regionWeight, type SkinPlace } from '../groom/skin.ts';
import { noiseValue } from '../numeric/noise.ts';
import { at, cross, dot, subtract, type Vec3 } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import type { FileReader } from './body-files.ts';
import type { SceneField, SceneFields } from './field-schema.ts';
import { type BrushStroke, brushedAt } from './painted-field.ts';

type Kind<Name extends string> = Extract<SceneField, { readonly kind: Name }>;

/** The fields that a scene declares for hair on a mesh, as the groom takes them. */
export function fieldSources(fields: SceneFields, mesh: TriangleMesh, files: FileReader): HairFieldSources {
  const sources: Partial<Record<keyof HairFields, ScalarSource | VectorSource>> = {};
  for (const [name, field] of Object.entries(fields))
    if (field !== undefined) sources[name as keyof HairFields] = sourceOf(name, field, mesh, files);
  return sources as HairFieldSources;
}

function sourceOf(name: string, field: SceneField, mesh: TriangleMesh, files: FileReader): ScalarSource | VectorSource {
  if (typeof field === 'number' || Array.isArray(field)) return field as number | Vec3;
  const declared = field as Exclude<SceneField, number | readonly number[]>;
  switch (declared.kind) {
    case 'vertices':
      return { kind: 'vertices', values: declared.values };
    case 'texture':
      return textureOf(declared, files);
    case 'painted':
      return painted(declared);
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

function textureOf({ file, channel, low, high, ...rest }: Kind<'texture'>, files: FileReader): Texture {
  const { width, height, channels, data } = readPng(file, files(file));
  const space = 'space' in rest ? { space: rest.space } : {};
  return { kind: 'texture', width, height, channels, data, channel, low, high, ...space };
}

/** Strokes of one number, or of three. */
function painted({ base, strokes }: Kind<'painted'>): ScalarSource | VectorSource {
  if (typeof base === 'number') {
    const numbers = strokes as readonly BrushStroke<number>[];
    const out = new Float64Array(1);
    return (place: SkinPlace) => {
      brushedAt(numbers, [base], ({ value }) => [value], at(place.position, 0), out);
      return out[0]!;
    };
  }
  const vectors = strokes as readonly BrushStroke<Vec3 | undefined>[];
  return (place: SkinPlace, out: Float64Array) =>
    brushedAt(vectors, base, ({ value }, way) => value ?? way, at(place.position, 0), out);
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
