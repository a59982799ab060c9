import type { Fibre } from '../model.ts';

/** Stiffnesses of an elliptical section, N·m², and its mass per length, kg/m. */
export interface Section {
  /** α₁: bends over the minor axis, the tangent turns towards the major axis m₁. */
  readonly stiff: number;
  /** α₂: bends over the major axis. */
  readonly soft: number;
  /** β. */
  readonly twist: number;
  readonly linearDensity: number;
}

/**
 * α₁ = π/4 E a₁³a₂, α₂ = π/4 E a₁a₂³, β = π μ a₁³a₂³/(a₁² + a₂²), μ = E/2(1 + ν).
 * A section `scale` times as large in both axes has scale⁴ times the stiffness and scale² times the mass.
 */
export function sectionOf(fibre: Fibre, scale = 1): Section {
  const root = Math.sqrt(fibre.ellipticity);
  const a1 = scale * fibre.radius * root;
  const a2 = (scale * fibre.radius) / root;
  const bend = (Math.PI / 4) * fibre.youngsModulus * a1 * a2;
  const shear = fibre.youngsModulus / (2 * (1 + fibre.poissonRatio));
  const product = a1 * a2;
  return {
    stiff: bend * a1 * a1,
    soft: bend * a2 * a2,
    twist: (Math.PI * shear * product * product * product) / (a1 * a1 + a2 * a2),
    linearDensity: fibre.density * Math.PI * product,
  };
}
