import { smoothstep } from '../../numeric/curve.ts';
import { cos, sin } from '../../numeric/elementary.ts';
import { add, addScaled, cross, type Vec3 } from '../../numeric/vector.ts';

/** What becomes of a tail: a braid of three tresses, a bun. */

/** Lengths of a braid as fractions of the tail's radius: a tress, how far it swings to the side, and how deep it goes behind the others. */
const TRESS = 0.38;
const SWING = 0.62;
const DEPTH = 0.42;
/** The tresses have taken their places after this fraction of a pitch. */
const OPENING = 0.35;
/** Where along the tail its end is tied, half the length of the tie, and what is left of the radius there. */
const END_TIE = 0.9;
const END_TIE_LENGTH = 0.025;
const TIED = 0.3;
/** A braid gets so much thinner up to its end. */
const TAPER = 0.4;

/** Where a hair is across a tail. */
export interface Across {
  readonly u: number;
  readonly v: number;
}

/** The shape of a braid. */
export interface Braid {
  /** Length in which a tress comes back to its place, m. */
  readonly pitch: number;
  /** Radius at its thickest, and of the tie where it begins, m. */
  readonly radius: number;
  readonly tie: number;
  /** Length of the tail, m. */
  readonly length: number;
}

/**
 * Where a hair is in a plait after `s` metres, that has its place on the unit disc of tress 0, 1 or 2. A tress swings from side to side as
 * sin φ and goes to the front and to the back as sin 2φ, a third of the way behind the one before: so it crosses over one and under the next.
 */
export function placeInBraid(braid: Braid, tress: number, place: Across, s: number): Across {
  const fraction = s / braid.length;
  const open = smoothstep(s / (OPENING * braid.pitch));
  const woven = open * (1 - smoothstep((fraction - END_TIE + 2 * END_TIE_LENGTH) / END_TIE_LENGTH));
  const fromTie = Math.abs(fraction - END_TIE) / (2 * END_TIE_LENGTH);
  const tied = 1 - (1 - TIED) * (1 - smoothstep(fromTie));
  const radius = (braid.tie + (braid.radius - braid.tie) * open) * (1 - TAPER * Math.min(1, fraction)) * tied;
  const phase = (2 * Math.PI * s) / braid.pitch + (2 * Math.PI * tress) / 3;
  // In a tie the hair of a tress is anywhere in it, between them in its own tress.
  const own = radius * (1 - (1 - TRESS) * woven);
  return {
    u: own * place.u + woven * SWING * radius * sin(phase),
    v: own * place.v + woven * DEPTH * radius * sin(2 * phase),
  };
}

export interface Bun {
  /** Its middle at the skin, away from the head, and to the right. */
  readonly centre: Vec3;
  readonly away: Vec3;
  readonly right: Vec3;
  /** Radius of the line that the tail is wound on, and of the tail, m. */
  readonly radius: number;
  readonly tail: number;
  /** How often the tail goes round. */
  readonly turns: number;
}

/** Angle from the bun's axis at which the tail comes to its dome. */
const CROWN = 0.4;
/** One turn lies so many radii of the tail below the one before. */
const APART = 1.6;
/** What is longer than the dome is tucked under it, where it winds so much closer. */
const TUCKED = 0.8;
/** Where the tail leaves the bun: on its left, on the way down. */
const LEAVES = 1.2 * Math.PI;

/** The way of a tail that is wound to a bun: from its middle to the crown of a dome, around it down to the skin, and on beneath. */
export function windBun({ centre, away, right, radius, tail, turns }: Bun, step: number): Vec3[] {
  const up = cross(away, right);
  const onDome = ((Math.PI / 2 - CROWN) * radius) / (APART * tail);
  const points: Vec3[] = [centre];
  let turned = 0;
  while (turned < turns) {
    const down = Math.min(1, turned / onDome);
    const angle = CROWN + (Math.PI / 2 - CROWN) * down;
    const under = smoothstep((turned - onDome) / 0.5);
    const r = radius * sin(angle) * (1 - (1 - TUCKED) * under);
    const at = LEAVES + 2 * Math.PI * (turned - turns);
    const level = addScaled(centre, away, radius * cos(angle) + tail * (1 - under));
    points.push(addScaled(addScaled(level, right, r * cos(at)), up, r * sin(at)));
    turned += step / (2 * Math.PI * Math.max(r, 0.5 * tail));
  }
  return rounded(points);
}

/** How often every point goes to the middle of those beside it: no corner is left. */
const ROUNDINGS = 24;

function rounded(points: readonly Vec3[]): Vec3[] {
  let line = [...points];
  for (let n = 0; n < ROUNDINGS; n++)
    line = line.map((point, i) => {
      if (i === 0 || i === line.length - 1) return point;
      const sum = add(line[i - 1]!, line[i + 1]!);
      return [0.5 * point[0] + 0.25 * sum[0], 0.5 * point[1] + 0.25 * sum[1], 0.5 * point[2] + 0.25 * sum[2]];
    });
  return line;
}
