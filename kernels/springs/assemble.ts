import { angleOverSine, FOLDED, slopeOf } from '../../src/kernels/joint-angle.ts';
import {
  ACROSS,
  ANGLES,
  AXIS,
  BEFORE1,
  BEFORE2,
  BEND,
  DATUM,
  INERTIA,
  INVERSE,
  LENGTH,
  LONG_STEP,
  NODE,
  OWN,
  PRETENSION,
  PUSH,
  RIGHT,
  SPRING_DAMPING,
  STRETCH,
  TANGENT,
  X,
} from '../../src/kernels/springs-layout.ts';
import { local, type Rows } from '../language.ts';

const NEXT = [1, 2, 0];
const LAST = [2, 0, 1];
/** Bends are pulled back as if they were no larger, radian. */
const LARGEST_ERROR = 1;
const SAME = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Row and column of the six numbers of a symmetric block, and where they stand in symmetric matrices of others. */
const ROWS = [0, 1, 1, 2, 2, 2];
const COLUMNS = [0, 0, 1, 0, 1, 2];
const THEIRS = [0, 1, 3, 2, 4, 5];

/** All springs of a strand at its present places, with inertia. */
export function assembleSprings(strand: Rows, nodes: Rows, count: number): void {
  for (let i = 0; i < count; i++) layNode(nodes, NODE * i);
  for (let i = 0; i < count - 1; i++) measureEdge(nodes, NODE * i);
  beginAxes(strand, nodes);
  for (let i = 1; i < count - 1; i++) carryAxis(nodes, NODE * i);
  for (let i = 1; i < count - 1; i++) addEdge(strand, nodes, NODE * i);
  for (let i = 1; i < count - 1; i++) addJoint(strand, nodes, NODE * i);
}

function layNode(nodes: Rows, a: number): void {
  const way = local(3);
  for (let c = 0; c < 3; c++) way[c] = nodes[a + DATUM + c] - nodes[a + X + c];
  nodes[a + RIGHT] =
    nodes[a + PUSH] + nodes[a + INERTIA] * way[0] + nodes[a + INERTIA + 1] * way[1] + nodes[a + INERTIA + 2] * way[2];
  nodes[a + RIGHT + 1] =
    nodes[a + PUSH + 1] +
    nodes[a + INERTIA + 1] * way[0] +
    nodes[a + INERTIA + 3] * way[1] +
    nodes[a + INERTIA + 4] * way[2];
  nodes[a + RIGHT + 2] =
    nodes[a + PUSH + 2] +
    nodes[a + INERTIA + 2] * way[0] +
    nodes[a + INERTIA + 4] * way[1] +
    nodes[a + INERTIA + 5] * way[2];
  for (let c = 0; c < 9; c++) {
    nodes[a + BEFORE1 + c] = 0;
    nodes[a + BEFORE2 + c] = 0;
  }
  for (let c = 0; c < 6; c++) nodes[a + OWN + c] = nodes[a + INERTIA + THEIRS[c]];
}

function measureEdge(nodes: Rows, a: number): void {
  const e = local(3);
  for (let c = 0; c < 3; c++) e[c] = nodes[a + NODE + X + c] - nodes[a + X + c];
  const inverse = 1 / Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + 1e-60);
  nodes[a + INVERSE] = inverse;
  for (let c = 0; c < 3; c++) nodes[a + TANGENT + c] = e[c] * inverse;
}

/** The axis of the first edge rides with the root. */
function beginAxes(strand: Rows, nodes: Rows): void {
  const u = local(3);
  const t = local(3);
  for (let c = 0; c < 3; c++) {
    u[c] = strand[AXIS + c];
    t[c] = nodes[TANGENT + c];
  }
  const along = u[0] * t[0] + u[1] * t[1] + u[2] * t[2];
  for (let c = 0; c < 3; c++) u[c] = u[c] - along * t[c];
  const n = 1 / Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + 1e-60);
  for (let c = 0; c < 3; c++) nodes[ACROSS + c] = u[c] * n;
}

/** The smallest rotation from the edge before: u − (u·t)/(1 + p·t) (p + t). */
function carryAxis(nodes: Rows, a: number): void {
  const u = local(3);
  const t = local(3);
  const p = local(3);
  for (let c = 0; c < 3; c++) {
    u[c] = nodes[a - NODE + ACROSS + c];
    p[c] = nodes[a - NODE + TANGENT + c];
    t[c] = nodes[a + TANGENT + c];
  }
  const both = 1 + (p[0] * t[0] + p[1] * t[1] + p[2] * t[2]);
  const f = (u[0] * t[0] + u[1] * t[1] + u[2] * t[2]) / Math.max(1e-4, both);
  for (let c = 0; c < 3; c++) u[c] = u[c] - f * (p[c] + t[c]);
  const along = u[0] * t[0] + u[1] * t[1] + u[2] * t[2];
  for (let c = 0; c < 3; c++) u[c] = u[c] - along * t[c];
  const n = 1 / Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + 1e-60);
  for (let c = 0; c < 3; c++) nodes[a + ACROSS + c] = u[c] * n;
}

/** Stretch, its damping, and what the pull along an edge does against turning it. */
function addEdge(strand: Rows, nodes: Rows, a: number): void {
  const t = local(3);
  let rate = 0 / strand[LONG_STEP];
  for (let c = 0; c < 3; c++) {
    t[c] = nodes[a + TANGENT + c];
    const moved = nodes[a + NODE + X + c] - nodes[a + NODE + DATUM + c] - (nodes[a + X + c] - nodes[a + DATUM + c]);
    rate = rate + t[c] * moved;
  }
  const l = nodes[a + LENGTH];
  const length = 1 / nodes[a + INVERSE];
  const k = strand[STRETCH] / l;
  const drag = (k * strand[SPRING_DAMPING]) / strand[LONG_STEP];
  const pull = k * (length - l) + nodes[a + PRETENSION];
  const f = pull + drag * rate;
  const sideways = Math.max(pull, 0) * nodes[a + INVERSE];
  const more = k + drag - sideways;
  for (let c = 0; c < 3; c++) {
    nodes[a + RIGHT + c] = nodes[a + RIGHT + c] + f * t[c];
    nodes[a + NODE + RIGHT + c] = nodes[a + NODE + RIGHT + c] - f * t[c];
    for (let d = 0; d < 3; d++) {
      const block = more * t[c] * t[d] + SAME[c][d] * sideways;
      nodes[a + NODE + BEFORE1 + 3 * c + d] = nodes[a + NODE + BEFORE1 + 3 * c + d] - block;
      if (d <= c) {
        const own = OWN + (c * (c + 1)) / 2 + d;
        nodes[a + own] = nodes[a + own] + block;
        nodes[a + NODE + own] = nodes[a + NODE + own] + block;
      }
    }
  }
}

/** Both angles of the joint at a node: pull, damping and stiffness by their gradients, three numbers a node of the three. */
function addJoint(strand: Rows, nodes: Rows, a: number): void {
  const p = local(3);
  const q = local(3);
  const u = local(3);
  const w = local(3);
  for (let c = 0; c < 3; c++) {
    p[c] = nodes[a - NODE + TANGENT + c];
    q[c] = nodes[a + TANGENT + c];
    u[c] = nodes[a - NODE + ACROSS + c];
  }
  for (let c = 0; c < 3; c++) w[c] = p[NEXT[c]] * u[LAST[c]] - p[LAST[c]] * u[NEXT[c]];
  const ip = nodes[a - NODE + INVERSE];
  const iq = nodes[a + INVERSE];
  const dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const cosine = Math.min(Math.max(dot, FOLDED), 1);
  const g = angleOverSine(cosine);
  const slope = dot < FOLDED ? 0 : slopeOf(cosine, g);
  const su = q[0] * u[0] + q[1] * u[1] + q[2] * u[2];
  const sw = q[0] * w[0] + q[1] * w[1] + q[2] * w[2];
  // Gradients of the first and of the second angle.
  const first = local(9);
  const second = local(9);
  for (let c = 0; c < 3; c++) {
    const s = slope * su;
    const b = (s * p[c] + g * u[c] - (s * cosine + g * su) * q[c]) * iq;
    const e = (s * q[c] - g * cosine * u[c] - s * cosine * p[c]) * ip;
    first[c] = -e;
    first[3 + c] = e - b;
    first[6 + c] = b;
    const z = slope * sw;
    const d = (z * p[c] + g * w[c] - (z * cosine + g * sw) * q[c]) * iq;
    const h = (z * q[c] - g * cosine * w[c] - z * cosine * p[c]) * ip;
    second[c] = -h;
    second[3 + c] = h - d;
    second[6 + c] = d;
  }
  const e1 = g * su - nodes[a + ANGLES];
  const e2 = g * sw - nodes[a + ANGLES + 1];
  const far = Math.sqrt(e1 * e1 + e2 * e2);
  const cap = far > LARGEST_ERROR ? LARGEST_ERROR / far : 1;
  const k = nodes[a + BEND];
  const drag = (k * strand[SPRING_DAMPING]) / strand[LONG_STEP];
  let rate1 = 0 / strand[LONG_STEP];
  let rate2 = 0 / strand[LONG_STEP];
  for (let n = 0; n < 3; n++)
    for (let c = 0; c < 3; c++) {
      const at = NODE * n - NODE;
      const moved = nodes[a + at + X + c] - nodes[a + at + DATUM + c];
      rate1 = rate1 + first[3 * n + c] * moved;
      rate2 = rate2 + second[3 * n + c] * moved;
    }
  const f1 = -(k * (e1 * cap)) - drag * rate1;
  const f2 = -(k * (e2 * cap)) - drag * rate2;
  const stiff = k + drag;
  for (let n = 0; n < 3; n++)
    for (let c = 0; c < 3; c++) {
      const right = NODE * n - NODE + RIGHT + c;
      nodes[a + right] = nodes[a + right] + f1 * first[3 * n + c] + f2 * second[3 * n + c];
    }
  for (let n = 0; n < 3; n++)
    for (let c = 0; c < 6; c++) {
      const own = NODE * n - NODE + OWN + c;
      const r = 3 * n + ROWS[c];
      const s = 3 * n + COLUMNS[c];
      nodes[a + own] = nodes[a + own] + stiff * (first[r] * first[s] + second[r] * second[s]);
    }
  for (let c = 0; c < 3; c++)
    for (let d = 0; d < 3; d++) {
      const near = BEFORE1 + 3 * c + d;
      const far2 = NODE + BEFORE2 + 3 * c + d;
      nodes[a + near] = nodes[a + near] + stiff * (first[3 + c] * first[d] + second[3 + c] * second[d]);
      nodes[a + NODE + near] =
        nodes[a + NODE + near] + stiff * (first[6 + c] * first[3 + d] + second[6 + c] * second[3 + d]);
      nodes[a + far2] = nodes[a + far2] + stiff * (first[6 + c] * first[d] + second[6 + c] * second[d]);
    }
}
