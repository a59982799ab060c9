import { InputError } from '../strands/input-error.ts';

/**
 * Types of hair as materials.
 *
 * Numbers of the four types of hair of the head: Bertails et al., the course notes "Realistic Hair Simulation" (2008), section
 * 1.4.4. Radius is the mean of the section's semi-axes in the area-preserving sense, ellipticity their ratio, the helix is the
 * natural shape near the tip. Brow, lash, beard and fur have the thickness and section that such hair is known to have and the
 * keratin of the others; beard hair is about twice as thick in section as hair of the head and flatter (Tolgyesi et al. 1983).
 */
export interface HairMaterial {
  readonly name: MaterialName;
  /** Mean radius of the section, m. */
  readonly radius: number;
  /** Major over minor semi-axis, 1 or more. */
  readonly ellipticity: number;
  /** kg/m³. */
  readonly density: number;
  /** Pa. */
  readonly youngsModulus: number;
  readonly poissonRatio: number;
  /** Radius of the natural helix, m; 0 for straight hair. */
  readonly helixRadius: number;
  /** Advance of the natural helix in one turn, m. */
  readonly helixStep: number;
  /** Internal friction of bending, kg·m³/s. */
  readonly internalFriction: number;
  /** Air drag a length of strand, kg/(m·s). */
  readonly drag: number;
}

export const MATERIAL_NAMES = [
  'asian-smooth',
  'caucasian-wavy',
  'caucasian-curly',
  'african-fuzzy',
  'brow',
  'lash',
  'beard',
  'fur',
] as const;
export type MaterialName = (typeof MATERIAL_NAMES)[number];

/** kg·m³/s; the published best fit for a disciplined curly clump is 1e-10. */
export const INTERNAL_FRICTION_RANGE: readonly [number, number] = Object.freeze([5e-11, 5e-10] as const);
/** kg/(m·s), from disciplined to fuzzy hair. */
export const DRAG_RANGE: readonly [number, number] = Object.freeze([5e-6, 5e-5] as const);

const COMMON = { density: 1300, poissonRatio: 0.48, internalFriction: 1e-10 } as const;

export const MATERIALS: Readonly<Record<MaterialName, HairMaterial>> = Object.freeze({
  'asian-smooth': Object.freeze({
    ...COMMON,
    name: 'asian-smooth',
    radius: 50e-6,
    ellipticity: 1,
    youngsModulus: 1e9,
    helixRadius: 0,
    helixStep: 0,
    drag: 5e-6,
  }),
  'caucasian-wavy': Object.freeze({
    ...COMMON,
    name: 'caucasian-wavy',
    radius: 35e-6,
    ellipticity: 1.1,
    youngsModulus: 2e9,
    helixRadius: 0.01,
    helixStep: 0.005,
    drag: 1e-5,
  }),
  'caucasian-curly': Object.freeze({
    ...COMMON,
    name: 'caucasian-curly',
    radius: 50e-6,
    ellipticity: 1.1,
    youngsModulus: 1.5e9,
    helixRadius: 0.006,
    helixStep: 0.005,
    drag: 2e-5,
  }),
  'african-fuzzy': Object.freeze({
    ...COMMON,
    name: 'african-fuzzy',
    radius: 50e-6,
    ellipticity: 1.2,
    youngsModulus: 0.5e9,
    helixRadius: 0.001,
    helixStep: 0.01,
    drag: 5e-5,
  }),
  brow: Object.freeze({
    ...COMMON,
    name: 'brow',
    radius: 35e-6,
    ellipticity: 1.2,
    youngsModulus: 2e9,
    helixRadius: 0,
    helixStep: 0,
    drag: 5e-6,
  }),
  lash: Object.freeze({
    ...COMMON,
    name: 'lash',
    radius: 45e-6,
    ellipticity: 1.1,
    youngsModulus: 2e9,
    helixRadius: 0,
    helixStep: 0,
    drag: 5e-6,
  }),
  beard: Object.freeze({
    ...COMMON,
    name: 'beard',
    radius: 65e-6,
    ellipticity: 1.6,
    youngsModulus: 2e9,
    helixRadius: 0.006,
    helixStep: 0.02,
    drag: 1e-5,
  }),
  fur: Object.freeze({
    ...COMMON,
    name: 'fur',
    radius: 20e-6,
    ellipticity: 1.2,
    youngsModulus: 2e9,
    helixRadius: 0,
    helixStep: 0,
    drag: 1e-5,
  }),
});

/** The material of that name. */
export function material(name: string): HairMaterial {
  const found = (MATERIALS as Readonly<Record<string, HairMaterial>>)[name];
  if (!found)
    throw new InputError(
      'groom/unknown-material',
      `There is no hair material "${name}"; use one of ${MATERIAL_NAMES.join(', ')}.`,
    );
  return found;
}

/**
 * Natural curvature and twist, 1/m, of a helix of radius r and step p: κ = r / (r² + c²), τ = c / (r² + c²), c = p / 2π.
 * The published short forms 1/r and p / (2π r²) hold only for c ≪ r: for the African type they are wrong by a factor of 3.5.
 */
export function helixCurvature(radius: number, step: number): { readonly curvature: number; readonly twist: number } {
  if (radius <= 0) return { curvature: 0, twist: 0 };
  const c = step / (2 * Math.PI);
  const square = radius * radius + c * c;
  return { curvature: radius / square, twist: c / square };
}

export const naturalCurvature = (m: HairMaterial): number => helixCurvature(m.helixRadius, m.helixStep).curvature;
export const naturalTwist = (m: HairMaterial): number => helixCurvature(m.helixRadius, m.helixStep).twist;

/** The helix that has this curvature and twist: the inverse of helixCurvature. */
export function helixOf(curvature: number, twist: number): { readonly radius: number; readonly step: number } {
  const square = curvature * curvature + twist * twist;
  if (square === 0) return { radius: 0, step: 0 };
  return { radius: curvature / square, step: (2 * Math.PI * twist) / square };
}

/** Semi-axes of the elliptic section, m, with the area of a circle of the mean radius. */
export function semiAxes(m: HairMaterial): { readonly major: number; readonly minor: number } {
  const root = Math.sqrt(m.ellipticity);
  return { major: m.radius * root, minor: m.radius / root };
}

export interface SectionStiffness {
  /** Bending about the major axis, the soft direction, N·m². */
  readonly softBend: number;
  /** Bending about the minor axis, N·m². */
  readonly stiffBend: number;
  /** Torsion µJ, N·m². */
  readonly torsion: number;
  /** Stretching EA, N. */
  readonly stretch: number;
  /** Mass a length, kg/m. */
  readonly lineDensity: number;
}

/** Stiffness and mass of the elliptic section of a Kirchhoff rod. */
export function sectionStiffness(m: HairMaterial): SectionStiffness {
  const { major: a, minor: b } = semiAxes(m);
  const shear = m.youngsModulus / (2 * (1 + m.poissonRatio));
  const quarter = 0.25 * Math.PI * m.youngsModulus;
  return {
    softBend: quarter * a * b * b * b,
    stiffBend: quarter * a * a * a * b,
    torsion: (Math.PI * shear * a * a * a * b * b * b) / (a * a + b * b),
    stretch: Math.PI * m.youngsModulus * a * b,
    lineDensity: Math.PI * m.density * a * b,
  };
}
