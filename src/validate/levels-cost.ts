import type { ToolSample } from '../salon/stroke.ts';
import { crowdScene } from '../scene/crowd-example.ts';
import { prepareScene, type SceneParts } from '../scene/instance.ts';
import { type Scene, type SceneInput, sceneSchema } from '../scene/schema.ts';
import type { Simulation } from '../simulation/simulation.ts';

/** What levels save, each against the same hair of which every strand moves by itself: seconds of a clock for a frame of 1/30 s. */
export interface LevelsOptions {
  /** Milliseconds of any clock. */
  readonly now: () => number;
  /** Frames that are timed. */
  readonly frames?: number;
}

/** One head with levels, and without. */
export interface LevelsRow {
  readonly guides: number;
  /** That move by themselves, on average. */
  readonly moving: number;
  readonly all: number;
  readonly levels: number;
}

/** Internal steps a frame, at 1/120 s. */
const STEPS = 4;

/** Long wavy hair on one bust, seen from a distance: walking, or still. */
export function headScene(guides: number, isWalking: boolean, more: Partial<SceneInput> = {}): Scene {
  return sceneSchema.parse({
    format: 'pelage-scene',
    version: 2,
    bodies: [
      {
        name: 'head',
        shape: { kind: 'bust' },
        ...(isWalking
          ? { motion: { kind: 'head', name: 'bounce', amplitude: 0.02, period: 0.55, start: 0.05, cycles: 1000 } }
          : {}),
      },
    ],
    grooms: [{ body: 'head', source: { kind: 'style', style: 'long-wavy' }, guides, strands: 20000 }],
    camera: { target: [0, -0.06, 0], distance: 3, fieldOfView: 0.785 },
    ...more,
  });
}

/** Milliseconds of a frame, everything that a picture needs included, each simulation's frames between those of the others. */
function timeFrames(
  runs: readonly Simulation[],
  { now, frames = 12 }: LevelsOptions,
  beforeFrame: (simulation: Simulation, run: number, frame: number) => void = () => {},
): { ms: number[]; moving: number[] } {
  const out = runs.map(({ first }) => new Float32Array(3 * first.at(-1)!));
  const ms = runs.map(() => 0);
  const moving = runs.map(() => 0);
  for (let frame = 0; frame < frames; frame++)
    runs.forEach((simulation, run) => {
      beforeFrame(simulation, run, frame);
      const start = now();
      simulation.advance(STEPS);
      simulation.positionsAt(simulation.time, out[run]!);
      ms[run] = ms[run]! + (now() - start) / frames;
      moving[run] = moving[run]! + simulation.moving / frames;
    });
  return { ms, moving };
}

/** Simulations of one head; it is made ready once. */
function simulationsOf(scenes: readonly Scene[], isLive = false): Simulation[] {
  let made: SceneParts | undefined;
  return scenes.map((scene) => {
    const instance = prepareScene(scene, { isLive, ...(made ? { made } : {}) });
    made ??= instance.parts;
    return instance.simulation;
  });
}

/** A head at 3 m that walks, with levels and without. */
export function walkingHead(guides: number, options: LevelsOptions): LevelsRow {
  const runs = simulationsOf([headScene(guides, true), headScene(guides, true, { levels: {} })]);
  for (const simulation of runs) simulation.advance(STEPS * 6);
  return rowOf(guides, timeFrames(runs, options));
}

/** The same head at rest, after so many seconds: with levels and sleep, and awake in all its strands. */
export function restingHead(guides: number, calm: number, options: LevelsOptions): LevelsRow {
  const runs = simulationsOf([headScene(guides, false, { sleep: false }), headScene(guides, false, { levels: {} })]);
  runs[0]!.advance(STEPS);
  runs[1]!.advance(Math.round(120 * calm));
  return rowOf(guides, timeFrames(runs, options));
}

function rowOf(guides: number, { ms, moving }: ReturnType<typeof timeFrames>): LevelsRow {
  return { guides, moving: moving[1]!, all: ms[0]! / 1000, levels: ms[1]! / 1000 };
}

export interface CrowdRow {
  readonly heads: number;
  readonly guides: number;
  readonly moving: number;
  /** Seconds a frame of all heads, and of the nearest alone. */
  readonly crowd: number;
  readonly nearest: number;
}

/** A crowd against the nearest of its heads alone, both with levels. */
export function crowd(heads: number, guides: number, options: LevelsOptions): CrowdRow {
  const runs = [heads, 1].map((count) => prepareScene(sceneSchema.parse(crowdScene(count, guides))).simulation);
  for (const simulation of runs) simulation.advance(STEPS * 10);
  const { ms, moving } = timeFrames(runs, options);
  return { heads, guides, moving: moving[0]!, crowd: ms[0]! / 1000, nearest: ms[1]! / 1000 };
}

/** How a stylist's work is simulated: the published ways, the slowest first. */
export const STYLING_WAYS = ['wisps', 'levels', 'levels with localisation'] as const;

export interface StylingRow {
  readonly way: (typeof STYLING_WAYS)[number];
  /** Seconds a frame. */
  readonly seconds: number;
  /** Strands that move by themselves: fewest and most in a frame. */
  readonly moving: readonly [fewest: number, most: number];
  /** Strands that sleep, on average. */
  readonly sleeping: number;
}

/**
 * A comb goes down the back of still hair, seen from behind at a constant distance: every strand moves as a wisp of its own, by levels, and by
 * levels where hair that nothing happens to sleeps.
 */
export function styling(guides: number, options: LevelsOptions): StylingRow[] {
  const camera = {
    target: [0, -0.06, 0] as [number, number, number],
    distance: 1,
    azimuth: Math.PI,
    fieldOfView: 0.785,
  };
  const scenes = [
    headScene(guides, false, { sleep: false, camera }),
    headScene(guides, false, { sleep: false, camera, levels: {} }),
    headScene(guides, false, { camera, levels: {} }),
  ];
  const runs = simulationsOf(scenes, true);
  for (const simulation of runs) simulation.advance(120);
  const strokes = runs.map(({ salon }) => salon!.begin('comb', { teeth: 9, length: 0.04 }));
  const fewest = runs.map(() => Number.POSITIVE_INFINITY);
  const most = runs.map(() => 0);
  const sleeping = runs.map(() => 0);
  const { frames = 12 } = options;
  const { ms } = timeFrames(runs, options, (simulation, run, frame) => {
    simulation.salon!.sample(strokes[run]!, { ...combAt(frame / frames), step: simulation.step });
    const { moving } = simulation;
    fewest[run] = Math.min(fewest[run]!, moving);
    most[run] = Math.max(most[run]!, moving);
    sleeping[run] = sleeping[run]! + simulation.sleeping / frames;
  });
  return STYLING_WAYS.map((way, run) => ({
    way,
    seconds: ms[run]! / 1000,
    moving: [fewest[run]!, most[run]!],
    sleeping: Math.round(sleeping[run]!),
  }));
}

/** A comb in the hair at the back of the head, on its way down. */
const combAt = (part: number): Omit<ToolSample, 'step'> =>
  ({
    origin: [0.03, -0.02 - 0.12 * part, -0.13],
    direction: [0, 0, 1],
    up: [0, 1, 0],
    press: 1,
    aperture: 1,
  }) as unknown as Omit<ToolSample, 'step'>;
