import {
  BEND,
  COSINE,
  CROSS,
  EDGE,
  EDGE_START,
  FIXED,
  HEAD,
  INVERSE_LENGTH,
  LAST,
  LENGTH,
  LENGTH_PRODUCT,
  M1,
  M1_START,
  M2,
  MEASURE,
  MOVE,
  NEXT,
  OPEN,
  SINE,
  TANGENT,
  TANGENT_START,
  TURN,
  TWIST_START,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import { local, type Rows } from '../language.ts';

/** Below this 1 + cos two directions are opposite and nothing can be carried from one to the other. */
const OPPOSITE = 1e-4;
/** Below this fraction of l0 l1 the joint is folded flat: its curvature would be infinite. */
const FOLDED = 0.02;
/** Keeps what is divided by from being zero. */
const TINY = 1e-30;

/** The angle with this sine and cosine: eight times an arc tangent below 0.415, whose ninth term is below 4e-8. */
function turnAngle(sine: number, cosine: number): number {
  const half = sine / Math.max(1 + cosine, 1e-6);
  const quarter = half / (1 + Math.sqrt(1 + half * half));
  const t = quarter / (1 + Math.sqrt(1 + quarter * quarter));
  const z = t * t;
  const p = 1 / 9 - z * (1 / 11 - z * (1 / 13 - z * (1 / 15)));
  return 8 * t * (1 - z * (1 / 3 - z * (1 / 5 - z * (1 / 7 - z * p))));
}

/** The whole turns nearest to an angle. */
function wholeTurns(angle: number): number {
  return 2 * Math.PI * Math.floor(angle * (0.5 / Math.PI) + 0.5);
}

/** Measures a strand where it is: frames of all edges, then all joints. Sections 2 and 4 of the formulas in src/models/rod/kernel.ts. */
export function measure(work: Rows, fixed: Rows, nodes: number): void {
  for (let i = 0; i < nodes - 1; i++) carryFrame(work, HEAD + WORK * i);
  for (let i = 1; i < nodes - 1; i++) measureJoint(work, fixed, HEAD + WORK * (i - 1), FIXED * i);
}

/**
 * The edge at w: m1 is carried in time from the edge's direction at the start to where it is now, without twist, then turned about the edge.
 * The turn is 2 arctan(angle/2), which differs from the angle in third order only, and solves repeat until turns are small.
 */
export function carryFrame(work: Rows, w: number): void {
  const e = local(3);
  const t = local(3);
  const u = local(3);
  for (let c = 0; c < 3; c++) e[c] = work[w + EDGE_START + c] + (work[w + WORK + MOVE + c] - work[w + MOVE + c]);
  const square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + TINY;
  const inverse = 1 / Math.sqrt(square);
  for (let c = 0; c < 3; c++) t[c] = e[c] * inverse;
  for (let c = 0; c < 3; c++) u[c] = work[w + M1_START + c];
  // Carried from p to t, u loses (u·t)/(1 + p·t) (p + t).
  const p = w + TANGENT_START;
  const facing = 1 + (work[p] * t[0] + work[p + 1] * t[1] + work[p + 2] * t[2]);
  const fall = (u[0] * t[0] + u[1] * t[1] + u[2] * t[2]) / Math.max(facing, OPPOSITE);
  for (let c = 0; c < 3; c++) u[c] = u[c] - fall * (work[p + c] + t[c]);
  // Remove what round-off leaves along the tangent.
  const along = u[0] * t[0] + u[1] * t[1] + u[2] * t[2];
  for (let c = 0; c < 3; c++) u[c] = u[c] - along * t[c];
  const half = 0.5 * work[w + TURN];
  const n = 1 / (Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + TINY) * (1 + half * half));
  const cs = n * (1 - half * half);
  const sn = 2 * n * half;
  for (let c = 0; c < 3; c++) {
    const v = t[NEXT[c]] * u[LAST[c]] - t[LAST[c]] * u[NEXT[c]];
    work[w + EDGE + c] = e[c];
    work[w + TANGENT + c] = t[c];
    work[w + M1 + c] = cs * u[c] + sn * v;
    work[w + M2 + c] = cs * v - sn * u[c];
  }
  work[w + INVERSE_LENGTH] = inverse;
  work[w + LENGTH] = square * inverse;
}

/** The joint between the edge at w and the next; its own rows stand at that one. */
export function measureJoint(work: Rows, fixed: Rows, w: number, f: number): void {
  const a = w + EDGE;
  const b = w + WORK + EDGE;
  const x = local(3);
  for (let c = 0; c < 3; c++) x[c] = work[a + NEXT[c]] * work[b + LAST[c]] - work[a + LAST[c]] * work[b + NEXT[c]];
  const along = work[a] * work[b] + work[a + 1] * work[b + 1] + work[a + 2] * work[b + 2];
  const product = fixed[f + LENGTH_PRODUCT];
  const g = 1 / Math.max(product + along, FOLDED * product);
  const k = local(3);
  for (let c = 0; c < 3; c++) k[c] = 2 * g * x[c];
  const p1 = w + M1;
  const p2 = w + M2;
  const q1 = w + WORK + M1;
  const q2 = w + WORK + M2;
  const j = w + WORK;
  work[j + MEASURE] = k[0] * work[p2] + k[1] * work[p2 + 1] + k[2] * work[p2 + 2];
  work[j + MEASURE + 1] = -(k[0] * work[p1] + k[1] * work[p1 + 1] + k[2] * work[p1 + 2]);
  work[j + MEASURE + 2] = k[0] * work[q2] + k[1] * work[q2 + 1] + k[2] * work[q2 + 2];
  work[j + MEASURE + 3] = -(k[0] * work[q1] + k[1] * work[q1 + 1] + k[2] * work[q1 + 2]);
  // Twist: p1 carried to the edge after, against the axes there.
  const t0 = w + TANGENT;
  const t1 = w + WORK + TANGENT;
  const open = 1 / Math.max(1 + work[w + INVERSE_LENGTH] * work[j + INVERSE_LENGTH] * along, FOLDED);
  const fall = open * (work[p1] * work[t1] + work[p1 + 1] * work[t1 + 1] + work[p1 + 2] * work[t1 + 2]);
  const cosine =
    work[p1] * work[q1] +
    work[p1 + 1] * work[q1 + 1] +
    work[p1 + 2] * work[q1 + 2] -
    fall * (work[t0] * work[q1] + work[t0 + 1] * work[q1 + 1] + work[t0 + 2] * work[q1 + 2]);
  const sine =
    fall * (work[t0] * work[q2] + work[t0 + 1] * work[q2 + 1] + work[t0 + 2] * work[q2 + 2]) -
    (work[p1] * work[q2] + work[p1 + 1] * work[q2 + 1] + work[p1 + 2] * work[q2 + 2]);
  const angle = turnAngle(sine, cosine);
  work[j + MEASURE + 4] = angle + wholeTurns(work[j + TWIST_START] - angle);
  work[j + COSINE] = cosine;
  work[j + SINE] = sine;
  work[j + OPEN] = open;
  work[j + BEND] = g;
  for (let c = 0; c < 3; c++) work[j + CROSS + c] = x[c];
}
