/**
 * Second-order backward differences for steps of any size: with the ratio r of this step to the last,
 * x⁺ = now·x − past·x_past + H v⁺, and the same for v. A ratio of 0 is backward Euler, for strands without history.
 */
export interface History {
  readonly now: number;
  readonly past: number;
  /** H, seconds. */
  readonly step: number;
  /** Fraction of the velocity's last change that the first guess adds to it: the mean velocity of this step if it goes on changing. */
  readonly lead: number;
}

/** Steps that grow faster than this amplify what history is wrong by (stable below 1 + √2): they begin anew. */
const FASTEST_GROWTH = 2.001;

export function historyOf(h: number, last: number): History {
  const r = last > 0 && h <= FASTEST_GROWTH * last ? h / last : 0;
  return {
    now: ((1 + r) * (1 + r)) / (1 + 2 * r),
    past: (r * r) / (1 + 2 * r),
    step: (h * (1 + r)) / (1 + 2 * r),
    lead: 0.5 * r,
  };
}
