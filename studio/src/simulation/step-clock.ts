import { STEP_PARTS, type StepPart, type StepProfiler } from '../../../src/simulation/profiler.ts';

/** Mean milliseconds of a step's parts. */
export type PartTimes = Readonly<Record<StepPart, number>>;

/** Of the mean that each step renews. */
const FRACTION = 0.1;

/** Keeps the time of every part of a step. */
export class StepClock {
  readonly #now: () => number;
  readonly #means: Record<StepPart, number>;
  readonly #step: Record<StepPart, number>;
  #last = 0;
  #steps = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#means = nothing();
    this.#step = nothing();
  }

  readonly profiler: StepProfiler = (part) => {
    const now = this.#now();
    if (part === 'begin') for (const one of STEP_PARTS) this.#step[one] = 0;
    else this.#step[part] += now - this.#last;
    if (part === 'model') this.#note();
    this.#last = now;
  };

  get times(): PartTimes {
    return { ...this.#means };
  }

  #note(): void {
    const fraction = Math.max(FRACTION, 1 / ++this.#steps);
    for (const part of STEP_PARTS) this.#means[part] += fraction * (this.#step[part] - this.#means[part]);
  }
}

const nothing = (): Record<StepPart, number> => ({ reading: 0, tools: 0, interactions: 0, controls: 0, model: 0 });
