import type { Vec3 } from '../numeric/vector.ts';

/**
 * The frame of a fibre: x is the tangent from root to tip, y and z span the plane across it. Directions are unit vectors
 * that point away from the fibre, `wi` to the light and `wo` to the eye. sin θ is their x (θ = 0 across, positive
 * towards the tip); φ is the angle between them around the fibre: 0 back to the light, π straight through.
 */

/** Linear red, green and blue. */
export type Rgb = [number, number, number];

/** What every model needs of two directions. */
export interface Angles {
  readonly sinI: number;
  readonly cosI: number;
  readonly sinO: number;
  readonly cosO: number;
  /** φi − φo in (−π, π]. */
  readonly phi: number;
}

/** Below this cosine a direction counts as lying along the fibre: a BCSDF divides by the cosine. */
export const LEAST_COS = 1e-3;

const cosineOf = (sine: number): number => Math.sqrt(Math.max(0, 1 - sine * sine));

export function anglesOf(wi: Vec3, wo: Vec3): Angles {
  const across = wi[1] * wo[1] + wi[2] * wo[2];
  const turn = wo[1] * wi[2] - wo[2] * wi[1];
  return {
    sinI: wi[0],
    cosI: cosineOf(wi[0]),
    sinO: wo[0],
    cosO: cosineOf(wo[0]),
    phi: across === 0 && turn === 0 ? 0 : Math.atan2(turn, across),
  };
}

/** The unit vector at elevation θ and azimuth φ of the fibre's frame. */
export const direction = (theta: number, phi: number): Vec3 => [
  Math.sin(theta),
  Math.cos(theta) * Math.cos(phi),
  Math.cos(theta) * Math.sin(phi),
];

/** The same angle in (−π, π]. */
export const wrap = (angle: number): number => {
  const turned = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  return turned <= -Math.PI ? turned + 2 * Math.PI : turned;
};

export const anglesWgsl = /* wgsl */ `
struct HairAngles {
  sin_i: f32,
  cos_i: f32,
  sin_o: f32,
  cos_o: f32,
  phi: f32,
}

const HAIR_PI = 3.14159265358979;
const HAIR_LEAST_COS = ${LEAST_COS};

fn hair_angles(wi: vec3f, wo: vec3f) -> HairAngles {
  let across = wi.y * wo.y + wi.z * wo.z;
  let turn = wo.y * wi.z - wo.z * wi.y;
  let none = across == 0.0 && turn == 0.0;
  return HairAngles(
    wi.x, sqrt(max(0.0, 1.0 - wi.x * wi.x)),
    wo.x, sqrt(max(0.0, 1.0 - wo.x * wo.x)),
    select(hair_atan2(turn, across), 0.0, none),
  );
}

// The language allows atan2 an error of 4096 units in the last place; this polynomial (Abramowitz and Stegun 4.4.49,
// error below 1e-7) costs the same everywhere.
fn hair_atan2(y: f32, x: f32) -> f32 {
  let big = max(abs(x), abs(y));
  let t = min(abs(x), abs(y)) / max(big, 1e-30);
  let s = t * t;
  var a = t * (1.0 + s * (-0.3333314528 + s * (0.1999355085 + s * (-0.1420889944 + s * (0.1065626393
    + s * (-0.0752896400 + s * (0.0429096138 + s * (-0.0161657367 + s * 0.0028662257))))))));
  a = select(a, 0.5 * HAIR_PI - a, abs(y) > abs(x));
  a = select(a, HAIR_PI - a, x < 0.0);
  return select(a, -a, y < 0.0);
}

// Sine by Taylor's series to x^11 on a quarter turn (error 6e-8): the language allows its own an error of 5e-4.
fn hair_sin(x: vec3f) -> vec3f {
  let turned = x - 2.0 * HAIR_PI * round(x / (2.0 * HAIR_PI));
  let mirrored = sign(turned) * HAIR_PI - turned;
  let a = select(turned, mirrored, abs(turned) > vec3f(0.5 * HAIR_PI));
  let s = a * a;
  return a * (1.0 + s * (-1.66666667e-1 + s * (8.33333333e-3 + s * (-1.98412698e-4 + s * (2.75573192e-6
    - s * 2.50521084e-8)))));
}

fn hair_cos(x: vec3f) -> vec3f {
  return hair_sin(x + 0.5 * HAIR_PI);
}

fn hair_wrap(angle: f32) -> f32 {
  return angle - 2.0 * HAIR_PI * round(angle / (2.0 * HAIR_PI));
}

// The fibre's frame: tangent, and two unit vectors across it. transpose(frame) * v brings v into the frame.
fn hair_frame(tangent: vec3f) -> mat3x3f {
  let s = select(-1.0, 1.0, tangent.z >= 0.0);
  let a = -1.0 / (s + tangent.z);
  let b = tangent.x * tangent.y * a;
  let y = vec3f(1.0 + s * tangent.x * tangent.x * a, s * b, -s * tangent.x);
  let z = vec3f(b, s + tangent.y * tangent.y * a, -tangent.y);
  return mat3x3f(tangent, y, z);
}
`;
