import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { closeHoles, openEdges } from './holes.ts';
import { boxMesh, sphereMesh, torusMesh } from './shapes.ts';

const seed = 20261121;

/** The mesh without the triangles that `drop` names. */
function without(mesh: { positions: Float32Array; triangles: Uint32Array }, drop: (t: number) => boolean) {
  return { positions: mesh.positions, triangles: mesh.triangles.filter((_, i) => !drop(Math.floor(i / 3))) };
}

describe(`holes (seed ${seed})`, () => {
  it('a closed mesh has none and is returned as it is', () => {
    for (const mesh of [boxMesh(1, 2, 3), sphereMesh(1, 2), torusMesh(1, 0.3)]) {
      expect(openEdges(mesh).length).toBe(0);
      expect(closeHoles(mesh)).toBe(mesh);
    }
  });

  it('one missing triangle comes back as it was', () => {
    const mesh = sphereMesh(1, 1);
    const open = without(mesh, (t) => t === 7);
    expect(openEdges(open).length).toBe(6);
    const closed = closeHoles(open);
    expect(closed.triangles.length).toBe(mesh.triangles.length);
    const cap = [...closed.triangles.slice(-3)];
    const lost = [...mesh.triangles.slice(21, 24)];
    while (cap[0] !== lost[0]) cap.push(cap.shift()!);
    expect(cap).toEqual(lost);
  });

  it('whatever is missing, flipped or doubled, nothing stays open', () => {
    const random = new Random(seed);
    for (let round = 0; round < 30; round++) {
      const mesh = torusMesh(1, 0.4, 12, 8);
      const open = without(mesh, () => false);
      for (let t = 0; t < open.triangles.length; t += 3) {
        const chance = random.unit();
        if (chance < 0.2) open.triangles.fill(0, t, t + 3);
        else if (chance < 0.3) open.triangles.subarray(t, t + 3).reverse();
        else if (chance < 0.35) open.triangles.copyWithin(t, 0, 3);
      }
      expect(openEdges(open).length).toBeGreaterThan(0);
      expect(openEdges(closeHoles(open)).length).toBe(0);
    }
  });

  it('a cap is centred in its rim, wherever the rim has its vertices', () => {
    const box = boxMesh(2, 2, 2);
    // Without its top (triangles 6 and 7).
    const closed = closeHoles(without(box, (t) => t === 6 || t === 7));
    expect([...closed.positions.slice(24)]).toEqual([0, 1, 0]);
    expect(closed.triangles.length / 3).toBe(14);
  });

  it('a seam of doubled vertices is no hole', () => {
    const mesh = sphereMesh(1, 1);
    const positions = new Float32Array(3 * mesh.triangles.length);
    mesh.triangles.forEach((v, i) => {
      positions.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * i);
    });
    const split = { positions, triangles: mesh.triangles.map((_, i) => i) };
    expect(openEdges(split).length).toBe(0);
  });
});
