import { describe, expect, it } from 'vitest';
import { makeMesh, triangleCount, vertexCount, vertexNormals } from './mesh.ts';

describe('meshes', () => {
  it('vertex normals are area-weighted means of unit length', () => {
    // Two triangles at a right angle along the x axis, the upright one twice as large.
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 2, 0);
    const normals = vertexNormals(positions, Uint32Array.of(0, 1, 2, 0, 1, 3));
    const l = Math.hypot(1, 2);
    [0, 1 / l, 2 / l].forEach((c, k) => {
      expect(normals[k]).toBeCloseTo(c, 6);
    });
    expect([...normals.slice(6, 9)]).toEqual([0, 1, 0]);
  });

  it('a vertex without triangles gets no NaN', () => {
    const mesh = makeMesh({ positions: new Float32Array(9), triangles: new Uint32Array(0) });
    expect([...mesh.normals]).toEqual(new Array(9).fill(0));
    expect([vertexCount(mesh), triangleCount(mesh)]).toEqual([3, 0]);
  });
});
