import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, edits, nearest } from './nearest.ts';

const word = fc.string({ maxLength: 8 });

describe('edits (seed 5)', () => {
  it('is symmetric, zero for equal words alone, and between the difference of the lengths and the longer one', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = edits(a, b);
        expect(distance).toBe(edits(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
      { seed: 5 },
    );
  });

  it('counts one for each kind of slip', () => {
    for (const slip of ['inf', 'infoo', 'imfo', 'ifno']) expect(edits(slip, 'info')).toBe(1);
  });
});

describe('nearest', () => {
  it('finds what was meant, whatever the capitals', () => {
    expect(nearest('Simulat', ['info', 'simulate'])).toBe('simulate');
    expect(didYouMean('inof', ['info', 'simulate'])).toBe('; did you mean info?');
  });

  it('stays silent where nothing is close', () => {
    expect(nearest('xyz', ['info', 'grow'])).toBeUndefined();
    expect(nearest('a', ['b', 'cd'])).toBeUndefined();
    expect(didYouMean('xyz', [])).toBe('');
  });
});
