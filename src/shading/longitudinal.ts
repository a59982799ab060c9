/**
 * How a lobe spreads along the fibre: the energy-conserving function of d'Eon et al. 2011,
 * M = e^(−b) I0(a) / (2 v sinh(1/v)), a = cos θi cos θo / v, b = sin θi sin θo / v, ∫ M cos θi dθi = 1.
 * I0 by Abramowitz and Stegun 9.8.1 and 9.8.2 (error below 5e-7). Its exponential is drawn into the one of the
 * exponent, so no v overflows and one exponential is all it costs.
 */

const SMALL = [1, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.0360768, 0.0045813];
const LARGE = [
  0.39894228, 0.01328592, 0.00225319, -0.00157565, 0.00916281, -0.02057706, 0.02635537, -0.01647633, 0.00392377,
];

function polynomial(coefficients: readonly number[], t: number): number {
  let sum = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * t + coefficients[i]!;
  return sum;
}

const hornerWgsl = (coefficients: readonly number[]): string =>
  coefficients.map((c, i) => (i < coefficients.length - 1 ? `${c} + t * (` : `${c}`)).join('') +
  ')'.repeat(coefficients.length - 1);

/** 1 / (v (1 − e^(−2/v))): the part of M that depends on the roughness alone. */
export const longitudinalNorm = (v: number): number => 1 / (v * (1 - Math.exp(-2 / v)));

/** M for the directions of sine and cosine given; `cosO` may be negative where a tilt carried it over the pole. */
export function longitudinal(sinI: number, cosI: number, sinO: number, cosO: number, v: number): number {
  const a = (cosI * Math.abs(cosO)) / v;
  const b = (sinI * sinO) / v;
  const isSmall = a < 3.75;
  const i0 = isSmall ? polynomial(SMALL, (a / 3.75) ** 2) : polynomial(LARGE, 3.75 / a) / Math.sqrt(a);
  return i0 * Math.exp((isSmall ? 0 : a) - b - 1 / v) * longitudinalNorm(v);
}

export const longitudinalWgsl = /* wgsl */ `
fn hair_longitudinal_norm(v: f32) -> f32 {
  return 1.0 / (v * (1.0 - exp(-2.0 / v)));
}

// norm = hair_longitudinal_norm(v), which a caller may know beforehand.
fn hair_longitudinal(sin_i: f32, cos_i: f32, sin_o: f32, cos_o: f32, v: f32, norm: f32) -> f32 {
  let a = cos_i * abs(cos_o) / v;
  let exponent = -(sin_i * sin_o + 1.0) / v;
  if (a < 3.75) {
    let t = a * a * ${1 / (3.75 * 3.75)};
    return (${hornerWgsl(SMALL)}) * exp(exponent) * norm;
  }
  let t = 3.75 / a;
  return (${hornerWgsl(LARGE)}) * inverseSqrt(a) * exp((cos_i * abs(cos_o) - sin_i * sin_o - 1.0) / v) * norm;
}

// Three at once with variances of their own, without branches.
fn hair_longitudinal_three(sin_i: f32, cos_i: f32, sin_o: vec3f, cos_o: vec3f, v: vec3f) -> vec3f {
  let inverse = 1.0 / v;
  let a = cos_i * abs(cos_o) * inverse;
  let is_small = a < vec3f(3.75);
  let exponent = select(a, vec3f(0.0), is_small) - (sin_i * sin_o + 1.0) * inverse;
  var t = min(a * a * ${1 / (3.75 * 3.75)}, vec3f(1.0));
  let small = ${hornerWgsl(SMALL)};
  let b = max(a, vec3f(3.75));
  t = 3.75 / b;
  let large = (${hornerWgsl(LARGE)}) * inverseSqrt(b);
  return select(large, small, is_small) * exp(exponent) * inverse / (1.0 - exp(-2.0 * inverse));
}
`;
