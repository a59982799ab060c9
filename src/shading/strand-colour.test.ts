import { describe, expect, it } from 'vitest';
import { fibreOf } from './fibre.ts';
import { packFibre } from './fibre-layout.ts';
import { findDevice, runShader } from './gpu.fixture.ts';
import { hairBaseWgsl } from './hair.wgsl.ts';
import { makeHairLook } from './look.ts';
import { strandFibre, strandSigma } from './strand-colour.ts';

const device = await findDevice();
const fibre = fibreOf(makeHairLook({ grey: 0.3, variation: 0.2, tips: 0.5, tipStart: 0.4 }));
const STRANDS = 4000;

describe('colour of strands', () => {
  it('as many strands are grey as was asked, and the others spread as was asked', () => {
    const logs: number[] = [];
    let grey = 0;
    for (let id = 0; id < STRANDS; id++) {
      const factor = strandSigma(fibre, id, 0)[1] / fibre.sigma[1];
      if (factor < 0.05) grey++;
      else logs.push(Math.log(factor));
    }
    expect(grey / STRANDS).toBeCloseTo(0.3, 1);
    const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
    const variance = logs.reduce((a, b) => a + (b - mean) ** 2, 0) / logs.length;
    expect(mean).toBeCloseTo(0, 1);
    expect(Math.sqrt(variance)).toBeGreaterThan(0.19);
    expect(Math.sqrt(variance)).toBeLessThan(0.21);
  });

  it('pigment falls from root to tip to the fraction that was asked, and not before its start', () => {
    const at = (along: number): number => strandSigma(fibre, 7, along)[0];
    expect(at(0.4)).toBe(at(0));
    expect(at(1)).toBeCloseTo(0.5 * at(0), 12);
    expect(at(0.7)).toBeCloseTo(0.75 * at(0), 12);
  });

  it.runIf(device)('WGSL gives every strand the same colour', async () => {
    const inputs = new Float32Array(4 * STRANDS);
    for (let id = 0; id < STRANDS; id++) inputs.set([id, (id % 100) / 99], 4 * id);
    const results = await runShader(device!, {
      code: hairBaseWgsl,
      body: `let factor = hair_strand_factor(fibre, u32(inputs[at].x)) * hair_along_factor(fibre, inputs[at].y);
        result = vec4f(hair_pigmented(fibre, factor).colour, hair_pigmented(fibre, factor).sigma.x);`,
      inputs,
      perCase: 1,
      fibre: packFibre(fibre),
      table: fibre.table.data,
    });
    for (let id = 0; id < STRANDS; id++) {
      const strand = strandFibre(fibre, id, (id % 100) / 99);
      expect(results[4 * id + 3]).toBeCloseTo(strand.sigma[0], 5);
      for (let c = 0; c < 3; c++) expect(results[4 * id + c]).toBeCloseTo(strand.colour[c]!, 5);
    }
  });
});
