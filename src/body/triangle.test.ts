import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { addScaled, cross, distance, dot, length, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { closestOnTriangle, gatherCorners } from './triangle.ts';

const seed = 20261117;

function distanceToSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const ab = subtract(b, a);
  const along = dot(ab, ab) > 0 ? Math.min(Math.max(dot(subtract(p, a), ab) / dot(ab, ab), 0), 1) : 0;
  return distance(p, addScaled(a, ab, along));
}

/** Another way to the same number: the plane if the foot lies inside all three edges, otherwise the nearest edge. */
function reference(p: Vec3, a: Vec3, b: Vec3, c: Vec3): number {
  const n = cross(subtract(b, a), subtract(c, a));
  const edges: [Vec3, Vec3][] = [
    [a, b],
    [b, c],
    [c, a],
  ];
  const toEdges = Math.min(...edges.map(([s, e]) => distanceToSegment(p, s, e)));
  const inside = length(n) > 1e-12 && edges.every(([s, e]) => dot(cross(n, subtract(e, s)), subtract(p, s)) >= 0);
  return inside ? Math.abs(dot(subtract(p, a), scale(n, 1 / length(n)))) : toEdges;
}

function randomPoint(random: Random, size: number): Vec3 {
  return [random.between(-size, size), random.between(-size, size), random.between(-size, size)].map(
    Math.fround,
  ) as unknown as Vec3;
}

describe(`nearest point of a triangle (seed ${seed})`, () => {
  const weights = new Float64Array(3);

  function check(p: Vec3, a: Vec3, b: Vec3, c: Vec3): void {
    const corners = Float32Array.from([...a, ...b, ...c]);
    const found = Math.sqrt(closestOnTriangle(corners, 0, ...p, weights));
    const [u, v, w] = weights as unknown as [number, number, number];
    expect(found).toBeCloseTo(reference(p, a, b, c), 9);
    expect(Math.min(u, v, w)).toBeGreaterThanOrEqual(-1e-15);
    expect(u + v + w).toBeCloseTo(1, 12);
    const point = addScaled(addScaled(scale(a, u), b, v), c, w);
    expect(distance(p, point)).toBeCloseTo(found, 9);
  }

  it('agrees with plane and edges taken apart', () => {
    const random = new Random(seed);
    for (let i = 0; i < 1000; i++)
      check(randomPoint(random, 2), randomPoint(random, 1), randomPoint(random, 1), randomPoint(random, 1));
  });

  it('triangles without area are segments or points', () => {
    const random = new Random(seed + 1);
    for (let i = 0; i < 150; i++) {
      const [p, a, b] = [randomPoint(random, 2), randomPoint(random, 1), randomPoint(random, 1)];
      check(p, a, a, b);
      check(p, a, b, a);
      check(p, b, a, a);
      check(p, a, a, a);
      // Halves of sums of multiples of 1/1024 are exact: truly collinear.
      const q = a.map((x) => Math.round(x * 1024) / 1024) as unknown as Vec3;
      const r = b.map((x) => Math.round(x * 1024) / 1024) as unknown as Vec3;
      check(p, q, r, scale(addScaled(q, r, 1), 0.5));
    }
  });

  it('weights are exactly zero where a corner takes no part', () => {
    const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    closestOnTriangle(corners, 0, 0.9, 0.8, 3, weights);
    expect(weights[0]).toBe(0);
    closestOnTriangle(corners, 0, 0.3, -1, 1, weights);
    expect(weights[2]).toBe(0);
    closestOnTriangle(corners, 0, -1, 5, 1, weights);
    expect([...weights]).toEqual([0, 0, 1]);
  });

  it('corners are gathered in the given order', () => {
    const positions = Float32Array.from({ length: 15 }, (_, i) => i);
    const corners = gatherCorners(positions, Uint32Array.of(0, 1, 2, 2, 3, 4), Uint32Array.of(1, 0));
    expect([...corners]).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
