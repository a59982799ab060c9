import { type Grid, marchTetrahedra } from '../../../../sculpt/surface/marching-tetrahedra.ts';
import { makeMesh, type TriangleMesh } from '../../../body/mesh.ts';

/** Bodies of any topology, as meshes of implicit surfaces with uneven triangles. */

type Implicit = (x: number, y: number, z: number) => number;

function meshOf(f: Implicit, low: readonly number[], high: readonly number[], cell: number): TriangleMesh {
  const nodes = (k: number): Float64Array => {
    const count = Math.ceil((high[k]! - low[k]!) / cell) + 1;
    // Off the planes of symmetry, so that no node lies on the surface.
    return Float64Array.from({ length: count }, (_, i) => low[k]! + i * cell + 1.3e-4 * (k + 1));
  };
  const grid: Grid = { x: nodes(0), y: nodes(1), z: nodes(2) };
  const { positions, triangles } = marchTetrahedra(f, grid);
  return makeMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

const capsule = (p: readonly number[], a: readonly number[], b: readonly number[], r: number): number => {
  const [ux, uy, uz] = [b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!];
  const [vx, vy, vz] = [p[0]! - a[0]!, p[1]! - a[1]!, p[2]! - a[2]!];
  const t = Math.min(1, Math.max(0, (ux * vx + uy * vy + uz * vz) / (ux * ux + uy * uy + uz * uz)));
  const [x, y, z] = [vx - t * ux, vy - t * uy, vz - t * uz];
  return Math.sqrt(x * x + y * y + z * z) - r;
};

/** Union with rounded seams of width k. */
const blend = (a: number, b: number, k: number): number => {
  const h = Math.max(0, k - Math.abs(a - b)) / k;
  return Math.min(a, b) - 0.25 * h * h * k;
};

const ringAt = (x: number, y: number, z: number, centre: number): number => {
  const q = Math.sqrt((x - centre) * (x - centre) + z * z) - 0.1;
  return Math.sqrt(q * q + y * y) - 0.035;
};

/** Two rings that have grown together: Euler characteristic −2. */
export const doubleTorus = (cell = 0.012): TriangleMesh =>
  meshOf(
    (x, y, z) => blend(ringAt(x, y, z, -0.12), ringAt(x, y, z, 0.12), 0.03),
    [-0.27, -0.05, -0.15],
    [0.27, 0.05, 0.15],
    cell,
  );

const LEGS = [
  [0.07, 0.16],
  [-0.07, 0.16],
  [0.07, -0.2],
  [-0.07, -0.2],
] as const;

/** A trunk along z with head, tail, ears and four legs, about 90 cm long: as round as a ball in topology. */
export const fourLegged = (cell = 0.014): TriangleMesh =>
  meshOf(
    (x, y, z) => {
      const p = [x, y, z];
      let d = capsule(p, [0, 0, -0.2], [0, 0.02, 0.18], 0.1);
      d = blend(d, capsule(p, [0, 0.05, 0.2], [0, 0.14, 0.32], 0.065), 0.06);
      d = blend(d, capsule(p, [0, 0.14, 0.32], [0, 0.11, 0.45], 0.04), 0.05);
      d = blend(d, capsule(p, [0, 0.05, -0.26], [0, 0.1, -0.52], 0.035), 0.05);
      for (const side of [-1, 1])
        d = blend(d, capsule(p, [0.04 * side, 0.19, 0.3], [0.06 * side, 0.25, 0.29], 0.022), 0.03);
      for (const [lx, lz] of LEGS) d = blend(d, capsule(p, [lx, 0, lz], [lx, -0.3, lz], 0.04), 0.05);
      return d;
    },
    [-0.2, -0.4, -0.6],
    [0.2, 0.32, 0.54],
    cell,
  );
