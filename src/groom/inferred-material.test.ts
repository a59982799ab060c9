import { describe, expect, it } from 'vitest';
import { type Attribute, makeStrands, type Strands } from '../strands/strands.ts';
import { inferMaterial, UNKNOWN_MATERIAL } from './inferred-material.ts';
import { MATERIALS } from './materials.ts';

const attribute = (values: readonly number[]): Map<string, Attribute> =>
  new Map([['radius', { size: 1, data: Float32Array.from(values) }]]);

function strands(more: Partial<Strands> = {}): Strands {
  const positions = new Float32Array(12).map((_, i) => i);
  return makeStrands({ id: Uint32Array.of(0, 1), first: Uint32Array.of(0, 2, 4), positions, ...more });
}

describe('inferMaterial', () => {
  it('takes hair that tells nothing for the usual one, and says so', () => {
    const { material, sentence } = inferMaterial(strands());
    expect(material).toEqual(MATERIALS[UNKNOWN_MATERIAL]);
    expect(sentence).toMatch(/does not tell its thickness.*asian-smooth/);
  });

  it.each([
    ['strands', { strandAttributes: attribute([30e-6, 34e-6]) }],
    ['points', { pointAttributes: attribute([30e-6, 34e-6, 31e-6, 33e-6]) }],
  ])('takes the thickness of %s', (_, more) => {
    const { material, sentence } = inferMaterial(strands(more));
    expect(material.name).toBe('caucasian-wavy');
    expect(material.radius).toBeCloseTo(32e-6, 9);
    expect(material.youngsModulus).toBe(MATERIALS['caucasian-wavy'].youngsModulus);
    expect(sentence).toMatch(/64 µm thick/);
  });

  it('does not believe strands that are thicker than hair', () => {
    const { material, sentence } = inferMaterial(strands({ strandAttributes: attribute([1e-3, 1e-3]) }));
    expect(material).toEqual(MATERIALS[UNKNOWN_MATERIAL]);
    expect(sentence).toMatch(/2000 µm thick, which no hair is/);
  });
});
