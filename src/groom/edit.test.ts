import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import { type Strands, strandsFromPolylines } from '../strands/strands.ts';
import { movePoint, setLength } from './edit.ts';

const SEED = 4711;

function helix(radius: number, pitch: number, turns: number, points: number): number[][] {
  return Array.from({ length: points }, (_, i) => {
    const t = (2 * Math.PI * turns * i) / (points - 1);
    return [radius * Math.cos(t), radius * Math.sin(t), (pitch * t) / (2 * Math.PI)];
  });
}

function arcLength(strands: Strands, strand: number): number {
  let sum = 0;
  for (let i = strands.first[strand]! + 1; i < strands.first[strand + 1]!; i++)
    sum += Math.hypot(...[0, 1, 2].map((c) => strands.positions[3 * i + c]! - strands.positions[3 * i - 3 + c]!));
  return sum;
}

const pointOf = (strands: Strands, i: number): number[] => Array.from(strands.positions.subarray(3 * i, 3 * i + 3));

const coordinate = fc.double({ min: -0.3, max: 0.3, noNaN: true });

describe('movePoint', () => {
  it(`keeps root, edges and all other strands (G1: length within 0.1 %, seed ${SEED})`, () => {
    const walk = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 3, maxLength: 24 });
    fc.assert(
      fc.property(walk, fc.nat(), coordinate, coordinate, coordinate, (steps, pick, x, y, z) => {
        const line = steps.map((_, i) =>
          [0, 1, 2].map((c) =>
            steps.slice(0, i + 1).reduce((sum, step) => sum + 0.2 * step[c]! + (c === 1 ? -0.01 : 0), 0),
          ),
        );
        const before = strandsFromPolylines([line, line]);
        const point = 1 + (pick % (line.length - 1));
        const after = movePoint(before, 1, point, [x, y, z]);
        const first = before.first[1]!;
        expect(pointOf(after, first)).toEqual(pointOf(before, first));
        expect(after.positions.subarray(0, 3 * first)).toEqual(before.positions.subarray(0, 3 * first));
        const length = arcLength(before, 1);
        expect(Math.abs(arcLength(after, 1) - length)).toBeLessThan(1e-3 * length + 1e-6);
      }),
      { seed: SEED },
    );
  });

  it('brings the handle to its target where the hair reaches, and stretches towards it where it does not', () => {
    const before = strandsFromPolylines([helix(0.005, 0.02, 4, 41)]);
    const near = movePoint(before, 0, 20, [0.01, 0.02, 0.03]);
    expect(Math.hypot(...pointOf(near, 20).map((x, c) => x - [0.01, 0.02, 0.03][c]!))).toBeLessThan(1e-5);
    const far = movePoint(before, 0, 40, [5, 0, 0]);
    const tip = pointOf(far, 40);
    expect(tip[0]! - 0.005).toBeGreaterThan(0.99 * arcLength(before, 0));
  });

  it('changes nothing when the point is moved to where it is', () => {
    const before = strandsFromPolylines([helix(0.01, 0.03, 2, 33)]);
    const after = movePoint(before, 0, 17, pointOf(before, 17) as [number, number, number]);
    for (let i = 0; i < before.positions.length; i++)
      expect(Math.abs(after.positions[i]! - before.positions[i]!)).toBeLessThan(1e-6);
  });

  it('moves neighbours less than the handle', () => {
    const before = strandsFromPolylines([Array.from({ length: 21 }, (_, i) => [0, -0.01 * i, 0])]);
    const after = movePoint(before, 0, 20, [0.05, -0.18, 0]);
    const shift = (i: number): number => Math.hypot(...pointOf(after, i).map((x, c) => x - pointOf(before, i)[c]!));
    expect(shift(5)).toBeLessThan(shift(20));
    expect(shift(1)).toBeLessThan(0.01);
  });

  it('refuses to move a root, or a point that is not there', () => {
    const strands = strandsFromPolylines([helix(0.01, 0.03, 2, 9)]);
    expect(() => movePoint(strands, 0, 0, [0, 0, 0])).toThrow(/its root, which stays/);
    expect(() => movePoint(strands, 0, 9, [0, 0, 0])).toThrow(InputError);
    expect(() => movePoint(strands, 1, 1, [0, 0, 0])).toThrow(/no strand 1/);
    expect(() => movePoint(strands, 0, 1, [Number.NaN, 0, 0])).toThrow(/cannot be moved/);
  });
});

describe('setLength', () => {
  it.each([0.02, 0.05, 0.1, 0.2])('gives a curl exactly %f m with equal edges and the root in place', (length) => {
    const before = strandsFromPolylines([helix(0.004, 0.01, 3, 49)]);
    const after = setLength(before, 0, length);
    expect(arcLength(after, 0) / length).toBeCloseTo(1, 5);
    expect(pointOf(after, 0)).toEqual(pointOf(before, 0));
    for (let i = 1; i < 49; i++) {
      const edge = Math.hypot(...pointOf(after, i).map((x, c) => x - pointOf(after, i - 1)[c]!));
      expect(edge / (length / 48)).toBeCloseTo(1, 3);
    }
  });

  it('grows a curl on along the same helix', () => {
    const before = strandsFromPolylines([helix(0.004, 0.01, 3, 97)]);
    const after = setLength(before, 0, 1.8 * arcLength(before, 0));
    for (let i = 0; i < 97; i++) {
      const [x, y, z] = pointOf(after, i) as [number, number, number];
      const angle = (2 * Math.PI * z) / 0.01;
      expect(Math.hypot(x - 0.004 * Math.cos(angle), y - 0.004 * Math.sin(angle))).toBeLessThan(2e-4);
    }
  });

  it('grows straight hair straight on, and clips along the hair', () => {
    const before = strandsFromPolylines([Array.from({ length: 5 }, (_, i) => [0, -0.01 * i, 0])]);
    expect(pointOf(setLength(before, 0, 0.08), 4)[1]).toBeCloseTo(-0.08, 6);
    expect(pointOf(setLength(before, 0, 0.02), 4)[1]).toBeCloseTo(-0.02, 6);
  });

  it('refuses a length that is none', () => {
    const strands = strandsFromPolylines([helix(0.01, 0.03, 2, 9)]);
    expect(() => setLength(strands, 0, 0)).toThrow(InputError);
    expect(() => setLength(strands, 0, Number.NaN)).toThrow(/length above 0/);
  });
});
