import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { sphereMesh } from '../body/shapes.ts';
import { CANVAS_FORMAT } from '../cli/render/canvas.ts';
import type { NodeGpu } from '../cli/render/gpu.ts';
import { hashUnit } from '../numeric/random.ts';
import { RENDERER_DEFAULTS } from './contract.ts';
import { leaveOut, testGpu } from './gpu.fixture.ts';
import { LOOK_DEFAULTS } from './look.ts';
import { pictureOf } from './render.fixture.ts';
import { WebGpuRenderer } from './renderer.ts';

let gpu: NodeGpu | null = null;
beforeAll(async () => {
  gpu = await testGpu();
});
afterAll(() => gpu?.close());

const SIZE = 40;

const [DARK, BRIGHT] = [0.02, 0.5];

/** A ball of 20,000 triangles, a few pixels large, with such colours at its vertices. */
async function farBall(colour: (vertex: number, channel: number) => number): Promise<Uint8Array> {
  const { device } = gpu!;
  const ball = sphereMesh(0.1, 5);
  const colours = new Float32Array((4 * ball.positions.length) / 3).map((_, i) =>
    i % 4 < 3 ? colour(i >> 2, i % 4) : 1,
  );
  const options = { ...RENDERER_DEFAULTS, format: CANVAS_FORMAT, lightMapSize: 64, shadowSize: 64 };
  const renderer = new WebGpuRenderer(device, options);
  renderer.setLook({ ...LOOK_DEFAULTS, ground: 0, tone: 'none', lights: LOOK_DEFAULTS.lights.slice(0, 1) });
  renderer.addBody(makeMesh({ ...ball, colours }));
  const camera = { target: [0, 0, 0] as const, azimuth: 0.3, elevation: 0.2, distance: 4, fieldOfView: 0.2 };
  const pixels = await pictureOf(device, renderer, camera, SIZE, SIZE);
  renderer.destroy();
  return pixels;
}

test('triangles smaller than a pixel have no colour that none of their corners has (seed 7)', async () => {
  if (!gpu) return leaveOut();
  const [dark, mixed, bright] = [
    await farBall(() => DARK),
    await farBall((v, c) => (hashUnit(v, c, 7) > 0.5 ? BRIGHT : DARK)),
    await farBall(() => BRIGHT),
  ] as [Uint8Array, Uint8Array, Uint8Array];
  expect(bright.filter((value, i) => value > dark[i]! + 20).length).toBeGreaterThan(100);
  mixed.forEach((value, i) => {
    expect(value).toBeGreaterThanOrEqual(dark[i]! - 1);
    expect(value).toBeLessThanOrEqual(bright[i]! + 1);
  });
});
