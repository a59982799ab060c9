import { conjugate, multiply, rotate, writeMatrix } from '../../numeric/rotation.ts';
import { add, at, cross, subtract } from '../../numeric/vector.ts';
import { type Environment, makeRootStates, type RootStates } from '../model.ts';
import { edgeFrame } from './frames.ts';
import type { RodWork, StepRows } from './work.ts';

/** A root that goes farther than this in one sub-step has jumped, metres. */
const FARTHEST = 0.3;

/** The roots of rods: where they are at the end of a step, and what is clamped to them. */
export class RodRoots {
  private readonly rows: StepRows;
  private readonly ids: Uint32Array;
  /** Row of each strand in `states`; -1 for free strands. */
  readonly row: Int32Array;
  readonly states: RootStates;
  /** Nine a row: the orientation as a matrix. */
  readonly matrix: Float64Array;
  /** How fast each root turns at most in a step, rad/s. */
  readonly fastest: Float64Array;
  /** The time that all states are of; what they were before a step says nothing about the next. */
  sampledAt: number = Number.NaN;
  private readonly one: RootStates = makeRootStates(1);
  private readonly oneMatrix = new Float64Array(9);
  /** Places of the first two nodes and m1 of their edge for the strand that was placed last. */
  private readonly clamp = new Float64Array(9);

  constructor(stepRows: StepRows) {
    this.rows = stepRows;
    const { ids, rooted } = stepRows;
    this.ids = ids.filter((_, k) => rooted[k] === 1);
    this.row = new Int32Array(ids.length).fill(-1);
    let rows = 0;
    for (let k = 0; k < ids.length; k++) if (rooted[k] === 1) this.row[k] = rows++;
    this.states = makeRootStates(rows);
    this.matrix = new Float64Array(9 * rows);
    this.fastest = new Float64Array(rows);
  }

  sample(environment: Environment, time: number): void {
    if (time === this.sampledAt) return;
    this.sampledAt = time;
    environment.roots.sample(this.ids, time, this.states);
    for (let r = 0; r < this.ids.length; r++) this.turn(r);
  }

  /** One strand's root, at a time of its own. */
  sampleOne(k: number, environment: Environment, time: number): void {
    const r = this.row[k]!;
    if (r < 0) return;
    environment.roots.sample(this.rows.ids.subarray(k, k + 1), time, this.one);
    this.states.position.set(this.one.position, 3 * r);
    this.states.orientation.set(this.one.orientation, 4 * r);
    this.states.velocity.set(this.one.velocity, 3 * r);
    this.states.angularVelocity.set(this.one.angularVelocity, 3 * r);
    this.turn(r);
  }

  private turn(r: number): void {
    const { matrix, oneMatrix } = this;
    const o = this.states.orientation;
    writeMatrix([o[4 * r]!, o[4 * r + 1]!, o[4 * r + 2]!, o[4 * r + 3]!], oneMatrix);
    for (let c = 0; c < 9; c++) matrix[9 * r + c] = oneMatrix[c]!;
  }

  /** Raises `fastest` to how fast the roots turn now. */
  noteSpin(): void {
    const { fastest } = this;
    const w = this.states.angularVelocity;
    for (let r = 0; r < fastest.length; r++) {
      const x = w[3 * r]!;
      const y = w[3 * r + 1]!;
      const z = w[3 * r + 2]!;
      fastest[r] = Math.max(fastest[r]!, Math.sqrt(x * x + y * y + z * z));
    }
  }

  /** Finds where the root edge is now; says whether it went farther or turned more than any motion would in a sub-step. */
  place(k: number): boolean {
    const r = this.row[k]!;
    if (r < 0) return false;
    const { clamp } = this;
    const { x, m1, groomed, groomedM1, first } = this.rows;
    const begin = 3 * first[k]!;
    this.turnInto(clamp, 0, groomed, begin, r);
    this.turnInto(clamp, 3, groomed, begin + 3, r);
    this.turnInto(clamp, 6, groomedM1, begin, r);
    const { position } = this.states;
    for (let c = 0; c < 3; c++) {
      clamp[c] = clamp[c]! + position[3 * r + c]!;
      clamp[c + 3] = clamp[c + 3]! + position[3 * r + c]!;
    }
    let far = 0;
    let along = 0;
    let before = 0;
    let after = 0;
    let axis = 0;
    for (let c = 0, s = begin; c < 3; c++, s++) {
      const step = clamp[c]! - x[s]!;
      const edge = x[s + 3]! - x[s]!;
      const next = clamp[c + 3]! - clamp[c]!;
      far += step * step;
      along += edge * next;
      before += edge * edge;
      after += next * next;
      axis += clamp[c + 6]! * m1[s]!;
    }
    return far > FARTHEST * FARTHEST || along < 0.5 * Math.sqrt(before * after) || axis < 0.5;
  }

  /** Turns a row of root coordinates into the world's directions. */
  private turnInto(out: Float64Array, o: number, local: Float64Array, s: number, r: number): void {
    const { matrix } = this;
    const m = 9 * r;
    const x = local[s]!;
    const y = local[s + 1]!;
    const z = local[s + 2]!;
    out[o] = matrix[m]! * x + matrix[m + 1]! * y + matrix[m + 2]! * z;
    out[o + 1] = matrix[m + 3]! * x + matrix[m + 4]! * y + matrix[m + 5]! * z;
    out[o + 2] = matrix[m + 6]! * x + matrix[m + 7]! * y + matrix[m + 8]! * z;
  }

  /** Clamps the first edge where `place` found it. */
  hold(work: RodWork): void {
    const { clamp } = this;
    for (let c = 0; c < Math.min(6, 3 * work.nodes); c++) work.x[c] = clamp[c]!;
    for (let c = 0; c < 3; c++) work.m1Start[c] = clamp[6 + c]!;
    work.heldAngle[0] = 1;
  }

  /** Carries a strand rigidly with its root edge to where that is now, at rest relative to it. A free piece stays, at rest. */
  carry(k: number): void {
    const { x, v, m1, first } = this.rows;
    const row = this.row[k]!;
    this.forget(k);
    if (row < 0) return;
    this.place(k);
    const begin = first[k]!;
    const origin = at(this.states.position, row);
    const from = edgeFrame(at(x, begin), at(x, begin + 1), at(m1, begin));
    const to = edgeFrame(at(this.clamp, 0), at(this.clamp, 1), at(this.clamp, 2));
    const rigid = multiply(to, conjugate(from));
    const start = at(x, begin);
    const end = at(this.clamp, 0);
    const { velocity, angularVelocity } = this.states;
    for (let i = begin; i < first[k + 1]!; i++) {
      const p = add(end, rotate(rigid, subtract(at(x, i), start)));
      x.set(p, 3 * i);
      v.set(add(at(velocity, row), cross(at(angularVelocity, row), subtract(p, origin))), 3 * i);
      m1.set(rotate(rigid, at(m1, i)), 3 * i);
    }
  }

  private forget(k: number): void {
    const { first, normalForce, frictionForce, v, stepPast } = this.rows;
    const begin = first[k]!;
    const end = first[k + 1]!;
    normalForce.fill(0, 2 * begin, 2 * end);
    frictionForce.fill(0, 6 * begin, 6 * end);
    v.fill(0, 3 * begin, 3 * end);
    stepPast[k] = 0;
  }
}
