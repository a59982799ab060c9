import type { Simulation } from '../simulation/simulation.ts';

/** Steps between snapshots at first. */
const SPACING = 30;
/** More snapshots than this are thinned to half, so that a long run keeps as many, farther apart. */
const MOST = 48;

/** Snapshots along a run, for going back: the nearest earlier one is restored and the rest is played again. */
export class Checkpoints {
  private readonly simulation: Simulation;
  private kept: { readonly step: number; readonly snapshot: Uint8Array }[] = [];
  private spacing = SPACING;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  /** Call before every step. */
  add(): void {
    const { step } = this.simulation;
    const last = this.kept.at(-1);
    if (last && step < last.step + this.spacing) return;
    this.kept.push({ step, snapshot: this.simulation.snapshot() });
    if (this.kept.length <= MOST) return;
    this.kept = this.kept.filter((_, k) => k % 2 === 0);
    this.spacing *= 2;
  }

  goBack(step: number): void {
    const from = this.kept.filter((one) => one.step <= step).at(-1);
    if (from) this.simulation.restore(from.snapshot);
    else this.simulation.reset();
    this.simulation.advance(step - this.simulation.step);
  }

  /** What comes after a step will be different from now on. */
  forgetAfter(step: number): void {
    this.kept = this.kept.filter((one) => one.step <= step);
  }
}
