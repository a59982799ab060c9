import type { ChainState } from './fields.ts';

/**
 * The last word of a step: from the root to the tip every edge gets exactly its length. What is held stays. Nothing holds a
 * free piece: lengths must not push it, so its centre of mass stays where it was.
 */
export function setLengths(state: ChainState, k: number, inertia: Float64Array): void {
  const from = state.first[k]!;
  const to = state.first[k + 1]!;
  const isFree = state.rooted[k] === 0;
  const centre = isFree ? centreOf(state, from, to) : null;
  for (let i = from + 1; i < to; i++) if (inertia[6 * i] !== 0) setLength(state, i);
  if (!centre) return;
  const now = centreOf(state, from, to);
  for (let i = from; i < to; i++)
    for (let c = 0; c < 3; c++) state.position[3 * i + c] = state.position[3 * i + c]! + centre[c]! - now[c]!;
}

function centreOf({ position: x, mass }: ChainState, from: number, to: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let total = 0;
  for (let i = from; i < to; i++) {
    total += mass[i]!;
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + mass[i]! * x[3 * i + c]!;
  }
  return [sum[0] / total, sum[1] / total, sum[2] / total];
}

function setLength({ position: x, restLength }: ChainState, i: number): void {
  const a = 3 * i;
  const dx = x[a]! - x[a - 3]!;
  const dy = x[a + 1]! - x[a - 2]!;
  const dz = x[a + 2]! - x[a - 1]!;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length < 1e-12) return;
  const f = restLength[i - 1]! / length;
  x[a] = x[a - 3]! + f * dx;
  x[a + 1] = x[a - 2]! + f * dy;
  x[a + 2] = x[a - 1]! + f * dz;
}
