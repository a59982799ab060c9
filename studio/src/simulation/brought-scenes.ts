import { SCENE_VERSION, type Scene, type SceneInput, sceneSchema } from '../../../src/scene/schema.ts';
import { extentOfBody, kindOfFile } from '../page/file-kinds.ts';
import type { NamedFile } from './protocol.ts';
import { START_STYLE } from './start-scenes.ts';

/** What a person says that a mesh is. */
export type BodyKind = 'head' | 'animal';

/** A scene for bodies and hair that a person brings, without a scene of their own. */
export function broughtScene(files: readonly NamedFile[], kind: BodyKind = 'head'): Scene | null {
  const bodies = files.filter((file) => kindOfFile(file) === 'body');
  const grooms = files.filter((file) => kindOfFile(file) === 'hair');
  const [body] = bodies;
  if (!body) return null;
  const unit = kind === 'animal' ? unitOfAnimal(body) : undefined;
  const shape = {
    kind: 'mesh' as const,
    file: body.name,
    head: kind === 'head',
    loop: true,
    ...(unit ? { unit } : {}),
  };
  return sceneSchema.parse({
    format: 'pelage-scene',
    version: SCENE_VERSION,
    name: [...grooms, body].map(({ name }) => name.replace(/\.[^.]*$/, '')).join(' on '),
    bodies: [{ name: kind, shape: grooms.length > 0 ? { ...shape, head: false } : shape }],
    grooms: grooms.length > 0 ? grooms.map((file) => fileGroom(kind, file)) : [grownGroom(kind)],
  });
}

/** Animals with fur are between a mouse and an elephant; one that is not was measured in centimetres or millimetres. Metres. */
const ANIMALS = [0.04, 8] as const;

function unitOfAnimal(file: NamedFile): number | undefined {
  const size = extentOfBody(file);
  if (size === null || (size >= ANIMALS[0] && size <= ANIMALS[1])) return undefined;
  return [0.01, 0.001, 0.0254, 10].find((unit) => size * unit >= ANIMALS[0] && size * unit <= ANIMALS[1]);
}

type GroomInput = NonNullable<SceneInput['grooms']>[number];

/** Hair of a file, laid on the body. */
const fileGroom = (body: string, { name }: NamedFile): GroomInput => ({
  ...{ name: name.replace(/[=,]/g, ' ').slice(0, 80), body },
  source: { kind: 'file', file: name, fit: true },
});

const grownGroom = (kind: BodyKind): GroomInput => ({
  body: kind,
  ...(kind === 'head'
    ? { source: { kind: 'style', style: START_STYLE } }
    : { source: { kind: 'coat' }, material: 'fur', guides: 300, strands: 30_000 }),
});
