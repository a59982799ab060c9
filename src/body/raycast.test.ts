import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { addScaled, at, cross, dot, length, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { TriangleBvh } from './bvh.ts';
import type { TriangleMesh } from './mesh.ts';
import { makeRayHit, raycast } from './raycast.ts';
import { boxMesh, sphereMesh, torusMesh } from './shapes.ts';

const seed = 20261119;

/** The first hit by planes and half spaces. */
function reference(mesh: TriangleMesh, origin: Vec3, direction: Vec3): number {
  let first = Number.POSITIVE_INFINITY;
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(mesh.positions, mesh.triangles[t + k]!)) as [Vec3, Vec3, Vec3];
    const n = cross(subtract(b, a), subtract(c, a));
    const s = dot(subtract(a, origin), n) / dot(direction, n);
    const p = addScaled(origin, direction, s);
    const within = (u: Vec3, v: Vec3): boolean => dot(cross(subtract(v, u), subtract(p, u)), n) >= 0;
    if (s >= 0 && within(a, b) && within(b, c) && within(c, a)) first = Math.min(first, s);
  }
  return first;
}

describe(`rays against a mesh (seed ${seed})`, () => {
  it('agree with asking every triangle', () => {
    const random = new Random(seed);
    const hit = makeRayHit();
    for (const mesh of [boxMesh(1, 0.6, 0.8), sphereMesh(0.7, 2), torusMesh(0.6, 0.25, 20, 12)]) {
      const bvh = new TriangleBvh(mesh);
      for (let q = 0; q < 120; q++) {
        const origin: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
        const direction: Vec3 = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
        const expected = reference(mesh, origin, direction);
        expect(raycast(bvh, origin, direction, Number.POSITIVE_INFINITY, hit)).toBe(Number.isFinite(expected));
        if (hit.triangle < 0) continue;
        expect(hit.t).toBeCloseTo(expected, 9);
        const corners = [0, 1, 2].map((k) => at(mesh.positions, mesh.triangles[3 * hit.triangle + k]!)) as Vec3[];
        const p = addScaled(addScaled(scale(corners[0]!, hit.u), corners[1]!, hit.v), corners[2]!, hit.w);
        expect(length(subtract(p, addScaled(origin, direction, hit.t)))).toBeLessThan(1e-9);
      }
    }
  });

  it('along the axes, and only as far as allowed', () => {
    const bvh = new TriangleBvh(boxMesh(2, 2, 2));
    const hit = makeRayHit();
    expect(raycast(bvh, [0.3, 0.2, 5], [0, 0, -1], 10, hit)).toBe(true);
    expect(hit.t).toBe(4);
    expect(raycast(bvh, [0.3, 0.2, 5], [0, 0, -1], 4, hit)).toBe(false);
    expect(hit.triangle).toBe(-1);
    expect(raycast(bvh, [0.3, 5, 5], [0, 0, -1], 10, hit)).toBe(false);
    expect(raycast(bvh, [0.3, 0, 0.2], [0, 1, 0], 1.5, hit)).toBe(true);
    expect(hit.t).toBe(1);
  });
});
