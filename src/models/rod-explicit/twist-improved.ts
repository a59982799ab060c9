import { atan2, cos, sin } from '../../numeric/elementary.ts';
import { nearestTurn } from './pose.ts';
import { bendingTimes } from './rod.ts';
import { BENT, compliance, startOrientation } from './twist-direct.ts';
import { relaxTwist, type TwistReport } from './twist-newton.ts';
import { makeTwistScratch, type TwistProblem, type TwistScratch } from './twist-problem.ts';

/** Newton steps that finish the work. */
const FINISH = 2;
/** Attempts to share out full turns that clamped edges trap. */
const ROUNDS = 3;

/**
 * The direct algorithm with three repairs: directions by the exact minimiser of stiff bending, orientations by the
 * cheapest path over bending and twist energy (natural curvature makes the two ways round unlike), and two Newton steps.
 */
export function improvedTwist(
  problem: TwistProblem,
  theta: Float64Array,
  scratch: TwistScratch = makeTwistScratch(problem.rod.nodes),
): TwistReport {
  stiffDirections(problem, theta, scratch.direction);
  orientCheaply(problem, theta, scratch);
  return relaxTwist(problem, theta, { steps: FINISH }, scratch);
}

/**
 * θ_dir = ½ atan2(Σ w sin 2η, Σ w cos 2η), w = |(κb)|²/l, in [−π/2, π/2]: w cos 2η = (a² − b²)/l, w sin 2η = 2ab/l.
 * NaN where both nodes are unbent or their pulls cancel; the angle itself on a clamped edge.
 */
export function stiffDirections(problem: TwistProblem, theta: Float64Array, out: Float64Array): void {
  const { rod, bent, clamped } = problem;
  const edges = rod.nodes - 1;
  for (let j = 0; j < edges; j++) {
    let sine = 0;
    let cosine = 0;
    let weight = 0;
    for (let i = Math.max(j, 1); i <= j + 1 && i < edges; i++) {
      const a = bent[2 * i]!;
      const b = bent[2 * i + 1]!;
      if (a * a + b * b <= BENT * BENT) continue;
      sine += (2 * a * b) / rod.span[i]!;
      cosine += (a * a - b * b) / rod.span[i]!;
      weight += (a * a + b * b) / rod.span[i]!;
    }
    if (clamped[j]) out[j] = theta[j]!;
    else if (sine * sine + cosine * cosine <= 1e-12 * weight * weight || weight === 0) out[j] = Number.NaN;
    else out[j] = 0.5 * atan2(sine, cosine);
  }
}

/** Orientations between clamped edges, one stretch after another. */
function orientCheaply(problem: TwistProblem, theta: Float64Array, scratch: TwistScratch): void {
  const edges = problem.rod.nodes - 1;
  let from = startOrientation(problem, scratch.direction, theta);
  let isOpen = !problem.clamped[from];
  while (from < edges) {
    let to = from + 1;
    while (to < edges && !problem.clamped[to]) to++;
    let trapped = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const error = cheapestPath(problem, theta, scratch, { from, to, trapped, isOpen });
      if (Math.abs(error) < Math.PI) break;
      trapped += error;
    }
    isOpen = false;
    from = to;
  }
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Turn beyond rest twist that all joints share. */
  readonly trapped: number;
  /** The first edge may turn round, too. */
  readonly isOpen: boolean;
}

/**
 * Dynamic programme over the edges that have a direction; two states each, θ_dir and θ_dir + π. A joint's number of full turns
 * is free, so twist counts by its distance from rest within half a turn. Returns the turn that is left over at `to`.
 */
function cheapestPath(problem: TwistProblem, theta: Float64Array, scratch: TwistScratch, stretch: Stretch): number {
  const { rod } = problem;
  const { direction, cost, choice } = scratch;
  const { from, to } = stretch;
  const end = Math.min(to, rod.nodes - 2);
  if (Number.isNaN(direction[from]!)) return fill(problem, theta, stretch, from, end + 1);
  direction[from] = theta[from]!;
  cost[2 * from] = bendingOf(problem, from, theta[from]!);
  cost[2 * from + 1] = stretch.isOpen ? bendingOf(problem, from, theta[from]! + Math.PI) : Number.POSITIVE_INFINITY;
  let last = from;
  for (let j = from + 1; j <= end; j++) {
    if (Number.isNaN(direction[j]!)) continue;
    const rest = restBetween(problem, stretch, last, j);
    const loose = compliance(rod, last, j);
    for (let state = 0; state < 2; state++) {
      const angle = direction[j]! + state * Math.PI;
      let best = Number.POSITIVE_INFINITY;
      for (let other = 0; other < 2; other++) {
        const difference = angle - direction[last]! - other * Math.PI - rest;
        const error = nearestTurn(difference, 0);
        const total = cost[2 * last + other]! + (error * error) / loose;
        if (total >= best) continue;
        best = total;
        choice[2 * j + state] = other;
      }
      const isShut = j === to && state === 1;
      cost[2 * j + state] = isShut ? Number.POSITIVE_INFINITY : best + bendingOf(problem, j, angle);
    }
    last = j;
  }
  return trace(problem, theta, scratch, stretch, last);
}

/** Energy of bending on both nodes of edge j at the angle θ. */
function bendingOf({ rod, bent }: TwistProblem, j: number, theta: number): number {
  const c = cos(theta);
  const s = sin(theta);
  let sum = 0;
  for (let i = Math.max(j, 1); i <= j + 1 && i < rod.nodes - 1; i++) {
    const a = 4 * i + (i === j ? 2 : 0);
    const d1 = c * bent[2 * i + 1]! - s * bent[2 * i]! - rod.restCurvature[a]!;
    const d2 = -c * bent[2 * i]! - s * bent[2 * i + 1]! - rod.restCurvature[a + 1]!;
    const [y1, y2] = bendingTimes(rod, j, d1, d2);
    sum += (d1 * y1 + d2 * y2) / (2 * rod.span[i]!);
  }
  return sum;
}

/** Rest twist between two edges, with their share of what is trapped. */
function restBetween({ rod }: TwistProblem, stretch: Stretch, from: number, to: number): number {
  let rest = 0;
  for (let i = from + 1; i <= to; i++) rest += rod.restTwist[i]!;
  if (stretch.trapped === 0) return rest;
  return rest + (stretch.trapped * compliance(rod, from, to)) / compliance(rod, stretch.from, stretch.to);
}

/** Walks the choices back from the cheapest end, then forward to count full turns. */
function trace(
  problem: TwistProblem,
  theta: Float64Array,
  scratch: TwistScratch,
  stretch: Stretch,
  last: number,
): number {
  const { direction, cost, choice } = scratch;
  let state = cost[2 * last + 1]! < cost[2 * last]! ? 1 : 0;
  for (let j = last; j > stretch.from; j--) {
    if (Number.isNaN(direction[j]!)) continue;
    if (state === 1) direction[j] = direction[j]! + Math.PI;
    state = choice[2 * j + state]!;
  }
  if (state === 1) theta[stretch.from] = theta[stretch.from]! + Math.PI;
  let before = stretch.from;
  let error = 0;
  for (let j = stretch.from + 1; j <= last; j++) {
    if (Number.isNaN(direction[j]!)) continue;
    const expected = theta[before]! + restBetween(problem, stretch, before, j);
    const reached = nearestTurn(direction[j]!, expected);
    if (j === stretch.to) error = theta[j]! - reached;
    else theta[j] = reached;
    spread(problem, theta, stretch, before, j, (j === stretch.to ? theta[j]! : reached) - expected);
    before = j;
  }
  fill(problem, theta, stretch, before, Math.min(stretch.to, problem.rod.nodes - 1));
  return error;
}

/** Unbent edges between two that have their angles share the error by compliance. */
function spread(
  problem: TwistProblem,
  theta: Float64Array,
  stretch: Stretch,
  from: number,
  to: number,
  error: number,
): void {
  const each = error / compliance(problem.rod, from, to);
  for (let i = from + 1; i < to; i++)
    theta[i] = theta[i - 1]! + restBetween(problem, stretch, i - 1, i) + each * compliance(problem.rod, i - 1, i);
}

/** Rest twist to the end of the stretch. */
function fill(problem: TwistProblem, theta: Float64Array, stretch: Stretch, from: number, to: number): number {
  for (let i = from + 1; i < to; i++) theta[i] = theta[i - 1]! + restBetween(problem, stretch, i - 1, i);
  return 0;
}
