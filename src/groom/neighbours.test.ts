import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { NearestPoints, Surrounding } from './neighbours.ts';

const SEED = 99;

function scattered(count: number): Float32Array {
  const random = new Random(SEED);
  return Float32Array.from({ length: 3 * count }, () => random.between(-1, 1));
}

/** Places in the plane z = 0, spread as roots are: no triangle of neighbours is very thin. */
function spread(side: number): Float32Array {
  const random = new Random(SEED);
  const at = (i: number): number => (2 * (i + 0.5 + random.between(-0.25, 0.25))) / side - 1;
  return Float32Array.from(
    Array.from({ length: side * side }, (_, i) => [at(i % side), at(Math.floor(i / side)), 0]).flat(),
  );
}

describe('NearestPoints', () => {
  it(`finds what looking at all points finds (seed ${SEED})`, () => {
    const points = scattered(500);
    const grid = new NearestPoints(points);
    const random = new Random(SEED + 1);
    const found = new Int32Array(7);
    const square = new Float64Array(7);
    const isOdd = (i: number): boolean => i % 2 === 1;
    for (let n = 0; n < 200; n++) {
      // Some places lie outside the grid.
      const [x, y, z] = [random.between(-1.5, 1.5), random.between(-1.5, 1.5), random.between(-1.5, 1.5)];
      const count = grid.find(x, y, z, 7, isOdd, found, square);
      const all = Array.from({ length: 250 }, (_, k) => 2 * k + 1)
        .map((i) => ({ i, d: Math.hypot(points[3 * i]! - x, points[3 * i + 1]! - y, points[3 * i + 2]! - z) }))
        .sort((a, b) => a.d - b.d);
      expect(count).toBe(7);
      expect(Array.from(found)).toEqual(all.slice(0, 7).map(({ i }) => i));
    }
  });

  it('finds fewer where there are fewer, and none too far away', () => {
    const grid = new NearestPoints(Float32Array.of(0, 0, 0, 1, 0, 0, 5, 0, 0));
    const found = new Int32Array(4);
    const square = new Float64Array(4);
    expect(grid.find(0.1, 0, 0, 4, () => true, found, square)).toBe(3);
    expect(Array.from(found.subarray(0, 3))).toEqual([0, 1, 2]);
    expect(grid.find(100, 0, 0, 1, () => true, found, square, 3)).toBe(0);
  });
});

describe('Surrounding', () => {
  const points = spread(9);
  const nearest = new NearestPoints(points);
  const surrounding = new Surrounding(12);
  const found = new Int32Array(12);

  function surround(x: number, y: number): void {
    const count = nearest.find(x, y, 0, 12, () => true, found, new Float64Array(12));
    surrounding.choose(x, y, 0, 0, 0, 1, points, found, count, count);
  }

  it(`gives weights that reproduce the place, in a triangle with an empty circle (seed ${SEED})`, () => {
    const random = new Random(SEED + 2);
    for (let n = 0; n < 100; n++) {
      const [x, y] = [random.between(-0.7, 0.7), random.between(-0.7, 0.7)];
      surround(x, y);
      const corners = Array.from(surrounding.corner, (k) => found[k]!);
      const w = surrounding.weight;
      expect(w[0]! + w[1]! + w[2]!).toBeCloseTo(1, 9);
      expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
      const sum = (c: number): number => corners.reduce((s, i, k) => s + w[k]! * points[3 * i + c]!, 0);
      expect(sum(0)).toBeCloseTo(x, 6);
      expect(sum(1)).toBeCloseTo(y, 6);
      const [cx, cy, r] = circle(corners);
      for (const i of found)
        expect(Math.hypot(points[3 * i]! - cx, points[3 * i + 1]! - cy)).toBeGreaterThan(r * (1 - 1e-6));
    }
  });

  function circle(corners: number[]): [number, number, number] {
    const [ax, ay, bx, by, cx, cy] = corners.flatMap((i) => [points[3 * i]!, points[3 * i + 1]!]) as number[] as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by));
    const [a, b, c] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
    const x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d;
    const y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d;
    return [x, y, Math.hypot(ax - x, ay - y)];
  }

  it('takes the nearest point of the outline for a place outside of it', () => {
    surround(3, 0);
    const w = surrounding.weight;
    expect(w[0]! + w[1]! + w[2]!).toBeCloseTo(1, 9);
    const x = surrounding.corner.reduce((s, k, i) => s + w[i]! * points[3 * found[k]!]!, 0);
    expect(x).toBeGreaterThan(0.85);
    expect(new Set(surrounding.corner).size).toBe(3);
  });

  it('makes do with one or two candidates', () => {
    const few = Int32Array.of(3, 4);
    surrounding.choose(0, 0, 0, 0, 0, 1, points, few, 1, 1);
    expect(Array.from(surrounding.weight)).toEqual([1, 0, 0]);
    surrounding.choose(0, 0, 0, 0, 0, 1, points, few, 2, 2);
    expect(surrounding.weight[0]! + surrounding.weight[1]!).toBeCloseTo(1, 9);
  });
});
