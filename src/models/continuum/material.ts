import type { Fibre } from '../model.ts';
import { sectionOf } from '../section.ts';

/**
 * A fibre as one spring. A cantilever of length l, bending stiffness EI and mass m swings first at ω² = β⁴ EI/(m l³) with β = 1.8751: this
 * is the spring's constant k, so that the period is the fibre's. Under an even load q its tip turns by q l³/(6 EI): with a = q l/m the
 * acceleration, (c/l) a/k is that angle for c = β⁴/6. A force at a point turns the hair by its arm, which for an even load comes to l/6: so
 * that both agree, what is turned is m l²/(6 c), and the spring has the energy EI θ²/(2 l) of the arc. An even drag damps as
 * it damps the fibre, whose first mode loses speed at the rate of drag over mass, if it acts on the speed of a point at l/c.
 */
const BETA = 1.8751040687119611;
export const BEAM: number = BETA * BETA * BETA * BETA;
/** c of a fibre that bends: β⁴/6. */
export const BEAM_LEVER: number = Math.round((BEAM / 6) * 1e4) / 1e4;

export interface FibreBending {
  /** kg/m. */
  readonly linearDensity: number;
  /** Mean of the stiff and the soft way, N m². */
  readonly bending: number;
}

export function bendingOf(fibre: Fibre): FibreBending {
  const { stiff, soft, linearDensity } = sectionOf(fibre);
  return { linearDensity, bending: 0.5 * (stiff + soft) };
}

/** ω² of the first mode, 1/s², of a fibre that weighs `mass`. */
export const springConstant = (bending: number, mass: number, length: number): number =>
  (BEAM * bending) / (mass * length * length * length);

/** What slows the spring, 1/s: friction inside the fibre (kg m³/s), which acts as its stiffness does, and a part of critical damping. */
export function dampingRate(
  { internalFriction, dampingRatio }: { readonly internalFriction: number; readonly dampingRatio: number },
  bending: number,
  mass: number,
  length: number,
): number {
  const inside = springConstant(internalFriction, mass, length);
  return inside + 2 * dampingRatio * Math.sqrt(springConstant(bending, mass, length));
}

/** What a moment turns, kg m². */
export const inertia = (mass: number, length: number, lever: number): number => (mass * length * length) / (6 * lever);
