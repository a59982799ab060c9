import { models } from '../src/models/index.ts';
import { prepareScene, type SceneParts } from '../src/scene/instance.ts';
import { parseScene } from '../src/scene/read-scene.ts';
import { sceneSchema } from '../src/scene/schema.ts';
import { hashArrays } from '../src/strands/hash.ts';

/** What is run in Node and in every browser alike: a bob that is shaken in gusts of wind. */

export const STEPS = 300;

const scene = (hair: readonly object[]) =>
  parseScene(
    {
      format: 'pelage-scene',
      version: 1,
      // Few points and guides: explicit rods take internal steps that go with the square of an edge.
      groom: { kind: 'style', style: 'bob', change: { points: 8 } },
      guides: 6,
      contact: { hair },
      motion: { kind: 'head', name: 'shake', amplitude: 0.6, period: 0.8, cycles: 2, start: 0.1 },
      air: { drag: 2e-5, wind: { speed: 3, direction: [1, 0.15, -0.3], gusts: 0.5 } },
    },
    'same-bytes',
  );

export interface Ending {
  /** Hash of all that the run leaves. */
  readonly hash: string;
  /** How often strands touched the head, over all steps. */
  readonly contacts: number;
}

let made: SceneParts | undefined;

/** Runs one model, with contact between strands or without. */
export function runOf(model: string, hair: readonly object[] = [{ kind: 'contact' }]): Ending {
  const instance = prepareScene(scene(hair), { model, ...(made ? { made } : {}) });
  made ??= instance.parts;
  let contacts = 0;
  for (let n = 0; n < STEPS; n++) {
    instance.simulation.advance(1);
    contacts += instance.simulation.report.contacts;
  }
  return { hash: hashArrays([instance.simulation.snapshot()]), contacts };
}

/** A rod's run in which strands join others and part from them, as a camera comes and goes. */
export function runOfLevels(): Ending {
  const plain = scene([]);
  const levels = sceneSchema.shape.levels.parse({ dwell: 0.1 });
  const look = (step: number, distance: number): (typeof plain.events)[number] => ({
    kind: 'camera',
    step,
    ...{ target: [0, -0.05, 0], azimuth: 0.3, elevation: 0.1, distance, fieldOfView: 0.5 },
  });
  const events = [look(0, 60), look(90, 0.3), look(160, 90)];
  const { simulation } = prepareScene({ ...plain, levels, events }, made ? { made } : {});
  simulation.advance(STEPS);
  return { hash: hashArrays([simulation.snapshot()]), contacts: simulation.moving };
}

export const runsOfAll = (): Record<string, Ending> => ({
  ...Object.fromEntries(models.map(({ name }) => [name, runOf(name)])),
  levels: runOfLevels(),
});

// A page has no modules to ask.
Object.assign(globalThis, { runsOfAll });
