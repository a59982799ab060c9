import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { anglesOf, direction } from './angles.ts';
import { fibreOf } from './fibre.ts';
import { packFibre } from './fibre-layout.ts';
import { findDevice, runShader } from './gpu.fixture.ts';
import { makeHairLook, SHADING_MODELS } from './look.ts';
import { SHADING } from './models.ts';

const SEED = 6;
const CASES = 2000;
const device = await findDevice();
const random = new Random(SEED);
const any = (): Vec3 => direction(Math.asin(random.between(-1, 1)), random.between(-Math.PI, Math.PI));
const pairs = Array.from({ length: CASES }, () => [any(), any()] as const);
const along: Vec3 = [1, 0, 0];
const across: Vec3 = [0, 1, 0];
const degenerate: readonly (readonly [Vec3, Vec3])[] = [
  [along, along],
  [along, across],
  [across, along],
  [[-1, 0, 0], along],
  [across, across],
  [across, [0, -1, 0]],
];
const blond = fibreOf(makeHairLook({ colour: { kind: 'melanin', melanin: 0.25 }, roughness: 0.2 }));

describe.each(SHADING_MODELS)('the model %s', (name) => {
  const model = SHADING[name];

  it(`is finite and never negative, seed ${SEED}`, () => {
    const least = Math.min(...pairs.flatMap(([wi, wo]) => model.scatter(blond, wi, wo)));
    expect(least).toBeGreaterThanOrEqual(0);
    for (const [wi, wo] of degenerate)
      for (const value of model.scatter(blond, wi, wo)) expect(Number.isFinite(value)).toBe(true);
  });

  it.runIf(device)(`WGSL agrees within 1e-3 of the largest value, seed ${SEED}`, async () => {
    const results = await runShader(device!, {
      code: model.wgsl,
      body: 'result = vec4f(hair_scatter(fibre, inputs[at].xyz, inputs[at + 1u].xyz, 0.0), 1.0);',
      inputs: Float32Array.from([...pairs, ...degenerate].flatMap(([wi, wo]) => [...wi, 0, ...wo, 0])),
      perCase: 2,
      fibre: packFibre(blond),
      table: blond.table.data,
    });
    expect(results.every(Number.isFinite)).toBe(true);
    let worst = 0;
    let largest = 0;
    pairs.forEach(([wi, wo], i) => {
      // Times the cosine: S alone has a pole along the fibre.
      const { cosI } = anglesOf(wi, wo);
      model.scatter(blond, wi, wo).forEach((value, channel) => {
        worst = Math.max(worst, Math.abs(value - results[4 * i + channel]!) * cosI);
        largest = Math.max(largest, value * cosI);
      });
    });
    expect(worst / largest).toBeLessThan(1e-3);
  });
});
