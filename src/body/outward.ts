import type { TriangleMesh } from './mesh.ts';
import { weldVertices } from './weld.ts';

/** Triangles that go round as their vertices' normals say: files do not always agree with themselves. In sharp folds normals point both ways: there a triangle goes round as its neighbours do. */
export function outwardTriangles({ positions: p, normals: n, triangles }: TriangleMesh): Uint32Array {
  const out = triangles.slice();
  const unsure: number[] = [];
  for (let t = 0; t < out.length; t += 3) {
    const [i, j, k] = [3 * out[t]!, 3 * out[t + 1]!, 3 * out[t + 2]!];
    const agrees = [0, 0, 0];
    for (let c = 0; c < 3; c++) {
      const [u, v] = [(c + 1) % 3, (c + 2) % 3];
      const face =
        (p[j + u]! - p[i + u]!) * (p[k + v]! - p[i + v]!) - (p[j + v]! - p[i + v]!) * (p[k + u]! - p[i + u]!);
      agrees[0] = agrees[0]! + face * n[i + c]!;
      agrees[1] = agrees[1]! + face * n[j + c]!;
      agrees[2] = agrees[2]! + face * n[k + c]!;
    }
    if (agrees[0]! + agrees[1]! + agrees[2]! < 0) turn(out, t);
    if (agrees.some((one) => one < 0) && agrees.some((one) => one > 0)) unsure.push(t);
  }
  if (unsure.length > 0) followNeighbours(p, out, unsure);
  return out;
}

function turn(triangles: Uint32Array, t: number): void {
  [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2]!, triangles[t + 1]!];
}

/** Turns triangles that run along edges the same way as more of their neighbours than not; the first of them first. */
function followNeighbours(positions: Float32Array, triangles: Uint32Array, unsure: readonly number[]): void {
  const welded = weldVertices(positions);
  const count = positions.length / 3;
  const open = new Set(unsure);
  const edges = new Set<number>();
  const edge = (t: number, c: number, isBack: boolean): number => {
    const [a, b] = [welded[triangles[t + c]!]!, welded[triangles[t + ((c + 1) % 3)]!]!];
    return isBack ? b * count + a : a * count + b;
  };
  for (let t = 0; t < triangles.length; t += 3)
    if (!open.has(t)) for (let c = 0; c < 3; c++) edges.add(edge(t, c, false));
  // From the rim of what is sure inwards.
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const t of open) {
      let votes = 0;
      for (let c = 0; c < 3; c++) {
        if (edges.has(edge(t, c, true))) votes++;
        if (edges.has(edge(t, c, false))) votes--;
      }
      if (votes === 0) continue;
      if (votes < 0) turn(triangles, t);
      open.delete(t);
      for (let c = 0; c < 3; c++) edges.add(edge(t, c, false));
    }
  }
}
