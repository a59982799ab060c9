import type { Vec3 } from '../numeric/vector.ts';
import { type Angles, anglesOf, LEAST_COS, type Rgb } from './angles.ts';
import { azimuthalLobes, halfTurnLobes, type Lobes, scatterCosine, tiltsOf } from './far-field.ts';
import { TABLE_COLUMN } from './far-field-table.ts';
import type { Fibre } from './fibre.ts';
import { longitudinal } from './longitudinal.ts';
import { coreHalfTurns, softCoreCosine } from './medulla-lobe.ts';
import { CORE_COLUMN } from './medulla-table.ts';
import { streamsBehind } from './two-streams.ts';

/**
 * Light that went from fibre to fibre, after the dual scattering of Zinke et al. 2008: forward through the fibres between
 * light and point, and back from the fibres around it. Averages over half turns, shifts and widths are theirs (with the
 * series of back scatters summed exactly). Levels and azimuths are not: a path-traced mass of parallel fibres showed
 * shadowed blond hair 20 to 45 % too dark with their constant factor 0.7, so both directions follow two streams
 * (`streams`), and back-scattered light reaches the fibre from behind instead of evenly from all around.
 */

/** Averages over a half turn, per colour channel. Angles are full: θi + θo. */
export interface HalfTurn {
  readonly albedo: Rgb;
  readonly shift: Rgb;
  readonly variance: Rgb;
}

/** Radiance over flux of the stream from the light, whose light comes slantwise; fitted like OBLIQUITY. */
export const DOWN_RADIANCE = 1.6;
/** Part of the summed shift of back-scattered light that survives its wide spread; fitted. */
const BACK_SHIFT = 0.7;

/** Variance along the fibre of what a core scatters: it has forgotten where it came from. */
const CORE_VARIANCE = 1;

const three = (f: (channel: 0 | 1 | 2) => number): Rgb => [f(0), f(1), f(2)];

/** Energy, shift and variance of four lobes taken as one, and of what the core scatters. */
function merged(fibre: Fibre, lobes: Lobes, core = 0): { energy: number; shift: number; variance: number } {
  const energy = Math.max(1e-6, lobes[0] + lobes[1] + lobes[2] + lobes[3] + core);
  const tilts = tiltsOf(fibre.tilt);
  const [R, TT, TRT] = fibre.variance;
  return {
    energy,
    shift: -(lobes[0] * tilts[0] + lobes[1] * tilts[1] + lobes[2] * tilts[2]) / energy,
    variance: (lobes[0] * R + lobes[1] * TT + (lobes[2] + lobes[3]) * TRT + core * CORE_VARIANCE) / energy,
  };
}

/** What a fibre sends forward and backward of light at elevation θ. */
export function halfTurns(fibre: Fibre, sinTheta: number, cosTheta: number): { ahead: HalfTurn; behind: HalfTurn } {
  const { forward, backward } = halfTurnLobes(fibre, sinTheta, cosTheta);
  const core = coreHalfTurns(fibre, cosTheta);
  const of = (lobes: readonly Lobes[], scattered: Rgb): HalfTurn => {
    const all = lobes.map((channel, c) => merged(fibre, channel, scattered[c]!));
    return {
      albedo: three((c) => all[c]!.energy),
      shift: three((c) => all[c]!.shift),
      variance: three((c) => all[c]!.variance),
    };
  };
  return { ahead: of(forward, core.forward), behind: of(backward, core.backward) };
}

/**
 * Mean over light that turned back once or three times, with all the forward scatters on its way, of a quantity that adds
 * up: `behind` for a backward scatter, `ahead` for a forward one.
 */
export function overBackScatters(forward: number, backward: number, behind: number, ahead: number): number {
  const af2 = forward * forward;
  const q = Math.max(1e-3, 1 - af2);
  const weight = (backward * backward) / (q * q);
  const once = behind + (2 / q) * ahead;
  const thrice = 3 * behind + ((2 * (1 + 2 * af2)) / q) * ahead;
  return (once + weight * thrice) / (1 + weight);
}

/** Mean count of forward scatters of light that had at least one, for a mean count x of all. */
const countOf = (x: number): number => (x < 1e-3 ? 1 + 0.5 * x : x / (1 - Math.exp(-x)));

/** S cos θi of the lobes in `column` merged into one, further shifted and widened. */
function mergedScatter(fibre: Fibre, angles: Angles, lobes: Lobes, shift: number, variance: number): number {
  const one = merged(fibre, lobes);
  const turn = Math.max(-1, Math.min(1, one.shift + shift));
  const s = Math.sin(turn);
  const c = Math.cos(turn);
  const { sinI, cosI, sinO, cosO } = angles;
  return one.energy * longitudinal(sinI, cosI, sinO * c - cosO * s, cosO * c + sinO * s, one.variance + variance);
}

/**
 * S of everything that arrives: single and multiple scattering, the shadow of `depth` fibres included. `depth` is the
 * mean number of fibres that a ray to the light crosses (optical depth over that of one fibre); these may be of other hair,
 * which sends on a fraction of light larger by `brighter`, -1..1.
 */
export function dualScatter(fibre: Fibre, wi: Vec3, wo: Vec3, depth: number, brighter = 0): Rgb {
  const angles = anglesOf(wi, wo);
  const { ahead, behind } = halfTurns(fibre, angles.sinI, angles.cosI);
  const direct = scatterCosine(fibre, angles);
  const fromLight = azimuthalLobes(fibre, angles, TABLE_COLUMN.soft);
  const turned = { ...angles, phi: Math.PI - Math.abs(angles.phi) };
  const fromBehind = azimuthalLobes(fibre, turned, TABLE_COLUMN.broad);
  const coreFromLight = softCoreCosine(fibre, angles, 'soft');
  const coreFromBehind = softCoreCosine(fibre, turned, 'broad');
  return three((c) => {
    const f = ahead.albedo[c];
    const b = behind.albedo[c];
    const { down, up } = streamsBehind(f, b, depth, brighter);
    const count = countOf(depth * f);
    const back = depth * f;
    const backShift = BACK_SHIFT * overBackScatters(f, b, behind.shift[c], ahead.shift[c]) + back * ahead.shift[c];
    const backVariance = overBackScatters(f, b, behind.variance[c], ahead.variance[c]) + back * ahead.variance[c];
    const sum =
      Math.exp(-depth) * direct[c] +
      fibre.densityForward *
        DOWN_RADIANCE *
        down *
        (mergedScatter(fibre, angles, fromLight[c]!, count * ahead.shift[c], count * ahead.variance[c]) +
          coreFromLight[c]) +
      fibre.densityBackward *
        up *
        (mergedScatter(fibre, angles, fromBehind[c]!, backShift, backVariance) + coreFromBehind[c]);
    return sum / Math.max(LEAST_COS, angles.cosI);
  });
}

export const dualScatterWgsl: string = /* wgsl */ `
// Four lobes taken as one, per colour channel; angles are full.
struct HairMerged {
  energy: vec3f,
  shift: vec3f,
  variance: vec3f,
}

// core: what the core scatters.
fn hair_merged(fibre: HairFibre, r: f32, tt: vec3f, trt: vec3f, longer: vec3f, core: vec3f) -> HairMerged {
  let energy = max(vec3f(1e-6), r + tt + trt + longer + core);
  return HairMerged(
    energy,
    fibre.tilt * (-2.0 * r + tt + 4.0 * trt) / energy,
    (fibre.variance.x * r + fibre.variance.y * tt + fibre.variance.z * (trt + longer) + ${CORE_VARIANCE}.0 * core) / energy,
  );
}

// What a fibre sends forward and backward of light at one elevation.
struct HairHalfTurns {
  ahead: HairMerged,
  behind: HairMerged,
}

fn hair_half_turns(fibre: HairFibre, sin_i: f32, cos_i: f32) -> HairHalfTurns {
  let y = min(1.0, cos_i) * HAIR_ROW_STEPS;
  let row = min(HAIR_ROW_LAST, u32(y));
  let q = y - f32(row);
  let i = u32(fibre.table) + 2u * (row * HAIR_COLUMNS + ${TABLE_COLUMN.forward}u);
  let j = i + 2u * HAIR_COLUMNS;
  let ahead = HairEntry(mix(hair_table[i], hair_table[j], q), mix(hair_table[i + 1u], hair_table[j + 1u], q));
  let behind = HairEntry(mix(hair_table[i + 2u], hair_table[j + 2u], q), mix(hair_table[i + 3u], hair_table[j + 3u], q));
  let inside = hair_inside_with(fibre, sin_i, cos_i, ahead.b.w);
  let longer = 0.5 * behind.b.w * inside.longer;
  var core_ahead = vec3f(0.0);
  var core_behind = vec3f(0.0);
  if (hair_has_core(fibre)) {
    core_ahead = hair_core_half_turn(fibre, cos_i, ${CORE_COLUMN.forward}u);
    core_behind = hair_core_half_turn(fibre, cos_i, ${CORE_COLUMN.backward}u);
  }
  return HairHalfTurns(
    hair_merged(fibre, ahead.a.x, hair_tt(ahead, inside), hair_trt(ahead, inside), longer, core_ahead),
    hair_merged(fibre, behind.a.x, hair_tt(behind, inside), hair_trt(behind, inside), longer, core_behind),
  );
}

fn hair_merged_at(fibre: HairFibre, angles: HairAngles, inside: HairInside, first: u32, phi: f32) -> HairMerged {
  let entry = hair_entry(fibre, angles.cos_o, first, HAIR_SOFT_STEPS, phi);
  let longer = entry.b.w * inside.longer;
  return hair_merged(fibre, entry.a.x, hair_tt(entry, inside), hair_trt(entry, inside), longer, vec3f(0.0));
}

fn hair_merged_scatter(angles: HairAngles, one: HairMerged, shift: vec3f, variance: vec3f) -> vec3f {
  // Sine and cosine by their series: the angle is bounded.
  let turn = clamp(one.shift + shift, vec3f(-1.0), vec3f(1.0));
  let t = turn * turn;
  let s = turn * (1.0 - t * (1.66666667e-1 - t * (8.33333333e-3 - t * 1.98412698e-4)));
  let c = 1.0 - t * (0.5 - t * (4.16666667e-2 - t * (1.38888889e-3 - t * 2.48015873e-5)));
  let sin_o = angles.sin_o * c - angles.cos_o * s;
  let cos_o = angles.cos_o * c + angles.sin_o * s;
  let v = one.variance + variance;
  return one.energy * hair_longitudinal_three(angles.sin_i, angles.cos_i, sin_o, cos_o, v);
}

fn hair_over_back_scatters(forward: vec3f, backward: vec3f, behind: vec3f, ahead: vec3f) -> vec3f {
  let af2 = forward * forward;
  let q = max(vec3f(1e-3), 1.0 - af2);
  let weight = backward * backward / (q * q);
  let once = behind + 2.0 / q * ahead;
  let thrice = 3.0 * behind + 2.0 * (1.0 + 2.0 * af2) / q * ahead;
  return (once + weight * thrice) / (1.0 + weight);
}

// S of everything that arrives, the shadow of depth fibres included: do not multiply with a hair shadow again.
// h is not used: the value is the average over the width. brighter: how much larger a fraction of light those fibres send on.
fn hair_dual_scatter(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32, depth: f32, brighter: f32) -> vec3f {
  let angles = hair_angles(wi, wo);
  let inside = hair_inside(fibre, angles.sin_o, angles.cos_o);
  let turns = hair_half_turns(fibre, angles.sin_i, angles.cos_i);
  let ahead = turns.ahead;
  let behind = turns.behind;
  let f = ahead.energy;
  let b = behind.energy;
  let streams = hair_streams_behind(f, b, depth, brighter);

  let x = depth * f;
  let few = x < vec3f(1e-3);
  let count = select(x / (1.0 - exp(-max(x, vec3f(1e-3)))), 1.0 + 0.5 * x, few);
  let back_shift = ${BACK_SHIFT} * hair_over_back_scatters(f, b, behind.shift, ahead.shift) + x * ahead.shift;
  let back_variance = hair_over_back_scatters(f, b, behind.variance, ahead.variance) + x * ahead.variance;

  let from_light = hair_merged_at(fibre, angles, inside, ${TABLE_COLUMN.soft}u, angles.phi);
  let from_behind = hair_merged_at(fibre, angles, inside, ${TABLE_COLUMN.broad}u, HAIR_PI - abs(angles.phi));
  var through = hair_merged_scatter(angles, from_light, count * ahead.shift, count * ahead.variance);
  var returned = hair_merged_scatter(angles, from_behind, back_shift, back_variance);
  if (hair_has_core(fibre)) {
    through += hair_core_soft(fibre, angles, ${CORE_COLUMN.soft}u, angles.phi);
    returned += hair_core_soft(fibre, angles, ${CORE_COLUMN.broad}u, HAIR_PI - abs(angles.phi));
  }
  let sum = exp(-depth) * hair_far_cosine(fibre, angles, inside)
    + fibre.density_forward * ${DOWN_RADIANCE} * streams.down * through
    + fibre.density_backward * streams.up * returned;
  return sum / max(HAIR_LEAST_COS, angles.cos_i);
}

// Fraction of light from all around that one fibre sends to an eye at this elevation.
fn hair_albedo(fibre: HairFibre, wo: vec3f) -> vec3f {
  let turns = hair_half_turns(fibre, wo.x, sqrt(max(0.0, 1.0 - wo.x * wo.x)));
  return turns.ahead.energy + turns.behind.energy;
}
`;
