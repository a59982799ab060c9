import { factorCholesky } from '../../numeric/cholesky.ts';
import { conjugate, rotate } from '../../numeric/rotation.ts';
import { addScaled, at, dot, scale, type Vec3 } from '../../numeric/vector.ts';
import type { HairBelow } from '../layer-offset.ts';
import { weakest } from '../weakest.ts';
import { assemble, writePointForces } from './assemble.ts';
import { rootTurn } from './build.ts';
import type { HelixStrand } from './fields.ts';
import { placeSystem } from './kinematics.ts';
import { between, isRooted, loadStrand, massPlaces, nodePlaces } from './strand.ts';
import { DIAGONAL, type HelixSystem } from './system.ts';

export interface RestOptions {
  readonly gravity: Vec3;
  /** Hold what is unstable. */
  readonly isHeld: boolean;
  /** What the nodes lie on. */
  readonly hairBelow?: HairBelow;
}

/** A little more than the weakest hold, so that the strand returns instead of only not leaving. */
const POSE_SPRING_MARGIN = 1.2;
/** 1/s²: a stronger hold than this (3 swings a second) would freeze the strand; then its weight is carried instead. */
const STRONGEST = 400;

/**
 * The natural curvatures that make the present shape an equilibrium, in closed form: K (w − wⁿ) = Σ Jᵀ m g.
 *
 * Balance may be unstable. The second derivative of elastic and weight's energy says so exactly (it is the same that the
 * step uses, without inertia); then the weakest springs s·m to the groomed places that make it positive are added. Where
 * these would have to be strong, the smallest fraction of the weight is carried by a force that rides with the root instead:
 * without weight every strand is stable.
 */
export function setRestState(
  system: HelixSystem,
  strand: HelixStrand,
  { gravity, isHeld, hairBelow }: RestOptions,
): void {
  loadStrand(system, strand);
  system.rest.set(strand.w);
  const { mass } = strand;
  strand.normalForce.fill(0);
  strand.poseSpring.fill(0);
  strand.support.fill(0);
  for (let p = 0; p < mass.length; p++) {
    const weight = scale(gravity, mass[p]!);
    system.b.set(hairBelow ? layDown(strand, p, weight, hairBelow) : weight, 3 * p);
  }
  placeSystem(system);
  writePointForces(system);
  assemble(system);
  const { modes, rigid, size, gradient } = system;
  const load = gradient.slice(0, size);
  const weight = system.b.slice(0, 3 * mass.length);
  let carried = 0;
  if (isHeld) {
    const elastic = system.hessian.slice(0, size * size);
    const geometric = system.geometric.slice(0, size * size);
    const spring = POSE_SPRING_MARGIN * weakestPoseSpring(system, strand, elastic, geometric);
    if (spring <= STRONGEST) for (let p = 0; p < mass.length; p++) strand.poseSpring[p] = spring * mass[p]!;
    else carried = smallestFraction(elastic, geometric, size);
  }
  strand.rest.set(strand.w);
  for (let e = 0; e < system.elements; e++)
    for (let i = 0; i < modes; i++) {
      const k = strand.stiffness[3 * e + i]!;
      const own = (1 - carried) * load[rigid + modes * e + i]!;
      if (k > 0) strand.rest[3 * e + i] = strand.w[3 * e + i]! + own / k;
    }
  if (carried === 0) return;
  const inverse = conjugate(rootTurn(strand));
  for (let p = 0; p < mass.length; p++) strand.support.set(rotate(inverse, scale(at(weight, p), -carried)), 3 * p);
}

/** Whether a symmetric matrix of these entries is positive definite. */
function isPositive(size: number, entry: (i: number) => number): boolean {
  const matrix = new Float64Array(size * size).map((_, i) => entry(i));
  return factorCholesky(matrix, size);
}

/** The smallest fraction of the weight without which the strand is stable, and a little more. */
function smallestFraction(elastic: Float64Array, geometric: Float64Array, size: number): number {
  let low = 0;
  let high = 1;
  while (high - low > 0.01) {
    const middle = 0.5 * (low + high);
    if (isPositive(size, (i) => elastic[i]! + (1 - middle) * geometric[i]!)) high = middle;
    else low = middle;
  }
  return 1 - (1 - high) / POSE_SPRING_MARGIN;
}

/** The smallest s for which elastic, weight's and s times the mass matrix are positive together; 0 or within 5 %. */
function weakestPoseSpring(
  system: HelixSystem,
  strand: HelixStrand,
  elastic: Float64Array,
  geometric: Float64Array,
): number {
  const { size } = system;
  if (isPositive(size, (i) => elastic[i]! + geometric[i]!)) return 0;
  const mass = massMatrix(system, strand);
  return weakest((s) => s > 0 && isPositive(size, (i) => elastic[i]! + geometric[i]! + s * mass[i]!), STRONGEST);
}

/** Σ m Jᵀ J at the present shape, lower triangle. */
function massMatrix(system: HelixSystem, strand: HelixStrand): Float64Array {
  loadStrand(system, strand);
  system.stiffness.fill(0, 0, 3 * system.elements);
  for (let p = 0; p < strand.mass.length; p++) for (const c of DIAGONAL) system.a[6 * p + c] = strand.mass[p]!;
  placeSystem(system);
  writePointForces(system);
  assemble(system);
  return system.hessian.slice(0, system.size * system.size);
}

/** What is left of a weight where the strand lies on other hair: what presses on it is carried there from the first step on. */
function layDown(strand: HelixStrand, p: number, weight: Vec3, hairBelow: HairBelow): Vec3 {
  const node = nearestNode(strand, p);
  // What minds no surface presses on none: the root edge is held.
  if (isRooted(strand) && node < 2) return weight;
  const normal = at(hairBelow.normal, node);
  const pressing = -dot(weight, normal);
  if (!(pressing > 0)) return weight;
  strand.normalForce[2 * node] = strand.normalForce[2 * node]! + pressing;
  return addScaled(weight, normal, pressing);
}

/** The node nearest to a quadrature point, along the strand. */
function nearestNode(strand: HelixStrand, p: number): number {
  const [i, j, t] = between(nodePlaces(strand), massPlaces(strand)[p]!);
  return t <= 0.5 ? i : j;
}
