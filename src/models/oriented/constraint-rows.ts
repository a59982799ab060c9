import { solveTree } from './articulated.ts';
import { limitExcess, writeLimitWay } from './limits.ts';
import {
  BOTH_WAYS,
  type Complementarity,
  makeComplementarity,
  ONE_SIDED,
  projectedSor,
  RUBS,
  RUBS_ACROSS,
} from './projected-sor.ts';
import { HELD, type Tree } from './tree.ts';

/** Give of rows over how far a force moves the whole tree: a strand's own weight then moves a held point by a few micrometres. */
const GIVE = 1e-2;
/** The same of contacts and limits, which always have a solution. */
const FIRM = 1e-6;
const SWEEPS = 80;

/**
 * Analytic constraints of one tree: scalar rows that ask for the place of a point along a direction, or for a joint's limit, at the end of the
 * step. Places are affine in the rows' forces, x = x₀ + K f (eqs. 1.11 to 1.13, times H²); K comes column by column from articulated-body
 * sweeps of the implicit step's own system, so that forces match the step.
 */
export class ConstraintRows {
  problem: Complementarity = makeComplementarity(64);
  /** What a row acts on: a point of the tree, or −1 − joint. Direction in the world; of a joint, its torque for a force of 1. */
  private on = new Int32Array(64);
  private way = new Float64Array(3 * 64);
  private limit = new Uint8Array(64);
  /** Where the point is to be along the direction. */
  private target = new Float64Array(64);
  private readonly lack = new Float64Array(6);
  private readonly local = new Float64Array(3);

  get count(): number {
    return this.problem.count;
  }

  clear(): void {
    this.problem.count = 0;
  }

  /** A row at a point of the tree. `force`: what it begins with. */
  addPoint(point: number, kind: number, force: number): number {
    return this.add(point, kind, force, 0);
  }

  /** A row that keeps a joint within its limit. */
  addLimit(joint: number, which: number): number {
    return this.add(-1 - joint, ONE_SIDED, 0, which);
  }

  private add(on: number, kind: number, force: number, limit: number): number {
    if (this.problem.count === this.on.length) this.grow();
    const i = this.problem.count++;
    this.on[i] = on;
    this.limit[i] = limit;
    this.problem.kind[i] = kind;
    this.problem.force[i] = force;
    this.problem.friction[i] = 0;
    return i;
  }

  private grow(): void {
    const size = 2 * this.on.length;
    const { count, force, kind, friction } = this.problem;
    const larger = makeComplementarity(size);
    larger.count = count;
    larger.force.set(force);
    larger.kind.set(kind);
    larger.friction.set(friction);
    this.problem = larger;
    const { on, way, limit, target } = this;
    this.on = new Int32Array(size);
    this.on.set(on);
    this.way = new Float64Array(3 * size);
    this.way.set(way);
    this.limit = new Uint8Array(size);
    this.limit.set(limit);
    this.target = new Float64Array(size);
    this.target.set(target);
  }

  /** Says along which direction a point's row looks and where it is to be there. */
  aim(i: number, x: number, y: number, z: number, target: number): void {
    this.way[3 * i] = x;
    this.way[3 * i + 1] = y;
    this.way[3 * i + 2] = z;
    this.target[i] = target;
  }

  /**
   * Solves for the forces where the tree's step brings it that was solved for last. Returns by how much any row then moves from there, metres.
   */
  solve(tree: Tree, wholeMove: number): number {
    const { problem } = this;
    const { count, stride, matrix, lack, force, give, kind } = problem;
    for (let i = 0; i < count; i++) {
      this.aimLimit(tree, i);
      lack[i] = this.target[i]! - this.placeOf(tree, i) - this.responseOf(tree, i);
    }
    for (let j = 0; j < count; j++) {
      this.loadRow(tree, j);
      solveTree(tree, this.lack);
      for (let i = 0; i < count; i++) matrix[stride * i + j] = this.responseOf(tree, i);
    }
    tree.own.fill(0);
    for (let i = 0; i < count; i++) {
      let own = 0;
      for (let j = 0; j < count; j++) own += matrix[stride * i + j]! * force[j]!;
      lack[i] = lack[i]! + own;
      give[i] = kind[i] === BOTH_WAYS ? GIVE * wholeMove : FIRM * matrix[stride * i + i]!;
    }
    const before = this.before(count);
    projectedSor(problem, SWEEPS);
    let most = 0;
    for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(force[i]! - before[i]!) * matrix[stride * i + i]!);
    return most;
  }

  private kept = new Float64Array(64);
  private before(count: number): Float64Array {
    if (this.kept.length < count) this.kept = new Float64Array(2 * count);
    for (let i = 0; i < count; i++) this.kept[i] = this.problem.force[i]!;
    return this.kept;
  }

  /** The place of a point along its row, or minus what a joint is beyond its limit. */
  private placeOf(tree: Tree, i: number): number {
    const on = this.on[i]!;
    if (on < 0) return -limitExcess(tree, -1 - on, this.limit[i]!);
    const j = tree.link[on]!;
    const s = tree.place[on]!;
    const { origin, axes } = tree;
    const { way } = this;
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += way[3 * i + c]! * (origin[3 * j + c]! + s * axes[9 * j + 3 + c]!);
    return sum;
  }

  private aimLimit(tree: Tree, i: number): void {
    const j = -1 - this.on[i]!;
    if (j < 0) return;
    const { local } = this;
    writeLimitWay(tree, j, this.limit[i]!, local, 0);
    const { axes } = tree;
    const m = 9 * j;
    for (let c = 0; c < 3; c++)
      this.way[3 * i + c] = axes[m + c]! * local[0]! + axes[m + 3 + c]! * local[1]! + axes[m + 6 + c]! * local[2]!;
    this.target[i] = 0;
  }

  /** What joints lack for balance where a unit force of one row acts and nothing else does. */
  private loadRow(tree: Tree, i: number): void {
    const { own } = tree;
    const { way, lack } = this;
    const on = this.on[i]!;
    if (on >= 0) {
      loadPoint(tree, tree.link[on]!, tree.place[on]!, way[3 * i]!, way[3 * i + 1]!, way[3 * i + 2]!, lack);
      return;
    }
    own.fill(0, 0, 3 * tree.links);
    lack.fill(0);
    for (let c = 0; c < 3; c++) own[3 * (-1 - on) + c] = way[3 * i + c]!;
  }

  /** How far the row moves by the answer at hand. */
  private responseOf(tree: Tree, i: number): number {
    const { phi, shift, given, axes } = tree;
    const { way } = this;
    const on = this.on[i]!;
    const w = 3 * i;
    if (on < 0) {
      const a = 3 * (-1 - on);
      return way[w]! * given[a]! + way[w + 1]! * given[a + 1]! + way[w + 2]! * given[a + 2]!;
    }
    const j = tree.link[on]!;
    const s = tree.place[on]!;
    const a = 3 * j;
    const m = 9 * j + 3;
    return (
      way[w]! * (shift[a]! + s * (phi[a + 1]! * axes[m + 2]! - phi[a + 2]! * axes[m + 1]!)) +
      way[w + 1]! * (shift[a + 1]! + s * (phi[a + 2]! * axes[m]! - phi[a]! * axes[m + 2]!)) +
      way[w + 2]! * (shift[a + 2]! + s * (phi[a]! * axes[m + 1]! - phi[a + 1]! * axes[m]!))
    );
  }

  /** Leaves what all rows' forces together do in the tree's `phi` and `shift`. */
  sumMotion(tree: Tree): void {
    const { count, force } = this.problem;
    const size = 3 * tree.links;
    const sum = new Float64Array(2 * size);
    for (let i = 0; i < count; i++) {
      if (force[i] === 0) continue;
      this.loadRow(tree, i);
      solveTree(tree, this.lack);
      for (let a = 0; a < size; a++) {
        sum[a] = sum[a]! + force[i]! * tree.phi[a]!;
        sum[size + a] = sum[size + a]! + force[i]! * tree.shift[a]!;
      }
    }
    tree.phi.set(sum.subarray(0, size));
    tree.shift.set(sum.subarray(size));
    tree.own.fill(0);
  }

  /** Puts the rows' forces on the tree: as loads of their points, and as pushes of limits. */
  apply(tree: Tree): void {
    const { count, force } = this.problem;
    const { on, way, limit } = this;
    for (let i = 0; i < count; i++) if (on[i]! >= 0) for (let c = 0; c < 3; c++) tree.b[3 * on[i]! + c] = 0;
    for (let i = 0; i < count; i++) {
      const p = on[i]!;
      if (p < 0) tree.limitForce[2 * (-1 - p) + limit[i]!] = force[i]!;
      else for (let c = 0; c < 3; c++) tree.b[3 * p + c] = tree.b[3 * p + c]! + force[i]! * way[3 * i + c]!;
    }
  }
}

/** What joints lack for balance where a force acts at one point of a link and nothing else does; of a free base in `lack`. */
export function loadPoint(
  tree: Tree,
  link: number,
  place: number,
  fx: number,
  fy: number,
  fz: number,
  lack: Float64Array,
): void {
  const { own, origin, axes, parent, base, links } = tree;
  own.fill(0, 0, 3 * links);
  lack.fill(0);
  const x = origin[3 * link]! + place * axes[9 * link + 3]!;
  const y = origin[3 * link + 1]! + place * axes[9 * link + 4]!;
  const z = origin[3 * link + 2]! + place * axes[9 * link + 5]!;
  for (let j = link; ; j = parent[j]!) {
    const rx = x - origin[3 * j]!;
    const ry = y - origin[3 * j + 1]!;
    const rz = z - origin[3 * j + 2]!;
    const out = j === 0 ? lack : own;
    out[3 * j] = ry * fz - rz * fy;
    out[3 * j + 1] = rz * fx - rx * fz;
    out[3 * j + 2] = rx * fy - ry * fx;
    if (j === 0) break;
  }
  if (base === HELD) return;
  lack[3] = fx;
  lack[4] = fy;
  lack[5] = fz;
}

export { BOTH_WAYS, ONE_SIDED, RUBS, RUBS_ACROSS };
