import {
  BEND,
  BLOCK,
  COSINE,
  CROSS,
  EDGE,
  FIRST,
  FIXED,
  FORCE,
  FRICTION_WEIGHT,
  GUESS,
  HEAD,
  INERTIA,
  INVERSE_LENGTH,
  INVERSE_STEP_SQUARED,
  LAST,
  LEAD,
  LENGTH,
  M1,
  M2,
  MEASURE,
  MOVE,
  NEXT,
  OPEN,
  PAST,
  REST,
  REST_LENGTH,
  RIGHT,
  ROW,
  SINE,
  SLACK,
  SPIN,
  SYMMETRIC,
  TANGENT,
  TENSION,
  UNKNOWNS,
  VISCOSITY,
  WEIGHT,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import { local, type Rows } from '../language.ts';

/** Keeps what is divided by from being zero. */
const TINY = 1e-30;

/** The strand's linear system where it was measured last: Gauss–Newton on the energy of the step, with tensions as unknowns. */
export function assemble(work: Rows, fixed: Rows, system: Rows, nodes: number): void {
  clearTip(system);
  const root = BLOCK * (nodes + LEAD - 1);
  for (let i = 0; i < 2; i++) layNode(work, system, HEAD + WORK * i, root - BLOCK * i);
  layEdge(work, fixed, system, HEAD, 0, root - BLOCK);
  layNode(work, system, HEAD + 2 * WORK, root - 2 * BLOCK);
  layEdge(work, fixed, system, HEAD + WORK, FIXED, root - 2 * BLOCK);
  // One walk from the root: a joint comes when all edges that its nodes have are there.
  for (let i = 1; i < nodes - 2; i++) {
    const w = HEAD + WORK * (i - 1);
    const b = root - BLOCK * (i + 1);
    layNode(work, system, w + 3 * WORK, b - BLOCK);
    layEdge(work, fixed, system, w + 2 * WORK, FIXED * (i + 1), b - BLOCK);
    addJoint(work, fixed, system, w, FIXED * i, b);
  }
  addJoint(work, fixed, system, HEAD + WORK * (nodes - 3), FIXED * (nodes - 2), BLOCK * LEAD);
}

/** Zero where the first two blocks, of the tip, have neighbours that are not there. */
export function clearTip(system: Rows): void {
  for (let b = LEAD; b < LEAD + 2; b++)
    for (let row = 0; row < UNKNOWNS; row++)
      for (let column = FIRST[row]; column < 0; column++) system[BLOCK * b + ROW[row] + column] = 0;
}

/** Inertia and what pulls on a node; what edges and joints add to begins with zero. */
export function layNode(work: Rows, system: Rows, w: number, b: number): void {
  for (let r = 0; r < 3; r++) {
    let pull = work[w + FORCE + r];
    for (let c = 0; c < 3; c++)
      pull -= work[w + INERTIA + SYMMETRIC[r][c]] * (work[w + MOVE + c] - work[w + GUESS + c]);
    system[b + RIGHT + r] = pull;
    for (let c = 0; c <= r; c++) system[b + ROW[r] + c] = work[w + INERTIA + SYMMETRIC[r][c]];
    // Angle of the edge that begins here, tension of the edge after that.
    system[b + ROW[r] - 2] = 0;
    system[b + ROW[r] - 6] = 0;
  }
  // Angle and tension of the edge that ends here.
  for (let c = 0; c < 3; c++) system[b + ROW[3] + c] = 0;
  system[b + ROW[3] - 1] = 0;
  system[b + ROW[4] + 3] = 0;
  system[b + RIGHT + 3] = 0;
}

/**
 * The edge at w, whose unknowns are in block b with its end; its beginning is in the next. Its length is a constraint with the fibre's true
 * compliance, its last tension acts as geometric stiffness. The fibre's own moment of inertia keeps a free edge's angle determined.
 */
export function layEdge(work: Rows, fixed: Rows, system: Rows, w: number, f: number, b: number): void {
  const t = local(3);
  for (let c = 0; c < 3; c++) t[c] = work[w + TANGENT + c];
  system[b + ROW[3] + 3] = fixed[f + SPIN] * work[INVERSE_STEP_SQUARED];
  system[b + ROW[4] + 4] = -fixed[f + SLACK];
  system[b + RIGHT + 4] = fixed[f + REST_LENGTH] - work[w + LENGTH];
  const pull = Math.max(0, work[w + TENSION] * work[w + INVERSE_LENGTH]);
  for (let r = 0; r < 3; r++) {
    system[b + ROW[4] + r] = t[r];
    system[b + BLOCK + ROW[r] - 1] = -t[r];
    for (let c = 0; c <= r; c++) {
      let across = -(pull * t[r] * t[c]);
      if (r === c) across = across + pull;
      system[b + ROW[r] + c] = system[b + ROW[r] + c] + across;
      system[b + BLOCK + ROW[r] + c] = system[b + BLOCK + ROW[r] + c] + across;
      system[b + BLOCK + ROW[r] + c - 5] = -across;
      if (r !== c) system[b + BLOCK + ROW[c] + r - 5] = -across;
    }
  }
}

/**
 * The joint between the edge at w and the next: its forces, and Jᵀ W J, which is positive semi-definite by construction. Its last node is in
 * block b, its first two blocks on; the angle of the edge after is in b, that of the edge before in the next.
 *
 * The curvature on the edge after is the one on the edge before, turned by the twist τ: c2 = cos τ c0 + sin τ c1, c3 = cos τ c1 − sin τ c0.
 * So the five measures change with three, (c0, c1, c4), and Jᵀ W J has rank three: W of the five becomes V of the three, V = L D Lᵀ,
 * and the sums run over the three rows Lᵀ J. Names end with the edge: 0 before, 1 after.
 */
export function addJoint(work: Rows, fixed: Rows, system: Rows, w: number, f: number, b: number): void {
  const j = w + WORK;
  const c0 = work[j + MEASURE];
  const c1 = work[j + MEASURE + 1];
  const c2 = work[j + MEASURE + 2];
  const c3 = work[j + MEASURE + 3];
  const cosine = work[j + COSINE];
  const sine = work[j + SINE];
  const g = work[j + BEND];
  // Derivatives by both edges of the first two measures and of the twist.
  const a0 = local(3);
  const b0 = local(3);
  const h0 = local(3);
  const a1 = local(3);
  const b1 = local(3);
  const h1 = local(3);
  const gs0 = g * work[w + LENGTH];
  const gc0 = g * c0;
  const gc1 = g * c1;
  const g2 = 2 * g;
  const n0 = work[w + INVERSE_LENGTH];
  const n1 = work[j + INVERSE_LENGTH];
  const nn = work[j + OPEN] * n0 * n1;
  for (let c = 0; c < 3; c++) {
    const e1 = work[j + EDGE + c];
    const e1n = work[j + EDGE + NEXT[c]];
    const e1l = work[j + EDGE + LAST[c]];
    const p1 = work[w + M1 + c];
    const p2 = work[w + M2 + c];
    const t0 = work[w + TANGENT + c];
    const x = work[j + CROSS + c];
    a0[c] = g2 * (e1n * work[w + M2 + LAST[c]] - e1l * work[w + M2 + NEXT[c]]) - gc0 * e1;
    b0[c] = g2 * (work[w + M1 + NEXT[c]] * e1l - work[w + M1 + LAST[c]] * e1n) - gc1 * e1;
    h0[c] = nn * n0 * x;
    a1[c] = gs0 * (2 * p1 - c0 * t0);
    b1[c] = gs0 * (2 * p2 - c1 * t0);
    h1[c] = nn * n1 * x;
  }
  // Weights and forces of the measures. Friction pulls each towards its history; twist stands for the whole joint, hence twice.
  const friction = work[VISCOSITY] * fixed[f + FRICTION_WEIGHT];
  const m = local(5);
  const v = local(5);
  for (let i = 0; i < 5; i++) {
    const own = work[j + MEASURE + i];
    const k = fixed[f + WEIGHT + i];
    let viscous = friction;
    if (i === 4) viscous = 2 * friction;
    m[i] = k + viscous;
    v[i] = k * (own - fixed[f + REST + i]) + viscous * (own - work[j + PAST + i]);
  }
  const w2c = m[2] * cosine;
  const w2s = m[2] * sine;
  const w3c = m[3] * cosine;
  const w3s = m[3] * sine;
  const V00 = m[0] + w2c * cosine + w3s * sine;
  const V01 = w2c * sine - w3s * cosine;
  const V02 = w2c * c3 + w3s * c2;
  const V11 = m[1] + w2s * sine + w3c * cosine;
  const V12 = w2s * c3 - w3c * c2;
  const V22 = m[4] + m[2] * c3 * c3 + m[3] * c2 * c2;
  const l1 = V01 / Math.max(V00, TINY);
  const l2 = V02 / Math.max(V00, TINY);
  const d1 = V11 - l1 * V01;
  const rest12 = V12 - l1 * V02;
  const l3 = rest12 / Math.max(d1, TINY);
  const d2 = V22 - l2 * V02 - l3 * rest12;
  // The three rows by both edges, and times their weights; by the angle of the edge before.
  const r0 = c1 - l1 * c0 - l2;
  const r1 = -c0 - l3;
  const z0 = V00 * r0;
  const z1 = d1 * r1;
  const y0 = v[0] + cosine * v[2] - sine * v[3];
  const y1 = v[1] + sine * v[2] + cosine * v[3];
  const y2 = v[4] + c3 * v[2] - c2 * v[3];
  const rows0 = local(9);
  const rows1 = local(9);
  const by0 = local(9);
  const by1 = local(9);
  for (let c = 0; c < 3; c++) {
    rows0[c] = a0[c] + l1 * b0[c] + l2 * h0[c];
    rows0[3 + c] = b0[c] + l3 * h0[c];
    rows0[6 + c] = h0[c];
    rows1[c] = a1[c] + l1 * b1[c] + l2 * h1[c];
    rows1[3 + c] = b1[c] + l3 * h1[c];
    rows1[6 + c] = h1[c];
    by0[c] = V00 * rows0[c];
    by0[3 + c] = d1 * rows0[3 + c];
    by0[6 + c] = d2 * h0[c];
    by1[c] = V00 * rows1[c];
    by1[3 + c] = d1 * rows1[3 + c];
    by1[6 + c] = d2 * h1[c];
  }
  // Added to the nodes: x_{k−1} = −e0, x_k = e0 − e1, x_{k+1} = e1. What only this joint touches is set.
  const last = b;
  const here = b + BLOCK;
  const first = b + 2 * BLOCK;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      // C of the edge after's row c and the edge before's column r.
      const C = by1[c] * rows0[r] + by1[3 + c] * rows0[3 + r] + by1[6 + c] * rows0[6 + r];
      const A = by0[r] * rows0[c] + by0[3 + r] * rows0[3 + c] + by0[6 + r] * rows0[6 + c];
      const B = by1[r] * rows1[c] + by1[3 + r] * rows1[3 + c] + by1[6 + r] * rows1[6 + c];
      system[first + ROW[r] + c - 10] = -C;
      system[first + ROW[r] + c - 5] = system[first + ROW[r] + c - 5] + (C - A);
      system[here + ROW[r] + c - 5] = system[here + ROW[r] + c - 5] + (C - B);
      if (c <= r) {
        const D = by1[r] * rows0[c] + by1[3 + r] * rows0[3 + c] + by1[6 + r] * rows0[6 + c];
        system[last + ROW[r] + c] = system[last + ROW[r] + c] + B;
        system[here + ROW[r] + c] = system[here + ROW[r] + c] + (A - C - D + B);
        system[first + ROW[r] + c] = system[first + ROW[r] + c] + A;
      }
    }
    const f00 = z0 * rows0[r] + z1 * rows0[3 + r] - by0[6 + r];
    const f01 = l2 * by0[r] + l3 * by0[3 + r] + by0[6 + r];
    const f10 = z0 * rows1[r] + z1 * rows1[3 + r] - by1[6 + r];
    const f11 = l2 * by1[r] + l3 * by1[3 + r] + by1[6 + r];
    system[last + ROW[3] + r] = system[last + ROW[3] + r] + f11;
    system[here + ROW[r] - 2] = system[here + ROW[r] - 2] + (f01 - f11);
    system[here + ROW[3] + r - 5] = f10;
    system[here + ROW[3] + r] = system[here + ROW[3] + r] + (f00 - f10);
    system[first + ROW[r] - 7] = -f01;
    system[first + ROW[r] - 2] = system[first + ROW[r] - 2] - f00;
    const G0 = y0 * a0[r] + y1 * b0[r] + y2 * h0[r];
    const G1 = y0 * a1[r] + y1 * b1[r] + y2 * h1[r];
    system[first + RIGHT + r] = system[first + RIGHT + r] + G0;
    system[here + RIGHT + r] = system[here + RIGHT + r] + (G1 - G0);
    system[last + RIGHT + r] = system[last + RIGHT + r] - G1;
  }
  system[here + ROW[3] - 2] = -m[4];
  system[last + ROW[3] + 3] = system[last + ROW[3] + 3] + (m[2] * c3 * c3 + m[3] * c2 * c2 + m[4]);
  system[here + ROW[3] + 3] = system[here + ROW[3] + 3] + (m[0] * c1 * c1 + m[1] * c0 * c0 + m[4]);
  system[here + RIGHT + 3] = system[here + RIGHT + 3] - (v[0] * c1 - v[1] * c0 - v[4]);
  system[last + RIGHT + 3] = system[last + RIGHT + 3] - (v[2] * c3 - v[3] * c2 + v[4]);
}
