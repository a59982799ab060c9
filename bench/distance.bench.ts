import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CANVAS_FORMAT, makeCanvas } from '../src/cli/render/canvas.ts';
import { openGpu } from '../src/cli/render/gpu.ts';
import { sceneSource } from '../src/cli/render/picture-source.ts';
import { writePng } from '../src/cli/render/png.ts';
import { RENDERER_DEFAULTS } from '../src/render/contract.ts';
import { WebGpuRenderer } from '../src/render/renderer.ts';
import { cameraOf, pictureLookOf } from '../src/scene/appearance.ts';
import { exampleScene, loadScene } from '../src/scene/index.ts';
import { argument, say } from './measure.ts';
import { Stages } from './stages.ts';

/**
 * A camera that goes away from hair, from 0.5 m to 30 m: is a change of level seen, and what does a picture cost at each distance?
 * `--scene fox` (or any example), `--frames 40`, `--height 240`, `--pictures folder`.
 */
const [NEAR, FAR] = [0.5, 30];
const FRAMES = Number(argument('frames', '40'));
const HEIGHT = Number(argument('height', '240'));
const SIZE = { width: Math.round((4 * HEIGHT) / 3), height: HEIGHT };
const folder = argument('pictures', '');

const gpu = await openGpu(fileURLToPath(new URL('..', import.meta.url)));
const { device } = gpu;
const scene = exampleScene(argument('scene', 'fox'));
const instance = await loadScene(scene);
const canvas = makeCanvas(device, SIZE.width, SIZE.height);

/** A picture's renderer. */
async function painter(options: {
  readonly leastWidth?: number;
  readonly hasTexels?: boolean;
}): Promise<WebGpuRenderer> {
  const renderer = new WebGpuRenderer(device, { ...RENDERER_DEFAULTS, format: CANVAS_FORMAT, ...options });
  renderer.setLook(pictureLookOf(scene));
  const source = sceneSource(instance, { folder: '', ready: undefined, runs: 'fresh' });
  source.begin(renderer);
  for await (const show of source.moments([0])) show();
  return renderer;
}

const renderers = {
  levels: await painter({}),
  'fewer strands': await painter({ hasTexels: false }),
  'all strands': await painter({ leastWidth: 0 }),
};
const { levels } = renderers;
const base = cameraOf(scene, levels.bounds(), SIZE.width / SIZE.height);

async function picture(renderer: WebGpuRenderer, distance: number): Promise<Uint8Array> {
  do renderer.draw(canvas.view, SIZE, { ...base, distance });
  while (!(await renderer.isComplete()));
  return canvas.read();
}

/** Mean difference of pixels that either has something else in than the backdrop, of 255. */
function difference(a: Uint8Array, b: Uint8Array, backdrop: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < a.length; i += 4) {
    const far = (one: Uint8Array): boolean => [0, 1, 2].some((c) => Math.abs(one[i + c]! - backdrop[i + c]!) > 8);
    if (!far(a) && !far(b)) continue;
    count++;
    for (let c = 0; c < 3; c++) sum += Math.abs(a[i + c]! - b[i + c]!) / 3;
  }
  return sum / Math.max(1, count);
}

const empty = new WebGpuRenderer(device, { ...RENDERER_DEFAULTS, format: CANVAS_FORMAT });
empty.setLook(pictureLookOf(scene));
const backdrop = await picture(empty, 1);

const kindOf = ({ inside: { drawn } }: WebGpuRenderer): string =>
  drawn.sets === 0 ? 'strands' : drawn.points > 0 ? 'strands and texels' : 'texels';

const stages = device.features.has('timestamp-query') ? new Stages(device, 512) : null;
/** Milliseconds of a picture of hair that stands still: what light costs, and all. */
async function timed(renderer: WebGpuRenderer, distance: number): Promise<{ light: number; all: number }> {
  const light = [
    'shade',
    'findNearest',
    'splatHair',
    'findNearestTexels',
    'splatTexels',
    'sumLayers',
    'depositHair',
    'depositTexels',
  ];
  await picture(renderer, distance);
  await stages!.take();
  await picture(renderer, distance);
  const times = await stages!.take();
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((total, name) => total + (times.get(name) ?? 0), 0);
  return { light: sum(light), all: sum(times.keys()) };
}

for (const distance of argument('at', '0.5,2,8,30').split(',').map(Number)) {
  const pictures = new Map<string, Uint8Array>();
  for (const [name, renderer] of Object.entries(renderers)) {
    pictures.set(name, await picture(renderer, distance));
    const times = stages ? await timed(renderer, distance) : null;
    const cost = times ? `${times.all.toFixed(0)} ms, light ${times.light.toFixed(0)}` : '';
    say(`${distance} m, ${name} (${kindOf(renderer)})`, cost);
    if (folder)
      writeFileSync(
        `${folder}/${distance}-${name.split(' ')[0]}.png`,
        writePng(pictures.get(name)!, SIZE.width, SIZE.height),
      );
  }
  const off = difference(pictures.get('levels')!, pictures.get('all strands')!, backdrop);
  say(`${distance} m, levels off from all strands, mean of hair and body`, `${off.toFixed(2)} of 255`);
}

// The move: pictures one after the other, each step the same part of the distance.
const steps: { readonly kind: string; readonly change: number }[] = [];
let before: Uint8Array | null = null;
for (let k = 0; k < FRAMES; k++) {
  const now = await picture(levels, NEAR * (FAR / NEAR) ** (k / Math.max(1, FRAMES - 1)));
  const { points, sets } = levels.inside.drawn;
  if (before)
    steps.push({ kind: `${points > 0 ? 's' : ''}${'t'.repeat(sets)}`, change: difference(now, before, backdrop) });
  before = now;
}
for (let from = 0; from < steps.length; ) {
  let to = from;
  while (to < steps.length && steps[to]!.kind === steps[from]!.kind) to++;
  const most = Math.max(...steps.slice(from, to).map(({ change }) => change));
  const distance = (k: number): string => (NEAR * (FAR / NEAR) ** (k / (FRAMES - 1))).toFixed(1);
  say(
    `move, ${distance(from)} to ${distance(to)} m, ${steps[from]!.kind}: largest change of a frame`,
    `${most.toFixed(2)} of 255`,
  );
  from = to;
}
for (const renderer of [...Object.values(renderers), empty]) renderer.destroy();
gpu.close();
