import { isMainThread } from 'node:worker_threads';
import { parseScene, prepareScene } from '../src/scene/index.ts';
import { type RunFigures, runBlocks, serveBlock } from './blocks.ts';
import { say } from './measure.ts';

/** Do worker threads help while somebody cuts hair? The steps of the stroke alone, and making the scene ready. */

/** The stroke, in steps. */
const FROM = 10;
const SAMPLES = 30;
const STROKE = 4 * SAMPLES;

/** A head with 500 guides, shaken, while scissors go round below its ears for a second. */
const samples = Array.from({ length: SAMPLES }, (_, n) => {
  const angle = (2 * Math.PI * n) / SAMPLES;
  return {
    step: FROM + 4 * n,
    origin: [0.2 * Math.cos(angle), -0.08, 0.2 * Math.sin(angle)],
    direction: [-Math.cos(angle), 0, -Math.sin(angle)],
    up: [0, 1, 0],
  };
});

async function run(): Promise<void> {
  const scene = parseScene(
    {
      format: 'pelage-scene',
      version: 1,
      name: 'haircut',
      groom: { kind: 'style', style: 'long-wavy' },
      guides: 500,
      motion: { kind: 'head', name: 'shake', amplitude: 0.3, period: 0.8, start: 0 },
      strokes: [{ tool: 'scissors', parameters: { blades: 0.15 }, samples, end: FROM + STROKE }],
    } as never,
    'haircut',
  );
  const { parts } = prepareScene(scene, { strands: 0 });
  const request = { scene, parts, lead: FROM, steps: STROKE };
  const one = await runBlocks(import.meta.url, 1, request);
  const two = await runBlocks(import.meta.url, 2, request);
  tell(one, two);
  const fresh = { scene, lead: 0, steps: 0 };
  const alone = await runBlocks(import.meta.url, 1, fresh);
  const both = await runBlocks(import.meta.url, 2, fresh);
  say('made ready by 1 worker', `${(alone.ready / 1000).toFixed(2)} s`);
  say('by 2, the busier one', `${(both.ready / 1000).toFixed(2)} s`);
  say('1 worker / 2 workers', `${(alone.ready / both.ready).toFixed(2)}x`);
}

function tell(one: RunFigures, two: RunFigures): void {
  const isSame = Buffer.compare(Buffer.from(one.positions.buffer), Buffer.from(two.positions.buffer)) === 0;
  say('500 guides, scissors: pieces that were cut off', `${one.after - one.before}`, 'some');
  say('processor time of the stroke, 1 worker', `${(one.busiest / 1000).toFixed(1)} s`);
  say('of the busier one at every step, 2 workers', `${(two.busiest / 1000).toFixed(1)} s`);
  say('1 worker / 2 workers', `${(one.busiest / two.busiest).toFixed(2)}x`, 'at least 1.6x');
  say('both workers together / 1 worker', `${(two.all / one.busiest).toFixed(2)}x`);
  say('strands that changed hands', `${two.moved}`);
  say('the same bytes', isSame ? 'yes' : 'no', 'yes');
}

if (isMainThread) await run();
else serveBlock();
