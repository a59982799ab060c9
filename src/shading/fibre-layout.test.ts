import { describe, expect, it } from 'vitest';
import { type Fibre, fibreOf } from './fibre.ts';
import { FIBRE_FLOATS, packFibre, packHairFibre } from './fibre-layout.ts';
import { findDevice, runShader } from './gpu.fixture.ts';
import { hairBaseWgsl } from './hair.wgsl.ts';
import { HAIR_LOOK_DEFAULTS, makeHairLook } from './look.ts';
import { coreAlbedo } from './medulla-table.ts';

const device = await findDevice();

describe('the fibre as a uniform', () => {
  const fibre: Fibre = fibreOf(
    makeHairLook({ grey: 0.25, wetness: 0.5, medulla: 0.7, medullaRadius: 0.6, medullaAbsorption: 1, section: 0.8 }),
  );

  it('has the size that WGSL expects, whole vectors of four', () => {
    expect(packHairFibre(HAIR_LOOK_DEFAULTS)).toHaveLength(FIBRE_FLOATS);
    expect(FIBRE_FLOATS % 4).toBe(0);
  });

  it.runIf(device)('every field arrives under its own name', async () => {
    const { highlight, section, strands } = fibre;
    const fields: [string, number][] = [
      ['sigma.y', fibre.sigma[1]],
      ['eta', fibre.eta],
      ['colour.z', fibre.colour[2]],
      ['tilt', fibre.tilt],
      ['variance.z', fibre.variance[2]],
      ['azimuth_width', fibre.azimuthWidth],
      ['tilt_sin.x', Math.sin(2 * fibre.tilt)],
      ['table', 96],
      ['tilt_cos.z', Math.cos(4 * fibre.tilt)],
      ['shadow_opacity', fibre.shadowOpacity],
      ['primary_exponent', highlight.primaryExponent],
      ['secondary_exponent', highlight.secondaryExponent],
      ['primary', highlight.primary],
      ['secondary', highlight.secondary],
      ['diffuse', highlight.diffuse],
      ['backward', highlight.backward],
      ['kim_backward', highlight.kimBackward],
      ['kim_narrowness', highlight.kimNarrowness],
      ['aspect', section.aspect],
      ['glint', section.strength],
      ['glint_width', section.width],
      ['glint_fade', section.fade],
      ['density_forward', fibre.densityForward],
      ['density_backward', fibre.densityBackward],
      ['soft_core', fibre.softCore],
      ['colour_scale', fibre.colourScale],
      ['grey', strands.grey],
      ['variation', strands.variation],
      ['tips', strands.tips],
      ['tip_start', strands.tipStart],
      ['core_scale', fibre.table.core!.scale],
      ['core_mirrored', fibre.table.core!.mirrored],
      ['core_radius', fibre.medulla.radius],
      ['core_pigment', fibre.medulla.pigment],
      ['core_extinction', fibre.medulla.scattering + fibre.medulla.absorption],
      ['core_albedo', coreAlbedo(fibre.medulla)],
    ];
    const cases = fields.map(([name], i) => `case ${i}u: { result.x = fibre.${name}; }`).join('\n');
    const results = await runShader(device!, {
      code: hairBaseWgsl,
      body: `switch (u32(inputs[at].x)) { ${cases} default: {} }`,
      inputs: Float32Array.from(fields.flatMap((_, i) => [i, 0, 0, 0])),
      perCase: 1,
      fibre: packFibre(fibre, 96),
      table: fibre.table.data,
    });
    fields.forEach(([name, value], i) => {
      expect(results[4 * i], name).toBeCloseTo(value, 4);
    });
  });
});
