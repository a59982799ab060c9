import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sphereMesh } from '../body/shapes.ts';
import { CANVAS_FORMAT } from '../cli/render/canvas.ts';
import type { NodeGpu } from '../cli/render/gpu.ts';
import { FUR_LOOKS } from '../shading/fur-looks.ts';
import { makeHairLook } from '../shading/look.ts';
import { RENDERER_DEFAULTS } from './contract.ts';
import { furBall } from './fur-ball.fixture.ts';
import { leaveOut, testGpu } from './gpu.fixture.ts';
import { LOOK_DEFAULTS } from './look.ts';
import { addHair, lightOf, pictureOf, SMALL_MAPS } from './render.fixture.ts';
import { WebGpuRenderer } from './renderer.ts';

let gpu: NodeGpu | null = null;
beforeAll(async () => {
  gpu = await testGpu();
});
afterAll(() => gpu?.close());

const SIZE = 80;
const RADIUS = 0.12;
const hair = furBall(5, { strands: 3000, points: 6, radius: RADIUS, length: 0.03 });

function coat(device: GPUDevice, leastWidth: number): WebGpuRenderer {
  const options = { ...RENDERER_DEFAULTS, ...SMALL_MAPS, format: CANVAS_FORMAT, leastWidth };
  const renderer = new WebGpuRenderer(device, options);
  renderer.setLook({ ...LOOK_DEFAULTS, ground: 0, lights: LOOK_DEFAULTS.lights.slice(0, 1) });
  const body = renderer.addBody(sphereMesh(RADIUS, 3));
  addHair(renderer, hair, { hair: makeHairLook(FUR_LOOKS.fox), hairWidth: 1.6e-4 }, { body });
  return renderer;
}

/** What is covered, in pixels, and the mean colour of that. */
async function seen(renderer: WebGpuRenderer, distance: number): Promise<number[]> {
  const { device } = gpu!;
  const camera = { target: [0, 0, 0] as const, azimuth: 0.3, elevation: 0.2, distance, fieldOfView: 0.2 };
  await pictureOf(device, renderer, camera, SIZE, SIZE);
  const light = await lightOf(device, renderer);
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < light.length; i += 4) {
    sum[0]! += 1 - light[i + 3]!;
    for (let c = 0; c < 3; c++) sum[1 + c]! += light[i + c]!;
  }
  return sum.map((x, k) => (k === 0 ? x : x / sum[0]!));
}

describe('a coat from 0.5 m to 30 m (seed 5)', () => {
  test('covers as much in the same colour as all its hairs would, without a jump, and costs less and less', async () => {
    if (!gpu) return leaveOut();
    const [thinned, whole] = [coat(gpu.device, RENDERER_DEFAULTS.leastWidth), coat(gpu.device, 0)];
    const [first, last] = [0.5, 30];
    const frames = 8;
    const ratios: number[][] = [];
    const points: number[] = [];
    for (let k = 0; k < frames; k++) {
      const distance = first * (last / first) ** (k / (frames - 1));
      const expected = await seen(whole, distance);
      ratios.push((await seen(thinned, distance)).map((x, c) => x / expected[c]!));
      points.push(thinned.inside.drawn.points);
      expect(whole.inside.drawn.points).toBe(hair.positions.length / 3);
    }
    console.log(
      `points drawn: ${points.join(', ')}; coverage and colour over those of all: ${ratios.map((r) => r.map((x) => x.toFixed(3)).join(' ')).join(' | ')}`,
    );
    ratios.forEach((ratio, k) => {
      for (let c = 0; c < 4; c++) {
        expect(Math.abs(ratio[c]! - 1)).toBeLessThan(0.05);
        // Frames lie a factor of 1.8 apart: a move that is seen has dozens between.
        if (k > 0) expect(Math.abs(ratio[c]! - ratios[k - 1]![c]!)).toBeLessThan(0.03);
      }
      if (k > 0) expect(points[k]).toBeLessThanOrEqual(points[k - 1]!);
    });
    expect(points[frames - 1]).toBe(0);
    thinned.destroy();
    whole.destroy();
  });

  test('is drawn beside a larger one, whose texels need more room, in the first picture', async () => {
    if (!gpu) return leaveOut();
    const renderer = coat(gpu.device, RENDERER_DEFAULTS.leastWidth);
    const [alone] = await seen(renderer, 20);
    renderer.destroy();
    const both = coat(gpu.device, RENDERER_DEFAULTS.leastWidth);
    const larger = furBall(6, { strands: 6000, points: 6, radius: 2 * RADIUS, length: 0.05 });
    addHair(both, larger, { hair: makeHairLook(FUR_LOOKS.fox), hairWidth: 3e-4 });
    const [together] = await seen(both, 20);
    expect(both.inside.drawn.points).toBe(0);
    expect(together).toBeGreaterThan(2 * alone!);
    both.destroy();
  });

  test('between frames of a camera move a change of level changes the picture no more than the move itself does', async () => {
    if (!gpu) return leaveOut();
    const renderer = coat(gpu.device, RENDERER_DEFAULTS.leastWidth);
    const changes: number[] = [];
    let before: Float32Array | null = null;
    let kinds = '';
    for (let distance = 1.3; distance < 4.4; distance *= 1.04) {
      const camera = { target: [0, 0, 0] as const, azimuth: 0.3, elevation: 0.2, distance, fieldOfView: 0.2 };
      await pictureOf(gpu.device, renderer, camera, SIZE, SIZE);
      const light = await lightOf(gpu.device, renderer);
      const { points, sets } = renderer.inside.drawn;
      if (before) changes.push(light.reduce((sum, x, i) => sum + Math.abs(x - before![i]!), 0));
      // Strands, both, texels of one level, of two.
      kinds += sets === 0 ? 's' : points > 0 ? 'b' : sets > 1 ? 'm' : 't';
      before = light;
    }
    expect(kinds).toMatch(/^s+b+t+m+t+$/);
    for (const { 0: run, index } of kinds.matchAll(/b+|m+/g)) {
      const during = changes.slice(index - 1, index + run.length);
      const around = [
        ...changes.slice(index - 4, index - 1),
        ...changes.slice(index + run.length, index + run.length + 3),
      ];
      console.log(
        `${run}: changes by ${Math.max(...during).toFixed(0)} at most, around it by ${Math.max(...around).toFixed(0)}`,
      );
      expect(Math.max(...during)).toBeLessThan(Math.max(...around));
    }
    renderer.destroy();
  });
});
