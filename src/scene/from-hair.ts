import { type Scene, sceneSchema } from './schema.ts';

/** A scene for a hair file alone: the head nods and turns in thought, nothing is collided with. */
export function sceneFromHair(file: string, unit?: number): Scene {
  return sceneSchema.parse({
    format: 'pelage-scene',
    version: 1,
    name: file,
    about: `Hair from ${file}.`,
    body: { kind: 'none' },
    groom: { kind: 'file', file, ...(unit === undefined ? {} : { unit }) },
    motion: { kind: 'head', name: 'shake', amplitude: 0.4, period: 1.2, cycles: 4, start: 0.5 },
  });
}
