import { isMainThread } from 'node:worker_threads';
import { prepareScene } from '../src/scene/index.ts';
import { CURLY_LOADS, type CurlyLoad, type CurlyRun, curlyScene } from '../src/validate/index.ts';
import { runBlocks, serveBlock } from './blocks.ts';
import { argument, processorTime, say } from './measure.ts';

/**
 * Curls on two characters beside the published table: seconds a frame of 1/24 s by one processor, how much two save, and what it saves to look
 * at few points and pairs of strands. `--loads redhead,tail` names some of the loads.
 */
const FRAMES = { implicit: 3, published: 1 } as const;
const GOAL = { implicit: 50, published: 8 } as const;

const wanted = argument('loads', CURLY_LOADS.map(({ name }) => name).join(',')).split(',');
const integrators = argument('integrators', 'implicit,published').split(',') as CurlyRun['integrator'][];
const loads = CURLY_LOADS.filter(({ name }) => wanted.includes(name));

/** Processor seconds a frame in this thread. */
function alone(load: CurlyLoad, run: CurlyRun): number {
  const scene = curlyScene(load, run);
  const { simulation } = prepareScene(scene, { strands: 0 });
  const steps = Math.round(1 / 24 / scene.step);
  simulation.advance(steps);
  const frames = FRAMES[run.integrator];
  const start = processorTime();
  simulation.advance(frames * steps);
  return (processorTime() - start) / 1000 / frames;
}

/** How many times as fast two threads are as one, by the busier one in every step, and whether they end in the same bytes. */
async function inTwo(load: CurlyLoad, run: CurlyRun): Promise<readonly [number, boolean]> {
  const scene = curlyScene(load, run);
  const steps = Math.round(1 / 24 / scene.step);
  const { parts } = prepareScene(scene, { strands: 0 });
  // Strands change hands after 48 steps.
  const lead = run.integrator === 'implicit' ? 60 : steps;
  const of = (count: number) =>
    runBlocks(import.meta.url, count, { scene, parts, lead, steps: FRAMES[run.integrator] * steps });
  const [one, two] = [await of(1), await of(2)];
  const isSame = one.positions.every((value, c) => value === two.positions[c]);
  return [one.busiest / two.busiest, isSame];
}

async function run(): Promise<void> {
  for (const integrator of integrators) {
    const horse = { ours: 0, published: 0 };
    for (const load of loads) {
      const name = `${load.name}, ${integrator}`;
      const way = { integrator, isPruned: true };
      const [published] = load.published;
      const ours = alone(load, way);
      const goal = `at least ${GOAL[integrator]}x`;
      if (load.name !== 'redhead') {
        horse.ours += ours;
        horse.published += published;
      }
      say(`${name}: ${ours.toPrecision(3)} s a frame, published / ours`, `${(published / ours).toFixed(1)}x`, goal);
      const all = alone(load, { integrator, isPruned: false });
      say(`${name}: without pruning / with`, `${(all / ours).toFixed(2)}x`, 'at least 1.4x');
      const [times, isSame] = await inTwo(load, way);
      say(`${name}: two workers, ${isSame ? 'same bytes' : 'OTHER BYTES'}`, `${times.toFixed(2)}x`, 'at least 1.7x');
    }
    if (horse.ours > 0)
      say(
        `horse, ${integrator}: ${horse.ours.toPrecision(3)} s a frame, published / ours`,
        `${(horse.published / horse.ours).toFixed(1)}x`,
        `at least ${GOAL[integrator]}x`,
      );
  }
}

if (isMainThread) await run();
else serveBlock();
