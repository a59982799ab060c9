import { factorCholesky, solveCholesky } from '../../numeric/cholesky.ts';
import type { StrandContacts } from '../contactable.ts';
import { assemble, energyOf, writePointForces } from './assemble.ts';
import { writeGradient } from './gradient.ts';
import { placeSystem } from './kinematics.ts';
import { writeStumpff } from './stumpff.ts';
import type { HelixSystem } from './system.ts';

/** One step turns no element, and no root, by more than this, radian. */
const LARGEST_TURN = 1;
/** Fraction of the expected fall of the energy that a step must bring. */
const ENOUGH = 1e-4;
const MOST_HALVINGS = 12;
/** A step smaller than this, radian, is not looked at again: Newton's next one would be its square. */
const SMALL_TURN = 1e-3;
/** The same where only Gauss–Newton's part was used, which gains a digit or less an iteration. */
const SMALL_TURN_SLOW = 1e-6;
/** After a larger step than this, radian, the second derivative is too old to be used again. */
const CORRECTABLE_TURN = 0.1;
/** A correction that is not smaller than this fraction of the step before is worth a Newton step instead. */
const WORTHWHILE = 0.2;
/** After a step that moves no point by more than this, metres, contacts push as they will: what is left is its square. */
const STILL = 1e-6;
/** The same where only Gauss–Newton's part was used. */
const STILL_SLOW = 1e-9;
/** At most so often in a step is a solve taken back that brought points into surfaces. */
const MOST_RESTARTS = 3;

export interface Minimisation {
  readonly most: number;
  /** Gauss–Newton's steps alone: for fits, whose second derivative means nothing far from the end. */
  readonly isPlain?: boolean;
}

export interface MinimiseReport {
  iterations: number;
  isConverged: boolean;
}

/** Minimises the incremental energy from the present shape on: Newton with the exact second derivative, line search. */
export function minimise(system: HelixSystem, { most, isPlain }: Minimisation, report: MinimiseReport): void {
  placeSystem(system);
  report.isConverged = false;
  for (report.iterations = 1; report.iterations <= most; report.iterations++) {
    const isNewton = newtonStep(system, isPlain === true, null);
    const turn = largestTurn(system);
    if (!Number.isFinite(turn)) return;
    if (turn < (isNewton ? SMALL_TURN : SMALL_TURN_SLOW)) {
      go(system);
      report.isConverged = true;
      return;
    }
    if (search(system, turn, null) === 0 || (isNewton && correct(system, turn, most, report))) {
      report.isConverged = true;
      return;
    }
  }
  report.iterations = most;
}

/** The same with contacts, which say when it is done: their active set and friction are brought up to date after every step. */
export function minimiseTouching(
  system: HelixSystem,
  contacts: StrandContacts,
  most: number,
  report: MinimiseReport,
): void {
  report.isConverged = false;
  let restarts = 0;
  for (report.iterations = 1; report.iterations <= most; report.iterations++) {
    const isNewton = newtonStep(system, false, contacts);
    const turn = largestTurn(system);
    if (!Number.isFinite(turn)) return;
    for (let i = 0; i < 3 * system.points; i++) system.xBefore[i] = system.x[i]!;
    const fraction = turn < SMALL_TURN ? go(system) : search(system, turn, contacts);
    if (fraction > 0 && restarts < MOST_RESTARTS && contacts.isRejected()) {
      restarts++;
      contacts.update(false, false);
      move(system, -fraction);
      placeSystem(system);
      continue;
    }
    // A straight strand without a root may turn about itself as it likes: moves are measured, not turns.
    const isStill = largestMove(system) < (isNewton ? STILL : STILL_SLOW);
    const isConverged = contacts.update(isStill || fraction === 1, isStill) && isStill;
    if (contacts.follow(isConverged && report.iterations > 1) || !isConverged) continue;
    report.isConverged = true;
    return;
  }
  report.iterations = most;
}

/**
 * Solves again with the factor of the last Newton step, which is nearly right after a small one: a gradient and a
 * substitution instead of a new matrix. What is left after a correction is the correction times its share of the step before.
 * true where that is small enough.
 */
function correct(system: HelixSystem, turn: number, most: number, report: MinimiseReport): boolean {
  if (system.rigid !== 0 || system.hasArms) return false;
  let last = turn;
  while (last < CORRECTABLE_TURN && report.iterations < most) {
    writePointForces(system);
    writeGradient(system);
    solveStep(system);
    const next = largestTurn(system);
    if (!(next < WORTHWHILE * last)) return false;
    report.iterations++;
    if (next * next < SMALL_TURN * SMALL_TURN * last) {
      go(system);
      return true;
    }
    if (search(system, next, null) === 0) return true;
    last = next;
  }
  return false;
}

/** Solves for the step; true where the exact second derivative was positive, else Gauss–Newton's is used. */
export function newtonStep(system: HelixSystem, isPlain: boolean, contacts: StrandContacts | null): boolean {
  const { size, hessian, geometric, factor } = system;
  writePointForces(system);
  contacts?.scatter();
  assemble(system);
  if (contacts && system.rigid > 0) steadySpin(system);
  let isNewton = false;
  if (!isPlain) {
    for (let i = 0; i < size; i++)
      for (let j = i * size; j <= i * size + i; j++) factor[j] = hessian[j]! + geometric[j]!;
    isNewton = factorCholesky(factor, size);
  }
  if (!isNewton) {
    for (let i = 0; i < size * size; i++) factor[i] = hessian[i]!;
    if (!factorCholesky(factor, size)) factorShifted(system);
  }
  solveStep(system);
  return isNewton;
}

/** Fraction of a free strand's inertia that is added against turning. */
const STEADY = 1e-8;

/** A straight strand without a root may turn about itself as it likes, and would by whole turns: rounding over nothing. */
function steadySpin({ size, hessian }: HelixSystem): void {
  const sum = hessian[3 * size + 3]! + hessian[4 * size + 4]! + hessian[5 * size + 5]!;
  for (let i = 3; i < 6; i++) hessian[i * size + i] = hessian[i * size + i]! + STEADY * sum;
}

function solveStep({ size, gradient, factor, step }: HelixSystem): void {
  for (let i = 0; i < size; i++) step[i] = -gradient[i]!;
  solveCholesky(factor, size, step);
}

/** A matrix that rounding made indefinite gets a little more of its diagonal. */
function factorShifted({ size, hessian, factor }: HelixSystem): void {
  for (let shift = 1e-12; shift < 1; shift *= 100) {
    for (let i = 0; i < size * size; i++) factor[i] = hessian[i]!;
    for (let i = 0; i < size; i++) factor[i * size + i] = hessian[i * size + i]! * (1 + shift) + 1e-300;
    if (factorCholesky(factor, size)) return;
  }
}

/** A free strand that moves so far counts as one that turns by a radian, metres. */
const SHIFT = 0.02;

/** The largest turn that the step gives an element or the root, radian. */
function largestTurn({ elements, modes, rigid, step, length }: HelixSystem): number {
  let most = rigid ? Math.sqrt(step[3]! * step[3]! + step[4]! * step[4]! + step[5]! * step[5]!) : 0;
  if (rigid) most = Math.max(most, Math.sqrt(step[0]! * step[0]! + step[1]! * step[1]! + step[2]! * step[2]!) / SHIFT);
  let sum = 0;
  for (let e = 0; e < elements; e++) {
    let square = 0;
    for (let i = 0; i < modes; i++) {
      const change = step[rigid + modes * e + i]!;
      square += change * change;
    }
    const turn = length[e]! * Math.sqrt(square);
    sum += turn;
    if (turn > most) most = turn;
  }
  return Number.isFinite(sum) ? most : Number.NaN;
}

function largestMove({ points, x, xBefore }: HelixSystem): number {
  let most = 0;
  for (let i = 0; i < 3 * points; i++) most = Math.max(most, Math.abs(x[i]! - xBefore[i]!));
  return most;
}

/** Goes the whole step. */
function go(system: HelixSystem): 1 {
  move(system, 1);
  placeSystem(system);
  return 1;
}

/**
 * Goes along a step that gives `turn` until the energy falls enough. Returns the fraction of it that was gone, 0 where the energy
 * does not fall any more: rounding is reached.
 */
function search(system: HelixSystem, turn: number, contacts: StrandContacts | null): number {
  const { size, gradient, step } = system;
  const energy = (): number => energyOf(system) + (contacts ? contacts.energy(true) : 0);
  const before = energy();
  let slope = 0;
  for (let i = 0; i < size; i++) slope += gradient[i]! * step[i]!;
  let t = turn > LARGEST_TURN ? LARGEST_TURN / turn : 1;
  let at = 0;
  for (let halving = 0; halving < MOST_HALVINGS; halving++) {
    move(system, t - at);
    at = t;
    placeSystem(system);
    const after = energy();
    if (after <= before + ENOUGH * t * slope || Math.abs(t * slope) < 1e-13 * Math.abs(before)) return t;
    t *= 0.4;
  }
  move(system, -at);
  placeSystem(system);
  return 0;
}

/** Adds `t` steps to the unknowns. */
function move(system: HelixSystem, t: number): void {
  const { elements, modes, rigid, step, w, start } = system;
  for (let e = 0; e < elements; e++)
    for (let i = 0; i < modes; i++) w[3 * e + i] = w[3 * e + i]! + t * step[rigid + modes * e + i]!;
  if (!rigid) return;
  for (let i = 0; i < 3; i++) start[i] = start[i]! + t * step[i]!;
  turnRoot(system, t * step[3]!, t * step[4]!, t * step[5]!);
}

/** Turns the root's frame by the rotation vector (x, y, z) in world axes. */
export function turnRoot({ frame, scratch }: HelixSystem, x: number, y: number, z: number): void {
  const square = x * x + y * y + z * z;
  writeStumpff(square, scratch.stumpff, 0);
  const c1 = scratch.stumpff[1]!;
  const c2 = scratch.stumpff[2]!;
  for (let c = 0; c < 3; c++) {
    const a0 = frame[c]!;
    const a1 = frame[3 + c]!;
    const a2 = frame[6 + c]!;
    const k0 = y * a2 - z * a1;
    const k1 = z * a0 - x * a2;
    const k2 = x * a1 - y * a0;
    frame[c] = a0 + c1 * k0 + c2 * (y * k2 - z * k1);
    frame[3 + c] = a1 + c1 * k1 + c2 * (z * k0 - x * k2);
    frame[6 + c] = a2 + c1 * k2 + c2 * (x * k1 - y * k0);
  }
}
