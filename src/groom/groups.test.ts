import { describe, expect, it } from 'vitest';
import { groupOf, isSameHair } from './groups.ts';

describe('groups of hair', () => {
  it('blends neither the sides of a parting nor different parts', () => {
    const left = groupOf({ side: -1, part: 0 });
    const right = groupOf({ side: 1, part: 0 });
    const behind = groupOf({ side: 0, part: 0 });
    const fringe = groupOf({ side: 0, part: 1 });
    expect(isSameHair(left, right)).toBe(false);
    expect(isSameHair(left, left)).toBe(true);
    expect(isSameHair(left, behind)).toBe(true);
    expect(isSameHair(behind, right)).toBe(true);
    expect(isSameHair(behind, fringe)).toBe(false);
  });
});
