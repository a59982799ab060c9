import type { EvenAir, ForceField, Loads, SamplePoints } from '../models/model.ts';
import { evaluateCurve } from '../numeric/curve.ts';
import { curve, group, quantity, type ValuesOf } from '../numeric/parameters.ts';
import { Wind, windParameters } from './wind.ts';

export const airParameters = {
  drag: quantity({
    unit: 'kg/(m·s)',
    about: 'Air drag across a strand, per metre: 5e-6 for disciplined hair, 5e-5 for fuzzy hair.',
    min: 0,
    max: 1,
    default: 1e-5,
  }),
  alongRatio: quantity({
    unit: '',
    about: 'Drag along the strand relative to drag across it.',
    min: 0,
    max: 1,
    default: 0.2,
  }),
  along: curve({ about: 'Drag along the hair, as a factor.' }),
  shelter: quantity({
    unit: 'kg/m³',
    about: 'Density of hair that halves the drag: inner hair is sheltered by outer hair; 0 for no shelter.',
    min: 0,
    max: 1e6,
    default: 0,
  }),
  wind: group(windParameters),
};

export type AirParameters = ValuesOf<typeof airParameters>;

/** How much hair there is about a point of the world, kg/m³. */
export interface HairDensity {
  densityAt(x: number, y: number, z: number): number;
}

/**
 * Drag of the (moving) air on every piece of strand, different across and along it, linear in the relative velocity:
 * f = D (v_air − v), D = ℓ (c⊥ (1 − t tᵀ) + c∥ t tᵀ). The −D v part goes into the loads' damping, so models take it
 * implicitly and no drag is too strong for a step. Inside hair of density ρ the drag is divided by 1 + ρ/shelter.
 */
export class Air implements ForceField {
  private readonly parameters: AirParameters;
  private readonly wind: Wind;
  private readonly density: HairDensity | null;

  /** `density`: what shelters; without it nothing does. */
  constructor(parameters: AirParameters, seed: number, density: HairDensity | null = null) {
    this.parameters = parameters;
    this.density = parameters.shelter > 0 ? density : null;
    this.wind = new Wind(parameters.wind, seed);
  }

  isRestless(): boolean {
    return !this.wind.isStill;
  }

  evenAir(time: number): EvenAir | null {
    const { drag, alongRatio, along } = this.parameters;
    if (along.length > 0 || this.density || !this.wind.isSteady) return null;
    return { across: drag, along: drag * alongRatio, velocity: this.wind.at(0, 0, 0, time) };
  }

  apply(samplePoints: SamplePoints, time: number, loads: Loads): void {
    const { drag, alongRatio, along, shelter } = this.parameters;
    const { density } = this;
    if (drag === 0) return;
    const { position, tangent, length, fraction } = samplePoints;
    const { force, damping } = loads;
    const { isStill, isSteady } = this.wind;
    let [wx, wy, wz] = this.wind.at(0, 0, 0, time);
    for (let i = 0; i < samplePoints.count; i++) {
      const a = 3 * i;
      const tx = tangent[a]!;
      const ty = tangent[a + 1]!;
      const tz = tangent[a + 2]!;
      let across = drag * length[i]!;
      if (along.length > 0) across *= evaluateCurve(along, fraction[i]!);
      if (density)
        across /= 1 + Math.max(0, density.densityAt(position[a]!, position[a + 1]!, position[a + 2]!)) / shelter;
      const less = across * (1 - alongRatio);
      const xx = across - less * tx * tx;
      const xy = -less * tx * ty;
      const xz = -less * tx * tz;
      const yy = across - less * ty * ty;
      const yz = -less * ty * tz;
      const zz = across - less * tz * tz;
      const s = 6 * i;
      damping[s] = damping[s]! + xx;
      damping[s + 1] = damping[s + 1]! + xy;
      damping[s + 2] = damping[s + 2]! + xz;
      damping[s + 3] = damping[s + 3]! + yy;
      damping[s + 4] = damping[s + 4]! + yz;
      damping[s + 5] = damping[s + 5]! + zz;
      if (isStill) continue;
      if (!isSteady) [wx, wy, wz] = this.wind.at(position[a]!, position[a + 1]!, position[a + 2]!, time);
      force[a] = force[a]! + xx * wx + xy * wy + xz * wz;
      force[a + 1] = force[a + 1]! + xy * wx + yy * wy + yz * wz;
      force[a + 2] = force[a + 2]! + xz * wx + yz * wy + zz * wz;
    }
  }
}
