import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectStrand, isUneven, makeInspector } from './inspect.ts';

const seed = 71010;
const limits = { maximumTurn: Math.PI / 3, maximumEdgeRatio: 4, zeroEdge: 1e-6 };
const coordinate = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY) },
);
const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 12 });

/** The same, written for reading: usable points first, then their edges. */
function reference(list: readonly (readonly number[])[]) {
  const isFinitePoint = (p: readonly number[]) => p.every(Number.isFinite);
  const usable: number[][] = [];
  for (const p of list)
    if (isFinitePoint(p) && (usable.length === 0 || Math.hypot(...p.map((x, c) => x - usable.at(-1)![c]!)) > 1e-6))
      usable.push([...p]);
  const edges = usable.slice(1).map((p, i) => Math.hypot(...p.map((x, c) => x - usable[i]![c]!)));
  const notFinite = list.filter((p) => !isFinitePoint(p)).length;
  return { usable: usable.length, notFinite, repeated: list.length - notFinite - usable.length, edges };
}

describe(`inspection of one strand (seed ${seed})`, () => {
  it('finds what a plain reading of the points finds', () => {
    const inspector = makeInspector(limits);
    fc.assert(
      fc.property(points, (list) => {
        const flat = Float32Array.from([9, 9, 9, ...list.flat(), 9, 9, 9]);
        const shape = inspectStrand(inspector, flat, 1, 1 + list.length);
        const { edges, ...counts } = reference(list);
        expect(shape).toMatchObject({ points: list.length, ...counts });
        expect(shape.length).toBeCloseTo(
          edges.reduce((a, b) => a + b, 0),
          9,
        );
        expect(shape.longest).toBeCloseTo(Math.max(0, ...edges), 9);
        if (edges.length > 0) expect(shape.shortest).toBeCloseTo(Math.min(...edges), 9);
        expect(isUneven(shape, limits)).toBe(edges.length > 0 && Math.max(...edges) > 4 * Math.min(...edges));
      }),
      { seed, numRuns: 300 },
    );
  });

  it('says where things are in the strand as given', () => {
    const nan = Number.NaN;
    const strand = [0, 0, 0, nan, 0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0];
    const shape = inspectStrand(makeInspector(limits), Float32Array.from(strand), 0, 7);
    expect(shape).toMatchObject({ firstNotFinite: 1, firstRepeated: 3, crooked: 1, firstCrooked: 4, longestEdge: 0 });
  });

  it('forgets the strand before', () => {
    const inspector = makeInspector(limits);
    inspectStrand(inspector, Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, Number.NaN, 0, 0, 0, 0, 0), 0, 5);
    expect(inspectStrand(inspector, Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), 0, 3)).toMatchObject({
      ...{ points: 3, usable: 3, notFinite: 0, repeated: 0, crooked: 0, shortest: 1, longest: 1, length: 2 },
      pointsPerTurn: Number.POSITIVE_INFINITY,
    });
  });
});
