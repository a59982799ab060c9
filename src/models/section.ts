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

/** The fibre of one strand: its attribute `stiffness`, where it has one, multiplies that of the material. */
export function fibreOf({ strandAttributes }: Strands, k: number, fibre: Fibre): Fibre {
  const factor = strandAttributes.get('stiffness')?.data[k];
  return factor === undefined || factor === 1 ? fibre : { ...fibre, youngsModulus: factor * fibre.youngsModulus };
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
