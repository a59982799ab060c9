import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { buildHierarchy } from './hierarchy.ts';

const POINTS = 4;

/** Strands that hang from random places of a square of 20 cm. */
function lawn(seed: number, count: number, firstId = 0): Strands {
  const random = new Random(seed);
  const positions = Array.from({ length: count }, () => {
    const [x, z] = [random.between(0, 0.2), random.between(0, 0.2)];
    return Array.from({ length: POINTS }, (_, i) => [x, -0.05 * i, z]);
  });
  return makeStrands({
    id: Uint32Array.from({ length: count }, (_, k) => firstId + k),
    first: uniformFirst(count, POINTS),
    positions: Float32Array.from(positions.flat(2)),
  });
}

describe.each([1, 2])('a hierarchy of strands (seed %i)', (seed) => {
  const grooms = [lawn(seed, 300), lawn(seed + 10, 37, 1000)];
  const { kind, parent, firstChild, children, order, from, to, leader, radius, leaf } = buildHierarchy(grooms);
  const childrenOf = (n: number): number[] => [...children.subarray(firstChild[n]!, firstChild[n + 1]!)];
  const strandsOf = (n: number): number[] => [...order.subarray(from[n]!, to[n]!)];

  it('has every strand of a groom once, at each depth', () => {
    expect(
      Array.from(parent.keys())
        .filter((n) => parent[n]! < 0)
        .map((n) => strandsOf(n).length),
    ).toEqual([300, 37]);
    parent.forEach((_, n) => {
      const below = childrenOf(n);
      if (below.length > 0) expect(below.flatMap(strandsOf)).toEqual(strandsOf(n));
      for (const child of below) expect(parent[child]).toBe(n);
    });
    leaf.forEach((n, k) => {
      expect(strandsOf(n)).toEqual([k]);
    });
  });

  it('halves strips, quarters what is narrower, and ends with single strands', () => {
    expect(kind[0]).toBe('strip');
    kind.forEach((one, n) => {
      const count = childrenOf(n).length;
      if (one === 'strand') expect([count, radius[n]]).toEqual([0, 0]);
      else if (one === 'strip') expect(count).toBe(2);
      else expect([2, 3, 4]).toContain(count);
    });
  });

  it('lets one of the children lead all of them', () => {
    parent.forEach((_, n) => {
      const below = childrenOf(n);
      if (below.length > 0) expect(below.map((child) => leader[child])).toContain(leader[n]);
    });
  });

  it('is the same wherever the hair stands', () => {
    const moved = grooms.map((groom) => ({ ...groom, positions: groom.positions.map((x) => x + 0.5) }));
    expect([...buildHierarchy(moved).leader]).toEqual([...leader]);
  });
});
