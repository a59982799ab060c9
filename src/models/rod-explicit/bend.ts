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

/** ∇_{i−1}, ∇_i, ∇_{i+1} of (κb)_i: three matrices by rows, 27 numbers. */
export function binormalGradient(bend: Bend): Float64Array {
  const out = new Float64Array(27);
  for (let row = 0; row < 3; row++) {
    const unit: Vec3 = [row === 0 ? 1 : 0, row === 1 ? 1 : 0, row === 2 ? 1 : 0];
    const byE = pullBackE(bend, unit);
    const byF = pullBackF(bend, unit);
    out.set(scale(byE, -1), 3 * row);
    out.set(subtract(byE, byF), 9 + 3 * row);
    out.set(byF, 18 + 3 * row);
  }
  return out;
}

/**
 * ∇_{i−1}, ∇_i, ∇_{i+1} of ψ_i, the angle by which transport along the moved rod turns against transport along the
 * motion: (κb)/2|e|, the negative sum of the others, −(κb)/2|f|. Nine numbers.
 */
export function holonomyGradient(bend: Bend): Float64Array {
  const kb = currentBend(bend).binormal;
  const before = scale(kb, 0.5 / bend.lengthE);
  const after = scale(kb, -0.5 / bend.lengthF);
  return Float64Array.of(...before, ...scale(addScaled(before, after, 1), -1), ...after);
}
