import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NodeGpu } from '../cli/render/gpu.ts';
import { leaveOut, readBack, testGpu } from './gpu.fixture.ts';
import {
  drawer,
  hairBall,
  halves,
  lightOf,
  pictureOf,
  shuffled,
  srgb,
  straightCamera,
  type TestHair,
} from './render.fixture.ts';
import type { WebGpuRenderer } from './renderer.ts';
import { type ProjectedStrands, supersample } from './supersample.fixture.ts';

let gpu: NodeGpu | null = null;
beforeAll(async () => {
  gpu = await testGpu();
});
afterAll(() => gpu?.close());

const BACKDROP = 0.05;
const PLAIN = {
  tone: 'none',
  backgroundCentre: [BACKDROP, BACKDROP, BACKDROP],
  backgroundEdge: [BACKDROP, BACKDROP, BACKDROP],
} as const;

async function projected(device: GPUDevice, renderer: WebGpuRenderer): Promise<ProjectedStrands> {
  const vertices = new Float32Array(await readBack(device, renderer.inside.raster.vertices!));
  const packed = halves(new Uint16Array(await readBack(device, renderer.inside.raster.colours!)));
  const words = new Uint16Array(vertices.buffer);
  const count = vertices.length / 4;
  const widths = halves(Uint16Array.from({ length: 2 * count }, (_, k) => words[8 * (k >> 1) + 6 + (k & 1)]!));
  const colours = Float32Array.from({ length: 3 * count }, (_, k) => packed[4 * Math.floor(k / 3) + (k % 3)]!);
  // Beyond the last strand the buffer holds nothing.
  widths[2 * count - 2] = -1;
  return { vertices, widths, colours };
}

describe('strands in pixels', () => {
  test('4,000 strands at 320 x 240 are as 256 samples a pixel show them, within 0.04 in sRGB (seed 3)', async () => {
    if (!gpu) return leaveOut();
    const [width, height] = [320, 240];
    const hair = hairBall(3, 4000, 5, 0.3);
    const renderer = drawer(gpu.device, hair, { ...PLAIN, hairWidth: 1.6e-3, shadow: 0.5 });
    const picture = await pictureOf(gpu.device, renderer, straightCamera(4, 1.3), width, height);
    const strands = await projected(gpu.device, renderer);
    renderer.destroy();
    const { colour, coverage } = supersample(strands, width, height, [BACKDROP, BACKDROP, BACKDROP]);
    let sum = 0;
    let pixels = 0;
    for (let p = 0; p < width * height; p++) {
      if (coverage[p] === 0) continue;
      pixels++;
      for (let c = 0; c < 3; c++) {
        const expected = srgb(Math.min(1, colour[3 * p + c]!));
        sum += (picture[4 * p + c]! / 255 - expected) ** 2 / 3;
      }
    }
    expect(pixels).toBeGreaterThan(15_000);
    const error = Math.sqrt(sum / pixels);
    console.log(`hair pixels against 256 samples: RMSE ${error.toFixed(4)} in sRGB`);
    expect(error).toBeLessThan(0.04);
  });

  test('a strand a quarter of a pixel wide keeps its brightness as it moves by parts of a pixel', async () => {
    if (!gpu) return leaveOut();
    const [width, height] = [96, 96];
    const pixel = 1 / height;
    const sums: number[] = [];
    for (const [dx, dy] of [
      [0, 0],
      [0.25, 0],
      [0.5, 0.13],
      [0.75, 0.4],
      [0.31, 0.77],
      [0.9, 0.5],
    ] as const) {
      const hair = hairBall(5, 1, 12, 0.7);
      hair.positions.forEach((_, i) => {
        const t = (i - (i % 3)) / 36 - 0.5;
        hair.positions[i] = [0.5 * t + dx * pixel, 0.6 * t + dy * pixel, 0][i % 3]!;
      });
      const renderer = drawer(gpu.device, hair, { ...PLAIN, hairWidth: 0.25 * pixel, shadow: 0 });
      await pictureOf(gpu.device, renderer, straightCamera(20, 1), width, height);
      const light = await lightOf(gpu.device, renderer);
      renderer.destroy();
      let sum = 0;
      for (let p = 0; p < width * height; p++) sum += light[4 * p]! + light[4 * p + 1]! + light[4 * p + 2]!;
      sums.push(sum);
    }
    const mean = sums.reduce((a, b) => a + b, 0) / sums.length;
    const worst = Math.max(...sums.map((sum) => Math.abs(sum / mean - 1)));
    console.log(`sub-pixel motion: brightness within ${(100 * worst).toFixed(2)} %`);
    expect(mean).toBeGreaterThan(0);
    expect(worst).toBeLessThan(0.03);
  });

  test('the order of strands does not matter: no pixel changes by more than 1/255 (seeds 11, 12)', async () => {
    if (!gpu) return leaveOut();
    const hair = hairBall(11, 3000, 8, 0.4);
    const draw = async (given: TestHair): Promise<Uint8Array> => {
      const renderer = drawer(gpu!.device, given, { hairWidth: 2e-3 });
      const picture = await pictureOf(gpu!.device, renderer, straightCamera(4, 1.4), 200, 160);
      renderer.destroy();
      return picture;
    };
    const [a, b] = [await draw(hair), await draw(shuffled(hair, 12))];
    let most = 0;
    a.forEach((value, k) => {
      most = Math.max(most, Math.abs(value - b[k]!));
    });
    expect(most).toBeLessThanOrEqual(1);
    expect(new Set(a).size).toBeGreaterThan(50);
  });

  test('fewer and wider strands cover as much, in the same colour (seed 21)', async () => {
    if (!gpu) return leaveOut();
    const hair = hairBall(21, 6000, 6, 0.3);
    const mean = async (fraction: number): Promise<number[]> => {
      const renderer = drawer(gpu!.device, hair, { ...PLAIN, hairWidth: 4e-4 });
      renderer.setDetail(fraction);
      await pictureOf(gpu!.device, renderer, straightCamera(4, 1.4), 160, 160);
      const light = await lightOf(gpu!.device, renderer);
      renderer.destroy();
      const sums = [0, 0, 0, 0];
      light.forEach((value, k) => {
        sums[k % 4] = sums[k % 4]! + (k % 4 === 3 ? 1 - value : value);
      });
      return sums;
    };
    const [all, few] = [await mean(1), await mean(0.3)];
    all.forEach((value, c) => {
      expect(few[c]! / value).toBeGreaterThan(0.95);
      expect(few[c]! / value).toBeLessThan(1.05);
    });
  });

  test('no shadow is the limit of little shadow: no pixel changes by more than 1/255 (seed 8)', async () => {
    if (!gpu) return leaveOut();
    const draw = async (shadow: number): Promise<Uint8Array> => {
      const renderer = drawer(gpu!.device, hairBall(8, 400, 6, 0.4), { hairWidth: 8e-3, shadow });
      const picture = await pictureOf(gpu!.device, renderer, straightCamera(4, 1.4), 64, 64);
      renderer.destroy();
      return picture;
    };
    const [none, little, full] = [await draw(0), await draw(1e-6), await draw(1)];
    const apart = (a: Uint8Array, b: Uint8Array): number => Math.max(...a.map((value, k) => Math.abs(value - b[k]!)));
    expect(apart(none, little)).toBeLessThanOrEqual(1);
    expect(apart(none, full)).toBeGreaterThan(20);
  });

  test('a strand seen end on, a strand of one place and a strand behind the eye harm nothing', async () => {
    if (!gpu) return leaveOut();
    const hair = hairBall(1, 4, 4, 0.5);
    hair.positions.fill(0);
    for (let j = 0; j < 4; j++) {
      hair.positions[3 * j + 2] = -0.2 + 0.1 * j;
      hair.positions[24 + 3 * j + 2] = 9 + j;
      hair.positions[36 + 3 * j] = 0.1 * j;
    }
    const renderer = drawer(gpu.device, hair, { hairWidth: 0.02 });
    const picture = await pictureOf(gpu.device, renderer, straightCamera(3, 1), 64, 64);
    const light = await lightOf(gpu.device, renderer);
    renderer.destroy();
    expect(light.every(Number.isFinite)).toBe(true);
    expect(new Set(picture).size).toBeGreaterThan(3);
  });
});
