import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { anglesOf, direction, type Rgb } from './angles.ts';
import { dualScatter } from './dual-scatter.ts';
import { scatterFar } from './far-field.ts';
import { type Fibre, fibreOf } from './fibre.ts';
import { packFibre } from './fibre-layout.ts';
import { findDevice, runShader } from './gpu.fixture.ts';
import { hairShadingWgsl } from './hair.wgsl.ts';
import { type HairLookInput, makeHairLook } from './look.ts';
import { scatterNear } from './near-field.ts';

const SEED = 20;
const CASES = 2000;
const device = await findDevice();

interface Case {
  readonly wi: Vec3;
  readonly wo: Vec3;
  readonly h: number;
  readonly depth: number;
}

function cases(): Case[] {
  const random = new Random(SEED);
  const any = (): Vec3 => direction(Math.asin(random.between(-1, 1)), random.between(-Math.PI, Math.PI));
  return Array.from({ length: CASES }, () => ({
    wi: any(),
    wo: any(),
    h: random.between(-0.999, 0.999),
    depth: random.between(0, 6),
  }));
}

async function compare(fibre: Fibre, call: string, twin: (c: Case) => Rgb): Promise<number> {
  const all = cases();
  const inputs = Float32Array.from(all.flatMap(({ wi, wo, h, depth }) => [...wi, h, ...wo, depth]));
  const results = await runShader(device!, {
    code: hairShadingWgsl,
    body: `result = vec4f(${call}, 1.0);`,
    inputs,
    perCase: 2,
    fibre: packFibre(fibre),
    table: fibre.table.data,
  });
  let worst = 0;
  let largest = 0;
  all.forEach((c, i) => {
    // Times the cosine: S alone has a pole along the fibre.
    const cosine = anglesOf(c.wi, c.wo).cosI;
    twin(c).forEach((value, channel) => {
      worst = Math.max(worst, Math.abs(value - results[4 * i + channel]!) * cosine);
      largest = Math.max(largest, value * cosine);
    });
  });
  return worst / largest;
}

const looks: readonly [string, HairLookInput][] = [
  ['brown', {}],
  ['sleek blond', { colour: { kind: 'melanin', melanin: 0.2 }, roughness: 0.1, roundness: 0.12 }],
  ['wet black', { colour: { kind: 'melanin', melanin: 0.98 }, wetness: 1 }],
  ['fox', { medullaRadius: 0.75, medullaPigment: 0.4, medullaAbsorption: 0.2, medullaForward: 0.6 }],
  ['wet hare', { colour: { kind: 'melanin', melanin: 0.05 }, medullaRadius: 0.9, medullaScattering: 12, wetness: 1 }],
  ['rough white', { colour: { kind: 'melanin', melanin: 0 }, roughness: 0.9, roundness: 0.9 }],
];

describe.runIf(device)(`WGSL against TypeScript, ${CASES} directions, seed ${SEED}`, () => {
  it.each(looks)('the default model: %s', async (_, input) => {
    const fibre = fibreOf(makeHairLook(input));
    const args = 'fibre, inputs[at].xyz, inputs[at + 1u].xyz, inputs[at].w';
    expect(await compare(fibre, `hair_scatter(${args})`, (c) => scatterFar(fibre, c.wi, c.wo))).toBeLessThan(1e-3);
    expect(await compare(fibre, `hair_scatter_near(${args})`, (c) => scatterNear(fibre, c.wi, c.wo, c.h))).toBeLessThan(
      1e-3,
    );
    for (const brighter of [0, -0.4, 0.4])
      expect(
        await compare(fibre, `hair_dual_scatter(${args}, inputs[at + 1u].w, ${brighter})`, (c) =>
          dualScatter(fibre, c.wi, c.wo, c.depth, brighter),
        ),
      ).toBeLessThan(1e-3);
  });
});
