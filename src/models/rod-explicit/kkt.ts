import { bandIndex, factorBanded } from '../../numeric/banded.ts';
import { addElasticHessian, HESSIAN_BAND, hessianSize } from './hessian.ts';
import type { Pose } from './pose.ts';
import type { Rod } from './rod.ts';

/** Which unknowns of a rod do not move. */
export interface Support {
  /** 1 where a node is held, per node. */
  readonly held: Uint8Array;
  /** 1 where an edge's material frame is held, per edge. */
  readonly clamped: Uint8Array;
}

/** Both ends of the first edge and its frame: what a scalp does. */
export function rootSupport(nodes: number): Support {
  const held = new Uint8Array(nodes);
  const clamped = new Uint8Array(nodes - 1);
  held[0] = held[1] = clamped[0] = 1;
  return { held, clamped };
}

/**
 * The system of an inextensible rod, [H, Aᵀ; A, 0] with A the gradients of C = (|e|²/ê − ê)/2, whose multiplier is the
 * tension in newton. Order along the rod: x_i (3), tension of edge i − 1, θ of edge i; so a tension comes after both of
 * its nodes.
 */
export const KKT_BAND = 12;
const PER_NODE = 5;
const TENSION = 3;
const THETA = 4;
const WIDTH = KKT_BAND + 1;

/** Rows of the system. Row 3 (no edge before the root) and the last (no edge after the tip) are idle. */
export const kktSize = (nodes: number): number => PER_NODE * nodes;
export const kktPosition = (i: number): number => PER_NODE * i;
export const kktTension = (j: number): number => PER_NODE * (j + 1) + TENSION;
export const kktTheta = (j: number): number => PER_NODE * j + THETA;

/**
 * c of H + c AᵀA, in units of the bending stiffness. It changes neither the solution nor the count of `factorKkt`
 * (motions that keep lengths have A dx = 0) and gives a straight rod, which bending does not hold lengthwise, its first
 * pivots.
 */
const STRETCH = 10;

/** A tension's own entry, −ε in units of its row: only to keep a taut strand between two holds solvable. */
const SLACK = 1e-13;

export interface KktOptions {
  /** Added to the diagonal of every coordinate of every node, N/m, and of every angle, N·m. */
  readonly shiftX?: number;
  readonly shiftTheta?: number;
  /** −σ M: with σ in 1/s² and masses in kg, the pivots count vibrations slower than √σ. */
  readonly sigma?: number;
  readonly mass?: Float64Array;
}

/** Fills the banded matrix. Held unknowns get a lone 1 on the diagonal, idle and both-held tensions a lone −1. */
export function assembleKkt(
  rod: Rod,
  pose: Pose,
  tension: Float64Array,
  support: Support,
  options: KktOptions,
  out: Float64Array,
): void {
  const { nodes } = rod;
  out.fill(0);
  copyHessian(rod, pose, out);
  const put = (row: number, column: number, value: number): void => {
    const place = row >= column ? bandIndex(KKT_BAND, row, column) : bandIndex(KKT_BAND, column, row);
    out[place] = out[place]! + value;
  };
  for (let j = 0; j < nodes - 1; j++) {
    const stretch = STRETCH * stiffnessScale(rod, j);
    for (let c = 0; c < 3; c++) {
      const a = kktPosition(j) + c;
      const b = kktPosition(j + 1) + c;
      const g = (pose.tangent[3 * j + c]! * pose.length[j]!) / rod.restLength[j]!;
      put(kktTension(j), a, -g);
      put(kktTension(j), b, g);
      for (let d = 0; d < 3; d++) {
        const k = (c === d ? tension[j]! / rod.restLength[j]! : 0) + stretch * g * pose.tangent[3 * j + d]!;
        if (d <= c) put(a, kktPosition(j) + d, k);
        if (d <= c) put(b, kktPosition(j + 1) + d, k);
        put(b, kktPosition(j) + d, -k);
      }
    }
  }
  const { shiftX = 0, shiftTheta = 0, sigma = 0, mass } = options;
  for (let i = 0; i < nodes; i++) {
    const own = shiftX - (mass ? sigma * mass[i]! : 0);
    for (let c = 0; c < 3; c++) put(kktPosition(i) + c, kktPosition(i) + c, own);
    put(kktTheta(i), kktTheta(i), shiftTheta);
  }
  addSupport(rod, pose, support, out);
}

function copyHessian(rod: Rod, pose: Pose, out: Float64Array): void {
  const size = hessianSize(rod.nodes);
  const hessian = new Float64Array(size * (HESSIAN_BAND + 1));
  addElasticHessian(rod, pose, hessian);
  const place = (k: number): number => {
    const c = k & 3;
    return PER_NODE * (k >> 2) + (c === 3 ? THETA : c);
  };
  for (let row = 0; row < size; row++)
    for (let column = Math.max(0, row - HESSIAN_BAND); column <= row; column++) {
      // The only entries that would leave the band are those of angles with nodes that do not touch their edge: zero.
      if (place(row) - place(column) > KKT_BAND) continue;
      out[bandIndex(KKT_BAND, place(row), place(column))] = hessian[bandIndex(HESSIAN_BAND, row, column)]!;
    }
}

function addSupport(rod: Rod, pose: Pose, support: Support, out: Float64Array): void {
  const { nodes } = rod;
  for (let i = 0; i < nodes; i++) {
    if (support.held[i]) for (let c = 0; c < 3; c++) isolate(out, nodes, kktPosition(i) + c, 1);
    if (i === nodes - 1 || support.clamped[i]) isolate(out, nodes, kktTheta(i), 1);
  }
  isolate(out, nodes, TENSION, -1);
  for (let j = 0; j < nodes - 1; j++) {
    const row = kktTension(j);
    if (support.held[j] && support.held[j + 1]) isolate(out, nodes, row, -1);
    else out[bandIndex(KKT_BAND, row, row)] = (-SLACK * pose.length[j]! * pose.length[j]!) / stiffnessScale(rod, j);
  }
}

/** Stiffness against moving a node across the rod, N/m: turns lengths into forces where a scale is wanted. */
export function stiffnessScale(rod: Rod, j: number): number {
  const l = rod.restLength[j]!;
  return rod.bending[3 * j]! / (l * l * l) + 1e-300;
}

function isolate(out: Float64Array, nodes: number, row: number, value: number): void {
  const size = kktSize(nodes);
  for (let c = Math.max(0, row - KKT_BAND); c < row; c++) out[bandIndex(KKT_BAND, row, c)] = 0;
  for (let r = row + 1; r <= Math.min(size - 1, row + KKT_BAND); r++) out[bandIndex(KKT_BAND, r, row)] = 0;
  out[bandIndex(KKT_BAND, row, row)] = value;
}

/**
 * Factors the matrix and counts the negative eigenvalues that H has on motions that keep all lengths: Sylvester's law
 * gives all negative ones as negative pivots, and each tension accounts for one.
 */
export function factorKkt(matrix: Float64Array, nodes: number): number {
  const size = kktSize(nodes);
  factorBanded(matrix, size, KKT_BAND);
  let negative = 0;
  for (let row = 0; row < size; row++) if (matrix[row * WIDTH + KKT_BAND]! < 0) negative++;
  return negative - nodes;
}
