/**
 * How many internal steps a shown frame takes. Steps have a fixed size; what the clock leaves over waits for the next
 * frame. When the machine cannot keep up the debt is forgotten: simulated time slows down, no step is enlarged or dropped.
 */
export interface Pacer {
  /** Steps to take after `elapsed` seconds of the clock; each call of `advance` takes one and says whether time is left. */
  run(elapsed: number, advance: () => boolean): number;
  /** The part of a step that the clock is ahead of the last state, seconds; for interpolation. */
  readonly ahead: number;
  forget(): void;
}

/** Longer gaps (a hidden page, a slow step) are not caught up with. */
const LONGEST_ELAPSED = 1 / 20;

export function makePacer(stepSize: number): Pacer {
  let debt = 0;
  return {
    run(elapsed, advance) {
      debt += Math.min(elapsed, LONGEST_ELAPSED);
      let steps = 0;
      // A hair's breadth of tolerance, or rounding would make 1/60 s of 1/240 s steps three steps now and five then.
      while (debt >= stepSize * (1 - 1e-6)) {
        debt -= stepSize;
        steps++;
        if (!advance()) {
          debt = 0;
          break;
        }
      }
      return steps;
    },
    get ahead() {
      return Math.max(0, Math.min(debt, stepSize));
    },
    forget() {
      debt = 0;
    },
  };
}
