import { describe, expect, it } from 'vitest';
import { openEdges } from './holes.ts';
import { triangleCount, vertexNormals } from './mesh.ts';
import { boxMesh, sphereMesh, torusMesh } from './shapes.ts';

function volume(mesh: { positions: Float32Array; triangles: Uint32Array }): number {
  const { positions: p, triangles } = mesh;
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    sum +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
  }
  return sum / 6;
}

describe('simple bodies', () => {
  it('are closed and enclose the volume of the formula', () => {
    for (const mesh of [sphereMesh(2, 4), boxMesh(1, 2, 3), torusMesh(2, 0.5, 120, 60)])
      expect(openEdges(mesh).length).toBe(0);
    expect(volume(sphereMesh(2, 4)) / ((4 / 3) * Math.PI * 8)).toBeCloseTo(1, 2);
    expect(volume(boxMesh(1, 2, 3))).toBeCloseTo(6, 6);
    expect(volume(torusMesh(2, 0.5, 120, 60)) / (2 * Math.PI ** 2 * 2 * 0.25)).toBeCloseTo(1, 2);
  });

  it('the sphere has 20·4ⁿ triangles, its vertices on the sphere and normals along them', () => {
    const mesh = sphereMesh(0.1, 3);
    expect(triangleCount(mesh)).toBe(20 * 64);
    const normals = vertexNormals(mesh.positions, mesh.triangles);
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const [x, y, z] = mesh.positions.subarray(v, v + 3) as unknown as [number, number, number];
      expect(Math.hypot(x, y, z)).toBeCloseTo(0.1, 7);
      const along = [0, 1, 2].reduce((sum, c) => sum + normals[v + c]! * mesh.normals[v + c]!, 0);
      expect(along).toBeGreaterThan(0.9995);
    }
  });
});
