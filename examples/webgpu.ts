import {
  CAMERA_DEFAULTS,
  createRenderer,
  type DrawnBody,
  type DrawnGroom,
  frame as framed,
  type OrbitCamera,
  orbit,
} from 'pelage/render';
import type { Begin, Frame, Ready } from './messages.ts';

/** Hair in a canvas, drawn by Pelage's own renderer with WebGPU, simulated in a worker. */

const canvas = document.querySelector('canvas')!;
const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), { type: 'module' });

const adapter = await navigator.gpu?.requestAdapter();
if (!adapter) throw new Error('This browser has no WebGPU: use the three.js page.');
const device = await adapter.requestDevice();
const format = navigator.gpu.getPreferredCanvasFormat();
const context = canvas.getContext('webgpu')!;
context.configure({ device, format, alphaMode: 'opaque' });
// With a software adapter the processor draws: a preview costs it less.
const renderer = createRenderer(device, { format, isPreview: adapter.info.isFallbackAdapter });
let camera: OrbitCamera = CAMERA_DEFAULTS;

worker.onmessage = ({ data }: MessageEvent<Ready>) => {
  const body = renderer.addBody({ ...data.body, regions: new Map() });
  const groom = renderer.addGroom({ body });
  for (const part of [renderer, body, groom]) part.setLook(data.look);
  // 800 strands stand for a whole head: thicker, and as dark as all of them.
  groom.setStandsFor(20_000 / data.id.length);
  groom.setGenerator(data.generator);
  show(body, groom, data.frame);
  camera = framed(camera, renderer.bounds(), canvas.width / canvas.height);
  worker.onmessage = ({ data: next }: MessageEvent<Frame>) => show(body, groom, next);
};

function show(body: DrawnBody, groom: DrawnGroom, { hair, position, orientation }: Frame): void {
  groom.setGuides(hair);
  body.setPose(position, orientation);
  requestAnimationFrame(async () => {
    renderer.draw(context.getCurrentTexture().createView(), canvas, camera);
    document.documentElement.dataset.frames = String(Number(document.documentElement.dataset.frames ?? 0) + 1);
    // The memory goes back and asks for the next frame, not before this one is drawn: nothing queues up.
    await device.queue.onSubmittedWorkDone();
    worker.postMessage(hair, [hair.buffer]);
  });
}

// Not before somebody listens: what a worker says to nobody is lost.
const begin: Begin = { scene: new URL('turning-bob.json', location.href).href, wants: 'guides' };
worker.postMessage(begin);

canvas.addEventListener('pointermove', ({ buttons, movementX, movementY }) => {
  if (buttons === 1) camera = orbit(camera, -0.01 * movementX, 0.01 * movementY);
});
