import { NODE_FIELDS, type RodState } from './state.ts';

/** What a step changes: the arrays that are saved to take it back. */
export const MOVING = ['x', 'xPast', 'v', 'vPast', 'm1', 'tension', 'measure', 'measurePast', 'push', 'grip'] as const;

/** The moving part of one strand. */
export type SavedStrand = { readonly [field in (typeof MOVING)[number]]: Float64Array } & { stepPast: number };

export function makeSavedStrand(nodes: number): SavedStrand {
  const saved: Record<string, unknown> = { stepPast: 0 };
  for (const field of MOVING) saved[field] = new Float64Array(NODE_FIELDS[field] * nodes);
  return saved as SavedStrand;
}

export function saveStrand(state: RodState, k: number, out: SavedStrand): void {
  for (const field of MOVING) {
    const width = NODE_FIELDS[field];
    out[field].set(state[field].subarray(width * state.first[k]!, width * state.first[k + 1]!));
  }
  out.stepPast = state.stepPast[k]!;
}

export function restoreStrand(state: RodState, k: number, saved: SavedStrand): void {
  const nodes = state.first[k + 1]! - state.first[k]!;
  for (const field of MOVING) {
    const width = NODE_FIELDS[field];
    state[field].set(saved[field].subarray(0, width * nodes), width * state.first[k]!);
  }
  state.stepPast[k] = saved.stepPast;
}
