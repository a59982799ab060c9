import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BodyObstacles } from '../src/contact/obstacles.ts';
import { bodyColour } from '../src/scene/appearance.ts';
import { exampleScene } from '../src/scene/examples.ts';
import { loadScene, type SceneInstance } from '../src/scene/instance.ts';
import { migrateScene } from '../src/scene/migrate.ts';
import { parseScene, readScene } from '../src/scene/read-scene.ts';
import type { Scene } from '../src/scene/schema.ts';
import { InputError } from '../src/strands/input-error.ts';

/** Scenes of version 1 as they were written then: see test/scenes-v1/README.md. */

const FOLDER = 'test/scenes-v1';
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** What version 1 gave to its simulation. */
interface Setup {
  readonly ids: readonly number[];
  readonly points: number;
  /** Root and tip of every guide. */
  readonly guides: readonly (readonly number[])[];
  readonly fibre: readonly number[];
  /** Position and orientation of the body and of every collider, time after time. */
  readonly poses: readonly (readonly (readonly number[])[])[];
  /** Distance and friction at some places, time after time. */
  readonly distances: readonly (readonly (readonly number[])[])[];
}
const setups = JSON.parse(read('setups.json')) as Record<string, Setup>;
const refused = JSON.parse(read('refused.json')) as Record<string, string>;

const scenes = (readdirSync(FOLDER, { recursive: true }) as string[])
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.json') && name !== 'setups.json' && name !== 'refused.json')
  .sort();
const whole = scenes.filter((name) => !name.startsWith('broken/'));
const examples = whole.filter((name) => name.startsWith('examples/'));

describe('a scene of version 1', () => {
  it('is there for everything that was refused or made ready', () => {
    expect(whole).toEqual(Object.keys(setups).sort());
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

  it.each(examples)('is the example of today: %s', (name) => {
    const scene = readScene(read(name), name);
    expect(withColours(scene)).toEqual(withColours(exampleScene(scene.name)));
  });

  it.each(whole.filter((name) => !examples.includes(name)))(
    'gives the simulation what it gave it then: %s',
    async (name) => {
      const instance = await instanceOf(name, readScene(read(name), name));
      const { guides, fibre } = instance.grooms[0]!;
      const expected = setups[name]!;
      expect([...guides.id]).toEqual(expected.ids);
      expect(guides.positions.length / 3).toBe(expected.points);
      const { radius, density, youngsModulus } = fibre;
      expectClose([radius, density, youngsModulus], expected.fibre, 1e-9);
      expectClose(endsOf(instance).flat(), expected.guides.flat(), 1e-4);
      expectClose(posesOf(instance).flat(2), expected.poses.flat(2), 1e-5);
      expectClose(distancesOf(instance).flat(2), expected.distances.flat(2), 1e-4);
    },
  );
});

/** Bodies and guides take long to make and are the same for scenes on the same body in the same style. */
const made = new Map<string, SceneInstance['parts']>();
async function instanceOf(name: string, scene: Scene): Promise<SceneInstance> {
  const key = JSON.stringify([
    scene.seed,
    scene.bodies.map((one) => [one.shape, one.resolution]),
    scene.grooms[0]!.source,
  ]);
  const known = made.get(key);
  const files = (file: string): Uint8Array => readFileSync(join(FOLDER, dirname(name), file));
  const instance = await loadScene(scene, { guides: 16, strands: 0, files, ...(known ? { made: known } : {}) });
  if (scene.bodies.every(({ shape }) => shape.kind !== 'mesh')) made.set(key, instance.parts);
  return instance;
}

/** What was left to be understood was said. */
const withColours = (scene: Scene): Scene => ({
  ...scene,
  bodies: scene.bodies.map((body) => ({ ...body, colour: bodyColour(body) })),
});

const TIMES = [0, 0.13, 0.31, 0.7];
/** Places about the origin, by the golden angle. */
const PLACES = Array.from({ length: 24 }, (_, k) => {
  const y = 0.95 - (1.9 * k) / 23;
  const [r, a, far] = [Math.sqrt(1 - y * y), 2.39996 * k, 0.08 + 0.012 * k];
  return [far * r * Math.cos(a), far * y, far * r * Math.sin(a)];
});

function endsOf({ grooms }: SceneInstance): number[][] {
  const { first, positions } = grooms[0]!.guides;
  const point = (p: number): number[] => [...positions.subarray(3 * p, 3 * p + 3)];
  return Array.from({ length: first.length - 1 }, (_, k) => [...point(first[k]!), ...point(first[k + 1]! - 1)]);
}

const posesOf = ({ bodies }: SceneInstance): number[][][] =>
  TIMES.map((time) =>
    bodies.map((body) => {
      const { position, orientation } = body.state(time);
      return [...position, ...orientation];
    }),
  );

function distancesOf({ bodies }: SceneInstance): number[][][] {
  const colliders = bodies.flatMap((body) => body.collider(body.motion) ?? []);
  if (colliders.length === 0) return [];
  const obstacles = new BodyObstacles(colliders);
  const rows = new Float64Array(8 * PLACES.length);
  return TIMES.map((time) => {
    obstacles.nearest(Float64Array.from(PLACES.flat()), PLACES.length, time, rows);
    return PLACES.map((_, i) => [rows[8 * i]!, rows[8 * i + 7]!]);
  });
}

function expectClose(found: readonly number[], expected: readonly number[], bound: number): void {
  expect(found.length).toBe(expected.length);
  const far = found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i]!)), 0);
  expect(far).toBeLessThan(bound);
}

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
