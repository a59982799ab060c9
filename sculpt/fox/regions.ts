import { smoothstep } from '../../src/numeric/curve.ts';
import type { Implicit } from '../clay/implicit.ts';
import { ellipsoid } from '../clay/solids.ts';
import { earRim } from './ear.ts';
import { earlessDistance, taillessDistance } from './figure.ts';
import { EYE_OPENING, LEATHERS, LIPS } from './head.ts';
import { fromHead, inHead } from './head-frame.ts';
import { clawDistance } from './legs.ts';

/** Parts of the skin that grooms name. Only `coat` leaves out what is bare; the others say where, not whether hair grows. */
export const FOX_REGIONS = [
  'coat',
  'ruff',
  'tail',
  'legs',
  'belly',
  'face',
  'ears',
  'ears-inner',
  'whiskers',
  'nose',
  'eyes',
  'pads',
  'claws',
] as const;
export type FoxRegion = (typeof FOX_REGIONS)[number];

/** 1 where the distance is not positive, 0 from `margin` on. */
const within = (distance: number, margin: number): number => 1 - smoothstep(distance / margin);

const WHISKER_PAD = ellipsoid([0.0135, 0.0035, 0.1325], [0.007, 0.0075, 0.0135]);
const [leathers, eyeOpening, lips, rim, whiskerPad] = [LEATHERS, EYE_OPENING, LIPS, earRim, WHISKER_PAD.distance].map(
  fromHead,
) as [Implicit, Implicit, Implicit, Implicit, Implicit];

/** A vertex with its normal. */
export interface SkinPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
}

/** From 0 where the neck leaves the chest to 1 at the head. */
export const alongNeck = (y: number, z: number): number => (0.592 * (y - 0.298) + 0.806 * (z - 0.095)) / 0.15;

export function regionsAt({ x, y, z, ny }: SkinPoint): Record<FoxRegion, number> {
  const w = inHead(x, y, z)[2];
  const ears = z > 0.15 && y > 0.4 ? smoothstep((earlessDistance(x, y, z) - 0.0005) / 0.004) : 0;
  const tail = z < -0.26 ? smoothstep((taillessDistance(x, y, z) - 0.0005) / 0.02) : 0;
  const nose = within(leathers(x, y, z) - 0.0005, 0.001);
  const eyes = within(eyeOpening(x, y, z) - 0.0002, 0.0009);
  const claws = within(clawDistance(x, y, z) - 0.0003, 0.001);
  const pads = within(y - 0.0065, 0.005) * smoothstep((-0.05 - ny) / 0.5) * (1 - claws);
  const face = smoothstep((w - 0.018) / 0.022) * (1 - ears);
  const neck = smoothstep((alongNeck(y, z) - 0.2) / 0.3);
  // Below the trunk there is nothing else; beside it the legs begin where they stand off.
  const below = smoothstep((0.198 - y) / 0.012);
  const beside = smoothstep((0.245 - y) / 0.05) * smoothstep((x - 0.012) / 0.026);
  const legs = (1 - tail) * Math.max(below, beside);
  return {
    coat: (1 - nose) * (1 - eyes) * (1 - pads) * (1 - claws) * (1 - within(lips(x, y, z) - 0.0004, 0.001)),
    ruff: neck * (1 - smoothstep((w - 0.045) / 0.03)) * (1 - ears),
    tail,
    legs,
    belly: smoothstep((0.2 - ny) / 1.1) * smoothstep((0.31 - y) / 0.04) * (1 - legs) * (1 - tail) * (1 - neck),
    face: face * (1 - nose) * (1 - eyes),
    ears,
    'ears-inner': ears * smoothstep(rim(x, y, z) / 0.0014),
    whiskers: within(whiskerPad(x, y, z), 0.002),
    nose,
    eyes,
    pads,
    claws,
  };
}
