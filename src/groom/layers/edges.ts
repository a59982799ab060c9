import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';

/** Points of one strand: from .. to. */
export interface StrandPoints {
  readonly positions: Float32Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Rebuilds a strand from its root out of edges that were given other directions: `turned` writes the new edge for the old one, whose
 * middle is at fraction s of the strand. The root stays, and so does the length of every edge, whatever `turned` writes.
 */
export function rebuild(
  { positions, from, to }: StrandPoints,
  turned: (edge: Float64Array, s: number, out: Float64Array) => void,
): void {
  const edge = new Float64Array(3);
  const out = new Float64Array(3);
  // Before any point moves: each edge is asked for by its old ends.
  let [x, y, z] = [positions[3 * from]!, positions[3 * from + 1]!, positions[3 * from + 2]!];
  let [bx, by, bz] = [x, y, z];
  const count = to - from - 1;
  for (let i = 0; i < count; i++) {
    const a = 3 * (from + i + 1);
    const [nx, ny, nz] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    edge[0] = nx - bx;
    edge[1] = ny - by;
    edge[2] = nz - bz;
    [bx, by, bz] = [nx, ny, nz];
    turned(edge, (i + 0.5) / count, out);
    const long = Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
    const now = Math.sqrt(out[0]! * out[0]! + out[1]! * out[1]! + out[2]! * out[2]!);
    const k = now > 0 ? long / now : 0;
    x += k * out[0]!;
    y += k * out[1]!;
    z += k * out[2]!;
    positions[a] = x;
    positions[a + 1] = y;
    positions[a + 2] = z;
  }
}

/** A direction of the body in the world, and back. */
export const inWorld = (orientation: Quat, v: Vec3): Vec3 => rotate(orientation, v);
export const inBody = (orientation: Quat, v: Vec3): Vec3 => rotate(conjugate(orientation), v);
