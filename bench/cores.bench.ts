import { isMainThread } from 'node:worker_threads';
import { parseScene, prepareScene } from '../src/scene/index.ts';
import { runBlocks, serveBlock } from './blocks.ts';
import { say } from './measure.ts';

/**
 * Does a head of hair keep up with the clock, without drawing? Long wavy hair on a head that moves gently, in as many threads as the
 * studio takes. Share of real time: what simulated time lasts over what the busier thread works for it.
 */
const STEPS = 60;
const LEAD = 30;

async function run(): Promise<void> {
  for (const [guides, workers] of [
    [1000, 1],
    [1000, 2],
    [128, 1],
    [128, 2],
  ] as const) {
    const scene = parseScene(
      {
        format: 'pelage-scene',
        version: 2,
        name: 'gentle',
        bodies: [
          { name: 'head', motion: { kind: 'head', name: 'shake', cycles: 100, start: 0, amplitude: 0.3, period: 2 } },
        ],
        grooms: [{ source: { kind: 'style', style: 'long-wavy' }, guides }],
      } as never,
      'gentle',
    );
    const { parts } = prepareScene(scene, { strands: 0 });
    const figures = await runBlocks(import.meta.url, workers, { scene, parts, lead: LEAD, steps: STEPS });
    const lasts = 1000 * STEPS * scene.step;
    const name = `${guides} guides, ${workers} worker${workers > 1 ? 's' : ''}`;
    say(`${name}: milliseconds for 1/60 s`, ((figures.busiest / lasts) * (1000 / 60)).toFixed(1));
    say(
      `${name}: share of real time`,
      `${((100 * lasts) / figures.busiest).toFixed(0)} %`,
      guides === 1000 ? '100 %' : '',
    );
    say(
      `${name}: processor, of one core`,
      `${((100 * figures.all) / lasts).toFixed(0)} %`,
      guides === 128 ? '25 %' : '',
    );
  }
}

if (isMainThread) await run();
else serveBlock();
