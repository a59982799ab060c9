import { type FrameArrays, writeTangents } from './frames.ts';
import { EDGE_ROW, type JointArrays, LANES, MEASURES } from './kernel.ts';
import type { History } from './predict.ts';
import type { RodGroup } from './state.ts';

/**
 * One strand in the middle of a step, as plain rows: what the solver works on. The group keeps the state at the start of the
 * step until the step has succeeded, so taking a step back costs nothing.
 */
export interface RodWork extends FrameArrays, JointArrays {
  nodes: number;
  readonly xStart: Float64Array;
  readonly tension: Float64Array;
  readonly mass: Float64Array;
  /** Moment of inertia of each edge about itself. */
  readonly spin: Float64Array;
  /** Six a node: symmetric inertia, 1/s² times kg and whatever else pulls to `target`. All zero where the node is held. */
  readonly inertia: Float64Array;
  readonly target: Float64Array;
  /** What contacts remember: normal force and friction (3) of each point, in the order of `surfaces.ts`. */
  readonly push: Float64Array;
  readonly grip: Float64Array;
  /** How far nodes are moved without gaining velocity: out of bodies that they began in. */
  readonly shift: Float64Array;
  isShifted: boolean;
  compliance: number;
  /** γ/H of the step. */
  viscosity: number;
  /** 1/H². */
  inverseStepSquared: number;
}

export function makeRodWork(nodes: number): RodWork {
  const rows = (width: number): Float64Array => new Float64Array(width * nodes);
  return {
    nodes,
    x: rows(3),
    xStart: rows(3),
    tangentStart: rows(3),
    m1: rows(3),
    m1Start: rows(3),
    turn: rows(1),
    heldAngle: new Uint8Array(nodes),
    edges: rows(EDGE_ROW),
    tension: rows(1),
    measure: rows(MEASURES),
    restMeasure: rows(MEASURES),
    pastMeasure: rows(MEASURES),
    weight: rows(MEASURES),
    frictionWeight: rows(1),
    restLength: rows(1),
    mass: rows(1),
    spin: rows(1),
    inertia: rows(6),
    target: rows(3),
    push: rows(2),
    grip: rows(6),
    shift: rows(3),
    isShifted: false,
    compliance: 0,
    viscosity: 0,
    inverseStepSquared: 0,
  };
}

/** Reads a strand at the start of a step. The first guess is free flight: the lengths are linearised there (KERNELS: 0.3 % strain after one solve instead of 8 %). */
export function loadWork(work: RodWork, group: RodGroup, lane: number, h: number, history: History): void {
  const { nodes } = group;
  work.nodes = nodes;
  work.compliance = group.compliance[lane]!;
  work.viscosity = group.friction[lane]! / history.step;
  work.inverseStepSquared = 1 / (history.step * history.step);
  work.isShifted = false;
  work.heldAngle.fill(0);
  work.turn.fill(0);
  const { x, xStart, m1Start } = work;
  for (let i = 0, s = lane; i < 3 * nodes; i++, s += LANES) {
    const here = group.x[s]!;
    xStart[i] = here;
    x[i] = here + h * group.v[s]!;
    m1Start[i] = group.m1[s]!;
  }
  writeTangents(xStart, nodes, work.tangentStart);
  loadJoints(work, group, lane, history);
  const { tension, frictionWeight, restLength, mass, spin } = work;
  for (let i = 0, s = lane; i < nodes; i++, s += LANES) {
    tension[i] = group.tension[s]!;
    frictionWeight[i] = group.frictionWeight[s]!;
    restLength[i] = group.restLength[s]!;
    mass[i] = group.mass[s]!;
    spin[i] = group.spin[s]!;
  }
}

/** Measures and what they are compared with; history is extrapolated as positions are. */
function loadJoints(work: RodWork, group: RodGroup, lane: number, { now, past }: History): void {
  const { measure, restMeasure, pastMeasure, weight } = work;
  for (let i = 0, s = lane; i < MEASURES * group.nodes; i++, s += LANES) {
    const own = group.measure[s]!;
    measure[i] = own;
    restMeasure[i] = group.restMeasure[s]!;
    pastMeasure[i] = now * own - past * group.measurePast[s]!;
    weight[i] = group.weight[s]!;
  }
}

/** Velocities from the backward difference; the start of this step becomes the past. */
export function storeWork(work: RodWork, group: RodGroup, lane: number, history: History): void {
  const { nodes, x, xPast, v, vPast, m1, measure, measurePast, tension } = group;
  const { now, past } = history;
  const inverse = 1 / history.step;
  const { isShifted, shift } = work;
  for (let i = 0, s = lane; i < 3 * nodes; i++, s += LANES) {
    const moved = isShifted ? shift[i]! : 0;
    const start = work.xStart[i]! + moved;
    const here = work.x[i]!;
    const speed = (here - now * start + past * (xPast[s]! + moved)) * inverse;
    x[s] = here;
    xPast[s] = start;
    vPast[s] = v[s]!;
    v[s] = speed;
    m1[s] = work.m1[i]!;
  }
  for (let i = 0, s = lane; i < MEASURES * nodes; i++, s += LANES) {
    measurePast[s] = measure[s]!;
    measure[s] = work.measure[i]!;
  }
  for (let i = 0, s = lane; i < nodes; i++, s += LANES) tension[s] = work.tension[i]!;
}

/** What contacts remember of a strand, read before a step and written after it. */
export function loadMemory(work: RodWork, group: RodGroup, lane: number): void {
  for (let i = 0, s = lane; i < 2 * group.nodes; i++, s += LANES) work.push[i] = group.push[s]!;
  for (let i = 0, s = lane; i < 6 * group.nodes; i++, s += LANES) work.grip[i] = group.grip[s]!;
}

export function storeMemory(work: RodWork, group: RodGroup, lane: number): void {
  for (let i = 0, s = lane; i < 2 * group.nodes; i++, s += LANES) group.push[s] = work.push[i]!;
  for (let i = 0, s = lane; i < 6 * group.nodes; i++, s += LANES) group.grip[s] = work.grip[i]!;
}
