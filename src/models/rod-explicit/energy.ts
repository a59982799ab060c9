import { bendingTimes, type Rod } from './rod.ts';

/** Σᵢ 1/2lᵢ Σⱼ (ω − ω̂)ᵀ B (ω − ω̂), joule (3.85). */
export function bendEnergy(rod: Rod, curvature: Float64Array): number {
  let sum = 0;
  for (let i = 1; i < rod.nodes - 1; i++)
    for (let side = 0; side < 2; side++) {
      const a = 4 * i + 2 * side;
      const d1 = curvature[a]! - rod.restCurvature[a]!;
      const d2 = curvature[a + 1]! - rod.restCurvature[a + 1]!;
      const [y1, y2] = bendingTimes(rod, i - 1 + side, d1, d2);
      sum += (d1 * y1 + d2 * y2) / (2 * rod.span[i]!);
    }
  return sum;
}

/** ∂U/∂ω: B (ω − ω̂)/l, four per node. */
export function bendingMoments(rod: Rod, curvature: Float64Array, out: Float64Array): void {
  for (let i = 1; i < rod.nodes - 1; i++)
    for (let side = 0; side < 2; side++) {
      const a = 4 * i + 2 * side;
      const d1 = (curvature[a]! - rod.restCurvature[a]!) / rod.span[i]!;
      const d2 = (curvature[a + 1]! - rod.restCurvature[a + 1]!) / rod.span[i]!;
      const [y1, y2] = bendingTimes(rod, i - 1 + side, d1, d2);
      out[a] = y1;
      out[a + 1] = y2;
    }
}

/** ∂U/∂τ: 2β (τ − τ̂)/l, per node. */
export function twistingMoments(rod: Rod, twist: Float64Array, out: Float64Array): void {
  for (let i = 1; i < rod.nodes - 1; i++)
    out[i] = (2 * rod.twisting[i]! * (twist[i]! - rod.restTwist[i]!)) / rod.span[i]!;
}
