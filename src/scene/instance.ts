import { type RigidMotion, type RigidState, restMotion } from '../body/motion.ts';
import type { KernelChoice } from '../models/model.ts';
import type { Exchange } from '../simulation/exchange.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { type Adaptation, adaptScene } from './adapt.ts';
import { type FileReader, type ReadBodies, readBodies } from './body-files.ts';
import { type BodyForm, makeBodyForm } from './body-form.ts';
import { BodyMotions } from './body-motion.ts';
import { EventAir, type SceneEvent } from './events.ts';
import { clockOf } from './film-time.ts';
import { bodyOfGroom, centreOfRoots, type GroomInstance, growGrooms, makeGroomInstance } from './groom-instance.ts';
import { type BuiltHair, openReady, type ReadyCache, type ReadyEntry } from './ready-cache.ts';
import { makeSimulation } from './scene-simulation.ts';
import type { Scene } from './schema.ts';
import type { ShapeParts } from './shape.ts';
import { makeShelter } from './shelter.ts';
import { SceneViewpoint } from './viewpoint.ts';

/** A body of a scene that was made ready. */
export interface BodyInstance extends BodyForm {
  readonly motion: RigidMotion;
  /** Where it is. */
  state(time: number): RigidState;
}

export interface SceneOptions extends Adaptation {
  readonly files?: FileReader;
  /** What `readBodies` has read: needed for scenes with .glb and .gltf files. */
  readonly bodies?: ReadBodies;
  /** What another worker has made already: saves making it again. */
  readonly made?: SceneParts;
  /** How strands are stepped; absent: with vector instructions where there are any. */
  readonly kernels?: KernelChoice;
  /** Tools may come while it runs. */
  readonly isLive?: boolean;
  /** Of `loadScene`: where what takes long is kept from run to run. */
  readonly cache?: ReadyCache | undefined;
  /** Instead of the cache, what `openReady` found there. */
  readonly ready?: ReadyEntry | undefined;
  /** Strands that were built before, and who keeps those that are built now; `loadScene` takes them from the cache. */
  readonly hair?: BuiltHair | undefined;
  /** For a run in several threads: which block of the strands this one makes and simulates, and where the others are. */
  readonly exchange?: Exchange;
  /** Is told how many guides have grown. */
  readonly onGuides?: ((grown: number) => void) | undefined;
}

/** The slow parts of a scene that was made ready, as plain data which can be posted to workers. */
export interface SceneParts {
  /** One a body; null for those that are known in closed form. */
  readonly bodies: readonly (ShapeParts | null)[];
  /** The guides of each groom in the coordinates of its body; undefined where they are to grow. */
  readonly guides: readonly (Strands | undefined)[];
  /** What a person should know of them. */
  readonly notes?: readonly string[];
}

/** A scene made ready to run. */
export interface SceneInstance {
  readonly scene: Scene;
  readonly bodies: readonly BodyInstance[];
  readonly grooms: readonly GroomInstance[];
  /** Replaces what happens while the scene runs. */
  setEvents(events: readonly SceneEvent[]): void;
  /** All grooms in one simulation; made when first asked for. */
  readonly simulation: Simulation;
  /** What a person should know: repairs, assumptions, coarse curls. */
  readonly notes: readonly string[];
  readonly parts: SceneParts;
}

const noFiles: FileReader = (name) => {
  throw new InputError('scene/file', `The scene names the file ${name}, which was not given.`);
};

/** Reads the files of a scene and makes it ready to run. */
export async function loadScene(scene: Scene, options: SceneOptions = {}): Promise<SceneInstance> {
  const { cache, files = noFiles, made } = options;
  const ready = options.ready ?? (cache && !made ? await openReady(cache, scene, { ...options, files }) : undefined);
  const known = made ?? ready?.parts ?? undefined;
  const reader = ready?.files ?? files;
  const bodies = known ? new Map() : await readBodies(scene, reader);
  const instance = prepareScene(scene, {
    ...(ready ? { hair: ready } : {}),
    ...options,
    files: reader,
    bodies,
    ...(known ? { made: known } : {}),
  });
  if (ready && !known) await ready.keepParts(instance.parts);
  return instance;
}

/** Makes a scene ready to run, at once: bodies in .glb and .gltf files must have been read before. */
export function prepareScene(scene: Scene, options: SceneOptions = {}): SceneInstance {
  const { made, files = noFiles } = options;
  const adapted = adaptScene(scene, options);
  const forms = makeForms(adapted, { ...options, files });
  const grown = growGrooms(adapted, forms, {
    ...{ files, made: made?.guides, share: options.exchange, onGuides: options.onGuides },
  });
  const clock = clockOf(adapted);
  const motions = new BodyMotions(
    adapted,
    forms.map(({ declared }, k) => (declared.shape.kind === 'none' ? centreOfRoots(grown, k) : null)),
    clock,
  );
  const bodies = forms.map((form, k): BodyInstance => {
    const motion = motions.motions[k]!;
    return { ...form, motion, state: (time) => motion.at(time) };
  });
  const grooms = grown.map((one) =>
    makeGroomInstance(one, bodies[one.body] ?? null, bodies[one.body]?.motion ?? restMotion(), {
      files,
      seed: adapted.seed,
    }),
  );
  const shelter = makeShelter(scene, grooms);
  const air = new EventAir(adapted.air, adapted.seed, scene.step, scene.events, shelter);
  const viewpoint = new SceneViewpoint(adapted, grooms);
  const notes = made?.notes ?? [...forms.flatMap((form) => form.notes), ...grown.flatMap(({ groom }) => groom.notes)];
  let simulation: Simulation | null = null;
  return {
    scene,
    bodies,
    grooms,
    setEvents: (events) => {
      motions.setEvents(events);
      air.setEvents(events);
      viewpoint.setEvents(events);
    },
    get simulation() {
      const given = { scene: adapted, bodies, grooms, motions, clock, air, shelter, viewpoint, options };
      simulation ??= makeSimulation(given);
      return simulation;
    },
    notes: [...notes, ...describeColliders(adapted, bodies)],
    parts: { bodies: forms.map(({ parts }) => parts), guides: grown.map(({ groom }) => groom.guides), notes },
  };
}

function makeForms(scene: Scene, { files, bodies: read, made }: SceneOptions & { files: FileReader }): BodyForm[] {
  const skins = new Set(scene.grooms.map((groom) => bodyOfGroom(scene, groom)));
  // What takes long is made once for all bodies of one shape.
  const known = new Map<string, ShapeParts | null>();
  return scene.bodies.map((body, k) => {
    const { shape, resolution, collider } = body;
    const alike = JSON.stringify([shape, resolution, collider, skins.has(k)]);
    const form = makeBodyForm(body, { files, read, made: known.get(alike) ?? made?.bodies[k], isSkin: skins.has(k) });
    if (!known.has(alike)) known.set(alike, form.parts);
    return form;
  });
}

/** One line about what hair can meet besides the bodies that it grows on. */
function describeColliders(scene: Scene, bodies: readonly BodyInstance[]): string[] {
  const skins = new Set(scene.grooms.map((groom) => bodyOfGroom(scene, groom)));
  const names = bodies.filter(({ declared }, k) => declared.collider && !skins.has(k)).map(({ name }) => name);
  if (names.length === 0) return [];
  const more = names.length > 8 ? ` and ${names.length - 8} more` : '';
  return [`Hair keeps out of ${names.slice(0, 8).join(', ')}${more}.`];
}
