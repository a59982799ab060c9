import { Random } from '../numeric/random.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { direction, type Rgb } from './angles.ts';
import { scatterFar } from './far-field.ts';
import { type Fibre, fibreOf } from './fibre.ts';
import { makeHairLook } from './look.ts';
import { sampleNear } from './sampling.ts';

/**
 * Brute force for multiple scattering: a half space filled with parallel fibres at random, lit by a distant light, path
 * traced from one fibre whose ray to the light crosses `depth` others. Fibres lie along x, the open side is +z.
 */

export interface MassCase {
  readonly depth: number;
  /** Elevations of light and eye; azimuth between them. The light stands straight over the fibres. */
  readonly thetaI: number;
  readonly thetaO: number;
  readonly phi: number;
}

export const lightOf = ({ thetaI }: MassCase): Vec3 => direction(thetaI, Math.PI / 2);
export const eyeOf = ({ thetaO, phi }: MassCase): Vec3 => direction(thetaO, Math.PI / 2 + phi);

/** Blond: eumelanin 0.3. */
export const blondFibre = (): Fibre =>
  fibreOf(
    makeHairLook({
      colour: { kind: 'absorption', absorption: [0.126, 0.209, 0.411] },
      roughness: 0.3,
      roundness: 0.3,
      tilt: 0.035,
    }),
  );

export const MASS_CASES: readonly MassCase[] = [0, 0.5].flatMap((thetaI) =>
  [0.5, 1, 2, 4].flatMap((depth) =>
    (
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [0, 3.1],
        [0.4, 0.5],
        [-0.4, 0.5],
      ] as const
    ).map(([off, phi]) => ({ depth, thetaI, thetaO: off - thetaI, phi })),
  ),
);

/** S of all the light that one fibre of the mass sends to the eye, as `dualScatter` gives it: mean of `paths` paths. */
export function tracedMass(fibre: Fibre, mass: MassCase, paths: number, seed: number): Rgb {
  const random = new Random(seed);
  const light = lightOf(mass);
  const cosLight = Math.cos(mass.thetaI);
  const four = (): number[] => [random.unit(), random.unit(), random.unit(), random.unit()];
  const sum: Rgb = [0, 0, 0];
  for (let path = 0; path < paths; path++) {
    const weight: Rgb = [1, 1, 1];
    let below = (mass.depth * light[2]) / cosLight;
    let out = eyeOf(mass);
    while (true) {
      const lit = Math.exp((-below * cosLight) / light[2]);
      const scattered = scatterFar(fibre, light, out);
      for (let c = 0; c < 3; c++) sum[c]! += weight[c]! * scattered[c]! * lit;
      const next = sampleNear(fibre, out, random.between(-1, 1), four());
      for (let c = 0; c < 3; c++) weight[c]! *= next.weight[c]!;
      const brightest = Math.max(...weight);
      if (brightest < 0.2) {
        if (random.unit() > brightest / 0.4) break;
        for (let c = 0; c < 3; c++) weight[c]! *= 0.4 / brightest;
      }
      // A ray meets fibres in proportion to its sine to them.
      const crossing = Math.max(1e-9, Math.sqrt(1 - next.wi[0] * next.wi[0]));
      below += (next.wi[2] * Math.log(1 - random.unit())) / crossing;
      if (below < 0) break;
      out = [-next.wi[0], -next.wi[1], -next.wi[2]];
    }
  }
  return sum.map((s) => s / paths) as Rgb;
}
