import { material, sectionStiffness } from '../groom/materials.ts';
import type { Fibre } from '../models/model.ts';
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

/** Edge length of a strand whose free length runs from the midpoint of its clamped first edge. */
export const edgeFor = (free: number, nodes: number): number => free / (nodes - 1.5);

/** Unit of a strand's frequencies, √(EI / ρS L⁴), rad/s. */
export const modeUnit = ({ soft, lineDensity }: FibreNumbers, free: number): number =>
  Math.sqrt(soft / lineDensity) / (free * free);
