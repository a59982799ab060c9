import { factorCholesky, solveCholesky } from '../../numeric/cholesky.ts';
import { at, type Vec3 } from '../../numeric/vector.ts';
import { assemble, writePointForces } from './assemble.ts';
import type { HelixStrand } from './fields.ts';
import { placeSystem, writePlaceAt } from './kinematics.ts';
import { loadStrand, locatePolyline } from './strand.ts';
import { addPoint, DIAGONAL, type HelixSystem } from './system.ts';

/** Step for which `inverseMassAt` answers before the first one: stiffness shares in the mass of a step. */
const USUAL_STEP = 1 / 120;

/** The place of a strand at arc length s of its polyline. */
export function placeAt(system: HelixSystem, strand: HelixStrand, s: number): Vec3 {
  const [e, place] = locatePolyline(strand, s);
  const out = new Float64Array(3);
  loadStrand(system, strand);
  placeSystem(system);
  writePlaceAt(system, e, place, out, 0, system.scratch.stumpff);
  return at(out, 0);
}

/** How easily a point moves along a unit direction: what a unit force there does to all unknowns in a step. */
export function inverseMassAt(system: HelixSystem, strand: HelixStrand, s: number, direction: Vec3): number {
  const h = strand.stepPast[0]! || USUAL_STEP;
  loadStrand(system, strand);
  system.rest.set(strand.w);
  const [e, place] = locatePolyline(strand, s);
  const p = addPoint(system, e, place);
  system.b.set(direction, 3 * p);
  for (let q = 0; q < strand.mass.length; q++)
    for (const c of DIAGONAL) system.a[6 * q + c] = strand.mass[q]! / (h * h);
  system.ref.set(strand.x);
  placeSystem(system);
  writePointForces(system);
  assemble(system);
  const { size, hessian, gradient, step } = system;
  step.set(gradient.subarray(0, size));
  if (!factorCholesky(hessian, size)) return 0;
  solveCholesky(hessian, size, step);
  let sum = 0;
  for (let i = 0; i < size; i++) sum += gradient[i]! * step[i]!;
  return sum / (h * h);
}
