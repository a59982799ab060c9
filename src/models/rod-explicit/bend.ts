import { addScaled, at, cross, dot, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Rod } from './rod.ts';

/**
 * One interior node i between the edges e = e^{i−1} and f = e^i, and how its curvature binormal depends on them.
 *
 * (κb)_i = 2 e × f / E with E = |e||f| + e·f (Bergou et al. 2008), |e||f| of the rest shape or of the present one. Both
 * forms obey (κb) E = 2 e × f, so one gradient serves both:
 *   ∂(κb)/∂e = (−2[f] − (κb) gₑᵀ)/E,  ∂(κb)/∂f = (2[e] − (κb) g_fᵀ)/E,  gₑ = ∂E/∂e, g_f = ∂E/∂f.
 */
export interface Bend {
  readonly e: Vec3;
  readonly f: Vec3;
  readonly lengthE: number;
  readonly lengthF: number;
  /** E. */
  readonly denominator: number;
  readonly gradientE: Vec3;
  readonly gradientF: Vec3;
  readonly binormal: Vec3;
}

/** E never falls below this fraction of |e||f|: edges folded flat back on themselves have no binormal. */
const FOLDED = 1e-5;

export function measureBend(rod: Rod, x: Float64Array, i: number): Bend {
  const e = subtract(at(x, i), at(x, i - 1));
  const f = subtract(at(x, i + 1), at(x, i));
  return rod.lengths === 'rest' ? bendOf(e, f, rod.restLength[i - 1]! * rod.restLength[i]!) : bendOf(e, f, null);
}

/** `restProduct` is |ê||f̂| for the inextensible form, null for the extensible one. */
function bendOf(e: Vec3, f: Vec3, restProduct: number | null): Bend {
  // Coincident points have no direction, but no infinite force either.
  const lengthE = Math.sqrt(Math.max(dot(e, e), 1e-60));
  const lengthF = Math.sqrt(Math.max(dot(f, f), 1e-60));
  const isRest = restProduct !== null;
  const product = restProduct ?? lengthE * lengthF;
  const denominator = Math.max(product + dot(e, f), FOLDED * product);
  return {
    e,
    f,
    lengthE,
    lengthF,
    denominator,
    gradientE: isRest ? f : addScaled(f, e, lengthF / lengthE),
    gradientF: isRest ? e : addScaled(e, f, lengthE / lengthF),
    binormal: scale(cross(e, f), 2 / denominator),
  };
}

/** (∂(κb)/∂e)ᵀ p. */
export function pullBackE(bend: Bend, p: Vec3): Vec3 {
  const along = dot(bend.binormal, p);
  return scale(addScaled(scale(cross(bend.f, p), 2), bend.gradientE, -along), 1 / bend.denominator);
}

/** (∂(κb)/∂f)ᵀ p. */
export function pullBackF(bend: Bend, p: Vec3): Vec3 {
  const along = dot(bend.binormal, p);
  return scale(addScaled(scale(cross(p, bend.e), 2), bend.gradientF, -along), 1 / bend.denominator);
}

/** The same node in the extensible form: what transport, and so twist, depends on whatever form the energy uses. */
export function currentBend({ e, f }: Bend): Bend {
  return bendOf(e, f, null);
}
