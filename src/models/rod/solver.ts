import type { StrandContacts } from '../contactable.ts';
import { NodalContactable, type NodalEquations } from '../nodal-contactable.ts';
import { stepEnergy } from './energy.ts';
import { backwardRod, factorRod, forwardRod, LEAD } from './factor.ts';
import { carryFrames } from './frames.ts';
import { addJoint } from './joint.ts';
import { BAND, EDGE_ROW, measureJoint, UNKNOWNS, WIDTH } from './kernel.ts';
import { holdRows, layNodes, makeRodSystem, type RodSystem } from './system.ts';
import type { RodWork } from './work.ts';

export interface SolveReport {
  solves: number;
  halvings: number;
  /** Worst strain of an edge, and the worst beyond what its tension accounts for. */
  strain: number;
  error: number;
  /** Nothing asked for another solve at the end. */
  isSettled: boolean;
}

/** A further solve follows while an edge is off its length under tension by more than this: stiffness never rests on iterations. */
const STRAIN_TOLERANCE = 5e-4;
/** And after a move larger than this (radian; shares of an edge): the guess was far off, so was the linearisation. */
const CHANGE_TOLERANCE = 0.1;
const MOST_SOLVES = 12;
/** Solves after which contacts no longer ask for another: what they ask for then is below what can be seen. */
const MOST_CONTACT_SOLVES = 8;
const MOST_HALVINGS = 5;
/** Moves beyond this (radian; shares of an edge) are checked against the energy. */
const LARGE_CHANGE = 0.5;

/** Solves one strand's implicit step: Gauss–Newton on its incremental energy with tensions as unknowns. */
export class RodSolver {
  readonly system: RodSystem;
  /** The strand as contacts know it. */
  readonly contactable: NodalContactable;
  private readonly saved: Float64Array;
  private readonly savedTurn: Float64Array;
  /** Whether the last move was made in full. */
  private isWhole = true;
  constructor(work: RodWork, mostNodes: number) {
    this.system = makeRodSystem(mostNodes);
    this.contactable = new NodalContactable(work, equationsOf(this.system));
    this.saved = new Float64Array(3 * mostNodes);
    this.savedTurn = new Float64Array(mostNodes);
  }

  /** `work.x` must hold the first guess; leaves the solution in x, m1, edges, measure and tension. */
  solve(work: RodWork, contacts: StrandContacts): SolveReport {
    const { system, contactable } = this;
    carryFrames(work, work.nodes);
    contacts.begin(work.inverseStepSquared);
    const report: SolveReport = { solves: 0, halvings: 0, strain: 0, error: 0, isSettled: false };
    for (;;) {
      assemble(work, system);
      const bottom = holdRows(work, system);
      system.solution.fill(0, 0, UNKNOWNS);
      contactable.assembled(bottom);
      const isSolved = contacts.solve();
      if (bottom === 1) this.holdRoot(work);
      report.solves++;
      const change = this.advance(work, contacts, report);
      let isGood = this.checkLengths(work, report) && change < CHANGE_TOLERANCE && this.isWhole;
      const isAsked = report.solves < MOST_CONTACT_SOLVES;
      if (isAsked && !isSolved) isGood = false;
      // Where one solve was enough nothing new has come near.
      if (isAsked && contacts.follow(isGood && report.solves > 1)) isGood = false;
      report.isSettled = isGood && (isAsked || !contacts.isLeftIn());
      if (isGood || report.solves >= MOST_SOLVES) return report;
    }
  }

  /** The first edge of a rooted strand is in no system: it does not move, and its tension is that of its length. */
  private holdRoot({ edges, restLength, compliance }: RodWork): void {
    this.system.solution[4] = (edges[7]! / restLength[0]! - 1) / compliance;
  }

  /** Moves by the solution, halving the move while the energy rises on a move that is large. Returns the change made. */
  private advance(work: RodWork, contacts: StrandContacts, report: SolveReport): number {
    const { solution: rhs } = this.system;
    const { tension } = work;
    const change = largestChange(work, rhs);
    let share = 1;
    if (change < LARGE_CHANGE) this.move(work);
    else {
      measure(work);
      const before = stepEnergy(work, contacts);
      this.saved.set(work.x);
      this.savedTurn.set(work.turn);
      this.move(work);
      for (let halving = 0; halving < MOST_HALVINGS && !(stepEnergy(work, contacts) <= before); halving++) {
        share *= 0.5;
        report.halvings++;
        work.x.set(this.saved);
        work.turn.set(this.savedTurn);
        for (let u = 0; u < UNKNOWNS * work.nodes; u++) if (u % UNKNOWNS !== 4) rhs[u] = 0.5 * rhs[u]!;
        this.move(work);
      }
    }
    this.isWhole = share === 1;
    for (let i = 0; i < work.nodes - 1; i++) tension[i] = rhs[UNKNOWNS * i + 4]!;
    return share * change;
  }

  /** Finds the worst strain; says whether every edge is as long as its tension makes it. */
  private checkLengths({ nodes, edges, restLength, tension, compliance }: RodWork, report: SolveReport): boolean {
    let worst = 0;
    let worstError = 0;
    for (let node = 0; node < nodes - 1; node++) {
      const l = restLength[node]!;
      const longer = edges[EDGE_ROW * node + 7]! - l;
      const off = Math.abs(longer - compliance * tension[node]! * l);
      // Written so that what is not a number counts as worst.
      if (!(Math.abs(longer) <= worst * l)) worst = Math.abs(longer) / l;
      if (!(off <= worstError * l)) worstError = off / l;
    }
    report.strain = worst;
    report.error = worstError;
    return worstError < STRAIN_TOLERANCE;
  }

  /** Moves by what the right side holds, and measures the strand there. */
  private move(work: RodWork): void {
    const { solution: rhs } = this.system;
    const { x, turn, nodes } = work;
    for (let node = 0; node < nodes; node++) {
      const u = UNKNOWNS * node;
      const c = 3 * node;
      x[c] = x[c]! + rhs[u]!;
      x[c + 1] = x[c + 1]! + rhs[u + 1]!;
      x[c + 2] = x[c + 2]! + rhs[u + 2]!;
      turn[node] = turn[node]! + rhs[u + 3]!;
    }
    carryFrames(work, nodes);
    measure(work);
  }
}

/** The rod's system as contacts know it. */
function equationsOf({ rhs, forwarded, solution, pivots, led }: RodSystem): NodalEquations {
  // Every array that is substituted into has the identity rows around it: views of it find their whole here.
  const wholes = new Map<Float64Array, Float64Array>([[forwarded, led.forwarded]]);
  return {
    unknowns: UNKNOWNS,
    rhs,
    forwarded,
    solution,
    pivots,
    factor(first, last) {
      factorRod(led.matrix, led.factors, first, last);
      for (let row = UNKNOWNS * first; row < UNKNOWNS * (last + 1); row++)
        pivots[row] = led.factors[(LEAD + row) * WIDTH + BAND]!;
    },
    forward: (y, first, last) => forwardRod(led.factors, wholes.get(y)!, first, last),
    backward: (first, last) => backwardRod(led.factors, led.forwarded, led.solution, first, last),
    makeRight() {
      const whole = new Float64Array(led.forwarded.length);
      const right = whole.subarray(LEAD);
      wholes.set(right, whole);
      return right;
    },
  };
}

/** The system at the present guess, but for contacts and what is held. */
function assemble(work: RodWork, system: RodSystem): void {
  const { edges, m1, joints, nodes } = work;
  const { matrix, rhs } = system;
  layNodes(work, system);
  for (let node = 1; node < nodes - 1; node++) addJoint(matrix, rhs, edges, m1, joints, node);
}

function measure(work: RodWork): void {
  for (let node = 1; node < work.nodes - 1; node++) measureJoint(work, node, null);
}

/** Largest move of a node in shares of its edge, or turn of an edge. */
function largestChange({ nodes, restLength }: RodWork, rhs: Float64Array): number {
  let largest = 0;
  for (let node = 0; node < nodes; node++) {
    const u = UNKNOWNS * node;
    const l = restLength[node < nodes - 1 ? node : node - 1]!;
    const move = Math.abs(rhs[u]!) + Math.abs(rhs[u + 1]!) + Math.abs(rhs[u + 2]!);
    if (!(move <= largest * l)) largest = move / l;
    if (node < nodes - 1 && !(Math.abs(rhs[u + 3]!) <= largest)) largest = Math.abs(rhs[u + 3]!);
  }
  return largest;
}
