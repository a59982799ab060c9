import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CANVAS_FORMAT, makeCanvas } from '../src/cli/render/canvas.ts';
import { openGpu } from '../src/cli/render/gpu.ts';
import { CAMERA_DEFAULTS, createRenderer, frame, packGenerator, packGuides } from '../src/render/index.ts';
import { exampleScene, prepareScene } from '../src/scene/index.ts';
import { LEAST_FRACTION, LONGEST_PICTURE, PREVIEW, Thinning } from '../studio/src/viewport/thinning.ts';
import { processorTime, say } from './measure.ts';
import { Stages } from './stages.ts';

/**
 * What does a frame cost where the studio thins it? 10,000 strands in a window of 1280 x 800, guides moving: the studio's own
 * thinning sees what pictures take and settles. Times are those of the processor over its cores, that is of the clock on a
 * machine that does nothing else and shares the work evenly; the clock's own stand beside them.
 */
const WINDOW = { width: 1280, height: 800 };
/** Drawn pixels per pixel of the window that the studio begins with. */
const RESOLUTION = 0.6;
const ROUNDS = 7;
/** Pictures without a change after which thinning has settled, and pictures in which it must have. */
const SETTLED = 3;
const MOST_PICTURES = 60;

const gpu = await openGpu(fileURLToPath(new URL('..', import.meta.url)));
const { device } = gpu;
say('adapter', gpu.name);
const { bodies, grooms } = prepareScene(exampleScene('long-wavy'), { strands: 10_000 });
const generator = grooms[0]!.hair.generator!;
const renderer = createRenderer(device, { format: CANVAS_FORMAT, ...PREVIEW });
const groom = renderer.addGroom({ body: renderer.addBody(bodies[0]!.mesh!) });
groom.setGenerator(packGenerator(generator));
const guides = packGuides(generator, grooms[0]!.guides.positions);
groom.setGuides(guides);
const camera = frame(CAMERA_DEFAULTS, renderer.bounds(), WINDOW.width / WINDOW.height);

interface Times {
  readonly clock: number;
  /** Of the processor, as if all cores had shared the work. */
  readonly shared: number;
}

function makePicture(fraction: number, width: number, height: number): () => Promise<Times> {
  const canvas = makeCanvas(device, width, height);
  return async () => {
    const start = performance.now();
    const before = processorTime();
    renderer.setDetail(fraction);
    groom.setGuides(guides);
    renderer.draw(canvas.view, { width, height }, camera);
    await device.queue.onSubmittedWorkDone();
    return { clock: performance.now() - start, shared: (processorTime() - before) / availableParallelism() };
  };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

async function measure(what: string, picture: () => Promise<Times>, goal = ''): Promise<void> {
  await picture();
  const times: Times[] = [];
  for (let k = 0; k < ROUNDS; k++) times.push(await picture());
  const clock = median(times.map((time) => time.clock)).toFixed(0);
  const shared = median(times.map((time) => time.shared)).toFixed(0);
  say(what, `${shared} ms, by the clock ${clock} ms`, goal);
}

const thinning = new Thinning(RESOLUTION);
const sizeOf = (): readonly [number, number] => [
  Math.round(WINDOW.width * thinning.resolution),
  Math.round(WINDOW.height * thinning.resolution),
];
await makePicture(LEAST_FRACTION, ...sizeOf())();
let pictures = 0;
for (let unchanged = 0; unchanged < SETTLED && pictures < MOST_PICTURES; pictures++) {
  const { shared } = await makePicture(thinning.fraction, ...sizeOf())();
  unchanged = thinning.observe(shared) ? 0 : unchanged + 1;
}
const level = `${(100 * thinning.fraction).toFixed(1)} % of the strands, ${sizeOf().join(' x ')} pixels`;
say('settled', `${level}, after ${pictures} pictures`);
await measure('a picture there', makePicture(thinning.fraction, ...sizeOf()), `at most ${LONGEST_PICTURE} ms`);
await measure('2 % of the strands, 320 x 240', makePicture(0.02, 320, 240), `at most ${LONGEST_PICTURE} ms`);
await measure('10 % of the strands, 320 x 240', makePicture(0.1, 320, 240));

if (device.features.has('timestamp-query')) {
  const stages = new Stages(device);
  await makePicture(0.02, 320, 240)();
  for (const [name, time] of await stages.take()) say(`  ${name}`, `${time.toFixed(1)} ms`);
}
renderer.destroy();
gpu.close();
