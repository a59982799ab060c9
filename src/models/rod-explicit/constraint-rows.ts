import { at, dot, scale, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import { OBSTACLE_ROW, type Obstacles } from '../model.ts';
import { put } from './rows.ts';

export interface StrandConstraints {
  readonly restLength: Float64Array;
  /** 0 where a node is held. */
  readonly inverseMass: Float64Array;
  /** Nodes that may not enter a body, in the order along the strand; not the first. */
  readonly near: readonly number[];
  readonly obstacles: Obstacles;
}

const EDGE = 0;
const BODY = 1;

/**
 * Constraints of one strand, one number each, in metres: for each edge its length, then the body at its far node. A row acts
 * on node `node` and the next one; rows follow the strand, so that rows that share a node lie near each other.
 */
export class ConstraintRows {
  count = 0;
  readonly node: Int32Array;
  /** First node that the row really acts on; the last one is the next to `node`. */
  readonly firstNode: Int32Array;
  /** 1 for value ≥ 0, 0 for value = 0. */
  readonly isOneSided: Uint8Array;
  readonly value: Float64Array;
  /** Six a row: by the first node and by the second. */
  readonly gradient: Float64Array;
  readonly multiplier: Float64Array;
  private readonly constraints: StrandConstraints;
  /** Place in `near`. */
  private readonly index: Int32Array;
  private readonly points: Float64Array;
  /** What obstacles say of each near node: rows as `Obstacles.nearest` writes them. */
  private readonly bodies: Float64Array;

  constructor(constraints: StrandConstraints) {
    const { restLength, near, inverseMass } = constraints;
    const most = restLength.length + near.length;
    this.constraints = constraints;
    this.node = new Int32Array(most);
    this.firstNode = new Int32Array(most);
    this.isOneSided = new Uint8Array(most);
    this.value = new Float64Array(most);
    this.gradient = new Float64Array(6 * most);
    this.multiplier = new Float64Array(most);
    this.index = new Int32Array(most);
    this.points = new Float64Array(3 * near.length);
    this.bodies = new Float64Array(OBSTACLE_ROW * near.length);
    let body = 0;
    for (let j = 0; j < restLength.length; j++) {
      // Rows on held nodes alone say nothing and are left out.
      if (inverseMass[j]! + inverseMass[j + 1]! > 0) this.push(EDGE, 0, j, j);
      if (near[body] === j + 1) this.push(BODY, body++, j, j + 1);
    }
  }

  private push(kind: number, index: number, node: number, first: number): void {
    const r = this.count++;
    this.isOneSided[r] = kind;
    this.index[r] = index;
    this.node[r] = node;
    this.firstNode[r] = first;
  }

  /** Fills `value` and `gradient` at positions x. */
  evaluate(x: Float64Array): void {
    const { near, obstacles, restLength } = this.constraints;
    near.forEach((i, n) => {
      put(this.points, n, at(x, i));
    });
    obstacles.nearest(this.points, near.length, 0, this.bodies);
    for (let r = 0; r < this.count; r++) {
      const j = this.node[r]!;
      if (this.isOneSided[r]) {
        const b = OBSTACLE_ROW * this.index[r]!;
        this.write(r, this.bodies[b]!, ZERO, [this.bodies[b + 1]!, this.bodies[b + 2]!, this.bodies[b + 3]!]);
        continue;
      }
      // C = (|e|² − |ê|²)/2|ê|, whose gradient is a unit vector.
      const l = restLength[j]!;
      const e = subtract(at(x, j + 1), at(x, j));
      this.write(r, (dot(e, e) - l * l) / (2 * l), scale(e, -1 / l), scale(e, 1 / l));
    }
  }

  private write(r: number, value: number, before: Vec3, after: Vec3): void {
    this.value[r] = value;
    put(this.gradient, 2 * r, before);
    put(this.gradient, 2 * r + 1, after);
  }
}
