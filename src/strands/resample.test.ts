import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, distance, type Vec3 } from '../numeric/vector.ts';
import { InputError } from './input-error.ts';
import { resample } from './resample.ts';
import { strandLengths } from './statistics.ts';
import { makeStrands, pointCount, type Strands, strandsFromPolylines } from './strands.ts';

const seed = 71003;
const coordinate = fc.integer({ min: -1000, max: 1000 }).map((i) => i / 1000);
const line = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 2, maxLength: 10 });
const lines = fc.array(line, { minLength: 1, maxLength: 5 });
const count = fc.integer({ min: 2, max: 30 });
const curves = ['linear', 'catmull-rom'] as const;

/** Distance from a point to the nearest of a strand's edges, and the arc length there. */
function project(strands: Strands, strand: number, p: Vec3): { off: number; s: number[] } {
  let off = Number.POSITIVE_INFINITY;
  const places: { off: number; s: number }[] = [];
  let s = 0;
  for (let i = strands.first[strand]!; i + 1 < strands.first[strand + 1]!; i++) {
    const a = at(strands.positions, i);
    const b = at(strands.positions, i + 1);
    const l = distance(a, b);
    const dot = a.reduce((sum, x, c) => sum + (p[c]! - x) * (b[c]! - x), 0);
    const t = l > 0 ? Math.max(0, Math.min(1, dot / (l * l))) : 0;
    const foot = a.map((x, c) => x + t * (b[c]! - x)) as unknown as Vec3;
    places.push({ off: distance(foot, p), s: s + t * l });
    off = Math.min(off, distance(foot, p));
    s += l;
  }
  return { off, s: places.filter((place) => place.off < off + 1e-5).map((place) => place.s) };
}

describe(`resampling (seed ${seed})`, () => {
  for (const curve of curves)
    it(`keeps root, tip, ids and counts (${curve})`, () => {
      fc.assert(
        fc.property(lines, count, (polylines, points) => {
          const strands = strandsFromPolylines(polylines);
          const out = resample(strands, { points, curve });
          expect([...out.id]).toEqual([...strands.id]);
          for (let i = 0; i < polylines.length; i++) {
            expect(out.first[i + 1]! - out.first[i]!).toBe(points);
            expect(at(out.positions, out.first[i]!)).toEqual(at(strands.positions, strands.first[i]!));
            expect(at(out.positions, out.first[i + 1]! - 1)).toEqual(at(strands.positions, strands.first[i + 1]! - 1));
          }
          expect(out.positions.every(Number.isFinite)).toBe(true);
        }),
        { seed },
      );
    });

  it('puts points on the polyline at equal arc lengths, and never lengthens it', () => {
    fc.assert(
      fc.property(lines, count, (polylines, points) => {
        const strands = strandsFromPolylines(polylines);
        const before = strandLengths(strands);
        const out = resample(strands, { points });
        const after = strandLengths(out);
        for (let i = 0; i < polylines.length; i++) {
          expect(after[i]!).toBeLessThan(before[i]! * (1 + 1e-6) + 1e-6);
          for (let k = 0; k < points; k++) {
            const { off, s } = project(strands, i, at(out.positions, out.first[i]! + k));
            expect(off).toBeLessThan(1e-6);
            const wanted = (before[i]! * k) / (points - 1);
            expect(Math.min(...s.map((x) => Math.abs(x - wanted)))).toBeLessThan(2e-5);
          }
        }
      }),
      { seed },
    );
  });

  it('leaves a strand alone whose points are even already', () => {
    const helix = Array.from({ length: 40 }, (_, k) => [0.02 * Math.cos(k), 0.01 * k, 0.02 * Math.sin(k)]);
    const straight = Array.from({ length: 40 }, (_, k) => [0.01 * k, 1.5, -0.02 * k]);
    const strands = strandsFromPolylines([helix, straight]);
    const out = resample(strands, { points: 40 });
    strands.positions.forEach((x, c) => {
      expect(Math.abs(out.positions[c]! - x)).toBeLessThan(4e-7);
    });
  });

  it('takes the spacing that divides a strand evenly and is nearest to the one asked for', () => {
    const strands = strandsFromPolylines([
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
      [
        [0, 0, 0],
        [0.01, 0, 0],
      ],
      [
        [0, 0, 0],
        [0.3, 0, 0],
        [0.3, 0.4, 0],
      ],
    ]);
    const out = resample(strands, { spacing: 0.3 });
    expect([...out.first]).toEqual([0, 4, 6, 9]);
    expect(distance(at(out.positions, 0), at(out.positions, 1))).toBeCloseTo(1 / 3, 6);
  });

  it('reproduces attributes that are linear in position, takes integers from the nearer point', () => {
    fc.assert(
      fc.property(lines, count, (polylines, points) => {
        const bare = strandsFromPolylines(polylines);
        const linear = (p: Vec3) => 3 + p[0] - 2 * p[1] + 0.5 * p[2];
        const sum = Float32Array.from({ length: pointCount(bare) }, (_, p) => linear(at(bare.positions, p)));
        const index = Uint32Array.from({ length: pointCount(bare) }, (_, p) => p);
        const group = Uint32Array.from(bare.id, (id) => 5 * id);
        const strands = makeStrands({
          ...bare,
          pointAttributes: new Map([
            ['sum', { size: 1, data: sum }],
            ['index', { size: 1, data: index }],
          ]),
          strandAttributes: new Map([['group', { size: 1, data: group }]]),
        });
        const out = resample(strands, { points });
        expect([...out.strandAttributes.get('group')!.data]).toEqual([...group]);
        for (let p = 0; p < pointCount(out); p++) {
          const place = at(out.positions, p);
          expect(Math.abs(out.pointAttributes.get('sum')!.data[p]! - linear(place))).toBeLessThan(2e-6);
          const strand = Math.floor(p / points);
          const nearest = out.pointAttributes.get('index')!.data[p]!;
          expect(nearest).toBeGreaterThanOrEqual(strands.first[strand]!);
          expect(nearest).toBeLessThan(strands.first[strand + 1]!);
        }
      }),
      { seed },
    );
  });

  it('follows a circle closer with the spline than along the polyline', () => {
    const arc = Array.from({ length: 9 }, (_, k) => [Math.cos(k * 0.4), Math.sin(k * 0.4), 0]);
    const strands = strandsFromPolylines([arc]);
    const error = (curve: 'linear' | 'catmull-rom') => {
      const { positions } = resample(strands, { points: 65, curve });
      let worst = 0;
      // The first and last edge have no neighbour to take their curvature from.
      for (let p = 8; p < 57; p++) worst = Math.max(worst, Math.abs(Math.hypot(...at(positions, p)) - 1));
      return worst;
    };
    expect(error('linear')).toBeGreaterThan(0.019);
    expect(error('catmull-rom')).toBeLessThan(0.001);
  });

  it('passes strands without an arc length through as they are', () => {
    const nan = Number.NaN;
    const strands = strandsFromPolylines([
      [],
      [[1, 2, 3]],
      [
        [0, 0, 0],
        [nan, 0, 0],
        [1, 0, 0],
      ],
      [
        [4, 4, 4],
        [4, 4, 4],
        [4, 4, 4],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
    ]);
    for (const curve of curves) {
      const out = resample(strands, { points: 5, curve });
      expect([...out.first]).toEqual([0, 0, 1, 4, 9, 14]);
      expect([...out.positions.slice(0, 12)]).toEqual([...strands.positions.slice(0, 12)]);
      expect(out.positions.slice(12, 27).every((x) => x === 4)).toBe(true);
      expect([...resample(strands, { spacing: 0.5, curve }).first]).toEqual([0, 0, 1, 4, 6, 9]);
    }
  });

  it('refuses counts and spacings that make no strand', () => {
    const strands = strandsFromPolylines([
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
    ]);
    for (const options of [
      {},
      { points: 3, spacing: 1 },
      { points: 1 },
      { points: 2.5 },
      { spacing: 0 },
      { spacing: Number.NaN },
    ])
      expect(() => resample(strands, options)).toThrow(InputError);
    expect(() => resample(strands, { spacing: 1e-12 })).toThrow(/more than 4e9 points/);
  });
});
