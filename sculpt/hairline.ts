import { clamp } from '../src/numeric/curve.ts';
import type { Vec3 } from '../src/numeric/vector.ts';
import { type Bead, smoothString } from './clay/tube.ts';
import { earlessDistance } from './figure.ts';
import { crownAngle, FOLD, headChart } from './head-chart.ts';
import { onSurface } from './on-surface.ts';

// The left half of the hairline, from the forehead over temple, sideburn and ear to the nape, near the head's surface.
const KNOTS: readonly Vec3[] = [
  [0, 0.126, 0.082],
  [0.02, 0.127, 0.079],
  [0.038, 0.122, 0.068],
  [0.052, 0.112, 0.055],
  [0.0615, 0.1, 0.047],
  [0.066, 0.085, 0.043],
  [0.0695, 0.068, 0.037],
  [0.0705, 0.05, 0.029],
  [0.0705, 0.036, 0.0245],
  [0.0705, 0.029, 0.02],
  [0.0705, 0.034, 0.0155],
  [0.0715, 0.052, 0.0125],
  [0.074, 0.067, 0.005],
  [0.0755, 0.0715, -0.011],
  [0.074, 0.063, -0.027],
  [0.0705, 0.045, -0.035],
  [0.066, 0.025, -0.037],
  [0.061, 0.005, -0.039],
  [0.052, -0.01, -0.044],
  [0.04, -0.018, -0.054],
  [0.022, -0.021, -0.0635],
  [0, -0.022, -0.067],
];

const onHead = (knot: Vec3): Vec3 => onSurface(earlessDistance, knot);

export const hairlineAtForehead = (): Vec3 => onHead(KNOTS[0]!);
export const hairlineAtNape = (): Vec3 => onHead(KNOTS[KNOTS.length - 1]!);

/** The left half of the hairline: points on the head, x, y, z packed, and their places in the head's chart. */
export interface Hairline {
  readonly points: Float64Array;
  readonly charted: Float64Array;
}

/** The hairline with `steps` straight pieces between two of its knots. */
export function makeHairline(steps: number): Hairline {
  const string = smoothString(
    KNOTS.map((knot): Bead => [...knot, 0]),
    steps,
  );
  const count = string.length / 4;
  const points = new Float64Array(3 * count);
  const charted = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = onHead([string[4 * i]!, string[4 * i + 1]!, string[4 * i + 2]!]);
    points.set([x, y, z], 3 * i);
    headChart(x, y, z, charted, 2 * i);
  }
  return { points, charted };
}

/** Distance to the hairline in metres, for points at x >= 0. */
export function hairlineDistance({ points }: Hairline, x: number, y: number, z: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k + 5 < points.length; k += 3) {
    const ax = x - points[k]!;
    const ay = y - points[k + 1]!;
    const az = z - points[k + 2]!;
    const bx = points[k + 3]! - points[k]!;
    const by = points[k + 4]! - points[k + 1]!;
    const bz = points[k + 5]! - points[k + 2]!;
    const along = (ax * bx + ay * by + az * bz) / (bx * bx + by * by + bz * bz);
    const t = clamp(along, 0, 1);
    const dx = ax - t * bx;
    const dy = ay - t * by;
    const dz = az - t * bz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared < least) least = squared;
  }
  return Math.sqrt(least);
}

/** Whether the direction of a point at x >= 0 lies within the hairline: crossings of a ray in the chart. */
export function isWithinHairline({ charted }: Hairline, x: number, y: number, z: number): boolean {
  if (crownAngle(x, y, z) > FOLD) return false;
  const place = new Float64Array(2);
  // The mirror plane is itself an edge of the half; a point on it is moved off by a micrometre.
  headChart(Math.max(x, 1e-6), y, z, place, 0);
  const u = place[0]!;
  const v = place[1]!;
  const count = charted.length / 2;
  let isInside = false;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const vi = charted[2 * i + 1]!;
    const vj = charted[2 * j + 1]!;
    if (vi > v === vj > v) continue;
    const ui = charted[2 * i]!;
    const uj = charted[2 * j]!;
    if (u < ui + ((v - vi) / (vj - vi)) * (uj - ui)) isInside = !isInside;
  }
  return isInside;
}
