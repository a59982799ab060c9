import { isMainThread } from 'node:worker_threads';
import { type BuiltHair, parseScene, prepareScene } from '../src/scene/index.ts';
import { pack, unpack } from '../src/strands/pack.ts';
import { runBlocks, serveBlock } from './blocks.ts';
import { say } from './measure.ts';

/**
 * How soon is a scene on the bust ready? From the parsed file to before the first step: fields, guides and strands in balance, in
 * threads that have just started, by the processor time of the busier one. The second start finds all of that in a cache.
 */
async function run(): Promise<void> {
  for (const guides of [128, 1000]) {
    const scene = parseScene(
      {
        format: 'pelage-scene',
        version: 2,
        name: 'ready',
        bodies: [{ name: 'head' }],
        grooms: [{ source: { kind: 'style', style: 'long-wavy', change: { points: 32 } }, guides }],
      } as never,
      'ready',
    );
    const known = prepareScene(scene, { strands: 0 });
    const kept = pack([known.parts, known.simulation.built()]);
    for (const workers of [1, 2]) {
      const name = `${guides} guides, ${workers} worker${workers > 1 ? 's' : ''}`;
      const first = await runBlocks(import.meta.url, workers, { scene, lead: 0, steps: 0 });
      const goal = guides === 1000 && workers === 2 ? '1 s' : '';
      say(`${name}: first start`, `${(first.ready / 1000).toFixed(2)} s`, goal);
      const begin = performance.now();
      const [parts, built] = unpack(kept) as [typeof known.parts, NonNullable<BuiltHair['built']>];
      const reading = performance.now() - begin;
      const second = await runBlocks(import.meta.url, workers, { scene, parts, built, lead: 0, steps: 0 });
      say(`${name}: second start`, `${((second.ready + reading) / 1000).toFixed(2)} s`, '0.2 s');
    }
    say(`${guides} guides: bytes in the cache`, `${(kept.length / 1e6).toFixed(1)} MB`);
  }
}

if (isMainThread) await run();
else serveBlock();
