import type { StrandContacts } from '../contactable.ts';
import type { NodalEquations } from '../nodal-contactable.ts';
import { stepEnergy } from './energy.ts';
import { factorRod, LEAD, solveRod } from './factor.ts';
import { transportFrames } from './frames.ts';
import { addJoint } from './joint.ts';
import { BAND, EDGE_ROW, measureJoint, UNKNOWNS } from './kernel.ts';
import { clampRows, layNodes, makeRodSystem, type RodSystem } from './system.ts';
import type { RodWork } from './work.ts';

export interface SolveReport {
  solves: number;
  halvings: number;
  /** Worst strain of an edge, and the worst beyond what its tension accounts for. */
  strain: number;
  error: number;
  /** Nothing asked for another solve at the end. */
  isConverged: boolean;
}

/** A further solve follows while an edge is off its length under tension by more than this: stiffness never rests on iterations. */
const STRAIN_TOLERANCE = 5e-4;
/** And after a move larger than this (radian; fractions of an edge): the guess was far off, so was the linearisation. */
const CHANGE_TOLERANCE = 0.25;
/** After a move smaller than this what still strains an edge is a force, perhaps of a contact that should give way. */
const STILL = 0.01;
const MOST_SOLVES = 12;
/** Solves after which contacts no longer ask for another: what they ask for then is below what can be seen. */
const MOST_CONTACT_SOLVES = 8;
const MOST_HALVINGS = 5;
/** Moves beyond this (radian; fractions of an edge) are checked against the energy. */
const LARGE_CHANGE = 0.5;

/** Solves one strand's implicit step: Gauss–Newton on its incremental energy with tensions as unknowns. */
export class RodSolver {
  readonly system: RodSystem;
  private readonly saved: Float64Array;
  private readonly savedTurn: Float64Array;
  /** Whether the last move was made in full. */
  private isWhole = true;
  /** Nodes that were factored last, and how many before them were not. */
  private factored = 0;
  private left = 0;
  /** A further right side, with the rows that the factorisation wants in front, and without the first node. */
  private readonly further: Float64Array;
  private readonly furtherWithoutRoot: Float64Array;

  constructor(mostNodes: number) {
    this.system = makeRodSystem(mostNodes);
    this.further = new Float64Array(LEAD + UNKNOWNS * mostNodes);
    this.furtherWithoutRoot = this.further.subarray(UNKNOWNS);
    this.saved = new Float64Array(3 * mostNodes);
    this.savedTurn = new Float64Array(mostNodes);
  }

  /** What contacts add to. */
  get equations(): NodalEquations {
    const { matrix, rhs } = this.system;
    return { unknowns: UNKNOWNS, band: BAND, matrix, rhs, solve: (more) => this.solveAgain(more) };
  }

  /** Solves for another right side with the last factors, in place. */
  private solveAgain(rhs: Float64Array): void {
    const { led, ledWithoutRoot } = this.system;
    this.further.set(rhs, LEAD);
    if (this.left) solveRod(ledWithoutRoot.matrix, this.furtherWithoutRoot, this.factored);
    else solveRod(led.matrix, this.further, this.factored);
    rhs.set(this.further.subarray(LEAD));
  }

  /** `work.x` must hold the first guess; leaves the solution in x, m1, edges, measure and tension. */
  solve(work: RodWork, contacts: StrandContacts): SolveReport {
    const { system } = this;
    transportFrames(work, work.nodes);
    contacts.begin(work.inverseStepSquared);
    const report: SolveReport = { solves: 0, halvings: 0, strain: 0, error: 0, isConverged: false };
    for (;;) {
      assemble(work, system);
      contacts.scatter();
      const left = clampRows(work, system);
      const { matrix, rhs } = left ? system.ledWithoutRoot : system.led;
      factorRod(matrix, work.nodes - left);
      this.left = left;
      this.factored = work.nodes - left;
      solveRod(matrix, rhs, work.nodes - left);
      if (left) system.rhs[4] = rootTension(work);
      report.solves++;
      const change = this.advance(work, contacts, report);
      const isGoodLength = this.checkLengths(work, report);
      let isGood = isGoodLength && change < CHANGE_TOLERANCE;
      const isAsked = report.solves < MOST_CONTACT_SOLVES;
      const isStill = isGood || change < STILL;
      if (!contacts.update(this.isWhole, isStill) && isAsked) isGood = false;
      // Where one solve was enough nothing new has come near.
      if (isGood && isAsked && contacts.follow(report.solves > 1)) isGood = false;
      report.isConverged = isGood && (isAsked || !contacts.isLeftIn());
      if (isGood || report.solves >= MOST_SOLVES) return report;
    }
  }

  /** Moves by the solution, halving the move while the energy rises on a move that is large. Returns the change made. */
  private advance(work: RodWork, contacts: StrandContacts, report: SolveReport): number {
    const { rhs } = this.system;
    const { tension } = work;
    const change = largestChange(work, rhs);
    let fraction = 1;
    if (change < LARGE_CHANGE) this.move(work);
    else {
      measure(work);
      const before = stepEnergy(work, contacts);
      this.saved.set(work.x);
      this.savedTurn.set(work.turn);
      this.move(work);
      for (let halving = 0; halving < MOST_HALVINGS && !(stepEnergy(work, contacts) <= before); halving++) {
        fraction *= 0.5;
        report.halvings++;
        work.x.set(this.saved);
        work.turn.set(this.savedTurn);
        for (let u = 0; u < UNKNOWNS * work.nodes; u++) if (u % UNKNOWNS !== 4) rhs[u] = 0.5 * rhs[u]!;
        this.move(work);
      }
    }
    this.isWhole = fraction === 1;
    for (let i = 0; i < work.nodes - 1; i++) tension[i] = rhs[UNKNOWNS * i + 4]!;
    return fraction * change;
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
    const { rhs } = this.system;
    const { x, turn, nodes } = work;
    for (let node = 0; node < nodes; node++) {
      const u = UNKNOWNS * node;
      const c = 3 * node;
      x[c] = x[c]! + rhs[u]!;
      x[c + 1] = x[c + 1]! + rhs[u + 1]!;
      x[c + 2] = x[c + 2]! + rhs[u + 2]!;
      turn[node] = turn[node]! + rhs[u + 3]!;
    }
    transportFrames(work, nodes);
    measure(work);
  }
}

/** What a first edge that is held altogether is stretched with. */
function rootTension({ edges, restLength, compliance }: RodWork): number {
  return (edges[7]! / restLength[0]! - 1) / compliance;
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

/** Largest move of a node in fractions of its edge, or turn of an edge. */
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
