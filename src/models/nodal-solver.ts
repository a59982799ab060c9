import type { StrandContacts } from './contactable.ts';
import { type NodalView, strainOf } from './nodal-system.ts';

/** A strand with an edge off by more than this is solved again. */
const LENGTH_TOLERANCE = 5e-4;
/** At most so often in a step is a solve taken back that brought points into surfaces. */
const MOST_RESTARTS = 3;

/** A system that is assembled and then solved: nodes move, and tensions are what the solve expects of the edges. */
export interface MovingSystem {
  solveNodes(view: NodalView): void;
}

/** Solves one strand of nodes together with its contacts: as often as one of them asks for it. */
export class NodalSolver {
  /** Solves that the last strand took, its worst strain, and the worst beyond what tension accounts for. */
  solves = 0;
  readonly lengths: { strain: number; error: number } = { strain: 0, error: 0 };
  private readonly system: MovingSystem;
  private readonly tolerance: number;
  private readonly before: Float64Array;
  private readonly tensionBefore: Float64Array;

  constructor(system: MovingSystem, mostNodes: number, tolerance: number = LENGTH_TOLERANCE) {
    this.system = system;
    this.tolerance = tolerance;
    this.before = new Float64Array(3 * mostNodes);
    this.tensionBefore = new Float64Array(mostNodes);
  }

  /** `assemble` writes the system at the present positions, but for contacts. true where nothing asks for another solve. */
  solve(view: NodalView, contacts: StrandContacts, most: number, assemble: () => void): boolean {
    const { system, lengths, before } = this;
    const { x, tension, from, to } = view;
    let restarts = 0;
    this.solves = 0;
    while (this.solves < most) {
      for (let c = 3 * from; c < 3 * to; c++) before[c - 3 * from] = x[c]!;
      for (let i = from; i < to; i++) this.tensionBefore[i - from] = tension[i]!;
      assemble();
      contacts.scatter();
      system.solveNodes(view);
      this.solves++;
      strainOf(view, lengths);
      const isLong = lengths.error <= this.tolerance;
      const isRejected = restarts < MOST_RESTARTS && contacts.isRejected();
      let isConverged = contacts.update(!isRejected, isLong) && isLong;
      if (isRejected) {
        restarts++;
        for (let c = 3 * from; c < 3 * to; c++) x[c] = before[c - 3 * from]!;
        for (let i = from; i < to; i++) tension[i] = this.tensionBefore[i - from]!;
        continue;
      }
      if (contacts.follow(isConverged && this.solves > 1)) isConverged = false;
      if (isConverged) return true;
    }
    return false;
  }
}
