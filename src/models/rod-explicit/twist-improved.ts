import { atan2, cos, sin } from '../../numeric/elementary.ts';
import { nearestTurn } from './pose.ts';
import { bendingTimes } from './rod.ts';
import { BENT, compliance, restBetween, spread, startOrientation } from './twist-direct.ts';
import { relaxTwist, type TwistReport } from './twist-newton.ts';
import type { TwistProblem } from './twist-problem.ts';

/** Newton steps that finish the work. */
const FINISH = 2;
/** The same where clamped edges trap turns, which the guess can only share out evenly. */
const FINISH_TRAPPED = 20;

/** A new guess must have less energy than the old angles by this fraction to be taken. */
const BETTER = 1e-3;

/**
 * The direct algorithm with four repairs: directions by the exact minimiser of stiff bending; orientations by the
 * cheapest path over bending and twist energy (natural curvature makes the two ways round unlike); two Newton steps;
 * and the angles of the last step, after two Newton steps of their own, are kept unless the new guess has less energy.
 * Without the last one guesses jump from basin to basin and back, and hair near straight never comes to rest.
 */
export function improvedTwist(problem: TwistProblem, theta: Float64Array): TwistReport {
  const { rod, kept } = problem;
  stiffDirections(problem, theta);
  kept.set(theta);
  const old = relaxTwist(problem, kept, { steps: FINISH });
  const isTrapped = orientCheaply(problem, theta);
  const guess = relaxTwist(problem, theta, { steps: isTrapped ? FINISH_TRAPPED : FINISH });
  const steps = old.steps + guess.steps;
  if (guess.energy < (1 - BETTER) * old.energy) return { ...guess, steps };
  theta.set(kept.subarray(0, rod.nodes - 1));
  return { ...old, steps };
}

/**
 * θ_dir = ½ atan2(Σ w sin 2η, Σ w cos 2η), w = |(κb)|²/l, in [−π/2, π/2]: w cos 2η = (a² − b²)/l, w sin 2η = 2ab/l.
 * NaN where both nodes are unbent or their pulls cancel; the angle itself on a clamped edge.
 */
function stiffDirections({ rod, bent, clamped, direction: out }: TwistProblem, theta: Float64Array): void {
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

/**
 * Orientations between clamped edges, one stretch after another; says whether turns are trapped between two of them.
 */
function orientCheaply(problem: TwistProblem, theta: Float64Array): boolean {
  const { rod, clamped } = problem;
  const edges = rod.nodes - 1;
  let from = startOrientation(problem, theta);
  let isTrapped = false;
  while (from < edges) {
    let to = from + 1;
    while (to < edges && !clamped[to]) to++;
    const trapped = cheapestPath(problem, theta, from, to);
    if (Math.abs(trapped) > Math.PI) {
      // No direction can be kept then: all joints take their share and Newton does the rest.
      const each = trapped / compliance(rod, from, to);
      for (let j = from + 1; j < to; j++) theta[j] = theta[j]! + each * compliance(rod, from, j);
      isTrapped = true;
    }
    from = to;
  }
  return isTrapped;
}

/**
 * Dynamic programme over the edges that have a direction; two states each, θ_dir and θ_dir + π. A joint's number of
 * full turns is free, so twist counts by its distance from rest within half a turn. Returns the turn that is left over
 * at `to`.
 */
function cheapestPath(problem: TwistProblem, theta: Float64Array, from: number, to: number): number {
  const { rod, clamped, direction, cost, choice } = problem;
  direction[from] = theta[from]!;
  cost[2 * from] = bendingOf(problem, from, theta[from]!);
  cost[2 * from + 1] = clamped[from] ? Number.POSITIVE_INFINITY : bendingOf(problem, from, theta[from]! + Math.PI);
  let last = from;
  for (let j = from + 1; j <= Math.min(to, rod.nodes - 2); j++) {
    if (Number.isNaN(direction[j]!)) continue;
    const rest = restBetween(rod, last, j);
    const loose = compliance(rod, last, j);
    for (let state = 0; state < 2; state++) {
      const angle = direction[j]! + state * Math.PI;
      let best = Number.POSITIVE_INFINITY;
      for (let other = 0; other < 2; other++) {
        const error = nearestTurn(angle - direction[last]! - other * Math.PI - rest, 0);
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
  return trace(problem, theta, from, to, last);
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

/** Walks the choices back from the cheapest end, then forward to count full turns. */
function trace(problem: TwistProblem, theta: Float64Array, from: number, to: number, last: number): number {
  const { rod, direction, cost, choice } = problem;
  let state = cost[2 * last + 1]! < cost[2 * last]! ? 1 : 0;
  for (let j = last; j > from; j--) {
    if (Number.isNaN(direction[j]!)) continue;
    if (state === 1) direction[j] = direction[j]! + Math.PI;
    state = choice[2 * j + state]!;
  }
  if (state === 1) theta[from] = theta[from]! + Math.PI;
  let before = from;
  let left = 0;
  for (let j = from + 1; j <= last; j++) {
    if (Number.isNaN(direction[j]!)) continue;
    const reached = nearestTurn(direction[j]!, theta[before]! + restBetween(rod, before, j));
    if (j === to) left = theta[j]! - reached;
    // Until what is left over is shared out, edges before a clamp are placed as if there were none of it.
    const given = theta[j]!;
    theta[j] = reached;
    spread(rod, theta, before, j);
    if (j === to) theta[j] = given;
    before = j;
  }
  for (let i = before + 1; i < Math.min(to, rod.nodes - 1); i++) theta[i] = theta[i - 1]! + rod.restTwist[i]!;
  return left;
}
