import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Of, bytesOfBase64 } from '../base64.ts';
import { decodeCorners, decodeSteps, encodeCorners, encodeSteps } from './code.ts';
import { fromWhole, toWhole } from './stored.ts';

const SEED = 16;

describe(`numbers of baked bodies, seed ${SEED}`, () => {
  it('come back from their steps, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint16Array({ maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (numbers, stride) => {
        expect(decodeSteps(encodeSteps(numbers, stride), stride)).toEqual(numbers);
      }),
      { seed: SEED },
    );
  });

  it('are small where steps are', () => {
    const bytes = encodeSteps(Uint16Array.of(65_535, 0, 1, 65_535, 65_530), 1);
    expect([...bytes]).toEqual([1, 2, 2, 3, 9, 0, 0, 0, 0, 0]);
  });

  it('of triangles count from the last new vertex', () => {
    const triangles = Uint32Array.of(0, 1, 2, 2, 1, 3, 0, 3, 4);
    expect([...encodeCorners(triangles)]).toEqual([0, 0, 0, 1, 2, 0, 4, 1, 0]);
    expect(decodeCorners(encodeCorners(triangles))).toEqual(triangles);
  });

  it('between two limits are whole to a part of 65,535', () => {
    for (const value of [-0.05, 0, 0.0123, 0.05])
      expect(Math.abs(fromWhole(toWhole(value, 0.05), 0.05) - value)).toBeLessThan(1e-6);
  });

  it('as base64 come back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, k) => k);
    expect(bytesOfBase64(base64Of(bytes))).toEqual(bytes);
  });
});
