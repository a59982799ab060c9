import { fileURLToPath } from 'node:url';
import { CANVAS_FORMAT, makeCanvas } from '../src/cli/render/canvas.ts';
import { openGpu } from '../src/cli/render/gpu.ts';
import { CAMERA_DEFAULTS, createRenderer, DEFAULT_LIGHTS, frame, viewProjection } from '../src/render/index.ts';
import { exampleScene, prepareScene } from '../src/scene/index.ts';
import { say } from './measure.ts';
import { plainLines } from './plain-lines.ts';
import { Stages } from './stages.ts';

/** What does a frame of hair cost, in plain lines? 10,000 strands of 32 points at 640 x 480, one shadowed light and ambient. */
const SIZE = { width: 640, height: 480 };
const ROUNDS = 3;

const gpu = await openGpu(fileURLToPath(new URL('..', import.meta.url)));
const { device } = gpu;
say('adapter', gpu.name);
const scene = exampleScene('long-wavy');
const source = { kind: 'style', style: 'long-wavy', change: { points: 32 } } as const;
const { bodies, grooms } = prepareScene({ ...scene, grooms: [{ ...scene.grooms[0]!, source }] }, { strands: 10_000 });
const { first, id, positions } = grooms[0]!.hair.strands;
const renderer = createRenderer(device, { format: CANVAS_FORMAT });
const groom = renderer.addGroom({ body: renderer.addBody(bodies[0]!.mesh!) });
groom.setStrands(first, id);
groom.setPositions(positions);
const camera = frame(CAMERA_DEFAULTS, renderer.bounds(), SIZE.width / SIZE.height);
const canvas = makeCanvas(device, SIZE.width, SIZE.height);
const drawLines = plainLines(device, first, positions, viewProjection(camera, SIZE.width / SIZE.height), SIZE);

const tasks: Readonly<Record<string, () => void>> = {
  lines: drawLines,
  'one shadowed light and ambient': () => {
    renderer.setLook({ lights: DEFAULT_LIGHTS.slice(0, 1) });
    renderer.draw(canvas.view, SIZE, camera);
  },
  'three shadowed lights and ambient': () => {
    renderer.setLook({ lights: DEFAULT_LIGHTS });
    renderer.draw(canvas.view, SIZE, camera);
  },
};
const times = new Map<string, number[]>();
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, task] of Object.entries(tasks)) {
    const start = performance.now();
    task();
    await device.queue.onSubmittedWorkDone();
    await renderer.isComplete();
    // The first round compiles.
    if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
  }
const median = (name: string): number => times.get(name)!.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
const lines = median('lines');
say('plain lines of one pixel', `${lines.toFixed(0)} ms`);
for (const name of Object.keys(tasks).slice(1))
  say(name, `${(median(name) / lines).toFixed(1)} x`, name.startsWith('one') ? 'at most 12 x' : '');

if (device.features.has('timestamp-query')) {
  const stages = new Stages(device);
  tasks['one shadowed light and ambient']!();
  for (const [name, time] of await stages.take()) say(`  ${name}`, `${(time / lines).toFixed(2)} x`);
}
renderer.destroy();
gpu.close();
