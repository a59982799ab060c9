import { headMotion } from '../body/head-motion.ts';
import { material } from '../groom/materials.ts';
import { findModel } from '../models/index.ts';
import { exampleScene } from '../scene/examples.ts';
import { prepareScene } from '../scene/instance.ts';
import type { Scene } from '../scene/schema.ts';
import { oneGroom } from '../simulation/setup.ts';
import { Simulation } from '../simulation/simulation.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { helixShape } from './oracles/helix.ts';

/** One published example of oriented strands beside ours. */
export interface OrientedRow {
  readonly example: string;
  readonly strands: number;
  readonly links: number;
  /** Seconds of computing for a frame of 1/24 s. */
  readonly seconds: number;
  /** Newton iterations of a strand or tree and step, on average. */
  readonly iterations: number;
  /** Seconds a frame, as published; null where none are given. */
  readonly published: number | null;
}

export interface OrientedTable {
  readonly rows: readonly OrientedRow[];
  /** Time of 64 links over that of 32, and of the most trees over a tenth of them. */
  readonly linksRatio: number;
  readonly treesRatio: number;
  /** How many steps of single strands took so many iterations: index is the number. */
  readonly histogram: readonly number[];
}

export interface OrientedOptions {
  /** Milliseconds of any clock. */
  readonly now: () => number;
  /** Frames that are timed, and copies of the tree, at most. */
  readonly frames?: number;
  readonly trees?: number;
  /** Leaves the head of hair out, whose bust takes long to make ready. */
  readonly isShort?: boolean;
}

/** Frames a second of films, and steps a frame: the published solver takes 4 to 8. */
const FRAME_RATE = 24;
const STEPS = 5;

/** The published sizes, speeds and iterations beside ours. */
export function orientedCost({ now, frames = 24, trees = 1000, isShort = false }: OrientedOptions): OrientedTable {
  const run = (example: string, scene: Scene, published: number | null, most = frames): OrientedRow => {
    const { simulation } = prepareScene(scene);
    const { ids, first } = simulation;
    // Trees count as one.
    const whole = scene.grooms[0]!.source.kind === 'drawn' ? scene.grooms[0]!.source.copies : 1;
    const solved = whole > 1 ? whole : ids.length;
    const { seconds, iterations } = time(simulation, now, most, solved);
    return { example, strands: ids.length, links: first[ids.length]! - ids.length, seconds, iterations, published };
  };
  const many = run('foliage', forest(trees), null, Math.min(frames, 4));
  const few = run('foliage', forest(Math.max(1, trees / 10)), null);
  const [short, long] = [32, 64].map((links) => time(row(links, isShort ? 2 : 40), now, frames, 40));
  return {
    rows: [
      run('bangs', exampleScene('bangs'), 0.5),
      ...(isShort ? [] : [run('sleeping-beauty', exampleScene('sleeping-beauty'), 20)]),
      few,
      many,
    ],
    linksRatio: long!.seconds / short!.seconds,
    treesRatio: many.seconds / (many.links / few.links) / few.seconds,
    histogram: histogramOf(exampleScene('bangs'), frames * STEPS, isShort ? 2 : 9),
  };
}

function time(
  simulation: Simulation,
  now: () => number,
  frames: number,
  solved: number,
): { seconds: number; iterations: number } {
  simulation.advance(STEPS);
  let solves = 0;
  const start = now();
  for (let step = 0; step < frames * STEPS; step++) {
    simulation.advance(1);
    solves += simulation.report.solves;
  }
  return { seconds: (now() - start) / 1000 / frames, iterations: solves / frames / STEPS / solved };
}

function forest(copies: number): Scene {
  const scene = exampleScene('foliage');
  const [groom] = scene.grooms;
  const { source } = groom!;
  if (source.kind !== 'drawn') return scene;
  return { ...scene, grooms: [{ ...groom!, source: { ...source, copies: Math.round(copies) } }] };
}

/** Curls of so many links under a head that shakes. */
function row(links: number, strands: number): Simulation {
  const shape = helixShape({ radius: 0.006, pitch: 0.02, hand: 1 }, links + 1, 0.2);
  const positions = new Float32Array(
    Array.from({ length: strands }, (_, k) => shape.map(([x, y, z]) => [x + k, y, z])).flat(2),
  );
  return new Simulation(
    oneGroom({
      guides: makeStrands({ first: uniformFirst(strands, links + 1), positions }),
      model: findModel('oriented'),
      fibre: material('caucasian-curly'),
      motion: headMotion('shake', { period: 1 }),
      stepSize: 1 / FRAME_RATE / STEPS,
    }),
  );
}

/** Every strand of a scene alone, so that a step's solves are its own. */
function histogramOf(scene: Scene, steps: number, strands: number): number[] {
  const [groom] = scene.grooms;
  const { source } = groom!;
  const counts: number[] = [];
  if (source.kind !== 'drawn') return counts;
  for (const strand of source.strands.slice(0, strands)) {
    const alone = { ...scene, grooms: [{ ...groom!, source: { ...source, strands: [strand] } }] };
    const { simulation } = prepareScene(alone);
    for (let step = 0; step < steps; step++) {
      simulation.advance(1);
      const { solves } = simulation.report;
      if (solves > 0) counts[solves] = (counts[solves] ?? 0) + 1;
    }
  }
  return Array.from(counts, (count) => count ?? 0);
}
