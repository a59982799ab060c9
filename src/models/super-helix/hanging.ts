import type { Vec3 } from '../../numeric/vector.ts';
import type { CurveSamples } from './darboux.ts';
import type { HelixStrand } from './fields.ts';
import { placeSystem } from './kinematics.ts';
import { minimise } from './newton.ts';
import { loadStrand } from './strand.ts';
import { DIAGONAL, type HelixSystem } from './system.ts';

/** Seconds of the first creeping step; each further one is twice as long. */
const FIRST_STEP = 0.02;
const STEPS = 16;

/**
 * Lets a strand sag to its equilibrium under gravity without swinging: steps in which inertia only resists, each twice
 * as long as the one before. The strand's own state is left as it is; the shape is in the system.
 */
export function hangDown(system: HelixSystem, strand: HelixStrand, gravity: Vec3): void {
  const report = { iterations: 0, isConverged: false };
  loadStrand(system, strand);
  placeSystem(system);
  for (let n = 0, h = FIRST_STEP; n < STEPS; n++, h *= 2) {
    for (let p = 0; p < strand.mass.length; p++)
      for (let c = 0; c < 3; c++) {
        const m = strand.mass[p]!;
        system.ref[3 * p + c] = system.x[3 * p + c]!;
        system.b[3 * p + c] = m * gravity[c]!;
        system.a[6 * p + DIAGONAL[c]!] = m / (h * h);
      }
    minimise(system, { most: 30 }, report);
  }
}

/** The curvatures of the hanging strand along it: where a placement of elements by curvature should look. */
export function hangingProfile(system: HelixSystem, strand: HelixStrand, gravity: Vec3): Pick<CurveSamples, 's' | 'w'> {
  hangDown(system, strand, gravity);
  const s = new Float64Array(strand.length.length);
  let from = 0;
  strand.length.forEach((l, e) => {
    s[e] = from + 0.5 * l;
    from += l;
  });
  return { s, w: system.w.slice(0, strand.w.length) };
}
