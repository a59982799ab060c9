import type { ForceField, Loads, SamplePoints } from '../models/model.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { arriving } from './shelter.ts';
import type { AirDensity } from './tool.ts';
import { type Cone, coneFraction } from './volumes/cone.ts';

export interface JetOptions {
  readonly cones: readonly Cone[];
  /** Speed at the nozzle, m/s. */
  readonly speed: number;
  /** Drag across a strand, kg/(m·s), and along it as a fraction of that. */
  readonly drag: number;
  readonly alongRatio: number;
  readonly air: AirDensity;
}

/** A stream of air from a nozzle: drags hair along as far as it gets through other hair. Taken implicitly, as all drag. */
export class Jet implements ForceField {
  private readonly options: JetOptions;

  constructor(options: JetOptions) {
    this.options = options;
  }

  apply(samplePoints: SamplePoints, _time: number, loads: Loads): void {
    const { cones, drag, alongRatio } = this.options;
    const axis = cones[cones.length - 1]!.axis;
    for (let i = 0; i < samplePoints.count; i++) {
      const x: Vec3 = [
        samplePoints.position[3 * i]!,
        samplePoints.position[3 * i + 1]!,
        samplePoints.position[3 * i + 2]!,
      ];
      const speed = this.speedAt(x);
      if (speed === 0) continue;
      const across = drag * samplePoints.length[i]!;
      const less = across * (1 - alongRatio);
      const tx = samplePoints.tangent[3 * i]!;
      const ty = samplePoints.tangent[3 * i + 1]!;
      const tz = samplePoints.tangent[3 * i + 2]!;
      const m = [
        across - less * tx * tx,
        -less * tx * ty,
        -less * tx * tz,
        across - less * ty * ty,
        -less * ty * tz,
        across - less * tz * tz,
      ];
      for (let c = 0; c < 6; c++) loads.damping[6 * i + c] = loads.damping[6 * i + c]! + m[c]!;
      const [wx, wy, wz] = [speed * axis[0], speed * axis[1], speed * axis[2]];
      loads.force[3 * i] = loads.force[3 * i]! + m[0]! * wx + m[1]! * wy + m[2]! * wz;
      loads.force[3 * i + 1] = loads.force[3 * i + 1]! + m[1]! * wx + m[3]! * wy + m[4]! * wz;
      loads.force[3 * i + 2] = loads.force[3 * i + 2]! + m[2]! * wx + m[4]! * wy + m[5]! * wz;
    }
  }

  /** Air speed at a point; 0 outside. */
  speedAt(x: Vec3): number {
    const { cones, speed, air } = this.options;
    let fraction = 0;
    for (const cone of cones) fraction += coneFraction(cone, x[0], x[1], x[2]) / cones.length;
    return fraction > 0 ? speed * fraction * arriving(air, cones[cones.length - 1]!.apex, x) : 0;
  }
}
