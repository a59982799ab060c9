import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NodeGpu } from '../cli/render/gpu.ts';
import { writePng } from '../cli/render/png.ts';
import { readPng } from '../cli/render/read-png.fixture.ts';
import { Random } from '../numeric/random.ts';
import { halfTurns } from '../shading/dual-scatter.ts';
import { fibreOf } from '../shading/fibre.ts';
import { HAIR_LOOK_DEFAULTS, type HairLookInput, makeHairLook } from '../shading/look.ts';
import { uniformFirst } from '../strands/strands.ts';
import { leaveOut, testGpu } from './gpu.fixture.ts';
import type { LightSettings } from './lights.ts';
import { fromSrgb, LOOK_DEFAULTS, type Look } from './look.ts';
import { drawer, pictureOf, straightCamera, type TestHair } from './render.fixture.ts';

const SIDE = 96;
const POINTS = 16;
/** Rms difference of blurred pictures that nobody would see. */
const UNSEEN = 0.008;

/** Hair combed over a ball from its top down to the equator and a little below, in front. */
function combedBall(seed: number, strands: number): TestHair {
  const random = new Random(seed);
  const positions = new Float32Array(3 * strands * POINTS);
  for (let i = 0; i < strands; i++) {
    const azimuth = random.between(0, 2 * Math.PI);
    const radius = 0.5 - 0.03 * random.unit() ** 2;
    const start = random.between(0.02, 0.5);
    for (let j = 0; j < POINTS; j++) {
      const polar = start + (j / (POINTS - 1)) * 1.5;
      const at = 3 * (i * POINTS + j);
      positions[at] = radius * Math.sin(polar) * Math.sin(azimuth);
      positions[at + 1] = radius * Math.cos(polar);
      positions[at + 2] = radius * Math.sin(polar) * Math.cos(azimuth);
    }
  }
  return { first: uniformFirst(strands, POINTS), id: Uint32Array.from({ length: strands }, (_, i) => i), positions };
}

const KEY: LightSettings = { ...LOOK_DEFAULTS.lights[0]!, azimuth: 0, elevation: 0.75, colour: [5, 5, 5] };

/** Mean linear light of the ball's middle. */
function middleOf(rgba: Uint8Array): number[] {
  const sum = [0, 0, 0];
  const half = SIDE / 8;
  for (let y = SIDE / 2 - half; y < SIDE / 2 + half; y++)
    for (let x = SIDE / 2 - half; x < SIDE / 2 + half; x++)
      for (let c = 0; c < 3; c++) sum[c]! += fromSrgb(rgba[4 * (y * SIDE + x) + c]! << 16)[0] / (4 * half * half);
  return sum;
}

/** Fraction of light that a deep mass of hair sends back: two streams, all orders. */
function massReflectance(look: HairLookInput): number[] {
  const { ahead, behind } = halfTurns(fibreOf(makeHairLook({ ...HAIR_LOOK_DEFAULTS, ...look })), 0, 1);
  return [0, 1, 2].map((c) => {
    const [lost, b] = [1 - ahead.albedo[c]!, behind.albedo[c]!];
    return (lost - Math.sqrt(Math.max(0, lost * lost - b * b))) / b;
  });
}

/** A box of 5 x 5 pixels, twice. */
function blurred(rgba: Uint8Array): Float32Array {
  let from = Float32Array.from(rgba, (value) => value / 255);
  for (let round = 0; round < 2; round++) {
    const to = new Float32Array(from.length);
    for (let y = 2; y < SIDE - 2; y++)
      for (let x = 2; x < SIDE - 2; x++)
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let v = -2; v <= 2; v++) for (let u = -2; u <= 2; u++) sum += from[4 * ((y + v) * SIDE + x + u) + c]!;
          to[4 * (y * SIDE + x) + c] = sum / 25;
        }
    from = to;
  }
  return from;
}

function difference(a: Uint8Array, b: Uint8Array): number {
  const [x, y] = [blurred(a), blurred(b)];
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += (x[k]! - y[k]!) ** 2;
  return Math.sqrt(sum / (3 * SIDE * SIDE));
}

const BROWN: HairLookInput = { roughness: 0.14, tilt: 0.06 };
const BLOND: HairLookInput = { colour: { kind: 'melanin', melanin: 0.2, redness: 0.15 } };

export interface BallOfHair {
  readonly strands: number;
  /** Of a strand, metres. */
  readonly width: number;
  /** The folder of its committed pictures. */
  readonly references: string;
}

/**
 * Pictures of a combed ball against committed ones. Adapters round differently, so pictures are compared as a person
 * would from some distance: blurred, in sRGB. Run with PELAGE_WRITE_REFERENCES=1 to make them anew, then look at them.
 */
export function hairLooksRight({ strands, width, references }: BallOfHair): void {
  let gpu: NodeGpu | null = null;
  beforeAll(async () => {
    gpu = await testGpu();
  });
  afterAll(() => gpu?.close());

  const ball = combedBall(9, strands);
  const pictures = new Map<string, Promise<Uint8Array>>();

  /** A picture is made once: several tests look at the same. */
  function drawn(
    hair: HairLookInput,
    lights: readonly LightSettings[] = [KEY],
    preview?: 'coarse' | 'fine',
    change: Partial<Look> = {},
  ): Promise<Uint8Array> {
    const key = JSON.stringify([hair, lights, preview, change]);
    const known = pictures.get(key) ?? draw(hair, lights, preview, change);
    pictures.set(key, known);
    return known;
  }

  async function draw(
    hair: HairLookInput,
    lights: readonly LightSettings[],
    preview: 'coarse' | 'fine' | undefined,
    change: Partial<Look>,
  ): Promise<Uint8Array> {
    const look = {
      ...LOOK_DEFAULTS,
      ...change,
      hair: makeHairLook({ ...HAIR_LOOK_DEFAULTS, ...hair }),
      lights,
      hairWidth: width,
    };
    const renderer = drawer(gpu!.device, ball, look, { isPreview: preview !== undefined });
    if (preview) renderer.setDetail(preview === 'fine' ? 1 : 0.2, preview === 'fine');
    const picture = await pictureOf(gpu!.device, renderer, straightCamera(4, 1.15), SIDE, SIDE);
    renderer.destroy();
    return picture;
  }

  const pathOf = (name: string): string => fileURLToPath(new URL(`./${references}/${name}.png`, import.meta.url));

  /** Against the committed picture, or makes it. */
  function fromReference(name: string, picture: Uint8Array): number {
    if (process.env.PELAGE_WRITE_REFERENCES) writeFileSync(pathOf(name), writePng(picture, SIDE, SIDE));
    expect(existsSync(pathOf(name)), `${name}.png is missing`).toBe(true);
    return difference(picture, readPng(readFileSync(pathOf(name))).rgba);
  }

  describe(`pictures of ${strands} combed hairs (seed 9)`, () => {
    test('brown hair in front light is as it was; highlights shifted to the wrong side are seen', async () => {
      if (!gpu) return leaveOut();
      const picture = await drawn(BROWN);
      expect(fromReference('brown', picture)).toBeLessThan(UNSEEN);
      const wrong = await drawn({ ...BROWN, tilt: -0.06 });
      expect(difference(picture, wrong)).toBeGreaterThan(2 * UNSEEN);
    });

    test('a preview with a fifth of the strands shows the same ball, as bright; a fine one comes nearer', async () => {
      if (!gpu) return leaveOut();
      const picture = await drawn(BROWN);
      const preview = await drawn(BROWN, [KEY], 'coarse');
      expect(difference(picture, await drawn(BROWN, [KEY], 'fine'))).toBeLessThan(0.8 * difference(picture, preview));
      const black = await drawn({ ...BROWN, colour: { kind: 'melanin', melanin: 0.99, redness: 0 } });
      expect(difference(picture, preview)).toBeLessThan(0.05);
      expect(difference(picture, preview)).toBeLessThan(difference(picture, black));
      const mean = (rgba: Uint8Array): number => rgba.reduce((sum, value) => sum + value, 0) / rgba.length;
      expect(Math.abs(mean(preview) / mean(picture) - 1)).toBeLessThan(0.05);
    });

    test.each([
      ['brown', BROWN],
      ['blond', BLOND],
    ] as const)(
      'a preview of %s hair in a portrait’s three lights has its colour, side by side',
      async (name, look) => {
        if (!gpu) return leaveOut();
        const { lights } = LOOK_DEFAULTS;
        const [picture, preview] = [await drawn(look, lights), await drawn(look, lights, 'coarse')];
        // Where a ball of 42 pixels radius is hair, left of the middle and right of it: the lights differ.
        for (const side of [-1, 1]) {
          const [whole, few] = [picture, preview].map((rgba) => {
            const sum = [0, 0, 0];
            let pixels = 0;
            for (let y = 0; y < SIDE; y++)
              for (let x = 0; x < SIDE; x++) {
                const [u, v] = [(x - SIDE / 2) / 42, (y - SIDE / 2) / 42];
                if (u * u + v * v > 0.85 || v > 0 || side * u < 0.05) continue;
                for (let c = 0; c < 3; c++) sum[c]! += rgba[4 * (y * SIDE + x) + c]! / 255;
                pixels++;
              }
            return sum.map((value) => value / pixels);
          }) as [number[], number[]];
          console.log(
            `${name}, side ${side}: ${whole.map((c) => c.toFixed(3))} drawn, ${few.map((c) => c.toFixed(3))} previewed`,
          );
          for (let c = 0; c < 3; c++) expect(Math.abs(few[c]! - whole[c]!)).toBeLessThan(0.06);
        }
        const apart = difference(picture, preview);
        console.log(`${name}: ${apart.toFixed(4)} apart, blurred`);
        expect(apart).toBeLessThan(0.06);
      },
    );

    test('tilted scales move the white highlight of a convex head towards the tips, by their own angle', async () => {
      if (!gpu) return leaveOut();
      // Down the middle of the picture: hair runs from the top to the bottom.
      const rows = async (tilt: number): Promise<number[]> => {
        const picture = await drawn({ roughness: 0.1, tilt, colour: { kind: 'melanin', melanin: 0.99, redness: 0 } });
        return Array.from({ length: SIDE }, (_, y) => {
          let sum = 0;
          for (let x = SIDE / 2 - 8; x < SIDE / 2 + 8; x++) sum += picture[4 * (y * SIDE + x) + 1]!;
          return sum;
        });
      };
      const brightest = (values: number[]): number => {
        const most = Math.max(...values);
        const near = values.map((value) => Math.max(0, value - 0.75 * most));
        return near.reduce((sum, value, y) => sum + y * value, 0) / near.reduce((sum, value) => sum + value, 0);
      };
      // Black hair has the white highlight alone. On a convex head it moves against the scattered direction, by the tilt: of
      // a ball of 42 pixels radius, whose highlight lies 0.37 rad above the middle, 0.06 rad are 2.3 pixels.
      const [tilted, straight] = [brightest(await rows(0.06)), brightest(await rows(0))];
      expect(tilted - straight).toBeGreaterThan(1.2);
      expect(tilted - straight).toBeLessThan(3.5);
    });

    test('light from behind goes through blond hair and not through black', async () => {
      if (!gpu) return leaveOut();
      const behind = [{ ...KEY, azimuth: Math.PI, elevation: 0.3 }];
      const blond = await drawn(BLOND, behind);
      expect(fromReference('blond-back-light', blond)).toBeLessThan(UNSEEN);
      const black = await drawn({ colour: { kind: 'melanin', melanin: 0.98, redness: 0 } }, behind);
      const brightness = (picture: Uint8Array): number =>
        picture.reduce((sum, value, k) => sum + (k % 4 < 3 ? value : 0), 0);
      expect(brightness(blond)).toBeGreaterThan(1.3 * brightness(black));
    });

    test('light from all around alone shows hair as a deep mass of it sends light back, against white hair', async () => {
      if (!gpu) return leaveOut();
      const colours = [0, 0.3, 0.93].map((melanin) => ({ kind: 'melanin' as const, melanin, redness: 0.2 }));
      const middles: number[][] = [];
      for (const colour of colours)
        middles.push(middleOf(await drawn({ colour, variation: 0 }, [], undefined, { tone: 'none', ambient: 1 })));
      const [white, ...others] = middles as [number[], ...number[][]];
      const back = colours.map((colour) => massReflectance({ colour, variation: 0 }));
      others.forEach((seen, k) => {
        for (let c = 0; c < 3; c++) {
          const [ratio, expected] = [seen[c]! / white[c]!, back[k + 1]![c]! / back[0]![c]!];
          console.log(
            `melanin ${colours[k + 1]!.melanin}, channel ${c}: ${ratio.toFixed(3)} of white, a deep mass ${expected.toFixed(3)}`,
          );
          expect(ratio / expected).toBeGreaterThan(0.6);
          expect(ratio / expected).toBeLessThan(1.7);
        }
      });
    });

    test('wet hair is darker, its highlight sharper', async () => {
      if (!gpu) return leaveOut();
      const wet = await drawn({ wetness: 1 });
      expect(fromReference('wet', wet)).toBeLessThan(UNSEEN);
      const dry = await drawn({});
      const levels = (picture: Uint8Array): number[] =>
        Array.from({ length: SIDE * SIDE }, (_, p) => picture[4 * p + 1]!).sort((a, b) => a - b);
      const [w, d] = [levels(wet), levels(dry)];
      const at = (values: number[], fraction: number): number => values[Math.floor(fraction * (values.length - 1))]!;
      expect(at(w, 0.6)).toBeLessThan(at(d, 0.6));
      expect(at(w, 0.999) - at(w, 0.9)).toBeGreaterThan(at(d, 0.999) - at(d, 0.9));
    });
  });
}
