import type { HairState } from '../../contact/interaction.ts';
import { quantity, type ValuesOf } from '../../numeric/parameters.ts';
import { at, distance } from '../../numeric/vector.ts';
import { mixPoses, type Pose } from '../stroke.ts';
import type { Tool, ToolVolume } from '../tool.ts';
import { type Blades, bladesAt, meetSweep, meetTriangle, normalOf, sweepBall } from '../volumes/blades.ts';

const parameters = {
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

export type ScissorsParameters = ValuesOf<typeof parameters>;

/** Blades turn or move at most this far between two looks, metres. */
const LOOK = 0.004;
const MOST_LOOKS = 32;

/** The blades cut what the triangle between them meets, and what it passes over between two steps. */
export const scissors: Tool<typeof parameters> = {
  name: 'scissors',
  about: 'Cuts the hair between the blades; what is cut off falls.',
  parameters,
  memoryWidth: 2,
  volume: (own, pose): ToolVolume => ({ kind: 'triangle', corners: bladesOf(own, pose) }),
  work({ view, from, to, isFirst, changes }, own) {
    if (!(to.press > 0)) return;
    const { hair } = view;
    const looks = looksBetween(own, isFirst ? to : from, to);
    const across = normalOf(looks[looks.length - 1]!);
    const ball = sweepBall(looks[0]!, looks[looks.length - 1]!);
    for (const k of view.byId()) {
      // What was cut off falls whole.
      if (!view.isRooted(k)) continue;
      const places = cutsOf(hair, k, looks, ball.centre, ball.radius + 0.02);
      const end = view.length(k);
      let last = 0;
      for (const s of places) {
        if (s - last < own.shortest || end - s < own.shortest) continue;
        changes.cuts.push({ id: hair.ids[k]!, s, across });
        last = s;
      }
    }
  },
};

function bladesOf(own: ScissorsParameters, pose: Pose): Blades {
  return bladesAt(pose, own.blades, Math.max(0.02, own.opening * pose.aperture));
}

function looksBetween(own: ScissorsParameters, from: Pose, to: Pose): Blades[] {
  const moved =
    distance(from.origin, to.origin) +
    own.blades * (distance(from.direction, to.direction) + distance(from.up, to.up)) +
    own.blades * own.opening * Math.abs(from.aperture - to.aperture);
  const count = Math.min(MOST_LOOKS, Math.ceil(moved / LOOK));
  return Array.from({ length: count + 1 }, (_, i) => bladesOf(own, count === 0 ? to : mixPoses(from, to, i / count)));
}

/** Rising arc lengths at which the swept blades meet strand k. */
function cutsOf(
  hair: HairState,
  k: number,
  looks: readonly Blades[],
  centre: readonly [number, number, number],
  radius: number,
): number[] {
  const places: number[] = [];
  for (let i = hair.first[k]!; i + 1 < hair.first[k + 1]!; i++) {
    const p = at(hair.position, i);
    // A simulated strand stands for a lock: blades that close on its side cut all of it, at their line.
    const reach = hair.radius[i]!;
    if (distance(p, centre) > radius + reach + hair.s[i + 1]! - hair.s[i]!) continue;
    const q = at(hair.position, i + 1);
    const fraction = firstCrossing(looks, p, q, reach);
    if (fraction >= 0) places.push(hair.s[i]! + snapped(fraction) * (hair.s[i + 1]! - hair.s[i]!));
  }
  return places;
}

function firstCrossing(
  looks: readonly Blades[],
  p: readonly [number, number, number],
  q: readonly [number, number, number],
  reach: number,
): number {
  for (let n = 0; n < looks.length; n++) {
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
const snapped = (fraction: number): number => (fraction < SNAP ? 0 : fraction > 1 - SNAP ? 1 : fraction);
