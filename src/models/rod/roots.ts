import { conjugate, multiply, type Quat, rotate, writeMatrix } from '../../numeric/rotation.ts';
import { add, at, cross, subtract } from '../../numeric/vector.ts';
import { type Environment, makeRootStates, type RootStates } from '../model.ts';
import type { NodalStrands } from '../nodal.ts';
import { LANES } from './kernel.ts';
import { edgeFrame, laneRow, writeRow } from './lanes.ts';
import type { StrandPlace } from './state.ts';
import type { RodWork } from './work.ts';

/** A root that goes farther than this in one sub-step has jumped, metres. */
const FARTHEST = 0.3;

/** The roots of rods: where they are at the end of a step, and what is clamped to them. */
export class RodRoots {
  private readonly places: readonly StrandPlace[];
  private readonly flat: NodalStrands;
  private readonly ids: Uint32Array;
  /** Row of each strand in `states`; -1 for free strands. */
  readonly row: Int32Array;
  readonly states: RootStates;
  /** Nine a row: the orientation as a matrix. */
  readonly matrix: Float64Array;
  /** The time that all states are of; what they were before a step says nothing about the next. */
  sampledAt: number = Number.NaN;
  private readonly one: RootStates = makeRootStates(1);
  private readonly oneMatrix = new Float64Array(9);
  /** Places of the first two nodes and m1 of their edge for the strand that was placed last. */
  private readonly clamp = new Float64Array(9);

  constructor(places: readonly StrandPlace[], flat: NodalStrands) {
    this.places = places;
    this.flat = flat;
    const isRooted = (k: number): boolean => places[k]!.group.rooted[places[k]!.lane] === 1;
    this.ids = flat.ids.filter((_, k) => isRooted(k));
    this.row = new Int32Array(places.length).fill(-1);
    let rows = 0;
    for (let k = 0; k < places.length; k++) if (isRooted(k)) this.row[k] = rows++;
    this.states = makeRootStates(rows);
    this.matrix = new Float64Array(9 * rows);
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
    environment.roots.sample(this.flat.ids.subarray(k, k + 1), time, this.one);
    this.states.position.set(this.one.position, 3 * r);
    this.states.orientation.set(this.one.orientation, 4 * r);
    this.states.velocity.set(this.one.velocity, 3 * r);
    this.states.angularVelocity.set(this.one.angularVelocity, 3 * r);
    this.turn(r);
  }

  private turn(r: number): void {
    writeMatrix(this.orientation(r), this.oneMatrix);
    this.matrix.set(this.oneMatrix, 9 * r);
  }

  private orientation(r: number): Quat {
    const o = this.states.orientation;
    return [o[4 * r]!, o[4 * r + 1]!, o[4 * r + 2]!, o[4 * r + 3]!];
  }

  /** How fast the root turns, rad/s. */
  spin(r: number): number {
    const w = this.states.angularVelocity;
    const x = w[3 * r]!;
    const y = w[3 * r + 1]!;
    const z = w[3 * r + 2]!;
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** Finds where the root edge is now; says whether it went farther or turned more than any motion would in a sub-step. */
  place(k: number): boolean {
    const r = this.row[k]!;
    if (r < 0) return false;
    const { group, lane } = this.places[k]!;
    const { clamp } = this;
    this.carryInto(clamp, 0, group.groomed, lane, r, 1);
    this.carryInto(clamp, 3, group.groomed, 3 * LANES + lane, r, 1);
    this.carryInto(clamp, 6, group.groomedM1, lane, r, 0);
    const { x, m1 } = group;
    let far = 0;
    let along = 0;
    let before = 0;
    let after = 0;
    let axis = 0;
    for (let c = 0, s = lane; c < 3; c++, s += LANES) {
      const step = clamp[c]! - x[s]!;
      const edge = x[s + 3 * LANES]! - x[s]!;
      const next = clamp[c + 3]! - clamp[c]!;
      far += step * step;
      along += edge * next;
      before += edge * edge;
      after += next * next;
      axis += clamp[c + 6]! * m1[s]!;
    }
    return far > FARTHEST * FARTHEST || along < 0.5 * Math.sqrt(before * after) || axis < 0.5;
  }

  /** Turns a row of root coordinates (at `s`, lane-strided) into the world. */
  private carryInto(out: Float64Array, o: number, local: Float64Array, s: number, r: number, isPoint: 0 | 1): void {
    const { matrix } = this;
    const { position } = this.states;
    const x = local[s]!;
    const y = local[s + LANES]!;
    const z = local[s + 2 * LANES]!;
    for (let c = 0; c < 3; c++) {
      const m = 9 * r + 3 * c;
      out[o + c] = isPoint * position[3 * r + c]! + matrix[m]! * x + matrix[m + 1]! * y + matrix[m + 2]! * z;
    }
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
    const { group, lane } = this.places[k]!;
    const row = this.row[k]!;
    this.forget(k);
    if (row < 0) return;
    this.place(k);
    const origin = at(this.states.position, row);
    const from = edgeFrame(laneRow(group.x, lane, 0), laneRow(group.x, lane, 1), laneRow(group.m1, lane, 0));
    const to = edgeFrame(at(this.clamp, 0), at(this.clamp, 1), at(this.clamp, 2));
    const rigid = multiply(to, conjugate(from));
    const start = laneRow(group.x, lane, 0);
    const end = at(this.clamp, 0);
    const { velocity, angularVelocity } = this.states;
    for (let i = 0; i < group.nodes; i++) {
      const p = add(end, rotate(rigid, subtract(laneRow(group.x, lane, i), start)));
      writeRow(group.x, lane, i, p);
      writeRow(group.v, lane, i, add(at(velocity, row), cross(at(angularVelocity, row), subtract(p, origin))));
      writeRow(group.m1, lane, i, rotate(rigid, laneRow(group.m1, lane, i)));
      this.flat.position.set(p, 3 * (this.flat.first[k]! + i));
      this.flat.velocity.set(laneRow(group.v, lane, i), 3 * (this.flat.first[k]! + i));
    }
  }

  private forget(k: number): void {
    const { group, lane } = this.places[k]!;
    const { first, velocity } = this.flat;
    for (let i = 0; i < 2 * group.nodes; i++) group.push[LANES * i + lane] = 0;
    for (let i = 0; i < 6 * group.nodes; i++) group.grip[LANES * i + lane] = 0;
    for (let i = 0; i < 3 * group.nodes; i++) group.v[LANES * i + lane] = 0;
    velocity.fill(0, 3 * first[k]!, 3 * first[k + 1]!);
    group.stepPast[lane] = 0;
  }
}
