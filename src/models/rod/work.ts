import type { History } from '../history.ts';
import type { RodStore } from './fields.ts';
import type { FrameArrays } from './frames.ts';
import { JOINT_FRICTION, JOINT_PAST, JOINT_PRODUCT, JOINT_REST, JOINT_ROW, JOINT_TWIST } from './joint.ts';
import { EDGE_ROW, KNOWN_RANGE, MEASURES, type MeasuredArrays } from './kernel.ts';

/**
 * One strand in the middle of a step, as plain rows: what the solver works on. The state stays as it was at the start of the
 * step until the step has succeeded, so taking a step back costs nothing.
 */
export interface RodWork extends FrameArrays, MeasuredArrays {
  nodes: number;
  /** The strand's first node in the state's rows. */
  begin: number;
  readonly rows: StepRows;
  readonly xStart: Float64Array;
  /** What the step's energy compares measures with: see joint.ts. */
  readonly joints: Float64Array;
  readonly tension: Float64Array;
  readonly mass: Float64Array;
  /** Six a node: symmetric inertia, 1/s² times kg and whatever else pulls to `target`. All zero where the node is held. */
  readonly inertia: Float64Array;
  readonly target: Float64Array;
  /** How far nodes are moved without gaining velocity: out of bodies that they began in. */
  readonly shift: Float64Array;
  isShifted: boolean;
  compliance: number;
  /** Of the history: see predict.ts. */
  now: number;
  past: number;
  step: number;
  /** 1/H². */
  inverseStepSquared: number;
}

/** The rows of all strands that steps use. */
export type StepRows = ReturnType<typeof stepRows>;

/** Written as a literal: an object that is made field by field, as the store's is, is a dictionary that every use searches. */
export function stepRows({ ids, first, arrays }: RodStore) {
  return {
    ids,
    first,
    x: arrays.position,
    xPast: arrays.positionPast,
    v: arrays.velocity,
    vPast: arrays.velocityPast,
    m1: arrays.m1,
    tension: arrays.tension,
    measure: arrays.measure,
    measurePast: arrays.measurePast,
    restMeasure: arrays.restMeasure,
    weight: arrays.weight,
    frictionWeight: arrays.frictionWeight,
    restLength: arrays.restLength,
    mass: arrays.mass,
    spin: arrays.spin,
    normalForce: arrays.normalForce,
    frictionForce: arrays.frictionForce,
    poseSpring: arrays.poseSpring,
    support: arrays.support,
    groomed: arrays.groomed,
    groomedM1: arrays.groomedM1,
    rooted: arrays.rooted,
    friction: arrays.internalFriction,
    compliance: arrays.compliance,
    stepPast: arrays.stepPast,
    clearance: arrays.clearance,
    middleClearance: arrays.middleClearance,
  };
}

export function makeRodWork(nodes: number, steps: StepRows): RodWork {
  const rows = (width: number): Float64Array => new Float64Array(width * nodes);
  return {
    nodes,
    begin: 0,
    rows: steps,
    x: rows(3),
    xStart: rows(3),
    tangentStart: rows(3),
    m1: rows(3),
    m1Start: rows(3),
    turn: rows(1),
    clampedAngle: new Uint8Array(nodes),
    edges: rows(EDGE_ROW),
    measure: rows(MEASURES),
    joints: rows(JOINT_ROW),
    tension: rows(1),
    restLength: rows(1),
    mass: rows(1),
    inertia: rows(6),
    target: rows(3),
    shift: rows(3),
    isShifted: false,
    // Not whole numbers: an object whose fields change from those to others has its kernels compiled anew.
    compliance: Number.NaN,
    now: Number.NaN,
    past: Number.NaN,
    step: Number.NaN,
    inverseStepSquared: Number.NaN,
  };
}

/**
 * Reads strand k at the start of a step of `h`. The first guess is free flight, its velocity changing as it did: lengths are
 * linearised there, which leaves 0.3 % of strain after one solve instead of 8 %.
 */
export function loadWork(work: RodWork, k: number, h: number, history: History): void {
  const { rows, x, xStart, m1Start, tangentStart, tension, restLength, mass, turn, clampedAngle } = work;
  const begin = rows.first[k]!;
  const nodes = (rows.first[k + 1]! - begin) & KNOWN_RANGE;
  work.nodes = nodes;
  work.begin = begin;
  work.now = history.now;
  work.past = history.past;
  work.step = history.step;
  work.compliance = rows.compliance[k]!;
  work.inverseStepSquared = 1 / (history.step * history.step);
  work.isShifted = false;
  const { x: from, v, vPast, m1 } = rows;
  const { lead } = history;
  let lastX = 0;
  let lastY = 0;
  let lastZ = 0;
  for (let i = 0; i < nodes; i++) {
    const a = 3 * i;
    const n = begin + i;
    const s = 3 * n;
    const px = from[s]!;
    const py = from[s + 1]!;
    const pz = from[s + 2]!;
    xStart[a] = px;
    xStart[a + 1] = py;
    xStart[a + 2] = pz;
    x[a] = px + h * (v[s]! + lead * (v[s]! - vPast[s]!));
    x[a + 1] = py + h * (v[s + 1]! + lead * (v[s + 1]! - vPast[s + 1]!));
    x[a + 2] = pz + h * (v[s + 2]! + lead * (v[s + 2]! - vPast[s + 2]!));
    m1Start[a] = m1[s]!;
    m1Start[a + 1] = m1[s + 1]!;
    m1Start[a + 2] = m1[s + 2]!;
    tension[i] = rows.tension[n]!;
    restLength[i] = rows.restLength[n]!;
    mass[i] = rows.mass[n]!;
    turn[i] = 0;
    clampedAngle[i] = 0;
    if (i > 0) {
      const ex = px - lastX;
      const ey = py - lastY;
      const ez = pz - lastZ;
      const inverse = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
      tangentStart[a - 3] = ex * inverse;
      tangentStart[a - 2] = ey * inverse;
      tangentStart[a - 1] = ez * inverse;
    }
    lastX = px;
    lastY = py;
    lastZ = pz;
  }
  loadJoints(work, rows.friction[k]! / history.step);
}

/** Weights, rest and history of the measures; history is extrapolated as positions are. `viscosity` is γ/H. */
function loadJoints({ rows, nodes, begin, joints, measure: own, now, past }: RodWork, viscosity: number): void {
  const { weight, restMeasure, measure, measurePast, frictionWeight, restLength } = rows;
  for (let i = 1; i < nodes - 1; i++) {
    const r = JOINT_ROW * i;
    const q = MEASURES * (begin + i);
    const twist = measure[q + 4]!;
    joints[r] = weight[q]!;
    joints[r + 1] = weight[q + 1]!;
    joints[r + 2] = weight[q + 2]!;
    joints[r + 3] = weight[q + 3]!;
    joints[r + 4] = weight[q + 4]!;
    joints[r + JOINT_REST] = restMeasure[q]!;
    joints[r + JOINT_REST + 1] = restMeasure[q + 1]!;
    joints[r + JOINT_REST + 2] = restMeasure[q + 2]!;
    joints[r + JOINT_REST + 3] = restMeasure[q + 3]!;
    joints[r + JOINT_REST + 4] = restMeasure[q + 4]!;
    joints[r + JOINT_PAST] = now * measure[q]! - past * measurePast[q]!;
    joints[r + JOINT_PAST + 1] = now * measure[q + 1]! - past * measurePast[q + 1]!;
    joints[r + JOINT_PAST + 2] = now * measure[q + 2]! - past * measurePast[q + 2]!;
    joints[r + JOINT_PAST + 3] = now * measure[q + 3]! - past * measurePast[q + 3]!;
    joints[r + JOINT_PAST + 4] = now * twist - past * measurePast[q + 4]!;
    joints[r + JOINT_FRICTION] = viscosity * frictionWeight[begin + i]!;
    joints[r + JOINT_PRODUCT] = restLength[begin + i - 1]! * restLength[begin + i]!;
    joints[r + JOINT_TWIST] = twist;
    own[MEASURES * i + 4] = twist;
  }
}

/** Writes the strand at the end of its step. Velocities from the backward difference; the start becomes the past. */
export function storeWork(work: RodWork): void {
  const { begin, rows, xStart } = work;
  const { x, xPast, v, vPast, m1, measure, measurePast, tension } = rows;
  const { now, past } = work;
  const nodes = work.nodes & KNOWN_RANGE;
  const inverse = 1 / work.step;
  if (work.isShifted) shiftStart(work);
  for (let i = 0, s = 3 * begin; i < 3 * nodes; i++, s++) {
    const start = xStart[i]!;
    const here = work.x[i]!;
    const speed = (here - now * start + past * xPast[s]!) * inverse;
    x[s] = here;
    xPast[s] = start;
    vPast[s] = v[s]!;
    v[s] = speed;
  }
  for (let i = 0, s = 3 * begin; i < 3 * nodes - 3; i++, s++) m1[s] = work.m1[i]!;
  for (let i = MEASURES, s = MEASURES * (begin + 1); i < MEASURES * (nodes - 1); i++, s++) {
    measurePast[s] = measure[s]!;
    measure[s] = work.measure[i]!;
  }
  for (let i = 0; i < nodes; i++) tension[begin + i] = work.tension[i]!;
}

/** What was moved without gaining velocity was there before. */
function shiftStart({ nodes, begin, rows, xStart, shift }: RodWork): void {
  for (let i = 0, s = 3 * begin; i < 3 * nodes; i++, s++) {
    xStart[i] = xStart[i]! + shift[i]!;
    rows.xPast[s] = rows.xPast[s]! + shift[i]!;
  }
}
