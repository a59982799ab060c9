/**
 * Core springs (Iben et al. 2013, section 3.3): the smoothed curve, about which a curl winds, may be shorter than at rest but not longer.
 *
 * With b the smoothed edge in units of its rest length and ξ = |b| − |b̄|, the spring's moment is K l w(ξ) ξ along b, and its damping
 * C l w(ξ) (ḃ · b̂) along b. w goes from 0 to 1 between ξ = 0 and `BLEND`. K and C go up, for the whole strand, as its core gets longer
 * in all: from the base at rest to the most where half of what could unwind has done so.
 */

/** Extension over which the spring sets in, in edges at rest: as published for unit edges. */
const BLEND = 0.5;
/** Largest slope of w(ξ) ξ: at three quarters of the blend. */
export const STEEPEST = 1.6875;
/** A curve that could get longer by less than this in all has no curl to unwind. */
const STRAIGHT = 1e-3;

/** An extension below this is none: its force would be 1e-7 of what the spring has when half set in, and a strand at rest has many. */
const LEAST = 2e-3;

/** Cubic blend with level ends. */
export function hermite(s: number): number {
  return s <= 0 ? 0 : s >= 1 ? 1 : s * s * (3 - 2 * s);
}

/** w(ξ) ξ and its slope. */
export function blendedExtension(extension: number): number {
  return extension <= 0 ? 0 : extension * hermite(extension / BLEND);
}

function blendedSlope(extension: number): number {
  if (extension >= BLEND) return 1;
  const s = extension / BLEND;
  return s * s * (9 - 8 * s);
}

/** ∫ w(ξ) ξ dξ. */
export function blendedEnergy(extension: number): number {
  if (extension <= 0) return 0;
  const s = Math.min(1, extension / BLEND);
  const within = BLEND * BLEND * s * s * s * s * (0.75 - 0.4 * s);
  return extension <= BLEND ? within : within + 0.5 * (extension * extension - BLEND * BLEND);
}

/** Stiffness and damping of a strand's core, N and N s: at rest, and at most. */
export interface CoreMaterial {
  stiffness: number;
  stiffnessMost: number;
  damping: number;
  dampingMost: number;
}

/** The core of one strand as it is: four numbers an edge that a force or a solve needs. */
export type CoreState = ReturnType<typeof makeCoreState>;

export function makeCoreState(nodes: number) {
  return {
    /** Whether any edge is longer than at rest. */
    isActive: false,
    /** Mean length of the smoothed curve over that at rest, and what the springs are at that. */
    ratio: 1,
    stiffness: 0,
    damping: 0,
    /** Unit vectors along the smoothed edges. */
    direction: new Float64Array(3 * nodes),
    /** Moment of each spring, its slope, and its damping, by rest lengths: N m, N m, N m s. */
    moment: new Float64Array(nodes),
    slope: new Float64Array(nodes),
    drag: new Float64Array(nodes),
    /** 1/|b|. */
    inverse: new Float64Array(nodes),
  };
}

/** How long the smoothed curve is, over what it is at rest. */
export function coreRatio(
  smoothed: Float64Array,
  restCore: Float64Array,
  restLength: Float64Array,
  from: number,
  to: number,
): number {
  let now = 0;
  let rest = 0;
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const [x, y, z] = [smoothed[a]!, smoothed[a + 1]!, smoothed[a + 2]!];
    now += restLength[i]! * Math.sqrt(x * x + y * y + z * z);
    rest += restLength[i]! * restCore[i]!;
  }
  return rest > 0 ? now / rest : 1;
}

/** How fast springs stiffen as the core gets longer: half unwound they are at their most. `unwound`: length of the strand over that of its core. */
export const stiffeningOf = (unwound: number): number => (unwound - 1 > STRAIGHT ? 2 / (unwound - 1) : 0);

/** Looks at the core of nodes from .. to. Rows of `out` stand at the node. */
export function measureCore(
  smoothed: Float64Array,
  restCore: Float64Array,
  restLength: Float64Array,
  from: number,
  to: number,
  material: CoreMaterial,
  out: CoreState,
): void {
  let now = 0;
  let rest = 0;
  let whole = 0;
  let isActive = false;
  const { direction, moment, slope, drag, inverse } = out;
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const x = smoothed[a]!;
    const y = smoothed[a + 1]!;
    const z = smoothed[a + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    const l = restLength[i]!;
    now += l * length;
    rest += l * restCore[i]!;
    whole += l;
    const extension = length - restCore[i]!;
    const one = 1 / (length + 1e-30);
    inverse[i] = one;
    direction[a] = x * one;
    direction[a + 1] = y * one;
    direction[a + 2] = z * one;
    if (extension > LEAST) {
      isActive = true;
      const w = hermite(extension / BLEND);
      moment[i] = l * w * extension;
      slope[i] = l * blendedSlope(extension);
      drag[i] = l * w;
    } else moment[i] = slope[i] = drag[i] = 0;
  }
  out.isActive = isActive;
  out.ratio = rest > 0 ? now / rest : 1;
  if (!isActive) return;
  const most = hermite((out.ratio - 1) * stiffeningOf(rest > 0 ? whole / rest : 1));
  out.stiffness = material.stiffness + (material.stiffnessMost - material.stiffness) * most;
  out.damping = material.damping + (material.dampingMost - material.damping) * most;
  for (let i = from; i < to - 1; i++) {
    moment[i] = out.stiffness * moment[i]!;
    slope[i] = out.stiffness * slope[i]!;
    drag[i] = out.damping * drag[i]!;
  }
}
