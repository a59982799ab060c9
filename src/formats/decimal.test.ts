import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { namedNumber, parseDecimal } from './decimal.ts';
import { DECIMAL_BYTES, writeDecimal, writeInteger } from './decimal-write.ts';

const seed = 20261116;

const parse = (text: string): number => {
  const bytes = new TextEncoder().encode(`x${text}7`);
  return parseDecimal(bytes, 1, bytes.length - 1);
};

const print = (value: number): string => {
  const bytes = new Uint8Array(DECIMAL_BYTES);
  return new TextDecoder().decode(bytes.subarray(0, writeDecimal(bytes, 0, value)));
};

describe(`reading decimal numbers (seed ${seed})`, () => {
  it('agrees with the platform on every printed double', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 0, max: 20 }),
        (value, digits) => {
          expect(parse(String(value))).toBe(Number(String(value)));
          expect(parse(value.toExponential(digits))).toBe(Number(value.toExponential(digits)));
          if (Math.abs(value) < 1e20) expect(parse(value.toFixed(digits))).toBe(Number(value.toFixed(digits)));
        },
      ),
      { seed, numRuns: 3000 },
    );
  });
  it.each([
    '0',
    '-0',
    '+5',
    '5.',
    '.5',
    '-.25E+2',
    '1e-5',
    '1e400',
    '0e999999999999',
    '00012.500',
    '123456789012345678901234567890',
  ])('reads %s', (text) => expect(parse(text)).toBe(Number(text)));
  it.each(['', '-', '.', 'e5', '1e', '1e+', '1.2.3', '1x', 'nan', '0x10', '1e5.0', '1/2'])('refuses "%s"', (text) =>
    expect(parse(text)).toBeNaN(),
  );
  it('knows numbers that have names', () => {
    for (const text of ['nan', '-NaN', 'nan(ind)', '-1.#IND', '1.#QNAN00']) expect(namedNumber(text)).toBeNaN();
    expect([namedNumber('inf'), namedNumber('-Infinity'), namedNumber('1.#INF')]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
    for (const text of ['', 'none', 'information', '1.#', '12']) expect(namedNumber(text)).toBeUndefined();
  });
});

describe(`writing 32-bit numbers (seed ${seed})`, () => {
  it('reads back to the same bits, for bits at random', () => {
    const random = new Random(seed);
    const bits = new Uint32Array(1);
    const value = new Float32Array(bits.buffer);
    const wrong: string[] = [];
    let longest = 0;
    for (let i = 0; i < 50_000; i++) {
      bits[0] = random.integer();
      if (!Number.isFinite(value[0])) continue;
      const text = print(value[0]!);
      if (!Object.is(Math.fround(Number(text)), value[0])) wrong.push(`${value[0]} was written as ${text}`);
      longest = Math.max(longest, text.length);
    }
    expect(wrong).toEqual([]);
    expect(longest).toBeLessThanOrEqual(18);
    expect(longest).toBeGreaterThan(6);
  });
  it('reads back to the same bits, for lengths in metres', () => {
    const random = new Random(seed);
    const values = Array.from({ length: 50_000 }, () => Math.fround(random.between(-2, 2)));
    expect(values.filter((value) => Math.fround(Number(print(value))) !== value)).toEqual([]);
  });
  it.each([
    [0.1, '0.1'],
    [-1.5, '-1.5'],
    [100, '100'],
    [123456.7, '123456.7'],
    [1e-7, '0.0000001'],
    [0.001, '0.001'],
    [999999.94, '999999.94'],
    [16777216, '16777216'],
    [0, '0'],
    [-0, '-0'],
    [Number.NaN, 'nan'],
    [Number.NEGATIVE_INFINITY, '-inf'],
    [1e20, '1.00000e+20'],
  ])('writes %s', (value, text) => expect(print(Math.fround(value))).toBe(text));
  it('writes integers', () => {
    const bytes = new Uint8Array(DECIMAL_BYTES);
    for (const value of [0, 9, 10, 4_294_967_295, 9_007_199_254_740_991])
      expect(new TextDecoder().decode(bytes.subarray(0, writeInteger(bytes, 0, value)))).toBe(String(value));
  });
});
