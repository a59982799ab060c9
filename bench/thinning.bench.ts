import { fileURLToPath } from 'node:url';
import { CANVAS_FORMAT, makeCanvas } from '../src/cli/render/canvas.ts';
import { openGpu } from '../src/cli/render/gpu.ts';
import {
  CAMERA_DEFAULTS,
  createRenderer,
  DEFAULT_LIGHTS,
  frame,
  packGenerator,
  packGuides,
  viewProjection,
} from '../src/render/index.ts';
import { exampleScene, prepareStage } from '../src/scene/index.ts';
import { LEAST_SHARE, LONGEST_PICTURE, SKETCH, sketchLights } from '../studio/src/viewport/thinning.ts';
import { say } from './measure.ts';
import { plainLines } from './plain-lines.ts';
import { Stages } from './stages.ts';

/**
 * What does a frame cost where the studio thins it? 10,000 strands at 320 x 240, guides moving. Times of the processor beside
 * those of the clock: on a busy machine only the former tell what the work costs.
 */
const SIZE = { width: 320, height: 240 };
const ROUNDS = 3;

const gpu = await openGpu(fileURLToPath(new URL('..', import.meta.url)));
const { device } = gpu;
say('adapter', gpu.name);
const stage = prepareStage(exampleScene('long-wavy'), { strands: 10_000 });
const generator = stage.hair.generator!;
const { first, positions } = stage.hair.strands;
const renderer = createRenderer(device, { format: CANVAS_FORMAT, ...SKETCH });
renderer.setLook({ lights: sketchLights(DEFAULT_LIGHTS) });
renderer.setBody(stage.body!.mesh);
renderer.setGenerator(packGenerator(generator));
const guides = packGuides(generator, stage.guides.positions);
renderer.setGuides(guides);
const camera = frame(CAMERA_DEFAULTS, renderer.bounds(), SIZE.width / SIZE.height);
const canvas = makeCanvas(device, SIZE.width, SIZE.height);

const thinned = (share: number) => (): void => {
  renderer.setDetail(share);
  renderer.setGuides(guides);
  renderer.draw(canvas.view, SIZE, camera);
};
const tasks: Readonly<Record<string, () => void>> = {
  lines: plainLines(device, first, positions, viewProjection(camera, SIZE.width / SIZE.height), SIZE),
  least: thinned(LEAST_SHARE),
  tenth: thinned(0.1),
};

const clock: Record<string, number[]> = {};
const processor: Record<string, number[]> = {};
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, task] of Object.entries(tasks)) {
    const start = performance.now();
    const before = process.cpuUsage();
    task();
    await device.queue.onSubmittedWorkDone();
    const { user, system } = process.cpuUsage(before);
    // The first round compiles.
    if (round === 0) continue;
    (clock[name] ??= []).push(performance.now() - start);
    (processor[name] ??= []).push((user + system) / 1000);
  }
const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1]!;
const line = (what: string, name: string, goal = ''): void => {
  const busy = median(processor[name]!);
  const ratio = (busy / median(processor.lines!)).toFixed(2);
  say(what, `${median(clock[name]!).toFixed(0)} ms, processor ${busy.toFixed(0)} ms, ${ratio} x`, goal);
};
line('plain lines of one pixel, all strands', 'lines');
line(`${100 * LEAST_SHARE} % of the strands, the least`, 'least', `at most ${LONGEST_PICTURE} ms`);
line('10 % of the strands', 'tenth');

if (device.features.has('timestamp-query')) {
  const stages = new Stages(device);
  tasks.least!();
  for (const [name, time] of await stages.take()) say(`  ${name}`, `${time.toFixed(1)} ms`);
}
renderer.destroy();
gpu.close();
