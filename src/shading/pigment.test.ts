import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rgb } from './angles.ts';
import { fibreOf } from './fibre.ts';
import { makeHairLook } from './look.ts';
import { absorptionOfColour, absorptionOfMelanin, absorptionOfPigments, colourOfAbsorption } from './pigment.ts';

const SEED = 19;

describe('pigment', () => {
  it('blond, from eumelanin', () => {
    absorptionOfPigments(0.3, 0).forEach((value, c) => {
      expect(value).toBeCloseTo([0.126, 0.209, 0.411][c]!, 3);
    });
  });

  it('a picked grey of one half has the published absorption', () => {
    expect(absorptionOfColour([0.5, 0.5, 0.5], 0.3)[0]).toBeCloseTo(0.01386, 4);
  });

  it(`colour and absorption are inverse to each other, seed ${SEED}`, () => {
    const channel = fc.double({ min: 0.002, max: 0.999, noNaN: true });
    const roughness = fc.double({ min: 0.05, max: 1, noNaN: true });
    fc.assert(
      fc.property(channel, channel, channel, roughness, (r, g, b, beta) => {
        const colour: Rgb = [r, g, b];
        const back = colourOfAbsorption(absorptionOfColour(colour, beta), beta);
        back.forEach((value, c) => {
          expect(value).toBeCloseTo(colour[c]!, 9);
        });
      }),
      { seed: SEED },
    );
  });

  it('more melanin is darker, redder melanin absorbs less red', () => {
    expect(absorptionOfMelanin(0.9, 0)[1]).toBeGreaterThan(absorptionOfMelanin(0.3, 0)[1]);
    expect(absorptionOfMelanin(0.5, 1)[0]).toBeLessThan(absorptionOfMelanin(0.5, 0)[0]);
    expect(absorptionOfMelanin(0, 0)).toEqual([0, 0, 0].map((x) => expect.closeTo(x, 12)));
    expect(Number.isFinite(absorptionOfMelanin(1, 0)[2])).toBe(true);
  });

  it('a look of each kind becomes a fibre of that colour; dye adds to it', () => {
    const picked = fibreOf(makeHairLook({ colour: { kind: 'picked', colour: '#b08050' } }));
    expect(picked.colour[0]).toBeCloseTo(((0xb0 / 255 + 0.055) / 1.055) ** 2.4, 6);
    const plain = fibreOf(makeHairLook({ colour: { kind: 'absorption', absorption: [1, 2, 3] } }));
    expect(plain.sigma).toEqual([1, 2, 3]);
    expect(plain.table).toBe(picked.table);
    const dyed = { colour: { kind: 'absorption', absorption: [1, 2, 3] }, dye: [0, 1, 0] } as const;
    expect(fibreOf(makeHairLook(dyed)).sigma).toEqual([1, 3, 3]);
    expect(() => makeHairLook({ colour: { kind: 'picked', colour: 'red' } })).toThrow(
      'The look of hair: colour.colour must be a colour such as #8a5a33, not "red".',
    );
  });
});

describe('wet hair', () => {
  const dry = fibreOf(makeHairLook({}));
  const wet = fibreOf(makeHairLook({ wetness: 1 }));

  it('is darker, more opaque, and its highlights are narrower and unshifted', () => {
    wet.sigma.forEach((value, c) => {
      expect(value).toBeCloseTo(1.5 * dry.sigma[c]!, 12);
    });
    expect(wet.variance[0]).toBeLessThan(0.3 * dry.variance[0]);
    expect(wet.azimuthWidth).toBeLessThan(dry.azimuthWidth);
    expect(wet.tilt).toBe(0);
    expect(wet.shadowOpacity).toBe(2);
    expect(wet.densityForward).toBeCloseTo(0.6, 12);
  });
});
