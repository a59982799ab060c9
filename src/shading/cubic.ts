/** Where rays that leave a cylinder at a given azimuth entered it, by the cubic approximation of Marschner et al. 2003. */

export interface Roots {
  readonly count: number;
  readonly values: readonly [number, number, number];
}

/** Real roots of x³ + P x + Q, three where the discriminant is not positive. */
export function cubicRoots(P: number, Q: number): Roots {
  const discriminant = (Q * Q) / 4 + (P * P * P) / 27;
  if (discriminant > 0) {
    // The larger of the two cube roots first: the other follows without cancellation.
    const root = Math.sqrt(discriminant);
    const u = Math.cbrt(Q > 0 ? -Q / 2 - root : -Q / 2 + root);
    return { count: 1, values: [u - P / (3 * u), 0, 0] };
  }
  const r = 2 * Math.sqrt(Math.max(0, -P / 3));
  const ratio = P * r === 0 ? 0 : (3 * Q) / (P * r);
  const angle = Math.acos(Math.max(-1, Math.min(1, ratio))) / 3;
  const third = (2 * Math.PI) / 3;
  return { count: 3, values: [r * Math.cos(angle), r * Math.cos(angle - third), r * Math.cos(angle - 2 * third)] };
}

/** The cubic φ̂(γ) = linear γ − cubic γ³ + p π of path p in a cylinder whose critical angle is c = asin(1/η'). */
export function exitCubic(p: number, c: number): { linear: number; cubic: number } {
  return { linear: (6 * p * c) / Math.PI - 2, cubic: (8 * p * c) / Math.PI ** 3 };
}

/** γ of the rays of path p ≥ 1 that leave at φ; `delta` is φ − p π, wrapped. Roots beyond ±π/2 are no rays. */
export function entryAngles(p: number, c: number, delta: number): number[] {
  const { linear, cubic } = exitCubic(p, c);
  const { count, values } = cubicRoots(-linear / cubic, delta / cubic);
  return values.slice(0, count).filter((gamma) => Math.abs(gamma) <= Math.PI / 2);
}

export const cubicWgsl = /* wgsl */ `
fn hair_cbrt(x: f32) -> f32 {
  // One step of Newton's method mends what pow leaves open.
  let a = pow(max(abs(x), 1e-30), 1.0 / 3.0);
  return sign(x) * (a - (a * a * a - abs(x)) / (3.0 * a * a));
}

// xyz: real roots of x³ + P x + Q; w: how many.
fn hair_cubic_roots(p: f32, q: f32) -> vec4f {
  let discriminant = 0.25 * q * q + p * p * p / 27.0;
  if (discriminant > 0.0) {
    let root = sqrt(discriminant);
    let u = hair_cbrt(select(-0.5 * q + root, -0.5 * q - root, q > 0.0));
    return vec4f(u - p / (3.0 * u), 0.0, 0.0, 1.0);
  }
  let r = 2.0 * sqrt(max(0.0, -p / 3.0));
  let ratio = clamp(select(3.0 * q / (p * r), 0.0, p * r == 0.0), -1.0, 1.0);
  let angle = hair_atan2(sqrt(1.0 - ratio * ratio), ratio) / 3.0;
  let third = 2.0 * HAIR_PI / 3.0;
  return vec4f(r * hair_cos(vec3f(angle, angle - third, angle - 2.0 * third)), 3.0);
}
`;
