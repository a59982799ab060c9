import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { WindingNumber } from './inside.ts';
import type { TriangleMesh } from './mesh.ts';
import { boxMesh, sphereMesh, torusMesh } from './shapes.ts';

const seed = 20261122;

type Surface = Pick<TriangleMesh, 'positions' | 'triangles'>;

/**
 * The sum over all triangles of the solid angle, by its three dihedral angles' tangent formula on the platform's
 * functions.
 */
function exactWinding(mesh: Surface, x: number, y: number, z: number): number {
  let sum = 0;
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = 3 * mesh.triangles[t + k]!;
      const r = [mesh.positions[v]! - x, mesh.positions[v + 1]! - y, mesh.positions[v + 2]! - z];
      const l = Math.hypot(...r);
      return r.map((e) => e / l);
    }) as [number[], number[], number[]];
    const dot = (p: number[], q: number[]): number => p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]!;
    const triple =
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
    sum += 2 * Math.atan2(triple, 1 + dot(a, b) + dot(b, c) + dot(c, a));
  }
  return sum / (4 * Math.PI);
}

const meshes: [string, Surface, (x: number, y: number, z: number) => number][] = [
  ['ball', sphereMesh(0.8, 3), (x, y, z) => Math.hypot(x, y, z) - 0.8],
  ['ring', torusMesh(0.7, 0.25, 40, 24), (x, y, z) => Math.hypot(Math.hypot(x, z) - 0.7, y) - 0.25],
  ['box', boxMesh(1, 1.2, 0.8), (x, y, z) => Math.max(Math.abs(x) - 0.5, Math.abs(y) - 0.6, Math.abs(z) - 0.4)],
];

function points(random: Random, count: number): [number, number, number][] {
  return Array.from({ length: count }, () => [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]);
}

describe(`winding numbers (seed ${seed})`, () => {
  it('are 1 inside and 0 outside of closed meshes', () => {
    for (const [name, mesh, distance] of meshes) {
      const winding = new WindingNumber(mesh);
      for (const [x, y, z] of points(new Random(seed), 200)) {
        const d = distance(x, y, z);
        if (Math.abs(d) < 0.02) continue;
        expect(Math.abs(winding.at(x, y, z) - (d < 0 ? 1 : 0)), `${name} ${x} ${y} ${z}`).toBeLessThan(0.06);
        expect(winding.isInside(x, y, z)).toBe(d < 0);
      }
    }
  });

  it('without dipoles agree with the exact sum, also where triangles are missing', () => {
    for (const [, mesh] of meshes) {
      const open = { positions: mesh.positions, triangles: mesh.triangles.slice(9) };
      const exact = new WindingNumber(open, { reach: Number.POSITIVE_INFINITY });
      const fast = new WindingNumber(open);
      for (const [x, y, z] of points(new Random(seed + 1), 40)) {
        const expected = exactWinding(open, x, y, z);
        expect(exact.at(x, y, z)).toBeCloseTo(expected, 11);
        expect(Math.abs(fast.at(x, y, z) - expected)).toBeLessThan(0.06);
      }
    }
  });

  it('a few missing triangles change no answer away from them', () => {
    const random = new Random(seed + 2);
    for (const [, mesh, distance] of meshes.slice(0, 2)) {
      const gone = new Set(Array.from({ length: 8 }, () => random.below(mesh.triangles.length / 3)));
      const open = {
        positions: mesh.positions,
        triangles: mesh.triangles.filter((_, i) => !gone.has(Math.floor(i / 3))),
      };
      const winding = new WindingNumber(open);
      for (const [x, y, z] of points(random, 400)) {
        const d = distance(x, y, z);
        if (Math.abs(d) > 0.08) expect(winding.isInside(x, y, z)).toBe(d < 0);
      }
    }
  });

  it('parts that overlap add up', () => {
    const ball = sphereMesh(0.5, 2);
    const count = ball.positions.length / 3;
    const positions = new Float32Array(2 * ball.positions.length);
    positions.set(ball.positions);
    positions.set(
      ball.positions.map((c, i) => (i % 3 === 0 ? c + 0.4 : c)),
      ball.positions.length,
    );
    const triangles = Uint32Array.from([...ball.triangles, ...ball.triangles.map((v) => v + count)]);
    const winding = new WindingNumber({ positions, triangles });
    expect(winding.at(0.2, 0, 0)).toBeCloseTo(2, 1);
    expect(winding.at(-0.3, 0, 0)).toBeCloseTo(1, 1);
    expect(winding.isInside(0.2, 0, 0)).toBe(true);
    expect(winding.at(0.2, 0.6, 0)).toBeCloseTo(0, 1);
  });

  it('nothing has no inside', () => {
    expect(new WindingNumber({ positions: new Float32Array(0), triangles: new Uint32Array(0) }).at(0, 0, 0)).toBe(0);
  });
});
