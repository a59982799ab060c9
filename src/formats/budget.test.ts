import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { Budget } from './budget.ts';

describe('Budget', () => {
  it('counts what it gives', () => {
    const budget = new Budget(100);
    expect(budget.limit).toBe(1_000_200);
    expect(budget.float32(10)).toEqual(new Float32Array(10));
    expect(budget.uint32(3)).toEqual(new Uint32Array(3));
    expect(budget.int32(2)).toEqual(new Int32Array(2));
    expect(budget.uint8(5)).toEqual(new Uint8Array(5));
    budget.claim(7);
    expect(budget.total).toBe(40 + 12 + 8 + 5 + 7);
  });
  it('gives exactly up to its limit, then throws instead of allocating', () => {
    const budget = new Budget(8, { factor: 1, extra: 0, name: 'a.hair' });
    budget.float32(1);
    expect(budget.has(4)).toBe(true);
    expect(budget.has(5)).toBe(false);
    expect(() => budget.float32(4_294_967_295)).toThrow(InputError);
    budget.float32(1);
    expect(() => budget.uint8(1)).toThrow(/^a\.hair: data would take 1 bytes on top of 8/);
    expect(budget.total).toBe(8);
  });
  it('refuses counts that are no counts', () => {
    for (const count of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => new Budget(1).float32(count)).toThrow(InputError);
  });
});
