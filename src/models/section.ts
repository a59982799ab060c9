import type { Strands } from '../strands/strands.ts';
import type { Fibre } from './model.ts';

/** Stiffnesses of an elliptical section: spec discrete elastic rods, section 3. */
export interface Section {
  /** Bending towards the major axis: the stiff way, N m². */
  readonly stiff: number;
  /** Bending towards the minor axis: the soft way, N m². */
  readonly soft: number;
  /** Twisting, N m². */
  readonly twist: number;
  /** Stretching, N. */
  readonly stretch: number;
  /** kg/m. */
  readonly linearDensity: number;
  /** Moment of inertia about the fibre's own axis, kg m. */
  readonly spin: number;
}

/** The fibre of one strand: its attributes `stiffness` and `girth`, where it has them, multiply the material's stiffness and the radius. */
export function fibreOf({ strandAttributes }: Strands, k: number, fibre: Fibre): Fibre {
  const factor = strandAttributes.get('stiffness')?.data[k] ?? 1;
  const girth = strandAttributes.get('girth')?.data[k] ?? 1;
  if (factor === 1 && girth === 1) return fibre;
  return { ...fibre, youngsModulus: factor * fibre.youngsModulus, radius: girth * fibre.radius };
}

/** `scale` multiplies both radii: stiffness grows with its fourth power, mass with its second. */
export function sectionOf(fibre: Fibre, scale = 1): Section {
  const root = Math.sqrt(fibre.ellipticity);
  const a1 = scale * fibre.radius * root;
  const a2 = (scale * fibre.radius) / root;
  const area = Math.PI * a1 * a2;
  const shear = fibre.youngsModulus / (2 * (1 + fibre.poissonRatio));
  const sum = a1 * a1 + a2 * a2;
  return {
    stiff: 0.25 * fibre.youngsModulus * area * a1 * a1,
    soft: 0.25 * fibre.youngsModulus * area * a2 * a2,
    twist: (shear * area * a1 * a1 * a2 * a2) / sum,
    stretch: fibre.youngsModulus * area,
    linearDensity: fibre.density * area,
    spin: 0.25 * fibre.density * area * sum,
  };
}
