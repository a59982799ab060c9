import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SceneParts } from '../src/scene/index.ts';
import { loadScene } from '../src/scene/instance.ts';
import { migrateScene } from '../src/scene/migrate.ts';
import { parseScene, readScene } from '../src/scene/read-scene.ts';
import type { Scene } from '../src/scene/schema.ts';
import { hashArrays } from '../src/strands/hash.ts';
import { InputError } from '../src/strands/input-error.ts';

/** Scenes of version 1 as they were written then: see test/scenes-v1/README.md. */

const FOLDER = 'test/scenes-v1';
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

interface Run {
  readonly steps: number;
  readonly hash: string;
  readonly tips: readonly (readonly number[])[];
}
const runs = JSON.parse(read('runs.json')) as Record<string, Run>;
const refused = JSON.parse(read('refused.json')) as Record<string, string>;

const scenes = (readdirSync(FOLDER, { recursive: true }) as string[])
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.json') && name !== 'runs.json' && name !== 'refused.json')
  .sort();
const whole = scenes.filter((name) => !name.startsWith('broken/'));

describe('a scene of version 1', () => {
  it('is there for everything that was refused or run', () => {
    expect(whole).toEqual(Object.keys(runs).sort());
    expect(scenes.filter((name) => !whole.includes(name))).toEqual(Object.keys(refused).sort());
  });

  it.each(whole)('loads and is the same scene when it is saved as version 2: %s', (name) => {
    const scene = readScene(read(name), name);
    expect(scene.version).toBe(2);
    const saved = JSON.stringify(scene, null, 2);
    expect(readScene(saved, name)).toEqual(scene);
    expect(JSON.stringify(readScene(saved, name), null, 2)).toBe(saved);
  });

  it.each(whole)('is migrated without a change to what was given: %s', (name) => {
    const json: unknown = JSON.parse(read(name));
    const migrated = migrateScene(json);
    expect(json).toEqual(JSON.parse(read(name)));
    expect(migrateScene(migrated)).toBe(migrated);
    expect(parseScene(migrated, name)).toEqual(parseScene(json, name));
  });

  it.each(Object.keys(refused))('is refused with the places of its own form: %s', (name) => {
    const said = messageOf(() => readScene(read(name), name));
    for (const place of placesIn(refused[name]!)) expect(said).toContain(place);
    expect(said).not.toMatch(/\bbodies\b|\bgrooms\b|\bpicture\b/);
  });

  it.each(whole)('moves as it did, to the byte: %s', async (name) => {
    const scene = readScene(read(name), name);
    const files = (file: string): Uint8Array => readFileSync(join(FOLDER, dirname(name), file));
    const { simulation, parts } = await loadScene(scene, { guides: 16, strands: 0, files, ...madeBefore(scene) });
    remember(scene, parts);
    simulation.advance(runs[name]!.steps);
    const { ids, first } = simulation;
    const size = 3 * first[ids.length]!;
    const [x, v] = [new Float64Array(size), new Float64Array(size)];
    simulation.positionsAt(simulation.time, x);
    simulation.velocities(v);
    const tips = Array.from(ids, (_, k) =>
      [0, 1, 2].map((c) => Number(x[3 * (first[k + 1]! - 1) + c]!.toFixed(4)) + 0),
    );
    expect({ hash: hashArrays([ids.slice(), first.slice(), x, v]), tips }).toEqual({
      hash: runs[name]!.hash,
      tips: runs[name]!.tips,
    });
  });
});

/** Bodies and guides take long to make and are the same for scenes that differ in motion alone. */
const made = new Map<string, SceneParts>();
const keyOf = ({ seed, bodies, grooms }: Scene): string =>
  JSON.stringify([seed, bodies.map(({ shape, resolution }) => [shape, resolution]), grooms[0]!.source]);
const madeBefore = (scene: Scene): { made?: SceneParts } => {
  const known = made.get(keyOf(scene));
  return known ? { made: known } : {};
};
const remember = (scene: Scene, parts: SceneParts): void => {
  if (!scene.bodies.some(({ shape }) => shape.kind === 'mesh')) made.set(keyOf(scene), parts);
};

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return '';
}

/** The places that a sentence of version 1 names. */
const placesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/(?:: |; )(?:there is no )?([\w.]+) (?:must|is missing|\()/g)]
    .map(([, place]) => place!)
    .filter((place) => place !== 'it' && place !== 'version');
