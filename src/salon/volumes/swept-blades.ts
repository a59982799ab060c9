import type { HairState } from '../../contact/interaction.ts';
import { quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import type { Cut } from '../changes.ts';
import { mixPoses, type Pose } from '../stroke.ts';
import type { Work } from '../tool.ts';
import { type Blades, bladesAt, meetSweep, meetTriangle, normalOf, sweepBall } from './blades.ts';

/** Parameters of everything that has two blades. */
export const bladeParameters = {
  blades: quantity({ unit: 'm', about: 'Length of the blades.', min: 0.005, max: 0.5, default: 0.06 }),
  opening: quantity({
    unit: 'rad',
    about: 'Angle between the blades when they are quite open.',
    min: 0.02,
    max: 2,
    default: 0.6,
  }),
  shortest: quantity({
    unit: 'm',
    about: 'No piece shorter than this is cut off.',
    min: 0.0005,
    max: 0.1,
    default: 0.004,
  }),
};

export type BladeParameters = ValuesOf<typeof bladeParameters>;

/** Blades turn or move at most this far between two looks, metres. */
const LOOK = 0.004;
const MOST_LOOKS = 32;

/** Where the blades meet hair in a step, and what they pass over between its ends: by rising id, and along a strand from its root. */
export function bladeCuts({ view, from, to, isFirst }: Work, own: BladeParameters): Required<Cut>[] {
  const { hair } = view;
  const looks = looksBetween(own, isFirst ? to : from, to);
  const across = normalOf(looks[looks.length - 1]!);
  const ball = sweepBall(looks[0]!, looks[looks.length - 1]!);
  const boxes = looks.map((look, n) => boxOf([...look, ...(looks[n + 1] ?? [])]));
  // What was cut off falls whole.
  const rooted = view.byId().filter((k) => view.isRooted(k));
  return rooted.flatMap((k) => {
    const end = view.length(k);
    let last = 0;
    return placesOf(hair, k, { looks, boxes }, ball.centre, ball.radius + 0.02).flatMap((s) => {
      if (s - last < own.shortest || end - s < own.shortest) return [];
      last = s;
      return [{ id: hair.ids[k]!, s, across }];
    });
  });
}

export function bladesOf(own: BladeParameters, pose: Pose): Blades {
  return bladesAt(pose, own.blades, Math.max(0.02, own.opening * pose.aperture));
}

function looksBetween(own: BladeParameters, from: Pose, to: Pose): Blades[] {
  const moved =
    distance(from.origin, to.origin) +
    own.blades * (distance(from.direction, to.direction) + distance(from.up, to.up)) +
    own.blades * own.opening * Math.abs(from.aperture - to.aperture);
  const count = Math.min(MOST_LOOKS, Math.ceil(moved / LOOK));
  return Array.from({ length: count + 1 }, (_, i) => bladesOf(own, count === 0 ? to : mixPoses(from, to, i / count)));
}

/** Blades at all looks, and the boxes about each and the one that follows. */
interface Sweep {
  readonly looks: readonly Blades[];
  readonly boxes: readonly Box[];
}

type Box = readonly [low: Vec3, high: Vec3];

/** More than what is lost by rounding, metres. */
const ROUND_OFF = 1e-6;

const boxOf = (corners: readonly Vec3[]): Box => {
  const among = (best: (...values: number[]) => number): Vec3 => [
    best(...corners.map(([x]) => x)),
    best(...corners.map(([, y]) => y)),
    best(...corners.map(([, , z]) => z)),
  ];
  return [among(Math.min), among(Math.max)];
};

/** Whether all of the segment p q is farther than `reach` from a box, along one axis. */
function isApart([low, high]: Box, p: Vec3, q: Vec3, reach: number): boolean {
  for (let c = 0; c < 3; c++) {
    if (p[c]! < low[c]! - reach && q[c]! < low[c]! - reach) return true;
    if (p[c]! > high[c]! + reach && q[c]! > high[c]! + reach) return true;
  }
  return false;
}

/** Rising arc lengths at which the swept blades meet strand k. */
function placesOf(hair: HairState, k: number, sweep: Sweep, centre: Vec3, radius: number): number[] {
  const places: number[] = [];
  for (let i = hair.first[k]!; i + 1 < hair.first[k + 1]!; i++) {
    const p = at(hair.position, i);
    // A simulated strand stands for a lock: blades that close on its side cut all of it, at their line.
    const reach = hair.radius[i]!;
    if (distance(p, centre) > radius + reach + hair.s[i + 1]! - hair.s[i]!) continue;
    const q = at(hair.position, i + 1);
    const fraction = firstCrossing(sweep, p, q, reach);
    if (fraction >= 0) places.push(hair.s[i]! + snapped(fraction) * (hair.s[i + 1]! - hair.s[i]!));
  }
  return places;
}

function firstCrossing({ looks, boxes }: Sweep, p: Vec3, q: Vec3, reach: number): number {
  for (let n = 0; n < looks.length; n++) {
    if (isApart(boxes[n]!, p, q, reach + ROUND_OFF)) continue;
    const fraction = meetTriangle(looks[n]!, p, q, reach);
    if (fraction >= 0) return fraction;
    if (n + 1 === looks.length) break;
    const swept = meetSweep(looks[n]!, looks[n + 1]!, p, q);
    if (swept >= 0) return swept;
  }
  return -1;
}

/** Models cut at a node that is this near: doing it here lets everybody know where the cut is. */
const SNAP = 0.06;
export const snapped = (fraction: number): number => (fraction < SNAP ? 0 : fraction > 1 - SNAP ? 1 : fraction);
