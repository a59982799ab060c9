import { conjugate, multiply, rotate, writeMatrix } from '../../numeric/rotation.ts';
import { add, at, cross, subtract } from '../../numeric/vector.ts';
import { RootRows } from '../root-rows.ts';
import { edgeFrame } from './frames.ts';
import type { RodWork, StepRows } from './work.ts';

/** A root that goes farther than this in one sub-step has jumped, metres. */
const FARTHEST = 0.3;

/** The roots of rods: where they are at the end of a step, and what is clamped to them. */
export class RodRoots extends RootRows {
  private readonly rows: StepRows;
  /** Nine a row: the orientation as a matrix. */
  readonly matrix: Float64Array;
  private readonly oneMatrix = new Float64Array(9);
  /** Places of the first two nodes and m1 of their edge for the strand that was placed last. */
  readonly clamp: Float64Array = new Float64Array(9);

  constructor(rows: StepRows) {
    super(rows.ids, rows.rooted);
    this.rows = rows;
    const count = this.states.position.length / 3;
    this.matrix = new Float64Array(9 * count);
  }

  protected override changed(r: number): void {
    const { matrix, oneMatrix } = this;
    const o = this.states.orientation;
    if (r > 0 && this.isTurnedAlike(r)) {
      for (let c = 9 * r; c < 9 * r + 9; c++) matrix[c] = matrix[c - 9]!;
      return;
    }
    writeMatrix([o[4 * r]!, o[4 * r + 1]!, o[4 * r + 2]!, o[4 * r + 3]!], oneMatrix);
    for (let c = 0; c < 9; c++) matrix[9 * r + c] = oneMatrix[c]!;
  }

  /** Whether a root is turned as the one before: all are on a body that does not deform. */
  private isTurnedAlike(r: number): boolean {
    const o = this.states.orientation;
    const q = 4 * r;
    return o[q] === o[q - 4] && o[q + 1] === o[q - 3] && o[q + 2] === o[q - 2] && o[q + 3] === o[q - 1];
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
  clampRoot(work: RodWork): void {
    const { clamp } = this;
    for (let c = 0; c < Math.min(6, 3 * work.nodes); c++) work.x[c] = clamp[c]!;
    for (let c = 0; c < 3; c++) work.m1Start[c] = clamp[6 + c]!;
    work.clampedAngle[0] = 1;
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
