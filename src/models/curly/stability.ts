import { STEEPEST } from './core.ts';
import { smoothTensions } from './smoothing.ts';
import type { SpringView } from './springs.ts';

/** Largest h ω of explicit steps that is taken: they diverge at 2. */
const SAFE = 1.8;
/** Steps are divided no finer than so many times the published ones: nodes that ask for more are taken for heavier. */
const FINEST = 4;

/** Steps of explicit integration. */
export interface StepCounts {
  force: number;
  /** In each force step. */
  damping: number;
}

/**
 * Into how many force steps `h` is divided, and these into damping steps, so that neither diverges: row sums of the matrices bound their
 * largest rates. Published counts do for edges of 1 cm; shorter ones are stiffer. Writes inverse masses with which it is so for every node.
 */
export function divideStep(
  view: SpringView,
  mass: Float64Array,
  h: number,
  published: StepCounts,
  inverseMass: Float64Array,
): StepCounts {
  const { from, to } = view;
  const spread = view.isConsistent ? largestSpread(view) : 1;
  let stiffest = 0;
  let fastest = 0;
  for (let i = from; i < to; i++) {
    stiffest = Math.max(stiffest, stiffnessAt(view, spread, i) / mass[i]!);
    fastest = Math.max(fastest, dampingAt(view, spread, i) / mass[i]!);
  }
  const force = countOf((h * Math.sqrt(stiffest)) / SAFE, published.force);
  const damping = countOf(((h / force) * fastest) / SAFE, published.damping);
  const longest = SAFE / (h / force);
  const longestDamped = SAFE / (h / (force * damping));
  for (let i = from; i < to; i++) {
    const bySprings = (longest * longest) / (stiffnessAt(view, spread, i) + 1e-300);
    const byDamping = longestDamped / (dampingAt(view, spread, i) + 1e-300);
    inverseMass[i] = Math.min(1 / mass[i]!, bySprings, byDamping);
  }
  return { force, damping };
}

const countOf = (needed: number, published: number): number =>
  Math.min(FINEST * published, Math.max(published, Math.ceil(needed)));

/** Row sums of stiffness and damping at node i. */
function stiffnessAt(view: SpringView, spread: number, i: number): number {
  const { from, to, restLength, bendStiffness, stretch, core } = view;
  const edge = (j: number): number =>
    j < from || j > to - 2
      ? 0
      : (stretch + STEEPEST * spread * core.stiffnessMost) / restLength[j]! + bendStiffness[j]!;
  return 2 * (edge(i - 1) + edge(i));
}

function dampingAt(view: SpringView, spread: number, i: number): number {
  const { from, to, restLength, bendDamping, stretchDamping, core } = view;
  const edge = (j: number): number =>
    j < from || j > to - 2
      ? 0
      : Math.max(stretchDamping / restLength[j]!, bendDamping[j]!) + (spread * core.dampingMost) / restLength[j]!;
  return 2 * (edge(i - 1) + edge(i));
}

/** Bound of |Z|²: rows of the smoothing sum to 1, and this is the largest sum of a column, for edges as they are. */
function largestSpread({ from, to, coreWeight }: SpringView): number {
  const ones = new Float64Array(3 * to).fill(1);
  const sums = new Float64Array(3 * to);
  smoothTensions(ones, ones, coreWeight, from, to, sums);
  let most = 1;
  for (let i = from; i < to - 1; i++) most = Math.max(most, sums[3 * i]!);
  return most;
}
