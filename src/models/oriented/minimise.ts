import type { StrandContacts } from '../contactable.ts';
import { factorTree, solveTree, sumForces } from './articulated.ts';
import { energyOf, writeForces } from './forces.ts';
import { FREE, HELD, measureJoints, placeTree, type Tree } from './tree.ts';

/** One step turns no link by more than this, radian. */
const LARGEST_TURN = 1;
/** Fraction of the expected fall of the energy that a step must bring. */
const ENOUGH = 1e-4;
const MOST_HALVINGS = 12;
/** A step that turns no link by more than this, radian, is gone without a look at the energy. */
const SAFE_TURN = 0.02;
/** Newton's method ends where the next step would turn links by less than this, radian. */
const TOLERANCE = 1e-6;
/** How much smaller the second step is expected to be than the first. */
const FIRST_RATE = 0.2;
/** After a step that moves no point by more than this, metres, contacts push as they will. */
const STILL = 1e-6;
/** At most so often in a step is a solve taken back that brought points into surfaces. */
const MOST_RESTARTS = 3;

export interface MinimiseReport {
  iterations: number;
  isConverged: boolean;
}

/** Contacts of every strand of a tree, as one. */
export type TreeContacts = Pick<StrandContacts, 'scatter' | 'isRejected' | 'update' | 'follow' | 'energy' | 'count'>;

/** Places links and measures joints: everything that follows from orientations. */
export function pose(tree: Tree): void {
  placeTree(tree);
  measureJoints(tree);
}

/** Minimises the incremental energy from the present shape on. */
export function minimise(tree: Tree, most: number, report: MinimiseReport): void {
  pose(tree);
  report.isConverged = false;
  let last = 0;
  for (report.iterations = 1; report.iterations <= most; report.iterations++) {
    newtonStep(tree, null);
    const turn = largestTurn(tree);
    if (!Number.isFinite(turn)) return;
    const rate = last > 0 ? Math.min(1, turn / last) : FIRST_RATE;
    last = turn;
    const went = turn < SAFE_TURN ? go(tree) : search(tree, turn, null);
    if (went === 0 || (went === 1 && turn * rate < TOLERANCE)) {
      report.isConverged = true;
      return;
    }
  }
  report.iterations = most;
}

/** The same with contacts, which say when it is done: their active set and friction are brought up to date after every step. */
export function minimiseTouching(tree: Tree, contacts: TreeContacts, most: number, report: MinimiseReport): void {
  report.isConverged = false;
  let restarts = 0;
  for (report.iterations = 1; report.iterations <= most; report.iterations++) {
    newtonStep(tree, contacts);
    const turn = largestTurn(tree);
    if (!Number.isFinite(turn)) return;
    const move = largestMove(tree);
    keep(tree);
    const fraction = turn < SAFE_TURN ? go(tree) : search(tree, turn, contacts);
    if (fraction > 0 && restarts < MOST_RESTARTS && contacts.isRejected()) {
      restarts++;
      contacts.update(false, false);
      returnToKept(tree);
      continue;
    }
    const isStill = fraction * move < STILL;
    const isConverged = contacts.update(isStill || fraction === 1, isStill) && isStill;
    if (contacts.follow(isConverged && report.iterations > 1) || !isConverged) continue;
    report.isConverged = true;
    return;
  }
  report.iterations = most;
}

/** Solves for the step; the exact system where that is positive definite, else only what makes links return. */
export function newtonStep(tree: Tree, contacts: TreeContacts | null): void {
  writeForces(tree);
  contacts?.scatter();
  sumForces(tree);
  if (!factorTree(tree, true)) factorTree(tree, false);
  solveForces(tree);
}

/** The same for other forces, with the system as it was factored last. */
export function newtonStepAgain(tree: Tree): void {
  writeForces(tree);
  sumForces(tree);
  solveForces(tree);
}

/** Goes along the step that was solved for. Returns how far any link turned, radian; not a number where there is no step. */
export function goAlong(tree: Tree): number {
  const turn = largestTurn(tree);
  if (!Number.isFinite(turn)) return turn;
  return turn * (turn < SAFE_TURN ? go(tree) : search(tree, turn, null));
}

function solveForces(tree: Tree): void {
  const { lack, n, f } = tree;
  for (let c = 0; c < 3; c++) {
    lack[c] = n[c]!;
    lack[3 + c] = f[c]!;
  }
  solveTree(tree, lack);
}

function largestTurn({ links, base, phi }: Tree): number {
  let most = 0;
  let sum = 0;
  for (let j = base === HELD ? 1 : 0; j < links; j++) {
    const square = phi[3 * j]! * phi[3 * j]! + phi[3 * j + 1]! * phi[3 * j + 1]! + phi[3 * j + 2]! * phi[3 * j + 2]!;
    sum += square;
    if (square > most) most = square;
  }
  return Number.isFinite(sum) ? Math.sqrt(most) : Number.NaN;
}

/** How far the step moves a link's end at most, metres. */
function largestMove({ links, phi, shift, axes, length }: Tree): number {
  let most = 0;
  for (let j = 0; j < links; j++) {
    const a = 3 * j;
    const t = 9 * j + 3;
    const l = length[j]!;
    const x = shift[a]! + l * (phi[a + 1]! * axes[t + 2]! - phi[a + 2]! * axes[t + 1]!);
    const y = shift[a + 1]! + l * (phi[a + 2]! * axes[t]! - phi[a]! * axes[t + 2]!);
    const z = shift[a + 2]! + l * (phi[a]! * axes[t + 1]! - phi[a + 1]! * axes[t]!);
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

function go(tree: Tree): 1 {
  turnLinks(tree, 1);
  pose(tree);
  return 1;
}

/**
 * Goes along a step that gives `turn` until the energy falls enough. Returns the fraction of it that was gone, 0 where the energy
 * does not fall any more: rounding is reached.
 */
function search(tree: Tree, turn: number, contacts: TreeContacts | null): number {
  const energy = (): number => energyOf(tree) + (contacts ? contacts.energy(true) : 0);
  const before = energy();
  const slope = -fallOf(tree);
  keep(tree);
  let t = turn > LARGEST_TURN ? LARGEST_TURN / turn : 1;
  for (let halving = 0; halving < MOST_HALVINGS; halving++) {
    turnLinks(tree, t);
    pose(tree);
    if (energy() <= before + ENOUGH * t * slope || Math.abs(t * slope) < 1e-13 * Math.abs(before)) return t;
    returnToKept(tree);
    t *= 0.4;
  }
  return 0;
}

/** What the energy would fall by at first along a whole step. */
function fallOf({ links, base, own, given, n, f, phi, shift }: Tree): number {
  let sum = 0;
  for (let i = 3; i < 3 * links; i++) sum += own[i]! * given[i]!;
  if (base === FREE) for (let c = 0; c < 3; c++) sum += n[c]! * phi[c]! + f[c]! * shift[c]!;
  return sum;
}

function keep({ links, q, origin, kept }: Tree): void {
  for (let i = 0; i < 4 * links; i++) kept.q[i] = q[i]!;
  for (let c = 0; c < 3; c++) kept.origin[c] = origin[c]!;
}

function returnToKept(tree: Tree): void {
  const { links, q, origin, kept } = tree;
  for (let i = 0; i < 4 * links; i++) q[i] = kept.q[i]!;
  for (let c = 0; c < 3; c++) origin[c] = kept.origin[c]!;
  pose(tree);
}

/** Turns every link by a fraction of the step: q ← exp(t φ) q, as a rational map, which needs no sine and is exact to second order. */
function turnLinks({ links, base, q, origin, phi, shift }: Tree, t: number): void {
  if (base === FREE) for (let c = 0; c < 3; c++) origin[c] = origin[c]! + t * shift[c]!;
  const half = 0.5 * t;
  for (let j = base === HELD ? 1 : 0; j < links; j++) {
    const a = 4 * j;
    const ex = half * phi[3 * j]!;
    const ey = half * phi[3 * j + 1]!;
    const ez = half * phi[3 * j + 2]!;
    const x = q[a]!;
    const y = q[a + 1]!;
    const z = q[a + 2]!;
    const w = q[a + 3]!;
    const nx = x + ex * w + ey * z - ez * y;
    const ny = y + ey * w + ez * x - ex * z;
    const nz = z + ez * w + ex * y - ey * x;
    const nw = w - ex * x - ey * y - ez * z;
    const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
    q[a] = nx * inverse;
    q[a + 1] = ny * inverse;
    q[a + 2] = nz * inverse;
    q[a + 3] = nw * inverse;
  }
}
