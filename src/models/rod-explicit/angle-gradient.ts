import { bendingTimes, type Rod } from './rod.ts';

/**
 * ∇ʲU on every edge, newton metre: Σᵢ ωᵀ J ∂U/∂ω over the edge's two nodes, and the difference of the twisting moments.
 * `bending` and `twisting` are the moments ∂U/∂ω and ∂U/∂τ.
 */
export function angleGradient(
  rod: Rod,
  curvature: Float64Array,
  bending: Float64Array,
  twisting: Float64Array,
  out: Float64Array,
): void {
  out.fill(0, 0, rod.nodes - 1);
  for (let i = 1; i < rod.nodes - 1; i++) {
    const a = 4 * i;
    const before = curvature[a + 1]! * bending[a]! - curvature[a]! * bending[a + 1]!;
    const after = curvature[a + 3]! * bending[a + 2]! - curvature[a + 2]! * bending[a + 3]!;
    out[i - 1] = out[i - 1]! + before - twisting[i]!;
    out[i] = out[i]! + after + twisting[i]!;
  }
}

/** The tridiagonal Hessian of U in θ: `diagonal[j]` and `upper[j]` = H(j, j + 1). */
export function angleHessian(
  rod: Rod,
  curvature: Float64Array,
  bending: Float64Array,
  diagonal: Float64Array,
  upper: Float64Array,
): void {
  diagonal.fill(0, 0, rod.nodes - 1);
  for (let i = 1; i < rod.nodes - 1; i++) {
    const twist = (2 * rod.twisting[i]!) / rod.span[i]!;
    for (let side = 0; side < 2; side++) {
      const a = 4 * i + 2 * side;
      const j = i - 1 + side;
      const w1 = curvature[a]!;
      const w2 = curvature[a + 1]!;
      // J ω = (−ω₂, ω₁).
      const [y1, y2] = bendingTimes(rod, j, -w2, w1);
      const stretched = (w1 * y2 - w2 * y1) / rod.span[i]!;
      diagonal[j] = diagonal[j]! + stretched - (w1 * bending[a]! + w2 * bending[a + 1]!) + twist;
    }
    upper[i - 1] = -twist;
  }
}
