import type { StrandContacts } from './contactable.ts';
import type { NodalContactable } from './nodal-contactable.ts';
import { holdSystem, moveNodes, type NodalSystem, type NodalView, strainOf } from './nodal-system.ts';

/** A strand with an edge off by more than this is solved again. */
const LENGTH_TOLERANCE = 5e-4;

/** Solves one strand of nodes together with its contacts: as often as lengths or surfaces ask for it. */
export class NodalSolver {
  /** Solves that the last strand took, its worst strain, and the worst beyond what tension accounts for. */
  solves = 0;
  readonly lengths: { strain: number; error: number } = { strain: 0, error: 0 };
  private readonly system: NodalSystem;
  private readonly contactable: NodalContactable;

  constructor(system: NodalSystem, contactable: NodalContactable) {
    this.system = system;
    this.contactable = contactable;
  }

  /** `assemble` writes the system at the present positions, but for contacts. true where nothing asks for another solve. */
  solve(view: NodalView, contacts: StrandContacts, most: number, assemble: () => void): boolean {
    const { system, lengths, contactable } = this;
    this.solves = 0;
    while (this.solves < most) {
      assemble();
      holdSystem(view, system);
      contactable.assembled(0);
      let isSettled = contacts.solve();
      moveNodes(view, system);
      this.solves++;
      strainOf(view, lengths);
      if (lengths.error >= LENGTH_TOLERANCE) isSettled = false;
      if (contacts.follow(isSettled && this.solves > 1)) isSettled = false;
      if (isSettled) return true;
    }
    return false;
  }
}
