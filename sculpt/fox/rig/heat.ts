import { clamp } from '../../../src/numeric/curve.ts';
import type { Bone } from './skeleton.ts';

/**
 * Skin weights as the heat that reaches a place from each bone (Baran and Popović 2007, bone heat): every vertex is warmed by the
 * bone nearest to it, the more the nearer, and heat spreads along the skin. So weights are smooth, positive and sum to 1.
 */

export interface Surface {
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

/** The stiffness matrix of the Laplacian on the surface, row after row, and the area of each vertex. */
interface Laplacian {
  readonly first: Uint32Array;
  readonly column: Uint32Array;
  /** Positive: the negated entries off the diagonal. */
  readonly weight: Float64Array;
  readonly area: Float64Array;
}

// Obtuse triangles have negative cotangents, with which heat would not stay between its bounds.
const LEAST_COTANGENT = 0.02;

export function cotangentLaplacian({ positions: p, triangles }: Surface): Laplacian {
  const count = p.length / 3;
  const area = new Float64Array(count);
  const rows: Map<number, number>[] = Array.from({ length: count }, () => new Map());
  const link = (a: number, b: number, w: number): void => {
    rows[a]!.set(b, (rows[a]!.get(b) ?? 0) + w);
    rows[b]!.set(a, (rows[b]!.get(a) ?? 0) + w);
  };
  for (let t = 0; t < triangles.length; t += 3)
    for (let i = 0; i < 3; i++) {
      const [a, b, c] = [triangles[t + i]!, triangles[t + ((i + 1) % 3)]!, triangles[t + ((i + 2) % 3)]!];
      const [ux, uy, uz] = [0, 1, 2].map((k) => p[3 * b + k]! - p[3 * a + k]!) as [number, number, number];
      const [vx, vy, vz] = [0, 1, 2].map((k) => p[3 * c + k]! - p[3 * a + k]!) as [number, number, number];
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const twice = Math.sqrt(nx * nx + ny * ny + nz * nz);
      area[a] = area[a]! + twice / 6;
      link(b, c, 0.5 * Math.max(LEAST_COTANGENT, (ux * vx + uy * vy + uz * vz) / twice));
    }
  const first = new Uint32Array(count + 1);
  for (let v = 0; v < count; v++) first[v + 1] = first[v]! + rows[v]!.size;
  return {
    first,
    column: Uint32Array.from(rows.flatMap((row) => [...row.keys()])),
    weight: Float64Array.from(rows.flatMap((row) => [...row.values()])),
    area,
  };
}

function boneDistance({ from, to }: Bone, x: number, y: number, z: number): number {
  const [bx, by, bz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [ax, ay, az] = [x - from[0], y - from[1], z - from[2]];
  const t = clamp((ax * bx + ay * by + az * bz) / (bx * bx + by * by + bz * bz), 0, 1);
  const [dx, dy, dz] = [ax - t * bx, ay - t * by, az - t * bz];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** No vertex is warmed as if nearer to a bone than this, metres. */
const CLOSEST = 0.004;

/** The joint whose flesh is nearest to each vertex, and how strongly its bone warms it there, a square metre. */
function nearestJoints(p: ArrayLike<number>, bones: readonly (readonly Bone[])[]): [Int32Array, Float64Array] {
  const joints = new Int32Array(p.length / 3);
  const warmth = new Float64Array(joints.length);
  for (let v = 0; v < joints.length; v++) {
    let least = Number.POSITIVE_INFINITY;
    bones.forEach((pieces, j) => {
      for (const bone of pieces) {
        const d = boneDistance(bone, p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!);
        if (d - bone.radius >= least) continue;
        least = d - bone.radius;
        joints[v] = j;
        const away = Math.max(CLOSEST, d);
        warmth[v] = 1 / (away * away);
      }
    });
  }
  return [joints, warmth];
}

/** Weights of the asked joints at every vertex. */
export function boneHeat(
  surface: Surface,
  bones: readonly (readonly Bone[])[],
  asked: readonly number[],
): Map<number, Float64Array> {
  const laplacian = cotangentLaplacian(surface);
  const [nearest, strength] = nearestJoints(surface.positions, bones);
  const { area } = laplacian;
  const warmth = area.map((a, v) => a * strength[v]!);
  const column = bones.map((_, j) => asked.indexOf(j));
  const heat = spread(
    laplacian,
    warmth,
    Int32Array.from(nearest, (j) => column[j]!),
    asked.length,
  );
  return new Map(asked.map((joint, k) => [joint, Float64Array.from(area, (_, v) => heat[asked.length * v + k]!)]));
}

/** Over-relaxation: with 1.88 the fewest sweeps here (71; 1.7 takes 180, 1.92 takes 106). */
const RELAXATION = 1.88;
const SETTLED = 1e-4;
const MOST_SWEEPS = 400;

/**
 * Solves (Laplacian + warmth) x = warmth times the indicator of each source, for all `width` sources at once by successive
 * over-relaxation: `source` is the number of what warms a vertex. Rows of `width` numbers a vertex.
 */
function spread(
  { first, column, weight }: Laplacian,
  warmth: Float64Array,
  source: Int32Array,
  width: number,
): Float64Array {
  const count = warmth.length;
  const x = new Float64Array(count * width);
  const sum = new Float64Array(width);
  for (let sweep = 0, change = 1; sweep < MOST_SWEEPS && change > SETTLED; sweep++) {
    change = 0;
    for (let v = 0; v < count; v++) {
      sum.fill(0);
      let total = warmth[v]!;
      for (let e = first[v]!; e < first[v + 1]!; e++) {
        const w = weight[e]!;
        const from = width * column[e]!;
        total += w;
        for (let k = 0; k < width; k++) sum[k] = sum[k]! + w * x[from + k]!;
      }
      if (source[v]! >= 0) sum[source[v]!] = sum[source[v]!]! + warmth[v]!;
      for (let k = 0, i = width * v; k < width; k++, i++) {
        const step = RELAXATION * (sum[k]! / total - x[i]!);
        if (Math.abs(step) > change) change = Math.abs(step);
        x[i] = x[i]! + step;
      }
    }
  }
  return x;
}
