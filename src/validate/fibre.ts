import { material, sectionStiffness } from '../groom/materials.ts';
import type { Fibre, StrandModel } from '../models/model.ts';
import { G } from './rig.ts';

/** A fibre with its section's numbers, which experiments compare with closed forms. */
export interface FibreNumbers {
  readonly fibre: Fibre;
  /** Bending about the soft and the stiff axis and twisting, N m². */
  readonly soft: number;
  readonly stiff: number;
  readonly twist: number;
  /** kg/m. */
  readonly lineDensity: number;
}

export function fibreNumbers(name: string): FibreNumbers {
  const fibre = material(name);
  const section = sectionStiffness(fibre);
  return {
    fibre,
    soft: section.softBend,
    stiff: section.stiffBend,
    twist: section.torsion,
    lineDensity: section.lineDensity,
  };
}

/** The free length at which weight and bending stiffness have the ratio gamma = ρS g L³ / EI. */
export function lengthForGamma({ soft, lineDensity }: FibreNumbers, gamma: number): number {
  return Math.cbrt((gamma * soft) / (lineDensity * G));
}

/** Fraction of the first edge that the model's root holds. */
export const clampedFraction = (model: StrandModel): number => model.clampedFraction ?? 0.5;

/** Edge length of a strand whose free length begins where its root lets go of the first edge. */
export const edgeFor = (free: number, nodes: number, held = 0.5): number => free / (nodes - 1 - held);

/** Unit of a strand's frequencies, √(EI / ρS L⁴), rad/s. */
export const modeUnit = ({ soft, lineDensity }: FibreNumbers, free: number): number =>
  Math.sqrt(soft / lineDensity) / (free * free);
