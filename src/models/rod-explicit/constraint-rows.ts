import { at, dot, length, mix, scale, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import { OBSTACLE_ROW, type Obstacles, type PointOwners } from '../model.ts';
import type { Probes } from '../probes.ts';
import { put } from './rows.ts';

/**
 * Constraints of one strand, one number each, in metres. A row acts on node `node` and the next one; rows follow the
 * strand, so that rows that share a node lie near each other.
 */
export interface ConstraintRows {
  readonly count: number;
  readonly node: Int32Array;
  /** First and last node that the row really acts on; neither falls from one row to the next. */
  readonly firstNode: Int32Array;
  readonly lastNode: Int32Array;
  /** 1 for value ≥ 0, 0 for value = 0. */
  readonly isOneSided: Uint8Array;
  readonly value: Float64Array;
  /** Six a row: by the first node and by the second. */
  readonly gradient: Float64Array;
  readonly multiplier: Float64Array;
  /** Fills `value` and `gradient` at positions x. */
  evaluate(x: Float64Array): void;
}

/** A point of a strand at the fraction `fraction` of edge `edge` (both of the strand's own count). */
export interface EdgePoint {
  readonly edge: number;
  readonly fraction: number;
}

/** Held at `target`. */
export interface ClampedPoint extends EdgePoint {
  readonly target: Vec3;
}

/** May not pass the plane through `point` against its unit normal. */
export interface PlanePoint extends EdgePoint {
  readonly normal: Vec3;
  readonly point: Vec3;
  /** Velocity of the plane and Coulomb's coefficient. */
  readonly velocity: Vec3;
  readonly friction: number;
}

export interface StrandConstraints {
  readonly restLength: Float64Array;
  /** 0 where a node is held. */
  readonly inverseMass: Float64Array;
  readonly held: readonly ClampedPoint[];
  readonly planes: readonly PlanePoint[];
  /** Points of `probes` (nodes, and middles of edges) that may not enter a body, in the order along the strand. */
  readonly near: readonly number[];
  readonly obstacles: Obstacles | null;
  readonly probes: Probes;
  readonly time: number;
}

const EDGE = 0;
const CLAMPED = 1;
const PLANE = 2;
const BODY = 3;

/** The rows of a strand: for each edge its length, the points on it, then the bodies at its middle and at its far node. */
export class StrandRows implements ConstraintRows {
  count = 0;
  readonly node: Int32Array;
  readonly firstNode: Int32Array;
  readonly lastNode: Int32Array;
  readonly isOneSided: Uint8Array;
  readonly value: Float64Array;
  readonly gradient: Float64Array;
  readonly multiplier: Float64Array;
  /** What obstacles say of each near node: rows as `Obstacles.nearest` writes them. */
  readonly bodies: Float64Array;
  private readonly constraints: StrandConstraints;
  private readonly kind: Uint8Array;
  /** Place in `held` (three rows each), `planes` or `near`. */
  private readonly index: Int32Array;
  private readonly points: Float64Array;
  private readonly owners: Required<PointOwners>;

  constructor(constraints: StrandConstraints) {
    const { restLength, held, planes, near } = constraints;
    const most = restLength.length + 3 * held.length + planes.length + near.length;
    this.constraints = constraints;
    this.node = new Int32Array(most);
    this.firstNode = new Int32Array(most);
    this.lastNode = new Int32Array(most);
    this.isOneSided = new Uint8Array(most);
    this.value = new Float64Array(most);
    this.gradient = new Float64Array(6 * most);
    this.multiplier = new Float64Array(most);
    this.kind = new Uint8Array(most);
    this.index = new Int32Array(most);
    this.points = new Float64Array(3 * near.length);
    const { id, s, layerOffset } = constraints.probes.owners;
    this.owners = {
      id: Uint32Array.from(near, (p) => id[p]!),
      s: Float64Array.from(near, (p) => s[p]!),
      layerOffset: Float64Array.from(near, (p) => layerOffset[p]!),
    };
    this.bodies = new Float64Array(OBSTACLE_ROW * near.length);
    this.arrange();
  }

  /** Rows on held nodes alone say nothing and are left out. */
  private arrange(): void {
    const { restLength, inverseMass, held, planes, near } = this.constraints;
    const nodes = inverseMass.length;
    let nextBody = 0;
    if (near[0] === 0) this.push(BODY, nextBody++, 0, 0, 0);
    for (let j = 0; j < restLength.length; j++) {
      const isFree = inverseMass[j]! + inverseMass[j + 1]! > 0;
      if (isFree) this.push(EDGE, j, j, j, j + 1);
      held.forEach((point, n) => {
        if (point.edge !== j || !isFree) return;
        for (let c = 0; c < 3; c++) this.push(CLAMPED, 3 * n + c, j, j, j + 1);
      });
      planes.forEach((point, n) => {
        if (point.edge === j && isFree) this.push(PLANE, n, j, j, j + 1);
      });
      if (near[nextBody] === nodes + j) this.push(BODY, nextBody++, j, j, j + 1);
      if (near[nextBody] === j + 1) this.push(BODY, nextBody++, j, j + 1, j + 1);
    }
  }

  private push(kind: number, index: number, node: number, first: number, last: number): void {
    const r = this.count++;
    this.kind[r] = kind;
    this.index[r] = index;
    this.node[r] = node;
    this.firstNode[r] = first;
    this.lastNode[r] = last;
    this.isOneSided[r] = kind === PLANE || kind === BODY ? 1 : 0;
  }

  evaluate(x: Float64Array): void {
    const { near, obstacles, time, inverseMass } = this.constraints;
    const nodes = inverseMass.length;
    near.forEach((p, n) => {
      put(this.points, n, p < nodes ? at(x, p) : mix(at(x, p - nodes), at(x, p - nodes + 1), 0.5));
    });
    obstacles?.nearest(this.points, near.length, time, this.bodies, this.owners);
    for (let r = 0; r < this.count; r++) this.evaluateRow(x, r);
  }

  private evaluateRow(x: Float64Array, r: number): void {
    const { constraints, index } = this;
    const n = index[r]!;
    switch (this.kind[r]) {
      case EDGE: {
        // C = (|e|² − |ê|²)/2|ê|, whose gradient is a unit vector.
        const l = constraints.restLength[n]!;
        const e = subtract(at(x, n + 1), at(x, n));
        this.write(r, (dot(e, e) - l * l) / (2 * l), scale(e, -1 / l), scale(e, 1 / l));
        break;
      }
      case CLAMPED: {
        const point = constraints.held[Math.floor(n / 3)]!;
        const c = n % 3;
        const axis: Vec3 = [c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0];
        this.writePoint(x, r, point, axis, point.target);
        break;
      }
      case PLANE: {
        const plane = constraints.planes[n]!;
        this.writePoint(x, r, plane, plane.normal, plane.point);
        break;
      }
      default: {
        const b = OBSTACLE_ROW * n;
        const p = constraints.near[n]!;
        const normal: Vec3 = [this.bodies[b + 1]!, this.bodies[b + 2]!, this.bodies[b + 3]!];
        const gap = this.bodies[b]! - constraints.probes.clearance[p]!;
        if (p >= constraints.inverseMass.length) this.write(r, gap, scale(normal, 0.5), scale(normal, 0.5));
        else this.write(r, gap, p === this.node[r] ? normal : ZERO, p === this.node[r] ? ZERO : normal);
      }
    }
  }

  private writePoint(x: Float64Array, r: number, point: EdgePoint, axis: Vec3, target: Vec3): void {
    const { edge, fraction } = point;
    const before = dot(axis, subtract(at(x, edge), target));
    const after = dot(axis, subtract(at(x, edge + 1), target));
    this.write(r, (1 - fraction) * before + fraction * after, scale(axis, 1 - fraction), scale(axis, fraction));
  }

  private write(r: number, value: number, before: Vec3, after: Vec3): void {
    this.value[r] = value;
    put(this.gradient, 2 * r, before);
    put(this.gradient, 2 * r + 1, after);
  }

  /** Calls back for every body or plane: where it acts, and its row's data. */
  forEachSurface(call: (surface: Surface) => void): void {
    for (let r = 0; r < this.count; r++) {
      if (!this.isOneSided[r]) continue;
      const n = this.index[r]!;
      const node = this.node[r]!;
      if (this.kind[r] === PLANE) {
        const { fraction, normal, velocity, friction } = this.constraints.planes[n]!;
        call({ row: r, node, fraction, normal, velocity, friction });
      } else {
        const b = OBSTACLE_ROW * n;
        const p = this.constraints.near[n]!;
        const fraction = p >= this.constraints.inverseMass.length ? 0.5 : p - node;
        const normal: Vec3 = [this.bodies[b + 1]!, this.bodies[b + 2]!, this.bodies[b + 3]!];
        const velocity: Vec3 = [this.bodies[b + 4]!, this.bodies[b + 5]!, this.bodies[b + 6]!];
        call({ row: r, node, fraction, normal, velocity, friction: this.bodies[b + 7]! });
      }
    }
  }
}

/** A body or plane that may push the point at `fraction` between a node and the next. */
export interface Surface {
  readonly row: number;
  readonly node: number;
  readonly fraction: number;
  readonly normal: Vec3;
  readonly velocity: Vec3;
  readonly friction: number;
}

/**
 * A point out of reach is held as far as the strand reaches: between two holds a strand is at most this fraction of its
 * length. Fully taut, the constraints would say the same twice.
 */
const REACH = 0.9995;

/**
 * Targets brought within reach of the hold before, root to tip; a hold is a node with inverse mass 0 or a held point.
 */
export function withinReach(
  held: readonly ClampedPoint[],
  x: Float64Array,
  restLength: Float64Array,
  inverseMass: Float64Array,
): ClampedPoint[] {
  let anchor: Vec3 | null = null;
  let anchorAt = 0;
  let s = 0;
  let next = 0;
  const out: ClampedPoint[] = [];
  for (let j = 0; j < restLength.length; j++) {
    if (inverseMass[j] === 0) [anchor, anchorAt] = [at(x, j), s];
    for (; next < held.length && held[next]!.edge === j; next++) {
      const point = held[next]!;
      const place = s + point.fraction * restLength[j]!;
      let target = point.target;
      if (anchor) {
        const arm = subtract(target, anchor);
        const most = REACH * (place - anchorAt);
        const far = length(arm);
        if (far > most) target = [0, 1, 2].map((c) => anchor![c]! + (arm[c]! * most) / far) as unknown as Vec3;
      }
      out.push({ ...point, target });
      [anchor, anchorAt] = [target, place];
    }
    s += restLength[j]!;
  }
  return out;
}
