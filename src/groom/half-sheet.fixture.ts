import { makeMesh, type TriangleMesh } from '../body/mesh.ts';

/** A flat square sheet of side 0.2 m; hair grows where x is above 0, weight rising from 0 to 1 over 8 mm. */
export function halfSheet(): { readonly mesh: TriangleMesh; readonly weight: Float32Array } {
  const side = 81;
  const positions = new Float32Array(3 * side * side);
  const weight = new Float32Array(side * side);
  const triangles: number[] = [];
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++) {
      const v = i * side + j;
      const x = (0.2 * i) / (side - 1) - 0.1;
      positions.set([x, (0.2 * j) / (side - 1), 0], 3 * v);
      weight[v] = Math.min(1, Math.max(0, 0.5 + x / 0.008));
      if (i + 1 < side && j + 1 < side) triangles.push(...[v, v + side, v + 1], ...[v + 1, v + side, v + side + 1]);
    }
  return { mesh: makeMesh({ positions, triangles: Uint32Array.from(triangles) }), weight };
}
