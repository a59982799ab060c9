import {
  DAMPING,
  DATUM,
  DRAG,
  ERROR,
  EXPECTED,
  FORCE,
  GRAVITY,
  INERTIA,
  INVERSE,
  LEAD,
  LENGTH,
  LONG_STEP,
  MASS,
  NODE,
  NOW,
  PAST,
  PUSH,
  RIGHT,
  ROOT,
  ROOT_SPIN,
  ROOT_VELOCITY,
  SOLVES,
  STEP,
  TANGENT,
  V,
  V_PAST,
  X,
  X_PAST,
} from '../../src/kernels/springs-layout.ts';
import { anyLane, local, type Rows } from '../language.ts';
import { assembleSprings } from './assemble.ts';
import { factorSprings, substituteSprings } from './factor.ts';

/** An edge that a solve left off by more than this asks for another. */
const TOLERANCE = 1e-6;
/** Axes after and before each. */
const NEXT = [1, 2, 0];
const LAST = [2, 0, 1];
/** Symmetric matrices are kept as xx, xy, xz, yy, yz, zz. */
const IS_DIAGONAL = [1, 0, 0, 1, 0, 1];

/** One implicit step of strands of so many nodes whose roots hold two: as `ImplicitStepper` of models/mass-spring, without contacts. */
export function stepSprings(strand: Rows, nodes: Rows, count: number, most: number): void {
  for (let i = 0; i < count; i++) beginNode(strand, nodes, NODE * i);
  for (let i = 0; i < 2; i++) for (let c = 0; c < 3; c++) nodes[NODE * i + X + c] = nodes[NODE * i + FORCE + c];
  strand[SOLVES] = 0;
  strand[ERROR] = 1;
  for (let n = 0; n < most && anyLane(strand[ERROR] > TOLERANCE); n++) {
    assembleSprings(strand, nodes, count);
    factorSprings(nodes, count);
    substituteSprings(nodes, count);
    moveNodes(strand, nodes, count);
  }
  for (let i = 0; i < count; i++) endNode(strand, nodes, NODE * i);
}

/** Where the step is counted from, inertia, what acts without springs, and the first guess: free flight. */
function beginNode(strand: Rows, nodes: Rows, a: number): void {
  const H = strand[LONG_STEP];
  const inverse = 1 / (H * H);
  const m = nodes[a + MASS];
  const hc = H * strand[DAMPING];
  const arm = local(3);
  const flight = local(3);
  for (let c = 0; c < 3; c++) {
    const x = nodes[a + X + c];
    const v = nodes[a + V + c];
    const datum = strand[NOW] * x - strand[PAST] * nodes[a + X_PAST + c];
    const vNow = strand[NOW] * v - strand[PAST] * nodes[a + V_PAST + c];
    nodes[a + DATUM + c] = datum;
    arm[c] = datum - strand[ROOT + c];
    flight[c] = vNow;
    nodes[a + X + c] = x + strand[STEP] * (v + strand[LEAD] * (v - nodes[a + V_PAST + c]));
    nodes[a + X_PAST + c] = x;
    nodes[a + V_PAST + c] = v;
  }
  for (let c = 0; c < 3; c++) {
    const d = NEXT[c];
    const e = LAST[c];
    const ridden = strand[ROOT_VELOCITY + c] + strand[ROOT_SPIN + d] * arm[e] - strand[ROOT_SPIN + e] * arm[d];
    const impulse = m * (flight[c] + H * strand[GRAVITY + c]) + H * nodes[a + FORCE + c] + m * hc * ridden;
    nodes[a + PUSH + c] = impulse / H;
  }
  for (let c = 0; c < 6; c++)
    nodes[a + INERTIA + c] = (IS_DIAGONAL[c] * (m * (1 + hc)) + H * nodes[a + DRAG + c]) * inverse;
}

/** What a solve found; strands whose lengths are right keep their places. */
function moveNodes(strand: Rows, nodes: Rows, count: number): void {
  const goes = strand[ERROR] > TOLERANCE;
  for (let i = 1; i < count - 1; i++) {
    const a = NODE * i;
    let longer = 0 / nodes[a + LENGTH];
    for (let c = 0; c < 3; c++)
      longer = longer + nodes[a + TANGENT + c] * (nodes[a + NODE + RIGHT + c] - nodes[a + RIGHT + c]);
    nodes[a + EXPECTED] = 1 / nodes[a + INVERSE] + longer;
  }
  for (let i = 2; i < count; i++)
    for (let c = 0; c < 3; c++) {
      const a = NODE * i;
      nodes[a + X + c] = nodes[a + X + c] + (goes ? nodes[a + RIGHT + c] : 0);
    }
  let worst = 0 / strand[STEP];
  for (let i = 1; i < count - 1; i++) {
    const a = NODE * i;
    let square = 0 / nodes[a + LENGTH];
    for (let c = 0; c < 3; c++) {
      const e = nodes[a + NODE + X + c] - nodes[a + X + c];
      square = square + e * e;
    }
    worst = Math.max(worst, Math.abs(Math.sqrt(square) - nodes[a + EXPECTED]) / nodes[a + LENGTH]);
  }
  strand[ERROR] = goes ? worst : strand[ERROR];
  strand[SOLVES] = strand[SOLVES] + (goes ? 1 : 0);
}

function endNode(strand: Rows, nodes: Rows, a: number): void {
  for (let c = 0; c < 3; c++) nodes[a + V + c] = (nodes[a + X + c] - nodes[a + DATUM + c]) / strand[LONG_STEP];
}
