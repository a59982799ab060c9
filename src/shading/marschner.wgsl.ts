/** The WGSL twin of marschner.ts. */
export const marschnerWgsl = /* wgsl */ `
struct HairOptics {
  eta: f32,
  cos_d: f32,
  across: f32,
  cos_inside: f32,
}

fn hair_optics(eta: f32, sin_d: f32, cos_d: f32) -> HairOptics {
  let cosine = max(HAIR_LEAST_COS, cos_d);
  return HairOptics(eta, cosine, hair_bravais(eta, sin_d, cosine), hair_cos_inside(eta, sin_d));
}

fn hair_optics_fresnel(h: f32, optics: HairOptics) -> f32 {
  return hair_fresnel(optics.cos_d * sqrt(max(0.0, 1.0 - h * h)), optics.eta);
}

// Attenuation of TT (p = 1) or TRT (p = 2).
fn hair_attenuation(p: f32, h: f32, optics: HairOptics, sigma: vec3f) -> vec3f {
  let f = hair_optics_fresnel(h, optics);
  let sin_t = h / optics.across;
  let t = exp(-2.0 * p * sigma * sqrt(max(0.0, 1.0 - sin_t * sin_t)) / optics.cos_inside);
  return (1.0 - f) * (1.0 - f) * select(f, 1.0, p == 1.0) * t;
}

fn hair_azimuthal_r(phi: f32, optics: HairOptics) -> f32 {
  let half = vec3f(0.5 * phi, 0.0, 0.0);
  return 0.25 * hair_optics_fresnel(hair_sin(half).x, optics) * max(0.0, hair_cos(half).x);
}

fn hair_azimuthal(p: f32, phi: f32, optics: HairOptics, sigma: vec3f) -> vec3f {
  let sin_c = 1.0 / optics.across;
  let c = hair_atan2(sin_c, sqrt(max(0.0, 1.0 - sin_c * sin_c)));
  let linear = 6.0 * p * c / HAIR_PI - 2.0;
  let cubic = 8.0 * p * c / (HAIR_PI * HAIR_PI * HAIR_PI);
  let roots = hair_cubic_roots(-linear / cubic, hair_wrap(phi - p * HAIR_PI) / cubic);
  let weights = hair_cos(roots.xyz) / (2.0 * max(vec3f(1e-3), abs(linear - 3.0 * cubic * roots.xyz * roots.xyz)));
  let h = hair_sin(roots.xyz);
  var sum = vec3f(0.0);
  for (var i = 0; i < i32(roots.w); i++) {
    if (abs(roots[i]) <= 0.5 * HAIR_PI) {
      sum += weights[i] * hair_attenuation(p, h[i], optics, sigma);
    }
  }
  return sum;
}

fn hair_azimuthal_trt(phi: f32, optics: HairOptics, fibre: HairFibre) -> vec3f {
  let w = fibre.glint_width;
  var h = 0.0;
  var phi_c = 0.0;
  var reach = 0.5;
  var t = 1.0;
  if (optics.across < 2.0) {
    let n2 = optics.across * optics.across;
    h = sqrt((4.0 - n2) / 3.0);
    let gamma_o = hair_atan2(h, sqrt(max(0.0, 1.0 - h * h)));
    let gamma_t = hair_atan2(h / optics.across, sqrt(1.0 - h * h / n2));
    phi_c = hair_wrap(4.0 * gamma_t - 2.0 * gamma_o);
    let curvature = 4.0 * h / pow(n2 - h * h, 1.5) - 2.0 * h / pow(1.0 - h * h, 1.5);
    reach = min(reach, 2.0 * sqrt(2.0 * w / max(1e-6, abs(curvature))));
  } else {
    let u = clamp((optics.across - 2.0) / fibre.glint_fade, 0.0, 1.0);
    t = 1.0 - u * u * (3.0 - 2.0 * u);
  }
  let apart = vec2f(hair_wrap(phi - phi_c), hair_wrap(phi + phi_c));
  let bells = exp(-apart * apart / (2.0 * w * w));
  let glint = t * fibre.glint * reach * (bells.x + bells.y) / (w * sqrt(2.0 * HAIR_PI));
  return hair_azimuthal(2.0, phi, optics, fibre.sigma) * (1.0 - t * bells.x) * (1.0 - t * bells.y)
    + glint * hair_attenuation(2.0, h, optics, fibre.sigma);
}

fn hair_scatter_marschner(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  let angles = hair_angles(wi, wo);
  let theta_i = hair_atan2(angles.sin_i, angles.cos_i);
  let theta_o = hair_atan2(angles.sin_o, angles.cos_o);
  let half = vec3f(0.5 * (theta_o - theta_i), 0.0, 0.0);
  let sin_d = hair_sin(half).x;
  let cos_d = hair_cos(half).x;
  let optics = hair_optics(fibre.eta, sin_d, cos_d);

  let twice = (wi.y * wo.y - wi.z * wo.z) / max(1e-12, angles.cos_i * angles.cos_o);
  let squared = fibre.aspect * fibre.aspect;
  let one = 2.0 * (fibre.eta - 1.0) * squared - fibre.eta + 2.0;
  let two = 2.0 * (fibre.eta - 1.0) / squared - fibre.eta + 2.0;
  let flattened = hair_optics(max(1.05, 0.5 * (one + two + twice * (one - two))), sin_d, cos_d);

  let x = theta_i + theta_o + vec3f(2.0, -1.0, -3.0) * fibre.tilt;
  let m = exp(-x * x / (2.0 * fibre.variance)) * inverseSqrt(2.0 * HAIR_PI * fibre.variance);
  return (m.x * hair_azimuthal_r(angles.phi, optics)
    + m.y * hair_azimuthal(1.0, angles.phi, optics, fibre.sigma)
    + m.z * hair_azimuthal_trt(angles.phi, flattened, fibre)) / (optics.cos_d * optics.cos_d);
}
`;
