import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strandLengths, strandStatistics } from './statistics.ts';
import { makeStrands, strandsFromPolylines } from './strands.ts';

const seed = 71005;
const coordinate = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: -1000, max: 1000 }).map((i) => i / 8) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);
const polylines = fc.array(fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 7 }), { maxLength: 8 });

describe(`statistics (seed ${seed})`, () => {
  it('are those of the finite points', () => {
    fc.assert(
      fc.property(polylines, (lines) => {
        const { bounds, length, segment, ...counts } = strandStatistics(strandsFromPolylines(lines));
        const finite = lines.map((line) => line.filter((p) => p.every(Number.isFinite)));
        const edges = finite.map((line) =>
          line.slice(1).map((p, i) => Math.hypot(...p.map((x, c) => x - line[i]![c]!))),
        );
        const lengths = edges.map((list) => list.reduce((a, b) => a + b, 0));
        const sizes = lines.map((line) => line.length);
        expect(counts.strands).toBe(lines.length);
        expect(counts.points).toBe(lines.flat().length);
        expect(counts.nonFinitePoints).toBe(lines.flat().length - finite.flat().length);
        expect(counts.pointsPerStrand).toEqual(
          lines.length > 0 ? { min: Math.min(...sizes), max: Math.max(...sizes) } : { min: 0, max: 0 },
        );
        if (finite.flat().length === 0) expect(bounds).toBeNull();
        for (let c = 0; c < 3 && bounds; c++) {
          expect(bounds.min[c]).toBe(Math.min(...finite.flat().map((p) => p[c]!)));
          expect(bounds.max[c]).toBe(Math.max(...finite.flat().map((p) => p[c]!)));
        }
        if (lines.length > 0) {
          expect(length.min).toBeCloseTo(Math.min(...lengths), 9);
          expect(length.max).toBeCloseTo(Math.max(...lengths), 9);
          expect(length.mean).toBeCloseTo(lengths.reduce((a, b) => a + b, 0) / lines.length, 9);
        } else expect(length).toEqual({ min: 0, mean: 0, max: 0 });
        expect(segment.min).toBeCloseTo(edges.flat().length > 0 ? Math.min(...edges.flat()) : 0, 9);
        expect(segment.max).toBeCloseTo(edges.flat().length > 0 ? Math.max(...edges.flat()) : 0, 9);
      }),
      { seed },
    );
  });

  it('count bytes of all arrays and give lengths strand by strand', () => {
    const bare = strandsFromPolylines([
      [
        [0, 0, 0],
        [3, 4, 0],
      ],
      [[0, 0, 0]],
    ]);
    const strands = makeStrands({
      ...bare,
      pointAttributes: new Map([['radius', { size: 1, data: new Float32Array(3) }]]),
      strandAttributes: new Map([['flag', { size: 1, data: new Uint8Array(2) }]]),
    });
    expect(strandStatistics(strands).bytes).toBe(2 * 4 + 3 * 4 + 9 * 4 + 3 * 4 + 2);
    expect([...strandLengths(strands)]).toEqual([5, 0]);
  });
});
