import { SCENE_VERSION, type Scene, type SceneInput, sceneSchema } from '../../../src/scene/schema.ts';
import { type BodyGlance, glanceAt, kindOfFile } from '../page/file-kinds.ts';
import { coatGrooms, skinOf } from './coats.ts';
import type { NamedFile } from './protocol.ts';
import { START_STYLE } from './start-scenes.ts';

/** What a person says that a mesh is, and what is to grow on it. */
export interface Brought {
  readonly kind: 'head' | 'animal';
  /** Name of a style for a head, of a coat for an animal. */
  readonly hair: string;
}

const USUAL: Brought = { kind: 'head', hair: START_STYLE };

/** A scene for bodies and hair that a person brings, without a scene of their own. */
export function broughtScene(files: readonly NamedFile[], { kind, hair }: Brought = USUAL): Scene | null {
  const bodies = files.filter((file) => kindOfFile(file) === 'body');
  const grooms = files.filter((file) => kindOfFile(file) === 'hair');
  const [body] = bodies;
  if (!body) return null;
  const glance = glanceAt(body);
  const size = glance.sides && Math.max(...glance.sides);
  const unit = kind === 'animal' && size !== null ? unitOfAnimal(size) : undefined;
  const shape = {
    kind: 'mesh' as const,
    file: body.name,
    head: kind === 'head' && grooms.length === 0,
    loop: true,
    ...(unit ? { unit } : {}),
  };
  return sceneSchema.parse({
    format: 'pelage-scene',
    version: SCENE_VERSION,
    name: [...grooms, body].map(({ name }) => name.replace(/\.[^.]*$/, '')).join(' on '),
    bodies: [{ name: kind, shape, ...(kind === 'animal' ? { colour: skinOf(hair) } : {}) }],
    grooms: grooms.length > 0 ? grooms.map((file) => fileGroom(kind, file)) : grownGrooms(kind, hair, glance, unit),
    // Hair of a coat keeps apart by its springs.
    ...(kind === 'animal' ? { contact: { hair: [] } } : {}),
  });
}

/** Animals with fur are between a mouse and an elephant; one that is not was measured in centimetres or millimetres. Metres. */
const ANIMALS = [0.04, 8] as const;

function unitOfAnimal(size: number): number | undefined {
  if (size >= ANIMALS[0] && size <= ANIMALS[1]) return undefined;
  return [0.01, 0.001, 0.0254, 10].find((unit) => size * unit >= ANIMALS[0] && size * unit <= ANIMALS[1]);
}

type GroomInput = NonNullable<SceneInput['grooms']>[number];

/** Hair of a file, laid on the body. */
const fileGroom = (body: string, { name }: NamedFile): GroomInput => ({
  ...{ name: name.replace(/[=,]/g, ' ').slice(0, 80), body },
  source: { kind: 'file', file: name, fit: true },
});

function grownGrooms(kind: Brought['kind'], hair: string, { sides, paint }: BodyGlance, unit = 1): GroomInput[] {
  if (kind === 'head') return [{ body: kind, source: { kind: 'style', style: hair } }];
  const [x, y, z] = sides ?? [1, 1, 1];
  // Files have animals looking along z; one that lies along x looks along x.
  const axis = x! > 1.3 * z! ? ([-1, 0, 0] as const) : ([0, 0, -1] as const);
  return coatGrooms(hair, kind, { size: Math.max(x!, y!, z!) * unit, axis, paint });
}
