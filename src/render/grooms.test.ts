import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMesh, type TriangleMesh } from '../body/mesh.ts';
import { sphereMesh } from '../body/shapes.ts';
import { CANVAS_FORMAT } from '../cli/render/canvas.ts';
import type { NodeGpu } from '../cli/render/gpu.ts';
import { IDENTITY } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { HAIR_LOOK_DEFAULTS, type HairLook } from '../shading/look.ts';
import { uniformFirst } from '../strands/strands.ts';
import { rootColours } from './body.ts';
import { RENDERER_DEFAULTS } from './contract.ts';
import { leaveOut, testGpu } from './gpu.fixture.ts';
import { DEFAULT_LIGHTS, type LightSettings } from './lights.ts';
import { PICTURE_LOOK_DEFAULTS } from './look.ts';
import { addHair, hairBall, lightOf, pictureOf, SMALL_MAPS, straightCamera, type TestHair } from './render.fixture.ts';
import { WebGpuRenderer } from './renderer.ts';

let gpu: NodeGpu | null = null;
let renderer: WebGpuRenderer;
beforeAll(async () => {
  gpu = await testGpu();
  if (gpu) renderer = new WebGpuRenderer(gpu.device, { ...RENDERER_DEFAULTS, ...SMALL_MAPS, format: CANVAS_FORMAT });
});
afterAll(() => {
  renderer?.destroy();
  gpu?.close();
});

const SIDE = 96;
const WHITE: HairLook = { ...HAIR_LOOK_DEFAULTS, colour: { kind: 'melanin', melanin: 0, redness: 0 } };
const BLACK: HairLook = { ...HAIR_LOOK_DEFAULTS, colour: { kind: 'melanin', melanin: 1, redness: 0 } };
const RED: HairLook = {
  ...HAIR_LOOK_DEFAULTS,
  colour: { kind: 'absorption', absorption: [0.05, 2, 2] },
  model: 'kajiya-kay',
};
const ABOVE: LightSettings = { ...DEFAULT_LIGHTS[0]!, azimuth: 0, elevation: 1.5, follows: 'world', colour: [6, 6, 6] };

const DARK_BACKDROP = { backgroundCentre: [0, 0, 0], backgroundEdge: [0, 0, 0] } as const;

/** Every `of`-th strand from one on, with its id. */
function part({ first, id, positions }: TestHair, from: number, of: number): TestHair {
  const points = first[1]!;
  const kept = [...id.keys()].filter((i) => i % of === from);
  return {
    first: uniformFirst(kept.length, points),
    id: Uint32Array.from(kept, (i) => id[i]!),
    positions: Float32Array.from(kept.flatMap((i) => [...positions.subarray(3 * i * points, 3 * (i + 1) * points)])),
  };
}

/** Parallel strands along x in a square patch at a place. */
function patch([x, y, z]: Vec3, side: number, strands: number): TestHair {
  const positions = Float32Array.from({ length: 12 * strands }, (_, k) => {
    const [i, j, c] = [Math.floor(k / 12), Math.floor(k / 3) % 4, k % 3];
    return [x + side * (j / 3 - 0.5), y, z + side * ((i + 0.5) / strands - 0.5)][c]!;
  });
  return { first: uniformFirst(strands, 4), id: Uint32Array.from({ length: strands }, (_, i) => i), positions };
}

const moved = (mesh: TriangleMesh, [x, y, z]: Vec3): TriangleMesh =>
  makeMesh({ ...mesh, positions: mesh.positions.map((value, k) => value + [x, y, z][k % 3]!) });

function joined(a: TriangleMesh, b: TriangleMesh): TriangleMesh {
  const shift = a.positions.length / 3;
  return makeMesh({
    positions: Float32Array.from([...a.positions, ...b.positions]),
    normals: Float32Array.from([...a.normals, ...b.normals]),
    triangles: Uint32Array.from([...a.triangles, ...b.triangles.map((v) => v + shift)]),
  });
}

/** Of everything that was added; the next picture begins with nothing. */
async function picture(): Promise<Uint8Array> {
  const pixels = await pictureOf(gpu!.device, renderer, straightCamera(4, 1.4), SIDE, SIDE);
  renderer.clear();
  return pixels;
}

function farthest(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k]!)), 0);
}

describe('several grooms in a picture', () => {
  const hair = hairBall(31, 1500, 6, 0.4);

  test('that are one groom divided in two give the picture of the one, its chosen width included (seed 31)', async () => {
    if (!gpu) return leaveOut();
    addHair(renderer, hair, { hair: WHITE });
    const whole = await picture();
    for (const from of [0, 1]) addHair(renderer, part(hair, from, 2), { hair: WHITE });
    expect(farthest(await picture(), whole)).toBeLessThanOrEqual(1);
    expect(new Set(whole).size).toBeGreaterThan(50);
  });

  test('may come in any order (seeds 31, 32)', async () => {
    if (!gpu) return leaveOut();
    const grooms = [
      [hair, { hair: WHITE, hairWidth: 1e-3 }],
      [hairBall(32, 500, 9, 0.3), { hair: RED, hairWidth: 3e-3 }],
    ] as const;
    for (const [one, look] of grooms) addHair(renderer, one, look);
    const there = await picture();
    for (const [one, look] of [...grooms].reverse()) addHair(renderer, one, look);
    expect(farthest(await picture(), there)).toBeLessThanOrEqual(1);
  });

  test('have each its own colour, scattering and width', async () => {
    if (!gpu) return leaveOut();
    const [left, right] = [patch([-0.4, 0, 0], 0.5, 200), patch([0.4, 0, 0], 0.5, 200)];
    const tilted = ({ positions, ...rest }: TestHair): TestHair => ({
      ...rest,
      positions: positions.map((value, k) => (k % 3 === 1 ? positions[k + 1]! : value)),
    });
    addHair(renderer, tilted(left), { hair: RED, hairWidth: 4e-3 });
    addHair(renderer, tilted(right), { hair: WHITE, hairWidth: 1e-3 });
    await pictureOf(gpu.device, renderer, straightCamera(4, 1.4), SIDE, SIDE);
    const light = await lightOf(gpu.device, renderer);
    renderer.clear();
    const mean = (x: number, channel: number): number => {
      let sum = 0;
      for (let v = -8; v < 8; v++)
        for (let u = -8; u < 8; u++)
          sum += light[4 * ((SIDE / 2 + v) * SIDE + Math.round(SIDE * (0.5 + x / 1.4)) + u) + channel]!;
      return sum / 256;
    };
    expect(mean(-0.4, 0)).toBeGreaterThan(4 * mean(-0.4, 1));
    expect(mean(0.4, 1)).toBeGreaterThan(0.8 * mean(0.4, 0));
    // 200 strands of 4 and of 1 mm on half a metre leave this much of the backdrop open.
    expect(Math.abs(mean(-0.4, 3) - Math.exp((-200 * 4e-3) / 0.5))).toBeLessThan(0.1);
    expect(Math.abs(mean(0.4, 3) - Math.exp((-200 * 1e-3) / 0.5))).toBeLessThan(0.1);
  });

  describe('keep light from each other', () => {
    /** Sum of light in the picture, of `below` alone, with a curtain of hair over it out of the picture, or with none. */
    async function brightness(below: () => void, curtain: HairLook | null): Promise<number> {
      renderer.setLook({ lights: [ABOVE], ambient: 0, tone: 'none', ground: 0, ...DARK_BACKDROP });
      below();
      if (curtain) addHair(renderer, patch([0, 0.8, 0], 0.6, 600), { hair: curtain, hairWidth: 4e-3 });
      // The lights' view is as large without the curtain.
      addHair(renderer, patch([0, 0.8, -1], 0.6, 2), { hair: WHITE });
      const pixels = await picture();
      renderer.setLook(PICTURE_LOOK_DEFAULTS);
      return pixels.reduce((sum, value, k) => sum + (k % 4 < 3 ? value : 0), 0);
    }
    const hairBelow = (look: HairLook) => () =>
      void addHair(renderer, patch([0, -0.4, 0], 0.4, 300), { hair: look, hairWidth: 2e-3 });
    const ballBelow = (): void => void renderer.addBody(moved(sphereMesh(0.2, 3), [0, -0.4, 0]));

    test('a body under a curtain of hair is dark, whatever the hair', async () => {
      if (!gpu) return leaveOut();
      const open = await brightness(ballBelow, null);
      expect(open).toBeGreaterThan(1000);
      for (const look of [BLACK, WHITE]) expect(await brightness(ballBelow, look)).toBeLessThan(0.3 * open);
    });

    test('white hair is dark under black hair, and bright under white', async () => {
      if (!gpu) return leaveOut();
      const open = await brightness(hairBelow(WHITE), null);
      const underBlack = await brightness(hairBelow(WHITE), BLACK);
      const underWhite = await brightness(hairBelow(WHITE), WHITE);
      expect(underBlack).toBeLessThan(0.3 * open);
      expect(underWhite).toBeGreaterThan(0.7 * open);
    });

    test('hair that is hardly another colour is hardly another shadow', async () => {
      if (!gpu) return leaveOut();
      const grey = (melanin: number): HairLook => ({ ...WHITE, colour: { kind: 'melanin', melanin, redness: 0 } });
      const same = await brightness(hairBelow(grey(0.1)), grey(0.1));
      const nearly = await brightness(hairBelow(grey(0.1)), grey(0.115));
      expect(nearly).toBeLessThan(same);
      expect(nearly).toBeGreaterThan(0.9 * same);
    });
  });

  test('leave the picture when they are removed', () => {
    if (!gpu) return leaveOut();
    const near = addHair(renderer, patch([0, 0, 0], 1, 3), {});
    const far = addHair(renderer, patch([5, 0, 0], 1, 3), {});
    expect(renderer.bounds().high[0]).toBeCloseTo(5.5, 5);
    far.remove();
    expect(renderer.bounds().high[0]).toBeCloseTo(0.5, 5);
    near.remove();
    expect(renderer.bounds().low[0]).toBe(Infinity);
    const body = renderer.addBody(sphereMesh(1, 2));
    body.remove();
    expect(() => renderer.addGroom({ body })).toThrow(/body that is in the picture/);
  });
});

describe('several bodies in a picture', () => {
  const ball = sphereMesh(0.3, 3);

  test('that are one mesh divided in two give the picture of the one', async () => {
    if (!gpu) return leaveOut();
    const [a, b] = [moved(ball, [-0.25, 0.3, 0]), moved(ball, [0.2, -0.3, 0.1])];
    renderer.addBody(joined(a, b));
    const whole = await picture();
    for (const mesh of [a, b]) renderer.addBody(mesh);
    expect(farthest(await picture(), whole)).toBeLessThanOrEqual(1);
    // And where they stand is the same as how they are made.
    renderer.addBody(ball).setPose([-0.25, 0.3, 0], IDENTITY);
    renderer.addBody(ball).setPose([0.2, -0.3, 0.1], IDENTITY);
    expect(farthest(await picture(), whole)).toBeLessThanOrEqual(1);
  });

  test('have each its own skin and shape, and stand where they were put', async () => {
    if (!gpu) return leaveOut();
    renderer.setLook({ tone: 'none' });
    const red = renderer.addBody(ball);
    red.setLook({ skin: [0.8, 0.01, 0.01] });
    red.setPose([-0.35, 0, 0], IDENTITY);
    const blue = renderer.addBody(moved(ball, [9, 9, 9]));
    blue.setLook({ skin: [0.01, 0.01, 0.8] });
    blue.setShape(moved(ball, [0.35, 0, 0]));
    const pixels = await picture();
    const at = (x: number, channel: number): number =>
      pixels[4 * ((SIDE / 2) * SIDE + Math.round(SIDE * (0.5 + x / 1.4))) + channel]!;
    expect(at(-0.35, 0)).toBeGreaterThan(2 * at(-0.35, 2));
    expect(at(0.35, 2)).toBeGreaterThan(2 * at(0.35, 0));
    renderer.setLook({ tone: 'agx' });
  });
});

describe('the colour of roots on skin', () => {
  const shade = Float32Array.of(0, 0.5, 1, 0.25);
  const dark = { region: 'scalp', colour: [0.1, 0.2, 0.3] as Vec3 };

  test('of one groom is that of the same groom divided in two', () => {
    const whole = rootColours(4, [dark], [shade]);
    expect([...rootColours(4, [dark, dark], [shade, shade])]).toEqual([...whole]);
    expect([...whole.subarray(8, 12)]).toEqual([...Float32Array.of(0.1, 0.2, 0.3, 1)]);
    expect([...whole.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  });

  test('is mixed where two grooms meet, and each alone where the other is not', () => {
    const light = { region: 'beard', colour: [0.9, 0.8, 0.7] as Vec3 };
    const both = rootColours(4, [dark, light], [shade, Float32Array.of(1, 0.5, 0, 0)]);
    const colour = (v: number): number[] => [0, 1, 2].map((c) => both[4 * v + c]! / both[4 * v + 3]!);
    for (let c = 0; c < 3; c++) {
      expect(colour(0)[c]).toBeCloseTo(light.colour[c]!, 6);
      expect(colour(2)[c]).toBeCloseTo(dark.colour[c]!, 6);
      expect(colour(1)[c]).toBeCloseTo(0.5 * (dark.colour[c]! + light.colour[c]!), 6);
    }
  });
});
