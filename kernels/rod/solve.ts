import {
  ASKS,
  BLOCK,
  CHANGE,
  ENERGY,
  ENERGY_BEFORE,
  ERROR,
  FIXED,
  FRACTION,
  HEAD,
  IS_GOING,
  IS_LOST,
  IS_STILL,
  LEAD,
  LENGTH,
  MOVE,
  REST_LENGTH,
  RIGHT,
  ROUNDS,
  SAVED,
  SLACK,
  SOLVES,
  STRAIN,
  TENSION,
  TURN,
  WAS_GOING,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import { anyLane, type Rows } from '../language.ts';
import { assemble } from './assemble.ts';
import { addContactEnergy, addContacts, checkContacts } from './contacts.ts';
import { findEnergy } from './energy.ts';
import { factor, substitute } from './factor.ts';
import { carryFrame, measure, measureJoint } from './measure.ts';

/** A further solve follows while an edge is off its length under tension by more than this. */
const STRAIN_TOLERANCE = 5e-4;
/** And after a move larger than this (radian; fractions of an edge): the guess was far off, so was the linearisation. */
const CHANGE_TOLERANCE = 0.25;
/** Moves beyond this are checked against the energy. */
const LARGE_CHANGE = 0.5;
const MOST_HALVINGS = 5;
const MOST_SOLVES = 12;
/** No sum of moves and tensions is as large. */
const ENDLESS = 1e30;

/** After a move smaller than this what still strains an edge is a force, perhaps of a contact that should give way. */
const STILL = 0.01;
/** Solves after which contacts no longer ask for another: what they ask for then is below what can be seen. */
const MOST_CONTACT_SOLVES = 8;

/** Begins with a pack of rooted strands; lanes that are not going stay as they are. */
export function beginPack(work: Rows, fixed: Rows, nodes: number): void {
  work[IS_LOST] = 0;
  work[SOLVES] = 0;
  work[ROUNDS] = 0;
  measure(work, fixed, nodes);
}

/**
 * Solves the step of a pack of strands with their contacts, if they have any. What is left going at the end, or lost, is to be solved with more care
 * elsewhere. Strands that are done stay as they are: what they end with does not depend on the others of their pack.
 */
export function solvePack(work: Rows, fixed: Rows, system: Rows, contacts: Rows, nodes: number): void {
  for (let i = 0; i < MOST_SOLVES && anyLane(work[IS_GOING] > 0); i++) {
    assemble(work, fixed, system, nodes);
    addContacts(work, contacts, system, nodes);
    factor(system, nodes - 2);
    substitute(system, nodes - 2);
    work[WAS_GOING] = work[IS_GOING];
    advance(work, fixed, system, contacts, nodes);
    checkLengths(work, fixed, nodes);
    work[IS_STILL] = !(work[IS_GOING] > 0) || work[CHANGE] < STILL ? 1 : 0;
    work[ROUNDS] = work[WAS_GOING] > 0 ? work[ROUNDS] + 1 : work[ROUNDS];
    work[ASKS] = 0;
    checkContacts(work, contacts, nodes);
    const isAsked = work[ASKS] > 0 && work[SOLVES] < MOST_CONTACT_SOLVES;
    const isOpen = work[WAS_GOING] > 0 && !(work[IS_LOST] > 0);
    work[IS_GOING] = isOpen && (work[IS_GOING] > 0 || isAsked) ? 1 : 0;
  }
}

/** Moves by the solution, halving the move while the energy, that of contacts included, rises on a move that is large. */
export function advance(work: Rows, fixed: Rows, system: Rows, contacts: Rows, nodes: number): void {
  judge(work, fixed, system, nodes);
  if (anyLane(work[CHANGE] >= LARGE_CHANGE)) {
    findAllEnergy(work, fixed, contacts, nodes);
    work[ENERGY_BEFORE] = work[ENERGY];
    saveMoves(work, nodes);
  }
  move(work, fixed, system, nodes);
  if (anyLane(work[CHANGE] >= LARGE_CHANGE)) halve(work, fixed, system, contacts, nodes);
  work[CHANGE] = work[CHANGE] * work[FRACTION];
}

/** Moves by the solution, takes its tensions, and measures the strand where it is then, in one walk. The root's edge is held: it was measured before. */
export function move(work: Rows, fixed: Rows, system: Rows, nodes: number): void {
  const isMoving = work[FRACTION] > 0;
  for (let i = 2; i < nodes; i++) {
    const b = BLOCK * (nodes + LEAD - 1 - i) + RIGHT;
    const w = HEAD + WORK * (i - 1);
    for (let c = 0; c < 3; c++) {
      const there = work[w + WORK + MOVE + c];
      work[w + WORK + MOVE + c] = isMoving ? there + system[b + c] : there;
    }
    const turned = work[w + TURN];
    work[w + TURN] = isMoving ? turned + system[b + 3] : turned;
    work[w + TENSION] = isMoving ? system[b + 4] : work[w + TENSION];
    carryFrame(work, w);
    measureJoint(work, fixed, w - WORK, FIXED * (i - 1));
  }
}

export function findAllEnergy(work: Rows, fixed: Rows, contacts: Rows, nodes: number): void {
  findEnergy(work, fixed, nodes);
  addContactEnergy(work, contacts, nodes);
}

/** How large the move is, radian and fractions of an edge; its share is 1, or 0 of strands that are done or lost. */
export function judge(work: Rows, fixed: Rows, system: Rows, nodes: number): void {
  let largest = 0;
  let sum = 0;
  for (let i = 2; i < nodes; i++) {
    const b = BLOCK * (nodes + LEAD - 1 - i) + RIGHT;
    const way = Math.abs(system[b]) + Math.abs(system[b + 1]) + Math.abs(system[b + 2]);
    largest = Math.max(largest, Math.max(way / fixed[FIXED * (i - 1) + REST_LENGTH], Math.abs(system[b + 3])));
    sum = sum + way + Math.abs(system[b + 3]) + Math.abs(system[b + 4]);
  }
  const isGoing = work[IS_GOING] > 0;
  // The largest of numbers and NaN may be a number; their sum is NaN.
  const isMoving = isGoing && sum < ENDLESS;
  work[CHANGE] = isMoving ? largest : 0;
  work[FRACTION] = isMoving ? 1 : 0;
  work[SOLVES] = isGoing ? work[SOLVES] + 1 : work[SOLVES];
  work[IS_LOST] = isGoing && !isMoving ? 1 : work[IS_LOST];
}

/** Halves large moves that raise the energy. */
export function halve(work: Rows, fixed: Rows, system: Rows, contacts: Rows, nodes: number): void {
  findAllEnergy(work, fixed, contacts, nodes);
  for (
    let n = 0;
    n < MOST_HALVINGS && anyLane(work[CHANGE] >= LARGE_CHANGE && !(work[ENERGY] <= work[ENERGY_BEFORE]));
    n++
  ) {
    const isRising = work[CHANGE] >= LARGE_CHANGE && !(work[ENERGY] <= work[ENERGY_BEFORE]);
    work[FRACTION] = isRising ? 0.5 * work[FRACTION] : work[FRACTION];
    moveBack(work, system, nodes);
    measure(work, fixed, nodes);
    findAllEnergy(work, fixed, contacts, nodes);
  }
}

export function saveMoves(work: Rows, nodes: number): void {
  for (let i = 2; i < nodes; i++) {
    const w = HEAD + WORK * (i - 1);
    for (let c = 0; c < 3; c++) work[w + WORK + SAVED + c] = work[w + WORK + MOVE + c];
    work[w + SAVED + 3] = work[w + TURN];
  }
}

/** Moves by the fraction of the solution from where strands with a large move were. */
export function moveBack(work: Rows, system: Rows, nodes: number): void {
  const fraction = work[FRACTION];
  const isMoving = fraction > 0;
  for (let i = 2; i < nodes; i++) {
    const b = BLOCK * (nodes + LEAD - 1 - i) + RIGHT;
    const w = HEAD + WORK * (i - 1);
    for (let c = 0; c < 3; c++) {
      const there = work[w + WORK + SAVED + c];
      work[w + WORK + MOVE + c] = isMoving ? there + fraction * system[b + c] : there;
    }
    const turned = work[w + SAVED + 3];
    work[w + TURN] = isMoving ? turned + fraction * system[b + 3] : turned;
  }
}

/** Finds the worst strain, and the worst error: what an edge's tension does not account for. The held first edge is nobody's unknown. */
export function checkLengths(work: Rows, fixed: Rows, nodes: number): void {
  let worst = 0;
  let worstError = 0;
  for (let i = 1; i < nodes - 1; i++) {
    const w = HEAD + WORK * i;
    const f = FIXED * i;
    const inverse = 1 / fixed[f + REST_LENGTH];
    const longer = work[w + LENGTH] - fixed[f + REST_LENGTH];
    worst = Math.max(worst, Math.abs(longer) * inverse);
    worstError = Math.max(worstError, Math.abs(longer - fixed[f + SLACK] * work[w + TENSION]) * inverse);
  }
  work[STRAIN] = worst;
  work[ERROR] = worstError;
  const isDone = (worstError < STRAIN_TOLERANCE && work[CHANGE] < CHANGE_TOLERANCE) || work[IS_LOST] > 0;
  work[IS_GOING] = isDone ? 0 : work[IS_GOING];
}
