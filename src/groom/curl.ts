import { smoothstep } from '../numeric/curve.ts';
import { cos, sin } from '../numeric/elementary.ts';
import { noiseValue } from '../numeric/noise.ts';
import { hashUnit } from '../numeric/random.ts';
import type { Growth } from './comb.ts';
import { CLEARANCE, type CoreScratch, normalise, pushOut, type RootPoint } from './core.ts';
import type { Path } from './path.ts';

/** Winds a hair around its core: a helix (or flat wave) in a frame along the core, and its irregularities. */

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
export function windingOf(growth: Growth, id: number, root: RootPoint, side: number): Winding {
  const { curl } = growth.style;
  const { seed } = growth;
  const f = 1 / curl.phaseScale;
  const smooth = noiseValue(seed + 11, root.x * f, root.y * f, root.z * f);
  const single = hashUnit(id, seed, 12) - 0.5;
  const vary = (word: number): number => 1 + curl.variation * (2 * hashUnit(id, seed, word) - 1);
  return {
    radius: curl.radius * vary(13),
    pitch: curl.pitch * vary(14),
    phase: 2 * Math.PI * (0.7 * smooth + curl.phaseVariation * single),
    hand: side < 0 ? -1 : 1,
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
 * Axes across the core. They are carried along without twist and drawn towards u away from the head, v around it, as far
 * as the hair's direction leaves a choice; so neighbouring curls agree.
 */
class Frame {
  readonly u: Float64Array = new Float64Array(3);
  readonly v: Float64Array = new Float64Array(3);
  private readonly away = new Float64Array(3);
  private isPlaced = false;

  /** Carries the frame by `step` metres to the point p with direction t. */
  carry(growth: Growth, t: Float64Array, p: Float64Array, step: number): void {
    const { shape } = growth;
    const { u, v, away } = this;
    // Away from the skull's middle, and level below it: hair hangs there.
    away[0] = p[0]! - shape.x;
    away[1] = Math.max(0, p[1]! - shape.y);
    away[2] = p[2]! - shape.z;
    normalise(away);
    takeOff(away, t);
    const share = this.isPlaced ? Math.min(1, step / FRAME_TURN) : 1;
    this.isPlaced = true;
    for (let k = 0; k < 3; k++) u[k] = u[k]! + share * away[k]!;
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

/** Where a hair ends. */
export interface HairEnd {
  /** Length of the hair, m. */
  readonly length: number;
  /** Arc length of the core at which a cut meets it; Infinity without one. */
  readonly cut: number;
  /** How much longer than to the cut this hair is, m; may be negative. */
  readonly ragged: number;
}

/**
 * Writes the wound hair to `out`, up to its end and somewhat beyond. Returns the arc length of the hair where the core is cut, or Infinity.
 */
export function wind(
  growth: Growth,
  winding: Winding,
  root: RootPoint,
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
  out.add(root.x, root.y, root.z);
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
      displace(growth, winding, root, s, end, ease, frame, w.p);
      pushOut(growth, w.p, w.sample, CLEARANCE * Math.min(1, s / (4 * CLEARANCE)));
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

/** Adds the curl and the noise at arc length s of the core to p. */
function displace(
  growth: Growth,
  winding: Winding,
  root: RootPoint,
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
  if (body.noise > 0) {
    const amplitude = 2 * body.noise * Math.min(1, s / body.noiseScale);
    const at = s / body.noiseScale;
    const { x, y, z } = root;
    a += amplitude * noiseValue(growth.seed + 21, NOISE_PATCH * x, NOISE_PATCH * y, NOISE_PATCH * z, at);
    b += amplitude * noiseValue(growth.seed + 22, NOISE_PATCH * x, NOISE_PATCH * y, NOISE_PATCH * z, at);
  }
  for (let c = 0; c < 3; c++) p[c] = p[c]! + a * frame.u[c]! + b * frame.v[c]!;
}
