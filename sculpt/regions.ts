import { smoothstep } from '../src/numeric/curve.ts';
import type { Vec3 } from '../src/numeric/vector.ts';
import type { Shape } from './clay/clay.ts';
import { type Bead, tube } from './clay/tube.ts';
import { LIPS, LOWER_LID, UPPER_LID } from './face.ts';
import { bustDistance, earlessDistance } from './figure.ts';
import { type Hairline, hairlineDistance, isWithinHairline } from './hairline.ts';
import { onSurface } from './on-surface.ts';

export const REGION_NAMES = ['scalp', 'face', 'ears', 'lips', 'brows', 'eyes'] as const;
export type RegionName = (typeof REGION_NAMES)[number];

/** Width over which the scalp fades at the hairline, metres. */
const FADE = 0.008;
/** Where the surface stands this far off the bare head it belongs to an ear, metres. */
const EAR_HEIGHT = 0.003;
/** Vertices of the bare head may lie this far off it, metres. */
const CLEARANCE = 0.0003;
/** No scalp below this height, metres. */
const LOWEST_SCALP = -0.04;

const BROW_KNOTS: readonly (readonly [Vec3, radius: number])[] = [
  [[0.011, 0.062, 0.096], 0.0026],
  [[0.02, 0.0655, 0.094], 0.003],
  [[0.031, 0.0685, 0.089], 0.0026],
  [[0.041, 0.067, 0.081], 0.002],
  [[0.048, 0.063, 0.073], 0.0012],
];

const makeBrow = (): Shape =>
  tube(BROW_KNOTS.map(([knot, radius]): Bead => [...onSurface(bustDistance, knot), radius]));

/** 1 where the distance is not positive, 0 from `margin` on. */
const within = (distance: number, margin: number): number => 1 - smoothstep(distance / margin);

function scalpWeight(hairline: Hairline, x: number, y: number, z: number): number {
  if (y < LOWEST_SCALP) return 0;
  const away = hairlineDistance(hairline, x, y, z);
  return smoothstep(0.5 + (isWithinHairline(hairline, x, y, z) ? away : -away) / FADE);
}

/** 1 on the front of the head, before the ears and above the edge of the jaw. */
function frontWeight(y: number, z: number): number {
  return smoothstep((z - 0.018) / 0.02) * smoothstep((y + 0.075 + 0.4 * (z - 0.085)) / 0.015);
}

/** Weights of all regions at vertices with x >= 0. */
export function bustRegions(positions: Float32Array, hairline: Hairline): Map<RegionName, Float32Array> {
  const regions = new Map(REGION_NAMES.map((name) => [name, new Float32Array(positions.length / 3)]));
  const brow = makeBrow().distance;
  for (let v = 0; 3 * v < positions.length; v++) {
    const [x, y, z] = [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!];
    const ears = smoothstep((earlessDistance(x, y, z) - CLEARANCE) / EAR_HEIGHT);
    const scalp = scalpWeight(hairline, x, y, z);
    const lids = Math.min(UPPER_LID.distance(x, y, z), LOWER_LID.distance(x, y, z));
    regions.get('ears')![v] = ears;
    regions.get('scalp')![v] = scalp * (1 - ears);
    regions.get('face')![v] = frontWeight(y, z) * (1 - scalp) * (1 - ears);
    regions.get('lips')![v] = within(LIPS.distance(x, y, z) - 0.0006, 0.0018);
    regions.get('brows')![v] = within(brow(x, y, z) + 0.0012, 0.004);
    regions.get('eyes')![v] = within(lids - 0.0006, 0.002);
  }
  return regions;
}
