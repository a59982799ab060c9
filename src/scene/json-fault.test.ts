import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from './json-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('findJsonFault', () => {
  it('agrees with JSON.parse on damaged documents (seed 5)', () => {
    const damage = fc.record({
      text: fc.json({ maxDepth: 3 }),
      at: fc.nat(200),
      put: fc.constantFrom('', ',', '}', ']', '{', '[', '"', ':', '1', '.', '-', 'e', '\\', ' ', '\n', 'true'),
      drop: fc.nat(2),
    });
    fc.assert(
      fc.property(damage, ({ text, at, put, drop }) => {
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + put + text.slice(place + drop);
        expect(findJsonFault(damaged) === null, damaged).toBe(isJson(damaged));
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  it.each([
    ['{\n  "a": 1,\n}', 3, 1, /name in double quotes/],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, /comma/],
    ['[1,]', 1, 4, /value was expected/],
    ['{} {}', 1, 4, /more follows/],
    ["{'a': 1}", 1, 2, /double quotes or }/],
    ['', 1, 1, /ends too early/],
  ])('%j at line %i, column %i', (text, line, column, what) => {
    expect(findJsonFault(text)).toEqual({ line, column, what: expect.stringMatching(what) });
  });

  it('finds a fault below any depth', () => {
    expect(findJsonFault('['.repeat(1e6))?.what).toMatch(/ends too early/);
  });
});
