/** Refraction at the surface of a fibre, seen across it (Bravais) and along it. */

/** Fraction of unpolarised light that a smooth surface of index `eta` reflects; `cosI` in air, at least 0. */
export function fresnel(cosI: number, eta: number): number {
  const c = Math.min(1, Math.abs(cosI));
  const cosT = Math.sqrt(Math.max(0, 1 - (1 - c * c) / (eta * eta)));
  const parallel = (eta * c - cosT) / (eta * c + cosT);
  const perpendicular = (c - eta * cosT) / (c + eta * cosT);
  return 0.5 * (parallel * parallel + perpendicular * perpendicular);
}

/** The index that a ray at elevation θ meets in the plane across the fibre. */
export const bravais = (eta: number, sinTheta: number, cosTheta: number): number =>
  Math.sqrt(eta * eta - sinTheta * sinTheta) / cosTheta;

/** cos of the elevation inside the fibre. */
export const cosInside = (eta: number, sinTheta: number): number => Math.sqrt(1 - (sinTheta * sinTheta) / (eta * eta));

export const opticsWgsl = /* wgsl */ `
fn hair_fresnel(cos_i: f32, eta: f32) -> f32 {
  let c = min(1.0, abs(cos_i));
  let cos_t = sqrt(max(0.0, 1.0 - (1.0 - c * c) / (eta * eta)));
  let parallel = (eta * c - cos_t) / (eta * c + cos_t);
  let perpendicular = (c - eta * cos_t) / (c + eta * cos_t);
  return 0.5 * (parallel * parallel + perpendicular * perpendicular);
}

fn hair_bravais(eta: f32, sin_theta: f32, cos_theta: f32) -> f32 {
  return sqrt(eta * eta - sin_theta * sin_theta) / cos_theta;
}

fn hair_cos_inside(eta: f32, sin_theta: f32) -> f32 {
  return sqrt(1.0 - sin_theta * sin_theta / (eta * eta));
}
`;
