import { addJoint, makeRodSystem, type RodSystem } from './assemble.ts';
import type { ContactSet } from './contacts.ts';
import { stepEnergy } from './energy.ts';
import { factorRod, solveRod } from './factor.ts';
import { carryFrames } from './frames.ts';
import { EDGE_ROW, measureJoint, UNKNOWNS } from './kernel.ts';
import { addEdges, addInertia, holdRows } from './system.ts';
import type { RodWork } from './work.ts';

export interface SolveReport {
  solves: number;
  halvings: number;
  /** Worst strain of an edge, and the worst beyond what its tension accounts for. */
  strain: number;
  error: number;
}

/** Looks at the surfaces again where points came out elsewhere than expected; says whether that changed a contact. */
export interface SurfaceFollower {
  follow(work: RodWork, contacts: ContactSet, isThorough: boolean): boolean;
}

/** A further solve follows while an edge is off its length under tension by more than this: stiffness never rests on iterations. */
const STRAIN_TOLERANCE = 5e-4;
/** And after a move larger than this (radian; shares of an edge): the guess was far off, so was the linearisation. */
const CHANGE_TOLERANCE = 0.1;
/** After a move smaller than this what still strains an edge is a force, perhaps of a contact that should give way. */
const STILL = 0.01;
const MOST_SOLVES = 12;
/** Solves after which contacts no longer ask for another: what they ask for then is below what can be seen. */
const MOST_CONTACT_SOLVES = 8;
const MOST_HALVINGS = 5;
/** Moves beyond this (radian; shares of an edge) are checked against the energy. */
const LARGE_CHANGE = 0.5;

/** Solves one strand's implicit step: Gauss–Newton on its incremental energy with tensions as unknowns. */
export class RodSolver {
  readonly system: RodSystem;
  private readonly saved: Float64Array;
  private readonly savedTurn: Float64Array;
  /** Whether the last move was made in full. */
  private isWhole = true;

  constructor(mostNodes: number) {
    this.system = makeRodSystem(mostNodes);
    this.saved = new Float64Array(3 * mostNodes);
    this.savedTurn = new Float64Array(mostNodes);
  }

  /** `work.x` must hold the first guess; leaves the solution in x, m1, measure and tension. */
  solve(work: RodWork, contacts: ContactSet, surfaces: SurfaceFollower | null): SolveReport {
    carryFrames(work, work.nodes);
    contacts.begin(work);
    const report: SolveReport = { solves: 0, halvings: 0, strain: 0, error: 0 };
    for (;;) {
      this.assemble(work, contacts);
      factorRod(this.system.led.matrix, work.nodes);
      solveRod(this.system.led.matrix, this.system.led.rhs, work.nodes);
      report.solves++;
      const change = this.advance(work, contacts, report);
      const isGoodLength = this.checkLengths(work, report);
      let isGood = isGoodLength && change < CHANGE_TOLERANCE;
      const isAsked = report.solves < MOST_CONTACT_SOLVES;
      const isStill = isGood || change < STILL;
      if (contacts.count > 0 && !contacts.settle(work, this.isWhole, isStill) && isAsked) isGood = false;
      // Where one solve was enough nothing new has come near.
      if (isAsked && surfaces?.follow(work, contacts, isGood && report.solves > 1)) isGood = false;
      if (isGood || report.solves >= MOST_SOLVES) break;
    }
    for (let node = 1; node < work.nodes - 1; node++) measureJoint(work, node, null);
    return report;
  }

  /** Builds the system at the present guess. */
  private assemble(work: RodWork, contacts: ContactSet): void {
    const { system } = this;
    addInertia(work, system);
    addEdges(work, system);
    for (let node = 1; node < work.nodes - 1; node++) addJoint(work, system, node, work.viscosity);
    if (contacts.count > 0) contacts.addTo(system, work);
    holdRows(work, system);
  }

  /** Moves by the solution, halving the move while the energy rises on a move that is large. Returns the change made. */
  private advance(work: RodWork, contacts: ContactSet, report: SolveReport): number {
    const { rhs } = this.system;
    const { tension } = work;
    this.saved.set(work.x);
    this.savedTurn.set(work.turn);
    const change = largestChange(work, rhs);
    let share = 1;
    if (change < LARGE_CHANGE) this.move(work, share);
    else {
      const before = stepEnergy(work, contacts);
      this.move(work, share);
      for (let halving = 0; halving < MOST_HALVINGS && !(stepEnergy(work, contacts) <= before); halving++) {
        share *= 0.5;
        report.halvings++;
        this.move(work, share);
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
      const r = EDGE_ROW * node;
      const length = edges[r]! * edges[r + 3]! + edges[r + 1]! * edges[r + 4]! + edges[r + 2]! * edges[r + 5]!;
      const strain = length / restLength[node]! - 1;
      const error = Math.abs(strain - compliance * tension[node]!);
      // Written so that what is not a number counts as worst.
      if (!(Math.abs(strain) <= worst)) worst = Math.abs(strain);
      if (!(error <= worstError)) worstError = error;
    }
    report.strain = worst;
    report.error = worstError;
    return worstError < STRAIN_TOLERANCE;
  }

  private move(work: RodWork, share: number): void {
    const { rhs } = this.system;
    const { saved, savedTurn } = this;
    const { x, turn, nodes } = work;
    for (let node = 0; node < nodes; node++) {
      const u = UNKNOWNS * node;
      const c = 3 * node;
      x[c] = saved[c]! + share * rhs[u]!;
      x[c + 1] = saved[c + 1]! + share * rhs[u + 1]!;
      x[c + 2] = saved[c + 2]! + share * rhs[u + 2]!;
      if (node < nodes - 1) turn[node] = savedTurn[node]! + share * rhs[u + 3]!;
    }
    carryFrames(work, nodes);
  }
}

/** Largest move of a node in shares of its edge, or turn of an edge. */
function largestChange({ nodes, restLength }: RodWork, rhs: Float64Array): number {
  let largest = 0;
  for (let node = 0; node < nodes; node++) {
    const u = UNKNOWNS * node;
    const l = restLength[node < nodes - 1 ? node : node - 1]!;
    const move = Math.abs(rhs[u]!) + Math.abs(rhs[u + 1]!) + Math.abs(rhs[u + 2]!);
    const share = move / l;
    if (!(share <= largest)) largest = share;
    if (node < nodes - 1 && !(Math.abs(rhs[u + 3]!) <= largest)) largest = Math.abs(rhs[u + 3]!);
  }
  return largest;
}
