import type { Vec3 } from '../numeric/vector.ts';
import { type Angles, anglesOf, LEAST_COS, type Rgb } from './angles.ts';
import type { Fibre } from './fibre.ts';

/**
 * Kajiya and Kay 1989 and its children: a diffuse term and a highlight on the mirror cone, without optics and without
 * conservation of energy. Goldman 1997 and Kim 2002 add a dependence on the azimuth. S, 1/sr; not reciprocal.
 */

/** cos(θi + θo), at least 0: the largest V·R over all normals of the cylinder. */
const mirrorCosine = ({ sinI, cosI, sinO, cosO }: Angles): number => Math.max(0, cosI * cosO - sinI * sinO);

function scatterAngles({ colour, highlight }: Fibre, angles: Angles, azimuth: number): Rgb {
  const white =
    (highlight.primary * mirrorCosine(angles) ** highlight.primaryExponent) / Math.max(LEAST_COS, angles.cosI);
  return colour.map((c) => azimuth * (highlight.diffuse * c + white)) as Rgb;
}

export function scatterKajiyaKay(fibre: Fibre, wi: Vec3, wo: Vec3): Rgb {
  return scatterAngles(fibre, anglesOf(wi, wo), 1);
}

/** 1 + a cos φ: a > 0 favours light from behind the eye, a < 0 light that shines through. */
export function scatterGoldman(fibre: Fibre, wi: Vec3, wo: Vec3): Rgb {
  const angles = anglesOf(wi, wo);
  return scatterAngles(fibre, angles, 1 + fibre.highlight.backward * Math.cos(angles.phi));
}

/** A wide lobe back to the light and a narrow one straight through, scaled so that the turn's mean is 1. */
export function kimAzimuth(phi: number, backward: number, narrowness: number): number {
  const around = Math.abs(phi);
  const through = narrowness * (Math.PI - around);
  const lobe = backward * Math.cos(0.5 * around) + (through < 0.5 * Math.PI ? Math.cos(through) : 0);
  return (lobe * 2 * Math.PI) / (4 * backward + 2 / narrowness);
}

export function scatterKim(fibre: Fibre, wi: Vec3, wo: Vec3): Rgb {
  const angles = anglesOf(wi, wo);
  const { kimBackward, kimNarrowness } = fibre.highlight;
  return scatterAngles(fibre, angles, kimAzimuth(angles.phi, kimBackward, kimNarrowness));
}

export const kajiyaKayWgsl = /* wgsl */ `
fn hair_cone(fibre: HairFibre, angles: HairAngles, azimuth: f32) -> vec3f {
  let mirror = max(0.0, angles.cos_i * angles.cos_o - angles.sin_i * angles.sin_o);
  let white = fibre.primary * pow(mirror, fibre.primary_exponent) / max(HAIR_LEAST_COS, angles.cos_i);
  return azimuth * (fibre.diffuse * fibre.colour + white);
}

fn hair_scatter_kajiya_kay(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  return hair_cone(fibre, hair_angles(wi, wo), 1.0);
}

fn hair_scatter_goldman(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  let angles = hair_angles(wi, wo);
  return hair_cone(fibre, angles, 1.0 + fibre.backward * hair_cos(vec3f(angles.phi)).x);
}

fn hair_scatter_kim(fibre: HairFibre, wi: vec3f, wo: vec3f, h: f32) -> vec3f {
  let angles = hair_angles(wi, wo);
  let around = abs(angles.phi);
  let through = fibre.kim_narrowness * (HAIR_PI - around);
  let cosines = hair_cos(vec3f(0.5 * around, through, 0.0));
  let lobe = fibre.kim_backward * cosines.x + select(0.0, cosines.y, through < 0.5 * HAIR_PI);
  return hair_cone(fibre, angles, lobe * 2.0 * HAIR_PI / (4.0 * fibre.kim_backward + 2.0 / fibre.kim_narrowness));
}
`;
