import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBust } from '../body/bust.ts';
import { bakeDistanceField } from '../body/distance-field.ts';
import type { NodeGpu } from '../cli/render/gpu.ts';
import type { BentInterpolation } from '../groom/bent-hair.ts';
import { generateStrands, makeGenerator, withBends } from '../groom/generator.ts';
import { makeGroom } from '../groom/groom.ts';
import type { StrandSettingsInput } from '../groom/strand-settings.ts';
import { builtInHair } from '../groom/styles.ts';
import type { OwnFloat32Array } from '../numeric/owned-arrays.ts';
import { IDENTITY } from '../numeric/rotation.ts';
import { bendCurve, writeFractions } from '../strands/bent-curve.ts';
import { emptyBuffer } from './buffers.ts';
import { type GuideFrame, packGenerator, packGuides } from './generator-data.ts';
import { leaveOut, readBack, testGpu } from './gpu.fixture.ts';
import { rigid } from './matrix.ts';
import { StrandGenerator } from './strand-generator.ts';

let gpu: NodeGpu | null = null;
beforeAll(async () => {
  gpu = await testGpu();
});
afterAll(() => gpu?.close());

const mesh = makeBust();
const body = { mesh, field: bakeDistanceField(mesh, { resolution: 64 }) };

/** Farthest that a point made by the GPU is from the same point made by TypeScript, over the hair's length. */
async function farthest(style: string, strands: StrandSettingsInput, bent: boolean): Promise<number> {
  const { device } = gpu!;
  const groom = makeGroom(body, builtInHair(style, { points: 24, strands }), { guides: 60, strands: 400, seed: 7 });
  const guides = groom.guides.positions.slice();
  // Guides that have moved: bent sideways, more towards the tip.
  if (bent) for (let i = 0; i < guides.length; i += 3) guides[i]! += 0.4 * (guides[i + 1]! * guides[i + 1]!);
  const generator = makeGenerator(groom.binding, groom.style.strands, { field: body.field });
  const wetness = Float32Array.from(generator.binding.id, (_, k) => (k % 5) / 4);
  if (strands.wetTuftStrength) generator.wetness = wetness;
  const expected = generateStrands(generator, guides).positions;
  const onGpu = new StrandGenerator(device, packGenerator(generator));
  if (strands.wetTuftStrength) onGpu.setWetness(wetness);
  const got = await made(onGpu, packGuides(generator, guides), expected.byteLength);
  let most = 0;
  for (let i = 0; i < got.length; i++) most = Math.max(most, Math.abs(got[i]! - expected[i]!));
  return most / groom.binding.shapes.meanLength;
}

/** The same of strands that are bent by a wind that turns, over their length. */
async function farthestBent(interpolation: BentInterpolation, wetness: number, isFree: boolean): Promise<number> {
  const { device } = gpu!;
  const style = builtInHair('buzz', { points: 9, length: { base: 0.03 } });
  const groom = makeGroom(body, style, { guides: 60, strands: 400, seed: 7 });
  const plain = makeGenerator(groom.binding, groom.style.strands, isFree ? {} : { field: body.field });
  const generator = withBends(plain, groom.guides, interpolation);
  const { first, positions } = groom.guides;
  const guides = positions.slice();
  const fraction = new Float32Array(positions.length / 3);
  for (let k = 0; k + 1 < first.length; k++) {
    const [from, count] = [first[k]!, first[k + 1]! - first[k]!];
    const root = 3 * from;
    writeFractions(positions, from, count, fraction);
    const w = [Math.sin(40 * positions[root]!), 0.9 * Math.cos(30 * positions[root + 1]!), 0.3] as const;
    bendCurve({ points: positions, fraction, from, count }, ...w, guides, from);
  }
  generator.wetness = new Float32Array(generator.binding.id.length).fill(wetness);
  const expected = generateStrands(generator, guides).positions;
  const onGpu = new StrandGenerator(device, packGenerator(generator));
  onGpu.setWetness(generator.wetness as OwnFloat32Array);
  const got = await made(onGpu, packGuides(generator, guides), expected.byteLength);
  let most = 0;
  for (let i = 0; i < got.length; i++) most = Math.max(most, Math.abs(got[i]! - expected[i]!));
  return most / groom.binding.shapes.meanLength;
}

async function made(onGpu: StrandGenerator, guides: GuideFrame, bytes: number): Promise<Float32Array> {
  const { device } = gpu!;
  onGpu.setGuides(guides, rigid([0, 0, 0], IDENTITY));
  const out = emptyBuffer(device, 'out', bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  onGpu.run(pass, out);
  pass.end();
  device.queue.submit([encoder.finish()]);
  const got = new Float32Array(await readBack(device, out, bytes));
  onGpu.destroy();
  out.destroy();
  return got;
}

describe('strands made on the GPU', () => {
  test.each([
    ['springs', 0, true],
    ['geometry', 0, true],
    ['springs', 0.7, false],
  ] as const)(
    'that are bent by %s, wet by %f, are those of TypeScript, to single precision (free of the body: %s)',
    async (by, wetness, isFree) => {
      if (!gpu) return leaveOut();
      expect(await farthestBent(by, wetness, isFree)).toBeLessThan(isFree ? 1e-5 : 2e-4);
    },
  );

  const cases: [string, StrandSettingsInput, boolean][] = [
    ['long-straight', { mode: 'interpolation' }, false],
    ['curly', { mode: 'hybrid' }, true],
    ['long-wavy', { mode: 'wisp' }, true],
    ['bob', { tufts: 0, smallTufts: 0, frizz: 0.004, flyaway: 3 }, true],
    ['buzz', { tufts: 60, wetTuftStrength: 0.9 }, false],
  ];
  test.each(cases)(
    '%s with %o are those of TypeScript, to single precision (bent: %s)',
    async (style, strands, bent) => {
      if (!gpu) return leaveOut();
      expect(await farthest(style, strands, bent)).toBeLessThan(2e-4);
    },
  );
});

/** Numbers that mean what they are: places of coordinates, ends of ranges, and the parabola of a smooth step. */
const PLAIN = new Set(['0', '1', '2', '3', '0.0', '0.5', '1.0', '2.0', '3.0']);

describe.each(['generator.wgsl.ts', 'strand-place.wgsl.ts', 'bent-hair.wgsl.ts', '../shading/hash.wgsl.ts'])(
  '%s',
  (file) => {
    test('types no number of the CPU’s generator again: what is not handed in is nothing but 0, 1, 2, 3 or a half', () => {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      const shaders = [...text.matchAll(/\/\* wgsl \*\/ `([^`]*)`/g)].map(([, shader]) => shader!);
      expect(shaders.length).toBeGreaterThan(0);
      const typed = shaders.flatMap((shader) => {
        const code = shader
          .replace(/\$\{[^}]*\}/g, 'handed_in')
          .replace(/\/\/.*/g, '')
          .replace(/@\w+\(\d+\)/g, '');
        return [...code.matchAll(/(?<![\w.])\d[\w.]*/g)].map(([number]) => number.replace(/u$/, ''));
      });
      expect(typed.filter((number) => !PLAIN.has(number))).toEqual([]);
    });
  },
);
