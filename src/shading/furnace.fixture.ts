import type { Vec3 } from '../numeric/vector.ts';
import { direction, type Rgb } from './angles.ts';

/** Sharp lobes need finer steps. */
export interface FurnaceSteps {
  readonly elevations?: number;
  readonly azimuths?: number;
}

/** Light that reaches an eye at elevation `theta` from a fibre under white light from all around: ∫ S cos θi dωi. */
export function whiteFurnace(scatter: (wi: Vec3, wo: Vec3) => Rgb, theta: number, steps: FurnaceSteps = {}): Rgb {
  const wo = direction(theta, 0);
  const sum: Rgb = [0, 0, 0];
  const { elevations = 80, azimuths = 128 } = steps;
  const part = (Math.PI / elevations) * ((2 * Math.PI) / azimuths);
  for (let i = 0; i < elevations; i++) {
    const elevation = Math.PI * ((i + 0.5) / elevations - 0.5);
    const weight = part * Math.cos(elevation) ** 2;
    for (let j = 0; j < azimuths; j++) {
      const S = scatter(direction(elevation, (2 * Math.PI * (j + 0.5)) / azimuths), wo);
      for (let c = 0; c < 3; c++) sum[c]! += S[c]! * weight;
    }
  }
  return sum;
}
