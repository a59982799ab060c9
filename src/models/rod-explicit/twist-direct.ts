import { atan2 } from '../../numeric/elementary.ts';
import type { Rod } from './rod.ts';
import type { TwistProblem } from './twist-problem.ts';

/** A node is bent where it turns by more than this, radian. */
export const BENT = 1e-6;

/**
 * The direct hair-twisting algorithm (section 7): no iteration, no derivative.
 *
 * It assumes that bending over the minor axis is so stiff that removing it always pays, whatever twist costs: m₁ of
 * every edge lies as parallel as possible to the curvature binormals of its two nodes. Orientation follows root to tip
 * so that twist stays near its rest value. Angles before are used only where nothing else decides (an unclamped first
 * edge).
 */
export function directTwist(problem: TwistProblem, theta: Float64Array): void {
  bisectors(problem, theta);
  orient(problem, theta);
}

/** Step 1: θ_dir in [0, π) of every bent edge, the angle itself of a clamped one, NaN of an unbent one. */
function bisectors(problem: TwistProblem, theta: Float64Array): void {
  const { direction: out } = problem;
  const edges = problem.rod.nodes - 1;
  for (let j = 0; j < edges; j++) {
    if (problem.clamped[j]) {
      out[j] = theta[j]!;
      continue;
    }
    const before = foldedAngle(problem, j);
    const after = foldedAngle(problem, j + 1);
    if (Number.isNaN(before) || Number.isNaN(after)) out[j] = Number.isNaN(before) ? after : before;
    else out[j] = bisector(before, after);
  }
}

/** η of node k: its binormal as an undirected line, [0, π]; NaN where the node is unbent or an end. */
function foldedAngle({ bent, rod }: TwistProblem, k: number): number {
  if (k < 1 || k > rod.nodes - 2) return Number.NaN;
  const a = bent[2 * k]!;
  const b = bent[2 * k + 1]!;
  if (a * a + b * b <= BENT * BENT) return Number.NaN;
  return b < 0 ? atan2(-b, -a) : atan2(b, a);
}

/** Of the two lines half-way between two lines, the one within the smaller angle; [0, π). */
export function bisector(a: number, b: number): number {
  const middle = 0.5 * (a + b + (Math.abs(a - b) <= Math.PI / 2 ? 0 : Math.PI));
  return middle >= Math.PI ? middle - Math.PI : middle;
}

/**
 * Step 2, root to tip: each bent edge takes θ_dir + hπ nearest to rest twist; unbent runs share what error is left.
 * Turns that are trapped between two clamped edges (more than a quarter turn would end in the last joint) are shared by
 * all joints between them, as far as half turns allow.
 */
function orient(problem: TwistProblem, theta: Float64Array): void {
  const edges = problem.rod.nodes - 1;
  let from = startOrientation(problem, theta);
  while (from < edges) {
    let to = from + 1;
    while (to < edges && !problem.clamped[to]) to++;
    const trapped = walk(problem, theta, from, to);
    if (Math.abs(trapped) > Math.PI / 2) wind(problem, theta, from, to, trapped);
    from = to;
  }
}

/** Gives the first edge that has a direction its angle, and those before it rest twist; returns that edge. */
export function startOrientation({ rod, clamped, direction }: TwistProblem, theta: Float64Array): number {
  let start = 0;
  while (start < rod.nodes - 1 && Number.isNaN(direction[start]!)) start++;
  if (start === rod.nodes - 1) return 0;
  if (!clamped[start])
    theta[start] = direction[start]! + Math.PI * Math.round((theta[start]! - direction[start]!) / Math.PI);
  for (let j = start - 1; j >= 0; j--) theta[j] = theta[j + 1]! - rod.restTwist[j + 1]!;
  return start;
}

/** From edge `from`, whose angle is known, to the next clamped edge `to` or the tip; returns the error at `to`. */
function walk({ rod, direction }: TwistProblem, theta: Float64Array, from: number, to: number): number {
  const edges = rod.nodes - 1;
  let last = from;
  for (let j = from + 1; j <= Math.min(to, edges - 1); j++) {
    if (Number.isNaN(direction[j]!)) continue;
    const expected = theta[last]! + restBetween(rod, last, j);
    if (j < to) theta[j] = direction[j]! + Math.PI * Math.round((expected - direction[j]!) / Math.PI);
    spread(rod, theta, last, j);
    if (j === to) return theta[j]! - expected;
    last = j;
  }
  for (let i = last + 1; i < edges; i++) theta[i] = theta[i - 1]! + rod.restTwist[i]!;
  return 0;
}

/** Turns bent edges on by the half turns that their place between the clamps asks for. */
function wind({ rod, direction }: TwistProblem, theta: Float64Array, from: number, to: number, trapped: number): void {
  const each = trapped / compliance(rod, from, to);
  let last = from;
  let fraction = 0;
  for (let j = from + 1; j <= to; j++) {
    fraction += each * compliance(rod, j - 1, j);
    if (Number.isNaN(direction[j]!)) continue;
    if (j < to) theta[j] = theta[j]! + Math.PI * Math.round(fraction / Math.PI);
    spread(rod, theta, last, j);
    last = j;
  }
}

export function restBetween(rod: Rod, from: number, to: number): number {
  let rest = 0;
  for (let i = from + 1; i <= to; i++) rest += rod.restTwist[i]!;
  return rest;
}

/** Unbent edges between two that have their angles share what differs from rest twist, by compliance. */
export function spread(rod: Rod, theta: Float64Array, from: number, to: number): void {
  if (to === from + 1) return;
  const error = theta[to]! - theta[from]! - restBetween(rod, from, to);
  const each = error / compliance(rod, from, to);
  for (let i = from + 1; i < to; i++) theta[i] = theta[i - 1]! + rod.restTwist[i]! + each * compliance(rod, i - 1, i);
}

/**
 * How far the joints between two edges turn for one newton metre: what decides the fraction of a twist that each takes.
 */
export function compliance(rod: Rod, from: number, to: number): number {
  let sum = 0;
  for (let i = from + 1; i <= to; i++) sum += rod.span[i]! / Math.max(rod.twisting[i]!, 1e-300);
  return sum;
}
