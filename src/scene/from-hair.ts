import { type Scene, type SceneInput, sceneSchema } from './schema.ts';

export interface HairScene {
  /** Metres of one unit of the file; what the file says where absent. */
  readonly unit?: number | undefined;
  /** What the hair stands on and may not enter; nothing where absent. */
  readonly body?: SceneInput['body'];
}

/** A scene for a hair file alone: the head is shaken. */
export function sceneFromHair(file: string, { unit, body = { kind: 'none' } }: HairScene = {}): Scene {
  return sceneSchema.parse({
    format: 'pelage-scene',
    version: 1,
    name: file,
    about: `Hair from ${file}.`,
    body,
    groom: { kind: 'file', file, ...(unit === undefined ? {} : { unit }) },
    motion: { kind: 'head', name: 'shake', amplitude: 0.4, period: 1.2, cycles: 4, start: 0.5 },
  });
}
