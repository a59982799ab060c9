import { bandIndex } from '../../numeric/banded.ts';
import { addScaled, at, cross, dot, scale, type Vec3 } from '../../numeric/vector.ts';
import { type Bend, currentBend, measureBend, pullBackE, pullBackF } from './bend.ts';
import { bendingMoments, twistingMoments } from './energy.ts';
import type { Pose } from './pose.ts';
import type { Rod } from './rod.ts';

/**
 * Second derivatives of the elastic energy in (x₀, θ⁰, x₁, θ¹, …), material frames carried in time.
 *
 * Along a straight path of the nodes an edge's tangent runs on a great circle, so carrying frames step by step and in
 * one step is the same, and U has a true second derivative. With dashes for derivatives along the path and a director n
 * fixed in the frame of an edge e with tangent t:
 *   ((κb)·n)″ = (κb)″·n + (n·e′)((κb)·e′)/|e|² + 2θ′ (κb)′·(t × n) − θ′² (κb)·n,
 *   (κb)″ = (4 e′×f′ − 2 (κb)′E′ − (κb) E″)/E,     τ′ = θ_f′ − θ_e′ + (κb)·(e′/2|e| + f′/2|f|).
 * The energy of node k touches eleven neighbouring unknowns: half-bandwidth 10.
 */
export const HESSIAN_BAND = 10;

/** Unknowns of one node's energy: e (3), f (3), θ of the edge before, θ of the edge after. */
const LOCAL = 8;
const THETA = 6;

export const hessianSize = (nodes: number): number => 4 * nodes - 1;

/** Adds to a symmetric banded matrix (see numeric/banded.ts) of `hessianSize` rows and half-bandwidth 10. */
export function addElasticHessian(rod: Rod, pose: Pose, out: Float64Array): void {
  const bending = new Float64Array(4 * rod.nodes);
  const twisting = new Float64Array(rod.nodes);
  bendingMoments(rod, pose.curvature, bending);
  twistingMoments(rod, pose.twist, twisting);
  const local = new Float64Array(LOCAL * LOCAL);
  for (let i = 1; i < rod.nodes - 1; i++) {
    local.fill(0);
    const bend = measureBend(rod, pose.x, i);
    for (let side = 0; side < 2; side++) addBending(rod, pose, bend, bending, i, side, local);
    addTwist(rod, bend, twisting[i]!, i, local);
    scatter(local, i, out);
  }
}

/** Σ B/l ∇ω ∇ωᵀ + Σ y ∇²ω for one side of node i. */
function addBending(
  rod: Rod,
  pose: Pose,
  bend: Bend,
  moments: Float64Array,
  i: number,
  side: number,
  local: Float64Array,
): void {
  const j = i - 1 + side;
  const t = at(pose.tangent, j);
  const directors = [at(pose.m2, j), scale(at(pose.m1, j), -1)] as const;
  const gradients = directors.map((n) => directorGradient(bend, t, n, side));
  const b = 3 * j;
  const stiffness = [rod.bending[b]!, rod.bending[b + 1]!, rod.bending[b + 1]!, rod.bending[b + 2]!];
  for (let c = 0; c < 2; c++)
    for (let d = 0; d < 2; d++) addOuter(local, gradients[c]!, gradients[d]!, stiffness[2 * c + d]! / rod.span[i]!);
  const a = 4 * i + 2 * side;
  const n = addScaled(scale(directors[0], moments[a]!), directors[1], moments[a + 1]!);
  addSecondOfBinormal(bend, n, local);
  addSecondOfDirector(bend, t, n, side, local);
}

/** Gradient of (κb)·n in the eight unknowns. */
function directorGradient(bend: Bend, t: Vec3, n: Vec3, side: number): Float64Array {
  const out = new Float64Array(LOCAL);
  out.set(pullBackE(bend, n), 0);
  out.set(pullBackF(bend, n), 3);
  out[THETA + side] = dot(bend.binormal, cross(t, n));
  return out;
}

/** (κb)″·n. */
function addSecondOfBinormal(bend: Bend, n: Vec3, local: Float64Array): void {
  const { gradientE, gradientF, denominator } = bend;
  const inverse = 1 / denominator;
  const p = new Float64Array(LOCAL);
  const g = new Float64Array(LOCAL);
  p.set(pullBackE(bend, n), 0);
  p.set(pullBackF(bend, n), 3);
  g.set(gradientE, 0);
  g.set(gradientF, 3);
  addOuter(local, p, g, -inverse);
  addOuter(local, g, p, -inverse);
  addCross(local, n, -2 * inverse);
  addSecondOfDenominator(bend, -inverse * dot(bend.binormal, n), local);
}

/** factor · ∇²E. In the inextensible form E is bilinear; in the extensible form |e||f| is not. */
function addSecondOfDenominator(bend: Bend, factor: number, local: Float64Array): void {
  const { e, f, lengthE, lengthF } = bend;
  const isRest = bend.gradientE === f;
  for (let c = 0; c < 3; c++)
    for (let d = 0; d < 3; d++) {
      const unit = c === d ? 1 : 0;
      const te = e[c]! / lengthE;
      const tf = f[c]! / lengthF;
      const ef = isRest ? unit : unit + (te * f[d]!) / lengthF;
      addAt(local, c, 3 + d, factor * ef);
      addAt(local, 3 + d, c, factor * ef);
      if (isRest) continue;
      addAt(local, c, d, factor * (lengthF / lengthE) * (unit - (te * e[d]!) / lengthE));
      addAt(local, 3 + c, 3 + d, factor * (lengthE / lengthF) * (unit - (tf * f[d]!) / lengthF));
    }
}

/** What the motion of n itself adds. */
function addSecondOfDirector(bend: Bend, t: Vec3, n: Vec3, side: number, local: Float64Array): void {
  const l = side === 0 ? bend.lengthE : bend.lengthF;
  const own = new Float64Array(LOCAL);
  const kb = new Float64Array(LOCAL);
  own.set(n, 3 * side);
  kb.set(bend.binormal, 3 * side);
  addOuter(local, own, kb, 0.5 / (l * l));
  addOuter(local, kb, own, 0.5 / (l * l));
  const turned = cross(t, n);
  const row = THETA + side;
  const mixed = [...pullBackE(bend, turned), ...pullBackF(bend, turned)];
  for (let c = 0; c < 6; c++) {
    addAt(local, row, c, mixed[c]!);
    addAt(local, c, row, mixed[c]!);
  }
  addAt(local, row, row, -dot(bend.binormal, n));
}

/** 2β/l ∇τ ∇τᵀ + ∂U/∂τ ∇²τ. */
function addTwist(rod: Rod, energyBend: Bend, moment: number, i: number, local: Float64Array): void {
  const bend = currentBend(energyBend);
  const { binormal: kb, e, f, lengthE, lengthF } = bend;
  const gradient = Float64Array.of(...scale(kb, 0.5 / lengthE), ...scale(kb, 0.5 / lengthF), -1, 1);
  addOuter(local, gradient, gradient, (2 * rod.twisting[i]!) / rod.span[i]!);
  // Derivative of (κb)/2|e| and (κb)/2|f| by the edges; its symmetric part is ∇²τ.
  for (let row = 0; row < 3; row++) {
    const unit: Vec3 = [row === 0 ? 1 : 0, row === 1 ? 1 : 0, row === 2 ? 1 : 0];
    const byE = pullBackE(bend, unit);
    const byF = pullBackF(bend, unit);
    for (let c = 0; c < 3; c++) {
      const lengthening = (kb[row]! * e[c]!) / (lengthE * lengthE);
      const lengtheningF = (kb[row]! * f[c]!) / (lengthF * lengthF);
      addSymmetric(local, row, c, (moment * (byE[c]! - lengthening)) / (2 * lengthE));
      addSymmetric(local, row, 3 + c, (moment * byF[c]!) / (2 * lengthE));
      addSymmetric(local, 3 + row, c, (moment * byE[c]!) / (2 * lengthF));
      addSymmetric(local, 3 + row, 3 + c, (moment * (byF[c]! - lengtheningF)) / (2 * lengthF));
    }
  }
}

function addAt(local: Float64Array, row: number, column: number, value: number): void {
  local[LOCAL * row + column] = local[LOCAL * row + column]! + value;
}

function addSymmetric(local: Float64Array, row: number, column: number, value: number): void {
  addAt(local, row, column, 0.5 * value);
  addAt(local, column, row, 0.5 * value);
}

function addOuter(local: Float64Array, a: Float64Array, b: Float64Array, factor: number): void {
  for (let row = 0; row < LOCAL; row++)
    for (let column = 0; column < LOCAL; column++) addAt(local, row, column, factor * a[row]! * b[column]!);
}

/** factor · [n] in the block (e, f), and its transpose in (f, e). */
function addCross(local: Float64Array, n: Vec3, factor: number): void {
  const matrix = [0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0];
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      addAt(local, row, 3 + column, factor * matrix[3 * row + column]!);
      addAt(local, 3 + column, row, factor * matrix[3 * row + column]!);
    }
}

/** Where each local unknown goes, relative to x of node i − 1: e = x_i − x_{i−1}, f = x_{i+1} − x_i. */
const PLUS = [4, 5, 6, 8, 9, 10, 3, 7];
const MINUS = [0, 1, 2, 4, 5, 6, -1, -1];

function scatter(local: Float64Array, i: number, out: Float64Array): void {
  const base = 4 * (i - 1);
  const add = (row: number, column: number, value: number): void => {
    if (row < 0 || column < 0 || column > row) return;
    const place = bandIndex(HESSIAN_BAND, base + row, base + column);
    out[place] = out[place]! + value;
  };
  for (let a = 0; a < LOCAL; a++)
    for (let b = 0; b < LOCAL; b++) {
      const value = local[LOCAL * a + b]!;
      add(PLUS[a]!, PLUS[b]!, value);
      add(PLUS[a]!, MINUS[b]!, -value);
      add(MINUS[a]!, PLUS[b]!, -value);
      add(MINUS[a]!, MINUS[b]!, value);
    }
}
