import {
  AIR,
  DRAG,
  DRAG_LESS,
  EDGE_START,
  FALL,
  FIXED,
  FORCE,
  FROM_ROOT,
  GROOMED,
  GUESS,
  HEAD,
  INERTIA,
  LAG,
  LEAD_SHARE,
  M1,
  M1_START,
  MASS,
  MEASURE,
  MOVE,
  NOW,
  OUTER_STIFFNESS,
  PAST,
  PAST_SHARE,
  PAST_WAY,
  POSE_SPRING,
  RATE,
  REST_LENGTH,
  ROOT_TURN,
  STEP,
  SUPPORT,
  SYMMETRIC,
  TANGENT_START,
  TURN,
  TWIST_START,
  VELOCITY,
  VELOCITY_CHANGE,
  WORK,
} from '../../src/kernels/rod-layout.ts';
import { local, type Rows } from '../language.ts';

/** Keeps what is divided by from being zero. */
const TINY = 1e-30;

/**
 * Sets up the step of a pack from what was read of its states: inertia and forces of the free nodes, as src/models/rod/predict.ts has them,
 * but relative to the start, edges, and what friction within the fibre compares with. `forces` and `damping` say whether such loads were read (0 or 1),
 * `air` whether there is air that is the same everywhere; `springs` and `helps` are 0 where there are none.
 */
export function setUpPack(
  work: Rows,
  fixed: Rows,
  nodes: number,
  forces: number,
  damping: number,
  air: number,
  springs: number,
  helps: number,
): void {
  for (let n = forces; n < 1; n++)
    for (let i = 2; i < nodes; i++) for (let c = 0; c < 3; c++) work[HEAD + WORK * i + FORCE + c] = 0;
  for (let n = damping; n < 1; n++)
    for (let i = 2; i < nodes; i++) for (let c = 0; c < 6; c++) work[HEAD + WORK * i + INERTIA + c] = 0;
  for (let n = 0; n < air; n++) {
    for (let i = 2; i < nodes - 1; i++) addAir(work, fixed, HEAD + WORK * i, FIXED * i, 1);
    addAir(work, fixed, HEAD + WORK * (nodes - 1), FIXED * (nodes - 1), 0);
  }
  for (let i = 2; i < nodes; i++) setUpNode(work, fixed, HEAD + WORK * i, FIXED * i);
  for (let n = 0; n < springs; n++) for (let i = 2; i < nodes; i++) addSprings(work, HEAD + WORK * i);
  for (let n = 0; n < helps; n++)
    for (let i = 0; i < nodes; i++) {
      addHelp(work, fixed, HEAD + WORK * i, FIXED * i);
      for (let c = 0; c < 3; c++) work[FROM_ROOT + c] = work[FROM_ROOT + c] + work[HEAD + WORK * i + EDGE_START + c];
    }
  for (let i = 0; i < nodes - 1; i++) setUpEdge(work, HEAD + WORK * i);
  // The tip has no edge; what stands there goes back into the state.
  const tip = HEAD + WORK * (nodes - 1);
  for (let c = 0; c < 3; c++) work[tip + M1 + c] = work[tip + M1_START + c];
}

/**
 * The step pulls with c − A u, c = (m/H² + D/H) d + m/H (v̂ + H g) + f, d = x̂ − x. Taken from the first guess u0 = h (v + lead Δv), where all that is
 * large cancels, with ways that are exact: m/H² times past·(x − x_past − h_past v) + (H past − h lead) Δv + H² g is what is left of inertia.
 */
export function setUpNode(work: Rows, fixed: Rows, w: number, f: number): void {
  const rate = work[RATE];
  const mH = fixed[f + MASS] * rate;
  const damping = local(6);
  for (let c = 0; c < 6; c++) damping[c] = rate * work[w + INERTIA + c];
  const change = work[PAST_SHARE] - work[STEP] * work[LEAD_SHARE] * rate;
  const back = local(3);
  const pull = local(3);
  for (let c = 0; c < 3; c++) {
    const v = work[w + VELOCITY + c];
    const dv = work[w + VELOCITY_CHANGE + c];
    const lag = work[PAST_SHARE] * work[w + LAG + c];
    const guess = work[STEP] * (v + work[LEAD_SHARE] * dv);
    pull[c] = mH * (rate * lag + change * dv + work[FALL + c]) + work[w + FORCE + c];
    back[c] = lag + work[PAST_WAY] * v - guess;
    work[w + GUESS + c] = guess;
    work[w + MOVE + c] = guess;
  }
  for (let c = 0; c < 3; c++) {
    const held =
      damping[SYMMETRIC[c][0]] * back[0] + damping[SYMMETRIC[c][1]] * back[1] + damping[SYMMETRIC[c][2]] * back[2];
    work[w + FORCE + c] = pull[c] + held;
    damping[SYMMETRIC[c][c]] = damping[SYMMETRIC[c][c]] + mH * rate;
  }
  for (let c = 0; c < 6; c++) work[w + INERTIA + c] = damping[c];
}

/**
 * Drag of air that is the same everywhere, as Air.apply in src/forces/air.ts has it: D = ℓ (a I − (a − b) t tᵀ), along the mean of the edges on both
 * sides of the node; the tip has one (`after` is 0).
 */
export function addAir(work: Rows, fixed: Rows, w: number, f: number, after: number): void {
  const t = local(3);
  let length = fixed[f - FIXED + REST_LENGTH];
  for (let c = 0; c < 3; c++) t[c] = work[w - WORK + EDGE_START + c];
  for (let n = 0; n < after; n++) {
    length = length + fixed[f + REST_LENGTH];
    for (let c = 0; c < 3; c++) t[c] = t[c] + work[w + EDGE_START + c];
  }
  const inverse = 1 / Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2] + TINY);
  for (let c = 0; c < 3; c++) t[c] = t[c] * inverse;
  const across = 0.5 * length * work[DRAG];
  const less = 0.5 * length * work[DRAG_LESS];
  const drag = local(6);
  for (let r = 0; r < 3; r++)
    for (let c = r; c < 3; c++) {
      drag[SYMMETRIC[r][c]] = -(less * t[r] * t[c]);
      if (r === c) drag[SYMMETRIC[r][c]] = drag[SYMMETRIC[r][c]] + across;
    }
  for (let c = 0; c < 6; c++) work[w + INERTIA + c] = work[w + INERTIA + c] + drag[c];
  for (let r = 0; r < 3; r++)
    work[w + FORCE + r] =
      work[w + FORCE + r] +
      (drag[SYMMETRIC[r][0]] * work[AIR] +
        drag[SYMMETRIC[r][1]] * work[AIR + 1] +
        drag[SYMMETRIC[r][2]] * work[AIR + 2]);
}

/** Springs from outside pull from the place that loads were gathered at. */
export function addSprings(work: Rows, w: number): void {
  for (let r = 0; r < 3; r++) {
    let pull = work[w + FORCE + r];
    for (let c = 0; c < 3; c++) pull = pull - work[w + OUTER_STIFFNESS + SYMMETRIC[r][c]] * work[w + GUESS + c];
    work[w + FORCE + r] = pull;
  }
  for (let c = 0; c < 6; c++) work[w + INERTIA + c] = work[w + INERTIA + c] + work[w + OUTER_STIFFNESS + c];
}

/** Adds the support that rides with the root and the spring to the groomed place. */
export function addHelp(work: Rows, fixed: Rows, w: number, f: number): void {
  const held = fixed[f + POSE_SPRING];
  for (let c = 0; c < 3; c++) {
    const r = ROOT_TURN + 3 * c;
    const s = f + SUPPORT;
    const g = f + GROOMED;
    const carried = work[r] * fixed[s] + work[r + 1] * fixed[s + 1] + work[r + 2] * fixed[s + 2];
    const there = work[r] * fixed[g] + work[r + 1] * fixed[g + 1] + work[r + 2] * fixed[g + 2];
    const way = there - work[FROM_ROOT + c] - work[w + GUESS + c];
    work[w + FORCE + c] = work[w + FORCE + c] + (carried + held * way);
    work[w + INERTIA + SYMMETRIC[c][c]] = work[w + INERTIA + SYMMETRIC[c][c]] + held;
  }
}

export function setUpEdge(work: Rows, w: number): void {
  const e = w + EDGE_START;
  const inverse = 1 / Math.sqrt(work[e] * work[e] + work[e + 1] * work[e + 1] + work[e + 2] * work[e + 2] + TINY);
  for (let c = 0; c < 3; c++) work[w + TANGENT_START + c] = work[e + c] * inverse;
  work[w + TURN] = 0;
  work[w + TWIST_START] = work[w + MEASURE + 4];
  for (let m = 0; m < 5; m++)
    work[w + PAST + m] = work[NOW] * work[w + MEASURE + m] - work[PAST_SHARE] * work[w + PAST + m];
}
