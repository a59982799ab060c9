import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureStrand } from './arc-length.ts';
import { bridgeGaps, respaceRepeated } from './mend.ts';
import { makeWorkingStrand } from './working-strand.ts';

const seed = 71013;
const straight = (count: number): number[] => Array.from({ length: count }, (_, k) => [k, 2 * k, 0]).flat();

function broken(count: number, ...missing: number[]) {
  const positions = Float32Array.from(straight(count));
  for (const p of missing) positions[3 * p + (p % 3)] = p % 2 === 0 ? Number.NaN : Number.POSITIVE_INFINITY;
  return makeWorkingStrand(positions);
}

describe(`mending points (seed ${seed})`, () => {
  it('bridges gaps of a straight strand to what was there', () => {
    const work = broken(10, 3, 6, 7);
    expect(bridgeGaps(work)).toEqual({ between: 3, atRoot: 0, cut: 0, cutAtRoot: 0 });
    expect([...work.positions]).toEqual(straight(10));
    expect([...work.source]).toEqual([...broken(10).source]);
  });

  it('continues the strand to its root', () => {
    const work = broken(10, 0, 1);
    expect(bridgeGaps(work)).toEqual({ between: 0, atRoot: 2, cut: 0, cutAtRoot: 0 });
    expect([...work.positions]).toEqual(straight(10));
  });

  it('cuts the tip and spreads the points over the rest', () => {
    const work = broken(9, 5, 6, 7, 8);
    expect(bridgeGaps(work)).toEqual({ between: 0, atRoot: 0, cut: 4, cutAtRoot: 0 });
    expect([...work.positions]).toEqual(straight(9).map((x) => x / 2));
    expect([...work.source]).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]);
  });

  it('cuts the root where more is missing than left', () => {
    const work = broken(8, 0, 1, 2, 3, 4);
    expect(bridgeGaps(work)).toEqual({ between: 0, atRoot: 0, cut: 0, cutAtRoot: 5 });
    expect([...work.positions.slice(0, 3)]).toEqual([5, 10, 0]);
    expect([...work.positions.slice(21)]).toEqual([7, 14, 0]);
  });

  it('leaves all points finite and as many, for any gaps around two points', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 20 }), (holes) => {
        fc.pre(holes.filter((hole) => !hole).length >= 2);
        const work = broken(holes.length, ...holes.flatMap((hole, i) => (hole ? [i] : [])));
        bridgeGaps(work);
        expect(work.positions.length).toBe(3 * holes.length);
        expect(work.positions.every(Number.isFinite)).toBe(true);
        for (let i = 0; i < holes.length; i++) {
          expect(work.positions[3 * i + 1]).toBeCloseTo(2 * work.positions[3 * i]!, 4);
          expect(work.source[i]).toBeGreaterThanOrEqual(i === 0 ? 0 : work.source[i - 1]!);
          expect(work.source[i]).toBeLessThan(holes.length);
        }
      }),
      { seed },
    );
  });

  it('moves repeated points into the longest edges; the line and all other points stay', () => {
    const coordinate = fc.integer({ min: -5, max: 5 });
    const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 2, maxLength: 15 });
    fc.assert(
      fc.property(points, (list) => {
        const distinct = list.filter((p, i) => i === 0 || p.join() !== list[i - 1]!.join());
        fc.pre(distinct.length >= 2);
        const before = Float32Array.from(list.flat());
        const work = makeWorkingStrand(before.slice());
        expect(respaceRepeated(work, 1e-6)).toBe(list.length - distinct.length);
        const lengths = new Float64Array(list.length);
        const after = measureStrand(work.positions, 0, list.length, lengths);
        expect(after).toBeCloseTo(measureStrand(before, 0, list.length, new Float64Array(list.length)), 4);
        for (let i = 1; i < list.length; i++) expect(lengths[i]! - lengths[i - 1]!).toBeGreaterThan(0.05);
        const places = new Set(
          Array.from({ length: list.length }, (_, i) => work.positions.slice(3 * i, 3 * i + 3).join()),
        );
        for (const p of distinct) expect(places.has(p.join())).toBe(true);
      }),
      { seed },
    );
  });
});
