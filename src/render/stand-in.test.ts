import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBust } from '../body/bust.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import type { NodeGpu } from '../cli/render/gpu.ts';
import { type Generator, generateStrands, makeGenerator } from '../groom/generator.ts';
import { makeGroom } from '../groom/groom.ts';
import { builtInHair } from '../groom/styles.ts';
import { boundsOf } from './bounds.ts';
import { CAMERA_DEFAULTS, frame } from './camera.ts';
import { packGenerator, packGuides } from './generator-data.ts';
import { leaveOut, testGpu } from './gpu.fixture.ts';
import { linear, pictureOf, SMALL_MAPS } from './render.fixture.ts';
import { createRenderer, type WebGpuRenderer } from './renderer.ts';
import { layersOf, widening } from './stand-in.ts';

describe('a strand that stands for several', () => {
  test('is never narrower than one, nor wider than all of them or than a ribbon (seed 22)', () => {
    const many = fc.double({ min: 1, max: 1000, noNaN: true });
    const width = fc.double({ min: 5e-5, max: 6e-4, noNaN: true });
    fc.assert(
      fc.property(many, many, fc.double({ min: 0, max: 50, noNaN: true }), width, (a, b, layers, w) => {
        const [few, more] = [Math.min(a, b), Math.max(a, b)];
        expect(widening(few, layers, w)).toBeGreaterThanOrEqual(1);
        expect(widening(few, layers, w)).toBeLessThanOrEqual(few);
        expect(widening(few, layers, w) * w).toBeLessThanOrEqual(3.2e-3 + 1e-9);
        expect(widening(more, layers, w)).toBeGreaterThanOrEqual(widening(few, layers, w));
      }),
      { seed: 22 },
    );
  });

  test('is as wide as all of them in thin hair, and as six layers ask for in thick hair', () => {
    expect(widening(7, 2, 1e-4)).toBe(7);
    expect(widening(10, 12, 1e-4)).toBeCloseTo(5, 12);
    expect(widening(1.5, 12, 1e-4)).toBe(1);
    const box = boundsOf([0, 0, 0, 1, 1, 1]);
    expect(layersOf(1000, 0.2, 1e-3, box)).toBeCloseTo(2 * layersOf(1000, 0.2, 5e-4, box), 12);
  });
});

const SIDE = 96;
/** Points that are drawn; a preview draws every third. */
const POINTS = 10;
const STRANDS = 5000;
const FEW = 0.1;
/** Linear light of skin that is one without hair. */
const BRIGHT = 0.35;

/** What hair grows on, alone: pictures then show nothing else. */
function scalpOf(mesh: TriangleMesh): TriangleMesh {
  const { weight } = mesh.regions.get('scalp')!;
  const triangles: number[] = [];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const corners = [...mesh.triangles.subarray(t, t + 3)];
    if (corners.every((k) => weight[k]! > 0.9)) triangles.push(...corners);
  }
  return { ...mesh, triangles: Uint32Array.from(triangles), regions: new Map() };
}

describe('hair of a tenth of its strands', () => {
  let gpu: NodeGpu | null = null;
  const mesh = makeBust();
  const scalp = scalpOf(mesh);
  const body = { mesh, field: bakeDistanceField(mesh, { resolution: 48 }) };
  /** What the scalp's brightness changes where there is no hair. */
  let bare: number | null = null;
  beforeAll(async () => {
    gpu = await testGpu();
  });
  afterAll(() => gpu?.close());

  interface Drawn {
    readonly isPreview?: boolean;
    readonly stands?: number;
  }

  /** Pixels' light with a scalp of that albedo; nothing throws shadow, so that the rest does not depend on it. */
  async function light(
    generator: Generator | null,
    guides: Float32Array,
    albedo: number,
    drawn: Drawn,
  ): Promise<Float64Array> {
    const isPreview = drawn.isPreview ?? false;
    const renderer = createRenderer(gpu!.device, { ...SMALL_MAPS, format: 'rgba8unorm', isPreview }) as WebGpuRenderer;
    renderer.setLook({ lights: [], shadow: 0, ground: 0, tone: 'none' });
    const body = renderer.addBody(scalp);
    body.setLook({ skin: [albedo, albedo, albedo] });
    const camera = frame({ ...CAMERA_DEFAULTS, elevation: 0.5, azimuth: Math.PI }, boundsOf(mesh.positions), 1);
    if (generator) {
      const groom = renderer.addGroom({ body });
      groom.setStandsFor(drawn.stands ?? 1);
      groom.setGenerator(packGenerator(generator));
      groom.setGuides(packGuides(generator, guides));
    }
    const rgba = await pictureOf(gpu!.device, renderer, { ...camera, distance: 0.5 * camera.distance }, SIDE, SIDE);
    renderer.destroy();
    return Float64Array.from({ length: SIDE * SIDE }, (_, p) => linear(rgba[4 * p + 1]!));
  }

  /** The fraction of the scalp that is not seen: a brighter scalp changes the picture as far as it is seen. */
  async function hidden(generator: Generator, guides: Float32Array, drawn: Drawn): Promise<number> {
    const change = async (hair: Generator | null, how: Drawn): Promise<number> => {
      const [bright, dark] = [await light(hair, guides, BRIGHT, how), await light(hair, guides, 0, how)];
      return bright.reduce((sum, value, p) => sum + value - dark[p]!, 0);
    };
    bare ??= await change(null, {});
    return 1 - (await change(generator, drawn)) / bare;
  }

  test.each(['bob', 'buzz'])('%s hides as much of the scalp, drawn well or as a preview', async (name) => {
    if (!gpu) return leaveOut();
    const grown = (strands: number, points = POINTS): [Generator, Float32Array] => {
      const groom = makeGroom(body, builtInHair(name, { points }), { guides: 60, strands, seed: 3 });
      const generator = makeGenerator(groom.binding, groom.style.strands);
      generateStrands(generator, groom.guides.positions);
      return [generator, groom.guides.positions];
    };
    const few = FEW * STRANDS;
    const whole = await hidden(...grown(STRANDS), {});
    const measured = {
      stands: await hidden(...grown(few), { stands: 1 / FEW }),
      preview: await hidden(...grown(few, 3 * POINTS), { stands: 1 / FEW, isPreview: true }),
    };
    console.log(`${name}: ${whole.toFixed(3)} of the scalp hidden; by a tenth ${JSON.stringify(measured)}`);
    expect(whole).toBeGreaterThan(0.1);
    for (const value of Object.values(measured)) expect(Math.abs(value - whole)).toBeLessThan(0.06);
  });
});
