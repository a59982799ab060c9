import { describe, expect, it } from 'vitest';
import { keepPoints, makeWorkingStrand, placeWorking, spreadEvenly, workingCount } from './working-strand.ts';

const bent = () => makeWorkingStrand(Float32Array.of(0, 0, 0, 1, 0, 0, 1, 3, 0));

describe('working strand', () => {
  it('starts with every point as its own source', () => {
    expect([...bent().source]).toEqual([0, 1, 2]);
    expect(workingCount(bent())).toBe(3);
  });

  it('carries sources through placing after placing', () => {
    const work = bent();
    spreadEvenly(work, 5);
    expect([...work.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 2, 0, 1, 3, 0]);
    [0, 1, 4 / 3, 5 / 3, 2].forEach((s, i) => {
      expect(work.source[i]).toBeCloseTo(s, 12);
    });
    placeWorking(work, { lower: Uint32Array.of(0, 2), fraction: Float64Array.of(0.5, 0.5) });
    expect(work.source[0]).toBeCloseTo(0.5, 12);
    expect(work.source[1]).toBeCloseTo(1.5, 12);
    expect([...work.positions]).toEqual([0.5, 0, 0, 1, 1.5, 0]);
  });

  it('keeps marked points', () => {
    const work = bent();
    keepPoints(work, Uint8Array.of(1, 0, 1));
    expect([...work.source]).toEqual([0, 2]);
    expect([...work.positions]).toEqual([0, 0, 0, 1, 3, 0]);
  });
});
