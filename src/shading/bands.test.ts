import { describe, expect, it } from 'vitest';
import { BAND_VECTORS, bandSigma, bandsWgsl, MOST_BANDS, packBands } from './bands.ts';
import { fibreOf } from './fibre.ts';
import { packFibre } from './fibre-layout.ts';
import { FUR_LOOKS } from './fur-looks.ts';
import { findDevice, runShader } from './gpu.fixture.ts';
import { hairBaseWgsl } from './hair.wgsl.ts';
import { makeHairLook } from './look.ts';
import { strandFibre } from './strand-colour.ts';

const device = await findDevice();
const agouti = fibreOf(makeHairLook({ ...FUR_LOOKS.rabbit, medullaRadius: 0, variation: 0 }));
const stops = agouti.strands.bands;

describe('colours along the hair', () => {
  it('are those of the stops where these are, and change without a jump between them', () => {
    for (const { at, sigma } of stops)
      bandSigma(stops, at).forEach((value, c) => {
        expect(value).toBeCloseTo(sigma[c]!, 12);
      });
    for (let along = 0; along < 1; along += 0.001) {
      const [here, there] = [bandSigma(stops, along), bandSigma(stops, along + 0.001)];
      here.forEach((value, c) => {
        expect(Math.abs(Math.sqrt(there[c]!) - Math.sqrt(value))).toBeLessThan(0.02);
      });
    }
  });

  it('stand in any order, and hold before the first and after the last', () => {
    const bands = [
      { at: 0.8, colour: '#201810' },
      { at: 0.2, colour: '#c0a080' },
    ];
    const fibre = fibreOf(makeHairLook({ bands, variation: 0 }), agouti);
    expect(strandFibre(fibre, 1, 0).sigma).toEqual(strandFibre(fibre, 1, 0.2).sigma);
    expect(strandFibre(fibre, 1, 1).sigma).toEqual(strandFibre(fibre, 1, 0.8).sigma);
    expect(strandFibre(fibre, 1, 1).sigma[0]).toBeGreaterThan(strandFibre(fibre, 1, 0).sigma[0]);
  });

  it('show as the colours that were picked, in a mass of hair', () => {
    const bands = [{ at: 0.5, colour: '#bc8040' }];
    const fibre = fibreOf(makeHairLook({ bands, variation: 0 }), agouti);
    [0xbc, 0x80, 0x40].forEach((value, c) => {
      const c1 = value / 255;
      expect(strandFibre(fibre, 3, 0.7).colour[c]).toBeCloseTo(((c1 + 0.055) / 1.055) ** 2.4, 6);
    });
  });

  it.runIf(device)('WGSL gives the same, dry and soaked', async () => {
    const soaked = stops.map(({ at, sigma }) => ({ at, sigma: sigma.map((s) => 1.5 * s) as [number, number, number] }));
    const packed = packBands(stops, soaked);
    const values = Array.from({ length: BAND_VECTORS }, (_, k) => `vec4f(${[...packed.subarray(4 * k, 4 * k + 4)]})`);
    // The harness has one uniform; a constant stands for the other.
    const code = bandsWgsl(0, 9).replace(
      /@group.*;/,
      `const hair_bands = array<vec4f, ${BAND_VECTORS}>(${values.join(', ')});`,
    );
    const cases = 200;
    const inputs = Float32Array.from({ length: 4 * cases }, (_, i) => (i % 4 === 0 ? i / 4 / (cases - 1) : 0));
    const results = await runShader(device!, {
      code: hairBaseWgsl + code,
      body: 'result = vec4f(hair_band_sigma(0u, inputs[at].x), hair_band_sigma(1u, inputs[at].x).x);',
      inputs,
      perCase: 1,
      fibre: packFibre(agouti),
      table: agouti.table.data,
    });
    for (let k = 0; k < cases; k++) {
      const expected = bandSigma(stops, k / (cases - 1));
      expected.forEach((value, c) => {
        expect(Math.abs(results[4 * k + c]! - value)).toBeLessThan(1e-5);
      });
      expect(Math.abs(results[4 * k + 3]! - 1.5 * expected[0])).toBeLessThan(1e-5);
    }
    expect(stops.length).toBeLessThanOrEqual(MOST_BANDS);
  });
});
