/**
 * The angle of a joint from the cosine between its edges, with nothing but what the platform rounds alike: kernels and their references share
 * these lines. Near a straight joint, where θ/sin θ is 0/0, its series.
 */

/** Edges that fold back farther than this count as folded so far: at half a turn the angles have no direction. */
export const FOLDED = -0.99;
const STRAIGHT = 1 - 1e-5;

/** θ/sin θ, by halving the tangent four times: the series that is left is exact to 1e-11. */
export function angleOverSine(cosine: number): number {
  const half = Math.sqrt((1 - cosine) / (1 + cosine));
  const a = half / (1 + Math.sqrt(1 + half * half));
  const b = a / (1 + Math.sqrt(1 + a * a));
  const c = b / (1 + Math.sqrt(1 + b * b));
  const t = c / (1 + Math.sqrt(1 + c * c));
  const s = t * t;
  const angle = 32 * t * (1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * (1 / 9 - s * (1 / 11))))));
  const sine = Math.sqrt(1 - cosine * cosine);
  const near = 1 + (1 - cosine) / 3;
  return cosine > STRAIGHT ? near : angle / sine;
}

/** How g = θ/sin θ changes with the cosine. */
export function slopeOf(cosine: number, g: number): number {
  const near = -1 / 3 - (4 / 15) * (1 - cosine);
  return cosine > STRAIGHT ? near : (g * cosine - 1) / (1 - cosine * cosine);
}
