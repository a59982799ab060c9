import { smoothstep } from '../numeric/curve.ts';
import { cos, sin } from '../numeric/elementary.ts';
import { NoiseLine, noiseValue } from '../numeric/noise.ts';
import { hashUnit } from '../numeric/random.ts';
import { clearanceAfter, normalise, pushOut } from './core.ts';
import type { HairFields } from './fields/hair-fields.ts';
import type { CoreScratch, HairEnd, HairGrowth } from './growth.ts';
import type { HairStyle } from './hair-style.ts';
import type { Path } from './path.ts';
import type { SkinPlace } from './skin.ts';

/** Winds a hair around its core: a helix (or flat wave) in a frame along the core, and its irregularities. */

/** What winding asks of a growth. */
export interface Winder extends Pick<HairGrowth, 'style' | 'seed' | 'away'> {
  readonly skin: Pick<HairGrowth['skin'], 'field'>;
}

export interface Winding {
  readonly radius: number;
  /** Advance of one turn, m. */
  readonly pitch: number;
  readonly phase: number;
  /** 1 or -1. */
  readonly hand: number;
}

/** Points of the fine path in one turn: 40 keep its length within 0.1 % of the true curve's. */
const STEPS_PER_TURN = 40;

/** The curl of one guide: neighbouring guides keep step, single ones stray a little. */
export function windingOf(growth: HairGrowth, place: SkinPlace): Winding {
  const { fields, seed } = growth;
  const { curl } = growth.style;
  const f = 1 / curl.phaseScale;
  const [x, y, z] = place.position;
  const smooth = noiseValue(seed + 11, x! * f, y! * f, z! * f);
  const single = hashUnit(place.id, seed, 12) - 0.5;
  return {
    radius: fields.curl.at(place),
    pitch: fields.pitch.at(place),
    phase: 2 * Math.PI * (0.7 * smooth + curl.phaseVariation * single),
    hand: growth.hand(place),
  };
}

/** Radius and pitch of a style's curl, as they vary from hair to hair. */
export function curlFields({ curl }: Pick<HairStyle, 'curl'>, seed: number): Pick<HairFields, 'curl' | 'pitch'> {
  const vary = (id: number, word: number): number => 1 + curl.variation * (2 * hashUnit(id, seed, word) - 1);
  return {
    curl: { at: ({ id }) => curl.radius * vary(id, 13) },
    pitch: { at: ({ id }) => curl.pitch * vary(id, 14) },
  };
}

/** Arc length of hair on one turn of the style's curl, m; 0 for straight hair. */
export function turnLength(radius: number, pitch: number): number {
  if (radius <= 0) return 0;
  const around = 2 * Math.PI * radius;
  return Math.sqrt(around * around + pitch * pitch);
}

// Length over which the frame turns to its reference, m.
const FRAME_TURN = 0.02;

/**
 * Axes across the core. They are carried along without twist and drawn towards u away from the body, v around it, as far
 * as the hair's direction leaves a choice; so neighbouring curls agree.
 */
class Frame {
  readonly u: Float64Array = new Float64Array(3);
  readonly v: Float64Array = new Float64Array(3);
  private readonly away = new Float64Array(3);
  private isPlaced = false;

  /** Carries the frame by `step` metres to the point p with direction t. */
  carry(growth: Pick<HairGrowth, 'away'>, t: Float64Array, p: Float64Array, step: number): void {
    const { u, v, away } = this;
    growth.away(p, away);
    normalise(away);
    takeOff(away, t);
    const fraction = this.isPlaced ? Math.min(1, step / FRAME_TURN) : 1;
    this.isPlaced = true;
    for (let k = 0; k < 3; k++) u[k] = u[k]! + fraction * away[k]!;
    takeOff(u, t);
    normalise(u);
    takeOff(u, t);
    normalise(u);
    v[0] = t[1]! * u[2]! - t[2]! * u[1]!;
    v[1] = t[2]! * u[0]! - t[0]! * u[2]!;
    v[2] = t[0]! * u[1]! - t[1]! * u[0]!;
  }
}

/** Takes from v what lies along the unit vector t. */
function takeOff(v: Float64Array, t: Float64Array): void {
  const along = v[0]! * t[0]! + v[1]! * t[1]! + v[2]! * t[2]!;
  for (let k = 0; k < 3; k++) v[k] = v[k]! - along * t[k]!;
}

/**
 * Writes the wound hair to `out`, up to its end and somewhat beyond. Returns the arc length of the hair where the core is cut, or Infinity.
 */
export function wind(
  growth: Winder,
  winding: Winding,
  place: SkinPlace,
  core: Path,
  at: HairEnd,
  out: Path,
  w: CoreScratch,
): number {
  const { curl } = growth.style;
  const { length, cut } = at;
  // Turns are counted from the tip: hair of one length or cut at one height waves in step.
  const turn = turnLength(winding.radius, winding.pitch);
  const end = Math.min(cut, turn > 0 ? (length * winding.pitch) / turn : length);
  const fine = winding.radius > 0 ? winding.pitch / STEPS_PER_TURN : Number.POSITIVE_INFINITY;
  const frame = new Frame();
  out.clear();
  const root = place.position;
  const noise = straying(growth, root);
  out.add(root[0]!, root[1]!, root[2]!);
  let cutAt = Number.POSITIVE_INFINITY;
  for (let i = 1; i < core.count; i++) {
    tangentOf(core, i, w.d);
    const from = core.arc[i - 1]!;
    const span = core.arc[i]! - from;
    const pieces = Math.max(1, Math.ceil(span / fine));
    for (let k = 1; k <= pieces; k++) {
      const t = k / pieces;
      const s = from + t * span;
      for (let c = 0; c < 3; c++) w.p[c] = (1 - t) * core.points[3 * i - 3 + c]! + t * core.points[3 * i + c]!;
      frame.carry(growth, w.d, w.p, span / pieces);
      const ease = smoothstep((s / length - curl.start) / (curl.ease + 1e-6));
      displace(growth, winding, noise, s, end, ease, frame, w.p);
      pushOut(growth.skin.field, w.p, w.sample, clearanceAfter(s));
      out.add(w.p[0]!, w.p[1]!, w.p[2]!);
      if (cutAt === Number.POSITIVE_INFINITY && s >= cut + at.ragged) cutAt = out.length;
    }
    if (out.length > 1.3 * Math.min(length, cutAt)) break;
  }
  return cutAt;
}

function tangentOf(core: Path, i: number, out: Float64Array): void {
  const p = core.points;
  const l = core.arc[i]! - core.arc[i - 1]! || 1;
  for (let c = 0; c < 3; c++) out[c] = (p[3 * i + c]! - p[3 * i - 3 + c]!) / l;
}

const NOISE_PATCH = 40;

/** How one hair strays along each axis of its frame. */
type Straying = readonly [NoiseLine, NoiseLine];

function straying({ style, seed }: Winder, root: Float64Array): Straying | null {
  if (!(style.body.noise > 0)) return null;
  const [x, y, z] = [NOISE_PATCH * root[0]!, NOISE_PATCH * root[1]!, NOISE_PATCH * root[2]!];
  return [new NoiseLine(seed + 21, x, y, z), new NoiseLine(seed + 22, x, y, z)];
}

/** Adds the curl and the noise at arc length s of the core to p. */
function displace(
  growth: Winder,
  winding: Winding,
  noise: Straying | null,
  s: number,
  end: number,
  ease: number,
  frame: Frame,
  p: Float64Array,
): void {
  const { body, curl } = growth.style;
  let a = 0;
  let b = 0;
  if (ease > 0 && winding.radius > 0) {
    const angle = winding.phase + (winding.hand * 2 * Math.PI * (s - end)) / winding.pitch;
    // A flat wave lies along v, in the skin's plane, and not across it.
    a += ease * winding.radius * (1 - curl.flatness) * cos(angle);
    b += ease * winding.radius * sin(angle);
  }
  if (noise) {
    const amplitude = 2 * body.noise * Math.min(1, s / body.noiseScale);
    const at = s / body.noiseScale;
    a += amplitude * noise[0].at(at);
    b += amplitude * noise[1].at(at);
  }
  for (let c = 0; c < 3; c++) p[c] = p[c]! + a * frame.u[c]! + b * frame.v[c]!;
}
