import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { makeNearestPoint, TriangleBvh } from './bvh.ts';
import { sphereMesh } from './shapes.ts';
import { closestOnTriangle, gatherCorners } from './triangle.ts';

const seed = 20261118;

/** Triangles of very different sizes anywhere, some of them without area. */
function soup(random: Random, count: number): { positions: Float32Array; triangles: Uint32Array } {
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) {
    const size = random.unit() < 0.1 ? 1 : 0.05 * random.unit();
    for (let c = 0; c < 3; c++) {
      const centre = random.between(-1, 1);
      for (let v = 0; v < 3; v++) positions[9 * t + 3 * v + c] = centre + size * random.between(-1, 1);
    }
    if (t % 17 === 0) positions.copyWithin(9 * t + 3, 9 * t, 9 * t + 3);
  }
  return { positions, triangles: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

describe(`nearest point of a mesh (seed ${seed})`, () => {
  it('agrees with asking every triangle', () => {
    const random = new Random(seed);
    for (const count of [1, 2, 5, 60, 700]) {
      const mesh = soup(random, count);
      const bvh = new TriangleBvh(mesh);
      const corners = gatherCorners(mesh.positions, mesh.triangles);
      const weights = new Float64Array(3);
      const found = makeNearestPoint();
      for (let q = 0; q < 120; q++) {
        const [x, y, z] = [random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)];
        let best = Number.POSITIVE_INFINITY;
        for (let t = 0; t < count; t++) best = Math.min(best, closestOnTriangle(corners, 9 * t, x, y, z, weights));
        expect(bvh.nearest(x, y, z, Number.POSITIVE_INFINITY, found)).toBe(true);
        expect(found.squaredDistance).toBe(best);
        expect(closestOnTriangle(corners, 9 * found.triangle, x, y, z, weights)).toBe(best);
        const reached = (x - found.x) ** 2 + (y - found.y) ** 2 + (z - found.z) ** 2;
        expect(Math.abs(reached - best)).toBeLessThan(1e-12);
        // A limit just below finds nothing, one just above finds the same.
        expect(bvh.nearest(x, y, z, Math.sqrt(best) * (1 - 1e-9), found)).toBe(best === 0);
        expect(bvh.nearest(x, y, z, Math.sqrt(best) * (1 + 1e-9) + 1e-12, found)).toBe(true);
      }
    }
  });

  it('every triangle stands in exactly one leaf, inside all boxes above it', () => {
    const mesh = soup(new Random(seed + 1), 500);
    const { bounds, links, order, nodeCount, depth } = new TriangleBvh(mesh).tree;
    const seen = new Set<number>();
    const inside = (child: number, parent: number): boolean =>
      [0, 1, 2].every(
        (c) =>
          bounds[6 * child + c]! >= bounds[6 * parent + c]! &&
          bounds[6 * child + 3 + c]! <= bounds[6 * parent + 3 + c]!,
      );
    for (let node = 0; node < nodeCount; node++) {
      const [link, count] = [links[2 * node]!, links[2 * node + 1]!];
      if (count === 0) {
        expect(inside(node + 1, node) && inside(link, node)).toBe(true);
        continue;
      }
      for (let slot = link; slot < link + count; slot++) seen.add(order[slot]!);
    }
    expect(seen.size).toBe(500);
    expect(depth).toBeLessThan(30);
  });

  it('copes with no triangles, equal triangles and positions that are no numbers', () => {
    const found = makeNearestPoint();
    const empty = new TriangleBvh({ positions: new Float32Array(0), triangles: new Uint32Array(0) });
    expect(empty.nearest(0, 0, 0, 1, found)).toBe(false);
    expect(found.triangle).toBe(-1);
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const same = new TriangleBvh({ positions, triangles: Uint32Array.from({ length: 3000 }, (_, i) => i % 3) });
    expect(same.nearest(0.2, 0.2, 2, 3, found)).toBe(true);
    expect(found.squaredDistance).toBe(4);
    expect(same.tree.depth).toBeLessThan(20);
    expect(same.nearest(Number.NaN, 0, 0, Number.POSITIVE_INFINITY, found)).toBe(false);
  });

  it('the same mesh gives the same tree', () => {
    const mesh = sphereMesh(1, 3);
    expect(new TriangleBvh(mesh).tree).toEqual(new TriangleBvh(mesh).tree);
  });
});
