import { parseScene } from './read-scene.ts';
import { SCENE_VERSION, type Scene, type SceneInput } from './schema.ts';

export type BodyInput = NonNullable<SceneInput['bodies']>[number];
export type GroomInput = NonNullable<SceneInput['grooms']>[number];

export interface OneGroom extends Omit<Partial<SceneInput>, 'bodies' | 'grooms'> {
  /** What the hair grows on: a bust where nothing is said. */
  readonly body?: BodyInput;
  readonly groom?: GroomInput;
  /** What else there is. */
  readonly others?: readonly BodyInput[];
}

/** A scene of one groom on one body, for tests. */
export function oneGroomScene({ body, groom, others = [], ...rest }: OneGroom = {}): Scene {
  const name = rest.name ?? 'test';
  return parseScene(
    {
      format: 'pelage-scene',
      version: SCENE_VERSION,
      ...{ bodies: [{ name: 'head', ...body }, ...others], grooms: [{ body: 'head', ...groom }] },
      ...rest,
      name,
    },
    name,
  );
}

/** A built-in style as where a groom comes from. */
export const styled = (style: string, change: Record<string, unknown> = {}): GroomInput['source'] => ({
  kind: 'style',
  style,
  change,
});
