import {
  add,
  at,
  cross,
  dot,
  length,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
  ZERO,
} from '../../numeric/vector.ts';

/** A flat strip through a wisp: its middle line, its breadth and how it is turned. */
export interface Strip {
  /** Sections from root to tip. */
  readonly sections: number;
  /** xyz rows: middle, unit direction across, unit normal, unit tangent. */
  readonly middle: Float64Array;
  readonly across: Float64Array;
  readonly normal: Float64Array;
  readonly tangent: Float64Array;
  /** Half the breadth at each section, metres. */
  readonly half: Float64Array;
}

/** A wisp as points at equal fractions of every strand: [strand][section] xyz. */
export interface Wisp {
  readonly strands: number;
  readonly sections: number;
  readonly points: Float32Array;
}

/** A strip is as broad as its wisp, but no more than so many standard deviations to a side: the odd strand makes none broad. */
const REACH = 2.5;
/** Room for the breadth of the outermost strands, metres. */
const RIM = 0.0008;
/** Fraction of a wisp's strands that lie below its strip. More of them, and a thick wisp stands off from where its hair is. */
const BELOW = 0.5;
/** And so much farther out, metres: between sections a strip is straight where the skin under it bulges. */
const CLEARANCE = 0.0015;
/** How much of a new direction across a strip takes at the next section; with less it lags behind curls. */
const TURN = 0.8;
/** A wisp that is this much broader than deep (difference over sum of the spreads' squares) is lain along its breadth. */
const FLAT = 0.4;
/** No strip is narrower than this, metres. */
const NARROWEST = 0.0008;

/** Fits a strip. `outward` says for a point which way is away from the body: the strip's normal goes there. */
export function fitStrip(wisp: Wisp, outward: (point: Vec3) => Vec3): Strip {
  const { sections } = wisp;
  const strip: Strip = {
    sections,
    middle: new Float64Array(3 * sections),
    across: new Float64Array(3 * sections),
    normal: new Float64Array(3 * sections),
    tangent: new Float64Array(3 * sections),
    half: new Float64Array(sections),
  };
  for (let i = 0; i < sections; i++) strip.middle.set(meanAt(wisp, i), 3 * i);
  for (let i = 0; i < sections; i++) strip.tangent.set(tangentAt(strip.middle, sections, i), 3 * i);
  turnSections(wisp, strip, outward);
  lift(wisp, strip);
  for (let i = 0; i < sections; i++) strip.half[i] = Math.max(NARROWEST, spreadAt(wisp, strip, i));
  return strip;
}

/** Moves the strip out to where most strands are below it; heights are taken from neighbouring sections too, to stay smooth. */
function lift(wisp: Wisp, strip: Strip): void {
  const { sections } = wisp;
  const heights = Array.from({ length: sections }, (_, i) => heightAt(wisp, strip, i));
  for (let i = 0; i < sections; i++) {
    const height = 0.25 * (heights[Math.max(0, i - 1)]! + 2 * heights[i]! + heights[Math.min(sections - 1, i + 1)]!);
    strip.middle.set(add(at(strip.middle, i), scale(at(strip.normal, i), height + CLEARANCE)), 3 * i);
  }
}

function heightAt(wisp: Wisp, strip: Strip, section: number): number {
  const middle = at(strip.middle, section);
  const normal = at(strip.normal, section);
  const heights = Float64Array.from({ length: wisp.strands }, (_, s) =>
    dot(subtract(pointOf(wisp, s, section), middle), normal),
  ).sort();
  return heights[Math.min(wisp.strands - 1, Math.floor(BELOW * wisp.strands))]!;
}

const pointOf = (wisp: Wisp, strand: number, section: number): Vec3 =>
  at(wisp.points, strand * wisp.sections + section);

function meanAt(wisp: Wisp, section: number): Vec3 {
  let sum: Vec3 = ZERO;
  for (let s = 0; s < wisp.strands; s++) sum = add(sum, pointOf(wisp, s, section));
  return scale(sum, 1 / wisp.strands);
}

function tangentAt(middle: Float64Array, sections: number, i: number): Vec3 {
  const a = at(middle, Math.max(0, i - 1));
  const b = at(middle, Math.min(sections - 1, i + 1));
  return normalize(subtract(b, a), [0, -1, 0]);
}

/**
 * The direction across is where the strands spread most, kept square to the tangent and carried smoothly from root to tip.
 * Where a wisp is round, the strip lies against the body: across is square to the outward direction.
 */
function turnSections(wisp: Wisp, strip: Strip, outward: (point: Vec3) => Vec3): void {
  let last: Vec3 | null = null;
  for (let i = 0; i < wisp.sections; i++) {
    const tangent = at(strip.tangent, i);
    const out = outward(at(strip.middle, i));
    const lying = cross(tangent, out);
    const flat = length(lying) > 0.05 ? normalize(lying) : perpendicular(tangent);
    let across = widest(wisp, strip, i, tangent, flat);
    if (last) {
      if (dot(across, last) < 0) across = scale(across, -1);
      across = add(scale(last, 1 - TURN), scale(across, TURN));
    }
    across = normalize(subtract(across, scale(tangent, dot(across, tangent))), perpendicular(tangent));
    last = across;
    let normal = cross(across, tangent);
    if (dot(normal, out) < 0) normal = scale(normal, -1);
    strip.across.set(across, 3 * i);
    strip.normal.set(normal, 3 * i);
  }
}

/** Between the direction of the largest spread and the one that lies on the body, by how flat the wisp is. */
function widest(wisp: Wisp, strip: Strip, section: number, tangent: Vec3, flat: Vec3): Vec3 {
  const other = cross(tangent, flat);
  const middle = at(strip.middle, section);
  let [xx, xy, yy] = [0, 0, 0];
  for (let s = 0; s < wisp.strands; s++) {
    const d = subtract(pointOf(wisp, s, section), middle);
    const [u, v] = [dot(d, flat), dot(d, other)];
    xx += u * u;
    xy += u * v;
    yy += v * v;
  }
  const difference = 0.5 * (xx - yy);
  const radius = Math.sqrt(difference * difference + xy * xy);
  const mean = 0.5 * (xx + yy);
  if (!(radius > 1e-12 * mean) || mean === 0) return flat;
  // The eigenvector of the larger eigenvalue, in the form without cancellation.
  const along: Vec3 =
    difference >= 0
      ? add(scale(flat, radius + difference), scale(other, xy))
      : add(scale(flat, xy), scale(other, radius - difference));
  const principal = normalize(along, flat);
  const flatness = Math.min(1, radius / (FLAT * mean));
  const signed = dot(principal, flat) < 0 ? scale(principal, -1) : principal;
  return normalize(add(scale(signed, flatness), scale(flat, 1 - flatness)), flat);
}

/** Half the breadth of a wisp at a section. */
function spreadAt(wisp: Wisp, strip: Strip, section: number): number {
  const middle = at(strip.middle, section);
  const across = at(strip.across, section);
  let sum = 0;
  let farthest = 0;
  for (let s = 0; s < wisp.strands; s++) {
    const d = dot(subtract(pointOf(wisp, s, section), middle), across);
    sum += d * d;
    farthest = Math.max(farthest, Math.abs(d));
  }
  return Math.min(farthest + RIM, REACH * Math.sqrt(sum / wisp.strands));
}
