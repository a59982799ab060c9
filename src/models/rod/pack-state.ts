import { LANES, type RodKernels } from '../../kernels/kernels.ts';
import {
  AHEAD,
  CONTACT,
  EDGE_START,
  FORCE,
  FRICTION_FORCE,
  HEAD,
  INERTIA,
  LAG,
  M1,
  M1_START,
  MEASURE,
  MOVE,
  NORMAL_FORCE,
  OUTER_STIFFNESS,
  PAST,
  START,
  TENSION,
  VELOCITY,
  VELOCITY_CHANGE,
  WORK,
} from '../../kernels/rod-layout.ts';
import type { OuterLoads } from './predict.ts';
import type { StepRows } from './work.ts';

/** Numbers that a node has in the state of a pack, field after field, and where each begins, in numbers a node. */
const NUMBERS = 49;
const POSITION = 0;
const POSITION_PAST = 3;
const SPEED = 6;
const SPEED_PAST = 9;
const AXIS = 12;
const PULL = 15;
const MEASURED = 16;
const MEASURED_PAST = 21;
const PUSH = 26;
const RUB = 28;
const LOAD = 34;
const DAMPING = 37;
const STIFFNESS = 43;

const POSE = 16;

/**
 * States of the four strands of a pack, in double precision in the kernels' memory: copied from the store before a step and back after it.
 * Kernels turn them into rows and back.
 */
export class PackState {
  /** Numbers of double precision that it takes for so many nodes a strand. */
  static size(mostNodes: number): number {
    return LANES * NUMBERS * mostNodes + 3 * LANES + POSE;
  }

  /** `past` of every strand, then 1/H (see History), then the step before. */
  readonly history: number;
  /** The pose that `placeInGrid` reads. */
  readonly pose: number;
  private readonly kernels: RodKernels;
  private readonly rows: StepRows;
  private readonly at: number;
  private readonly strands = new Int32Array(LANES);
  private nodes = 0;
  /** Whether the strands follow each other in the store. */
  private isRun = false;

  /** Begins at number `at` of the memory. */
  constructor(kernels: RodKernels, rows: StepRows, at: number) {
    this.kernels = kernels;
    this.rows = rows;
    this.history = at;
    this.pose = at + 3 * LANES;
    this.at = this.pose + POSE;
  }

  /** Where positions of the four strands begin. */
  get position(): number {
    return this.place(POSITION);
  }

  private place(field: number): number {
    return this.at + LANES * this.nodes * field;
  }

  /** Reads strands, of `nodes` each, into rows: their work begins at row 0, their contacts at row `contacts`. */
  read(strands: ArrayLike<number>, nodes: number, outer: OuterLoads, contacts: number): void {
    const { rows } = this;
    const { loads, hasForces, hasDamping, hasSprings } = outer;
    this.nodes = nodes;
    this.isRun = true;
    for (let lane = 0; lane < LANES; lane++) {
      this.strands[lane] = strands[lane]!;
      if (strands[lane] !== strands[0]! + lane) this.isRun = false;
    }
    this.copyIn(rows.x, 3, POSITION);
    this.copyIn(rows.xPast, 3, POSITION_PAST);
    this.copyIn(rows.v, 3, SPEED);
    this.copyIn(rows.vPast, 3, SPEED_PAST);
    this.copyIn(rows.m1, 3, AXIS);
    this.copyIn(rows.tension, 1, PULL);
    this.copyIn(rows.measure, 5, MEASURED);
    this.copyIn(rows.measurePast, 5, MEASURED_PAST);
    this.copyIn(rows.normalForce, 2, PUSH);
    this.copyIn(rows.frictionForce, 6, RUB);
    if (hasForces) this.copyIn(loads.force, 3, LOAD);
    if (hasDamping) this.copyIn(loads.damping, 6, DAMPING);
    if (hasSprings) this.copyIn(loads.stiffness, 6, STIFFNESS);
    const { run } = this.kernels;
    const x = this.position;
    run.spread(x + 3, x, 3, nodes, HEAD + EDGE_START, 1, WORK);
    const v = this.place(SPEED);
    run.spreadLag(x, this.place(POSITION_PAST), v, this.history + 2 * LANES, HEAD + LAG, WORK, nodes);
    run.spread(v, this.place(SPEED_PAST), 3, nodes, HEAD + VELOCITY_CHANGE, 1, WORK);
    this.spread(SPEED, 3, VELOCITY);
    this.spread(AXIS, 3, M1_START);
    this.spread(PULL, 1, TENSION);
    this.spread(MEASURED, 5, MEASURE);
    this.spread(MEASURED_PAST, 5, PAST);
    if (hasForces) this.spread(LOAD, 3, FORCE);
    if (hasDamping) this.spread(DAMPING, 6, INERTIA);
    if (hasSprings) this.spread(STIFFNESS, 6, OUTER_STIFFNESS);
    const first = contacts + 2 * nodes * AHEAD;
    run.spread(this.place(PUSH), -1, 2, nodes, first + NORMAL_FORCE, CONTACT, 2 * CONTACT);
    run.spread(this.place(RUB), -1, 3, 2 * nodes, first + START, 1, CONTACT);
  }

  private copyIn(from: Float64Array, size: number, field: number): void {
    const { nodes, strands, isRun } = this;
    const { first } = this.rows;
    const { doubles } = this.kernels;
    const at = this.place(field);
    const length = size * nodes;
    if (isRun) {
      const begin = size * first[strands[0]!]!;
      doubles.set(from.subarray(begin, begin + LANES * length), at);
    } else
      for (let lane = 0; lane < LANES; lane++) {
        const begin = size * first[strands[lane]!]!;
        doubles.set(from.subarray(begin, begin + length), at + lane * length);
      }
  }

  private spread(field: number, size: number, row: number): void {
    this.kernels.run.spread(this.place(field), -1, size, this.nodes, HEAD + row, 1, WORK);
  }

  /** Makes the states at the end of the step from the rows, in the kernels' memory. */
  moveOn(contacts: number): void {
    const { nodes } = this;
    const { run } = this.kernels;
    run.moveOn(this.position, this.place(POSITION_PAST), this.place(SPEED), this.history, HEAD + MOVE, WORK, nodes);
    run.collect(HEAD + M1, 1, WORK, 3, nodes, this.place(AXIS));
    run.collect(HEAD + TENSION, 1, WORK, 1, nodes, this.place(PULL));
    run.collect(HEAD + MEASURE, 1, WORK, 5, nodes, this.place(MEASURED));
    run.keepForces(0, contacts, nodes);
    const first = contacts + 2 * nodes * AHEAD;
    run.collect(first + NORMAL_FORCE, CONTACT, 2 * CONTACT, 2, nodes, this.place(PUSH));
    run.collect(first + FRICTION_FORCE, 1, CONTACT, 3, 2 * nodes, this.place(RUB));
  }

  /** Puts the first two nodes of a strand where they are held, `clamp`, with the velocity that this gives them. */
  hold(lane: number, clamp: Float64Array, past: number, inverse: number): void {
    const { doubles } = this.kernels;
    const { x, xPast, first } = this.rows;
    const own = 3 * lane * this.nodes;
    const begin = 3 * first[this.strands[lane]!]!;
    for (let c = 0; c < 6; c++) {
      const start = x[begin + c]!;
      const moved = clamp[c]! - start;
      doubles[this.position + own + c] = clamp[c]!;
      doubles[this.place(SPEED) + own + c] = (moved - past * (start - xPast[begin + c]!)) * inverse;
    }
  }

  /** Whether the four strands follow each other in the store, and can be written at once. */
  get isOneRun(): boolean {
    return this.isRun;
  }

  /** Writes strands into the store, `count` that follow each other from this lane on: the start becomes the past. */
  write(lane: number, count = 1): void {
    const { rows } = this;
    const nodes = count * this.nodes;
    const begin = rows.first[this.strands[lane]!]!;
    this.shift(rows.x, rows.xPast, 3, begin, nodes);
    this.shift(rows.v, rows.vPast, 3, begin, nodes);
    this.shift(rows.measure, rows.measurePast, 5, begin, nodes);
    this.copyOut(rows.x, 3, POSITION, lane, begin, nodes);
    this.copyOut(rows.v, 3, SPEED, lane, begin, nodes);
    this.copyOut(rows.m1, 3, AXIS, lane, begin, nodes);
    this.copyOut(rows.tension, 1, PULL, lane, begin, nodes);
    this.copyOut(rows.measure, 5, MEASURED, lane, begin, nodes);
  }

  /** Writes the forces of their contacts into the store. */
  writeForces(lane: number, count = 1): void {
    const { rows } = this;
    const nodes = count * this.nodes;
    const begin = rows.first[this.strands[lane]!]!;
    this.copyOut(rows.normalForce, 2, PUSH, lane, begin, nodes);
    this.copyOut(rows.frictionForce, 6, RUB, lane, begin, nodes);
  }

  private shift(from: Float64Array, to: Float64Array, size: number, begin: number, nodes: number): void {
    to.set(from.subarray(size * begin, size * (begin + nodes)), size * begin);
  }

  private copyOut(to: Float64Array, size: number, field: number, lane: number, begin: number, nodes: number): void {
    const at = this.place(field) + lane * size * this.nodes;
    to.set(this.kernels.doubles.subarray(at, at + size * nodes), size * begin);
  }
}
