import { SCENE_VERSION, type Scene, type SceneInput, sceneSchema } from './schema.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

export interface HairScene {
  /** Metres of one unit of the file; what the file says where absent. */
  readonly unit?: number | undefined;
  /** The axis of the file that points up; what the file says where absent. */
  readonly up?: 'y' | 'z' | undefined;
  /** Whether hair made for another body is laid on this one. */
  readonly fit?: boolean | undefined;
  /** What the hair stands on and may not enter; nothing where absent. */
  readonly shape?: BodyInput['shape'];
  /** Strands of the file to show; as many as scenes usually have where absent. */
  readonly strands?: number | undefined;
  /** Whether they are drawn in colours and thicknesses of their own where they have some; not where absent. */
  readonly look?: 'scene' | 'own' | undefined;
}

/** A scene for a hair file alone: the head is shaken. */
export function sceneFromHair(
  file: string,
  { unit, shape = { kind: 'none' }, strands, up, fit, look }: HairScene = {},
): Scene {
  return sceneSchema.parse({
    format: 'pelage-scene',
    version: SCENE_VERSION,
    name: file,
    about: `Hair from ${file}.`,
    bodies: [
      {
        name: 'head',
        shape,
        motion: { kind: 'head', name: 'shake', amplitude: 0.4, period: 1.2, cycles: 4, start: 0.5 },
      },
    ],
    grooms: [
      {
        body: 'head',
        source: { kind: 'file', file, look, fit, up, unit },
        ...(strands === undefined ? {} : { strands }),
      },
    ],
  });
}
