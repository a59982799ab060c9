import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeStrands, pointCount, strandCount, strandsFromPolylines, uniformFirst } from './strands.ts';

const seed = 71001;
const coordinate = fc.integer({ min: -1000, max: 1000 }).map((i) => i / 1000);
const polylines = fc.array(fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 6 }), { maxLength: 8 });

describe(`packed strands (seed ${seed})`, () => {
  it('hold every point of every polyline, in order', () => {
    fc.assert(
      fc.property(polylines, (lines) => {
        const strands = strandsFromPolylines(lines);
        expect(strandCount(strands)).toBe(lines.length);
        expect(pointCount(strands)).toBe(lines.reduce((sum, line) => sum + line.length, 0));
        expect([...strands.id]).toEqual(lines.map((_, i) => i));
        lines.forEach((line, i) => {
          const packed = strands.positions.slice(3 * strands.first[i]!, 3 * strands.first[i + 1]!);
          expect(packed).toEqual(Float32Array.from(line.flat()));
        });
      }),
      { seed },
    );
  });

  it('refuse offsets that do not start at 0, do not end at the number of points, or fall', () => {
    const positions = new Float32Array(12);
    const make = (...first: number[]) => makeStrands({ first: Uint32Array.from(first), positions });
    expect(strandCount(make(0, 1, 1, 4))).toBe(3);
    expect(() => make()).toThrow(RangeError);
    expect(() => make(1, 4)).toThrow(RangeError);
    expect(() => make(0, 5)).toThrow(RangeError);
    expect(() => make(0, 3, 2, 4)).toThrow(/falls from 3 to 2 at strand 1/);
  });

  it('refuse ids and attributes of the wrong length', () => {
    const first = uniformFirst(2, 3);
    const positions = new Float32Array(18);
    expect(() => makeStrands({ first, positions, id: new Uint32Array(3) })).toThrow(/3 ids for 2 strands/);
    const attributes = (size: number, length: number) =>
      new Map([['radius', { size, data: new Float32Array(length) }]]);
    expect(() => makeStrands({ first, positions, pointAttributes: attributes(1, 5) })).toThrow(
      /radius has 5 numbers, 6/,
    );
    expect(() => makeStrands({ first, positions, strandAttributes: attributes(3, 5) })).toThrow(
      /radius has 5 numbers, 6/,
    );
    expect(() => makeStrands({ first, positions, pointAttributes: attributes(0, 0) })).toThrow(/size 0/);
    expect(makeStrands({ first, positions, pointAttributes: attributes(2, 12) }).pointAttributes.size).toBe(1);
  });
});
