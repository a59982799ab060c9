import { cos, sin } from '../../numeric/elementary.ts';
import type { Made } from '../../numeric/made.ts';
import { at, cross, dot } from '../../numeric/vector.ts';
import { bendEnergy } from './energy.ts';
import type { Pose } from './pose.ts';
import type { Rod } from './rod.ts';

/** Which angles a rod of a given centreline has: the smallest energy in θ, positions held still; with room for solvers to work in. */
export type TwistProblem = Made<typeof makeTwistProblem>;

export function makeTwistProblem(rod: Rod) {
  const { nodes } = rod;
  return {
    rod,
    /**
     * (κb)·u₁ and (κb)·u₂ of every node, two numbers. (κb) stands across both of its edges and transport turns about it,
     * so the Bishop frames of both edges see the same two numbers.
     */
    bent: new Float64Array(2 * nodes),
    /** 1 where an edge's angle is given, per edge. */
    clamped: new Uint8Array(nodes - 1),
    curvature: new Float64Array(4 * nodes),
    bending: new Float64Array(4 * nodes),
    twist: new Float64Array(nodes),
    twisting: new Float64Array(nodes),
    gradient: new Float64Array(nodes),
    diagonal: new Float64Array(nodes),
    upper: new Float64Array(nodes),
    pivot: new Float64Array(nodes),
    step: new Float64Array(nodes),
    trial: new Float64Array(nodes),
    kept: new Float64Array(nodes),
    direction: new Float64Array(nodes),
    cost: new Float64Array(2 * nodes),
    choice: new Uint8Array(2 * nodes),
  };
}

/** Fills `bent` from a centreline and its Bishop frames. */
export function measureBent(pose: Pose, u1: Float64Array, bent: Float64Array): void {
  for (let i = 1; i < pose.twist.length - 1; i++) {
    const kb = at(pose.binormal, i);
    const u = at(u1, i);
    bent[2 * i] = dot(kb, u);
    bent[2 * i + 1] = dot(kb, cross(at(pose.tangent, i), u));
  }
}

/** ω from angles: ((κb)·m₂, −(κb)·m₁) on both sides of every node. */
export function curvatureAt(problem: TwistProblem, theta: Float64Array, out: Float64Array): void {
  const { bent, rod } = problem;
  const edges = rod.nodes - 1;
  for (let j = 0; j < edges; j++) {
    const c = cos(theta[j]!);
    const s = sin(theta[j]!);
    for (let i = Math.max(j, 1); i <= j + 1 && i < edges; i++) {
      const a = 4 * i + (i === j ? 2 : 0);
      out[a] = c * bent[2 * i + 1]! - s * bent[2 * i]!;
      out[a + 1] = -c * bent[2 * i]! - s * bent[2 * i + 1]!;
    }
  }
}

export function twistAt(theta: Float64Array, nodes: number, out: Float64Array): void {
  for (let i = 1; i < nodes - 1; i++) out[i] = theta[i]! - theta[i - 1]!;
}

/** Bending and twist energy at angles θ. */
export function energyAt(problem: TwistProblem, theta: Float64Array): number {
  const { rod, curvature } = problem;
  curvatureAt(problem, theta, curvature);
  let sum = bendEnergy(rod, curvature);
  for (let i = 1; i < rod.nodes - 1; i++) {
    const excess = theta[i]! - theta[i - 1]! - rod.restTwist[i]!;
    sum += (rod.twisting[i]! / rod.span[i]!) * excess * excess;
  }
  return sum;
}
