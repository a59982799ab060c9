import { clamp } from '../../src/numeric/curve.ts';
import type { Vec3 } from '../../src/numeric/vector.ts';
import type { Density } from '../surface/density.ts';
import type { Grid } from '../surface/marching-tetrahedra.ts';
import type { Crease } from '../surface/sheet.ts';
import { earRim } from './ear.ts';
import { lidLine, mouthLine } from './head.ts';
import { fromHead, headPoint } from './head-frame.ts';

/** Where the fox's mesh is fine and where it is coarse. */

const LONGEST = 0.0135;
const GROWTH = 0.3;

/** A zone about a segment: both ends, its radius, and the longest edge inside, metres. */
type Zone = readonly [from: Vec3, to: Vec3, radius: number, longest: number];

const head = (...p: Vec3): Vec3 => headPoint(p);

const ZONES: readonly Zone[] = [
  // muzzle, face and crown
  [head(0, 0.005, 0.11), head(0, 0.005, 0.15), 0.02, 0.0046],
  [head(0.01, 0.01, 0.03), head(0.01, 0.01, 0.08), 0.04, 0.0068],
  // nose and mouth
  [head(0.003, 0.008, 0.157), head(0.006, 0.008, 0.154), 0.009, 0.0018],
  [head(0, -0.0035, 0.157), head(0.0112, -0.0052, 0.138), 0.003, 0.0019],
  [head(0.0112, -0.0052, 0.138), head(0.0178, -0.0062, 0.1), 0.003, 0.002],
  [head(0.0178, -0.0062, 0.1), head(0.0275, 0.0005, 0.071), 0.003, 0.0022],
  // eye
  [head(0.0255, 0.024, 0.0745), head(0.0255, 0.024, 0.0745), 0.0105, 0.0013],
  // ear
  [head(0.033, 0.04, 0.02), head(0.055, 0.115, 0.02), 0.02, 0.0046],
  // legs and paws
  [[0.045, 0.2, 0.088], [0.037, 0.05, 0.098], 0.02, 0.0072],
  [[0.046, 0.2, -0.19], [0.043, 0.11, -0.26], 0.02, 0.0078],
  [[0.043, 0.12, -0.265], [0.042, 0.03, -0.245], 0.018, 0.0065],
  [[0.037, 0.012, 0.103], [0.037, 0.01, 0.133], 0.018, 0.0037],
  [[0.042, 0.012, -0.245], [0.042, 0.01, -0.215], 0.018, 0.0037],
  // tail
  [[0, 0.33, -0.29], [0, 0.155, -0.4345], 0.03, 0.0085],
  [[0, 0.155, -0.4345], [0, 0.071, -0.526], 0.03, 0.0075],
];
const ZONE_TABLE = Float64Array.from(ZONES.flatMap(([a, b, radius, longest]) => [...a, ...b, radius, longest]));
const ROW = 8;

function longest(x: number, y: number, z: number): number {
  let least = LONGEST;
  for (let k = 0; k < ZONE_TABLE.length; k += ROW) {
    const [ax, ay, az] = [x - ZONE_TABLE[k]!, y - ZONE_TABLE[k + 1]!, z - ZONE_TABLE[k + 2]!];
    const bx = ZONE_TABLE[k + 3]! - ZONE_TABLE[k]!;
    const by = ZONE_TABLE[k + 4]! - ZONE_TABLE[k + 1]!;
    const bz = ZONE_TABLE[k + 5]! - ZONE_TABLE[k + 2]!;
    const b2 = bx * bx + by * by + bz * bz;
    const t = b2 > 0 ? clamp((ax * bx + ay * by + az * bz) / b2, 0, 1) : 0;
    const [dx, dy, dz] = [ax - t * bx, ay - t * by, az - t * bz];
    const outside = Math.max(0, Math.sqrt(dx * dx + dy * dy + dz * dz) - ZONE_TABLE[k + 6]!);
    least = Math.min(least, ZONE_TABLE[k + 7]! + GROWTH * outside);
  }
  return least;
}

const sagitta = (_x: number, y: number, z: number): number => {
  if (y < 0.04) return 0.00028;
  if (z > 0.2 && y > 0.33) return 0.00025;
  return 0.0006;
};

export const FOX_DENSITY: Density = { longest, shortest: 0.0011, sagitta };

export const FOX_CREASES: readonly Crease[] = [
  { distance: fromHead(lidLine), centre: head(0.0255, 0.0245, 0.0745), reach: 0.0105 },
  { distance: fromHead(mouthLine), centre: head(0.012, -0.004, 0.13), reach: 0.034 },
  { distance: fromHead(earRim), centre: head(0.045, 0.096, 0.022), reach: 0.037 },
];

/** Even steps of about `cell` up to each `to`. */
function nodes(from: number, pieces: readonly (readonly [to: number, cell: number])[]): Float64Array {
  const out = [from];
  let start = from;
  for (const [to, cell] of pieces) {
    const count = Math.max(1, Math.round((to - start) / cell));
    for (let i = 1; i <= count; i++) out.push(start + ((to - start) * i) / count);
    start = to;
  }
  return Float64Array.from(out);
}

/** The first grid: fine enough for the ears, the toes and the lids. */
export function firstGrid(): Grid {
  return {
    x: nodes(0, [[0.09, 0.0025]]),
    y: nodes(-0.01, [
      [0.035, 0.0021],
      [0.37, 0.006],
      [0.56, 0.0025],
    ]),
    z: nodes(-0.55, [
      [-0.28, 0.006],
      [-0.2, 0.0021],
      [0.088, 0.006],
      [0.158, 0.0021],
      [0.19, 0.004],
      [0.41, 0.0025],
    ]),
  };
}
