import type { TriangleMesh } from './mesh.ts';

/** Triangles that go round as their vertices' normals say: files do not always agree with themselves. */
export function outwardTriangles({ positions: p, normals: n, triangles }: TriangleMesh): Uint32Array {
  const out = triangles.slice();
  for (let t = 0; t < out.length; t += 3) {
    const [i, j, k] = [3 * out[t]!, 3 * out[t + 1]!, 3 * out[t + 2]!];
    let agrees = 0;
    for (let c = 0; c < 3; c++) {
      const [u, v] = [(c + 1) % 3, (c + 2) % 3];
      const face =
        (p[j + u]! - p[i + u]!) * (p[k + v]! - p[i + v]!) - (p[j + v]! - p[i + v]!) * (p[k + u]! - p[i + u]!);
      agrees += face * (n[i + c]! + n[j + c]! + n[k + c]!);
    }
    if (agrees < 0) {
      out[t + 1] = triangles[t + 2]!;
      out[t + 2] = triangles[t + 1]!;
    }
  }
  return out;
}
