import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { findCoincidentRoots, RootGrid, rootSpacing, usableRoots } from './root-grid.ts';
import { strandsFromPolylines } from './strands.ts';

const seed = 71008;

type Place = [number, number, number];
const single = (places: readonly Place[]) => strandsFromPolylines(places.map((p) => [p]));

/** Points on a hemisphere the size of a scalp, on a line, and in a plane. */
function places(shape: 'scalp' | 'line' | 'plane', count: number): Place[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const a = random.unit();
    const b = random.unit();
    if (shape === 'line') return [0.2 * a, 1.6 + 0.1 * a, 0];
    if (shape === 'plane') return [a, 0, b];
    const r = Math.sqrt(1 - a * a);
    return [0.09 * r * Math.cos(2 * Math.PI * b), 1.6 + 0.09 * a, 0.09 * r * Math.sin(2 * Math.PI * b)];
  });
}

function meanNearest(list: readonly Place[]): number {
  let sum = 0;
  for (const p of list) {
    let nearest = Number.POSITIVE_INFINITY;
    for (const q of list) if (q !== p) nearest = Math.min(nearest, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    sum += nearest;
  }
  return sum / list.length;
}

describe(`roots (seed ${seed})`, () => {
  for (const [shape, most] of [
    ['scalp', 2],
    ['plane', 2],
    ['line', 5],
  ] as const)
    it(`have a spacing of half to ${most} times the mean nearest distance: ${shape}`, () => {
      const list = places(shape, 1500);
      const ratio = rootSpacing(single(list)) / meanNearest(list);
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(most);
      // Every root doubled, and one root astray, change it by less than another factor of three.
      const doubled = rootSpacing(single([...list, ...list])) / rootSpacing(single(list));
      expect(doubled).toBeGreaterThan(0.33);
      expect(doubled).toBeLessThan(1.5);
      const astray = rootSpacing(single([...list, [1000, 0, 0]])) / rootSpacing(single(list));
      expect(astray).toBeGreaterThan(0.33);
      expect(astray).toBeLessThan(3);
    });

  it('have no spacing where there are none, one, or all in one place', () => {
    expect(rootSpacing(single([]))).toBe(0);
    expect(rootSpacing(single([[1, 2, 3]]))).toBe(0);
    expect(
      rootSpacing(
        single([
          [1, 2, 3],
          [1, 2, 3],
        ]),
      ),
    ).toBe(0);
  });

  it('coincide exactly where brute force says so', () => {
    const random = new Random(seed);
    const list = places('scalp', 600);
    for (let k = 0; k < 60; k++) {
      const [x, y, z] = list[random.below(list.length)]!;
      const nudge = k % 3 === 0 ? 0 : 1e-7 * (k % 3);
      list.splice(random.below(list.length), 0, [x + nudge, y, z]);
    }
    const strands = single(list);
    const { twin, radius, spacing } = findCoincidentRoots(strands, 1e-3);
    expect(radius).toBeCloseTo(1e-3 * spacing, 12);
    const representatives: number[] = [];
    const at = (i: number) => strands.positions.subarray(3 * i, 3 * i + 3);
    list.forEach((_, i) => {
      const near = representatives.filter(
        (j) => Math.hypot(at(i)[0]! - at(j)[0]!, at(i)[1]! - at(j)[1]!, at(i)[2]! - at(j)[2]!) <= radius,
      );
      expect(twin[i]).toBe(near[0] ?? -1);
      if (near.length === 0) representatives.push(i);
    });
    expect(list.length - representatives.length).toBeGreaterThan(50);
  });

  it('that are not finite are passed over', () => {
    const strands = strandsFromPolylines([[], [[Number.NaN, 0, 0]], [[0, 0, 0]], [[0, Infinity, 0]], [[0, 0, 0]]]);
    expect([...usableRoots(strands)]).toEqual([2, 4]);
    expect([...findCoincidentRoots(strands, 1e-4).twin]).toEqual([-1, -1, -1, -1, 2]);
  });

  it('are found across cells, the lowest number first', () => {
    const grid = new RootGrid(1, 3);
    grid.add(7, 0.999, 0, 0);
    grid.add(4, 0.999, 0, 0.001);
    grid.add(5, -3, 0, 0);
    expect(grid.find(1.001, 0, 0, 0.01)).toBe(4);
    expect(grid.find(1.1, 0, 0, 0.01)).toBe(-1);
    expect(grid.find(-3, 0, 0, 0)).toBe(5);
  });

  it('of a hundred thousand strands in one spot take no longer than others', () => {
    const { twin } = findCoincidentRoots(single(Array.from({ length: 100_000 }, (): Place => [1, 2, 3])), 1e-4);
    expect(twin.every((t, i) => t === (i === 0 ? -1 : 0))).toBe(true);
  });
});
