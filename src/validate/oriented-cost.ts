import { headMotion } from '../body/head-motion.ts';
import { material } from '../groom/materials.ts';
import { findModel } from '../models/index.ts';
import { at } from '../numeric/vector.ts';
import { exampleScene } from '../scene/examples.ts';
import { prepareScene } from '../scene/instance.ts';
import { parseScene } from '../scene/read-scene.ts';
import type { Scene } from '../scene/schema.ts';
import { oneGroom } from '../simulation/setup.ts';
import { Simulation } from '../simulation/simulation.ts';
import { makeStrands, strandCount, uniformFirst } from '../strands/strands.ts';
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
  /** Seconds a frame of forty strands, by their number of links. */
  readonly links: readonly { readonly links: number; readonly seconds: number }[];
  /** Time of 64 links over that of 32, and of a link among the most trees over that of one among a tenth of them. */
  readonly linksRatio: number;
  readonly treesRatio: number;
  /** How many steps of single strands of the long hair took so many iterations: index is the number. */
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
  const links = (isShort ? [32, 64] : [16, 32, 48, 64, 96]).map((each) => ({
    links: each,
    seconds: time(row(each, isShort ? 2 : 40), now, frames, 40).seconds,
  }));
  const [short, long] = [32, 64].map((each) => links.find((one) => one.links === each)!.seconds) as [number, number];
  return {
    rows: [
      run('bangs', exampleScene('bangs'), 0.5),
      ...(isShort ? [] : [run('sleeping-beauty', exampleScene('sleeping-beauty'), 20)]),
      few,
      many,
    ],
    links,
    linksRatio: long / short,
    treesRatio: many.seconds / (many.links / few.links) / few.seconds,
    histogram: isShort
      ? histogramOf(exampleScene('bangs'), 2, frames * STEPS)
      : histogramOf(exampleScene('sleeping-beauty'), 19, frames * STEPS),
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

/** So many of a scene's strands, each alone on its body, so that a step's solves are its own. */
function histogramOf(scene: Scene, strands: number, steps: number): number[] {
  const [groom] = scene.grooms;
  const { guides } = prepareScene(scene, { strands: 0 }).grooms[0]!;
  const counts: number[] = [];
  for (let n = 0; n < strands; n++) {
    const k = Math.floor((n * strandCount(guides)) / strands);
    const points = Array.from({ length: guides.first[k + 1]! - guides.first[k]! }, (_, i) =>
      at(guides.positions, guides.first[k]! + i),
    );
    const source = { kind: 'drawn', strands: [{ points }] };
    const alone = parseScene({ ...scene, grooms: [{ ...groom!, source }] }, scene.name);
    const { simulation } = prepareScene(alone, { strands: 0 });
    for (let step = 0; step < steps; step++) {
      simulation.advance(1);
      const { solves } = simulation.report;
      if (solves > 0) counts[solves] = (counts[solves] ?? 0) + 1;
    }
  }
  return Array.from(counts, (count) => count ?? 0);
}
