import { multiplySymmetric } from '../../numeric/flat3.ts';
import { writeMatrix } from '../../numeric/rotation.ts';
import { at, distance, type Vec3, ZERO } from '../../numeric/vector.ts';
import type { History } from '../history.ts';
import type { Clamps, PointForces } from '../model.ts';
import { springForce } from '../nodal.ts';
import type { PartTask } from '../parted-stepper.ts';
import type { RowsByStrand } from '../rows-by-strand.ts';
import { locate } from '../store/cut.ts';
import { quatRow } from '../store/place.ts';
import type { ConstraintSolve } from './constraint-solve.ts';
import type { OrientedStrand } from './fields.ts';
import { isHeld } from './load.ts';
import { addPoint, type Tree } from './tree.ts';

/** Clamps are so stiff that the whole strand's weight moves one by this, metres. */
const CLAMP_DEPTH = 2e-7;
const CLAMP_INERTIA = 100;
/** Length of the arm by which a clamp holds a frame, metres. */
const CLAMP_ARM = 0.005;
/** A point that is far from where it is held is pulled there with at most this, m/s². */
const FARTHEST_PULL = 150;

/** One strand of a tree: the first is its trunk, whose first link is the tree's base. */
export interface Member {
  readonly strand: OrientedStrand;
  readonly k: number;
  /** Its first link in the tree, and the link that this one grows on; −1 for the base. */
  readonly first: number;
  readonly parent: number;
  /** Its first link among the loads of fields. */
  readonly firstLoad: number;
  /** Row of its root; −1 where it has none. */
  readonly row: number;
}

/** Everything around one tree in one step; one task serves all in turn. */
export interface TreeTask extends PartTask {
  members: readonly Member[];
}

/** What others do to a tree in a step, as loads at points of its links: fields, forces, clamps, and what carries it as groomed. */
export class TreeLoads {
  private readonly tree: Tree;
  /** What holds points exactly; null: stiff springs do. */
  private readonly constraints: ConstraintSolve | null;
  private readonly rate: number;
  private history!: History;
  private readonly turn = new Float64Array(9);
  private readonly spring = new Float64Array(3);

  /** `rate`: how fast points that are held exactly come to their places, 1/s. */
  constructor(tree: Tree, constraints: ConstraintSolve | null, rate: number) {
    this.tree = tree;
    this.constraints = constraints;
    this.rate = rate;
  }

  /** Loads of fields at the links' middles, forces and clamps of others at points, and what carries nodes as groomed. */
  add(task: TreeTask, member: Member, history: History): void {
    this.history = history;
    const { environment, loads, forces, clamps } = task;
    const { strand, first, firstLoad } = member;
    const { tree } = this;
    if (loads)
      for (let e = isHeld(strand) ? 1 : 0; e + 1 < strand.nodes; e++) {
        const p = addPoint(tree, first + e, 0.5 * tree.length[first + e]!);
        const f = firstLoad + e;
        for (let c = 0; c < 3; c++) tree.b[3 * p + c] = loads.force[3 * f + c]!;
        this.addDamping(strand, e, 0.5, p, loads.damping, 6 * f);
      }
    if (environment.forces) this.addForces(member, environment.forces, forces);
    if (member.row >= 0) this.addSupports(task, member);
    if (environment.clamps) this.addClamps(task, member, environment.clamps, clamps);
  }

  /** f = force + K (anchor − x) − D v, relative to where the point was at the start. */
  private addForces({ strand, k, first }: Member, forces: PointForces, rows: RowsByStrand): void {
    const { tree, spring } = this;
    for (let r = rows.first(k); r >= 0; r = rows.after(r)) {
      const [e, t] = locate(strand, forces.s[r]!);
      const p = addPoint(tree, first + e, t * strand.restLength[e]!);
      const { ref, a, b } = tree;
      const d0 = forces.anchor[3 * r]! - ref[3 * p]!;
      const d1 = forces.anchor[3 * r + 1]! - ref[3 * p + 1]!;
      const d2 = forces.anchor[3 * r + 2]! - ref[3 * p + 2]!;
      springForce(forces, r, d0, d1, d2, spring, 0);
      for (let c = 0; c < 3; c++) b[3 * p + c] = spring[c]!;
      for (let c = 0; c < 6; c++) a[6 * p + c] = forces.stiffness[6 * r + c]!;
      this.addDamping(strand, e, t, p, forces.damping, 6 * r);
    }
  }

  /** Adds −D v to a point, v = (x − now x_start + past x_past)/H. */
  private addDamping(strand: OrientedStrand, e: number, t: number, p: number, damping: Float64Array, d: number): void {
    const { tree, spring, history } = this;
    const { position: x, positionPast: xp } = strand;
    const inverse = 1 / history.step;
    const i = 3 * e;
    const back = (c: number): number =>
      history.past * ((1 - t) * (x[i + c]! - xp[i + c]!) + t * (x[i + 3 + c]! - xp[i + 3 + c]!));
    multiplySymmetric(damping, d, back(0), back(1), back(2), spring, 0);
    for (let c = 0; c < 3; c++) tree.b[3 * p + c] = tree.b[3 * p + c]! + inverse * spring[c]!;
    for (let c = 0; c < 6; c++) tree.a[6 * p + c] = tree.a[6 * p + c]! + inverse * damping[d + c]!;
  }

  /** The force that carries a node and the spring to its groomed place, both riding with the root. */
  private addSupports({ roots }: TreeTask, { strand, first, row }: Member): void {
    const { tree, turn } = this;
    const { nodes, support, poseSpring, groomed } = strand;
    writeMatrix(quatRow(roots.orientation, row), turn);
    for (let i = isHeld(strand) ? 2 : 1; i < nodes; i++) {
      const k = poseSpring[i]!;
      const isCarried = support[3 * i] !== 0 || support[3 * i + 1] !== 0 || support[3 * i + 2] !== 0;
      if (k === 0 && !isCarried) continue;
      const p = addPoint(tree, first + i - 1, strand.restLength[i - 1]!);
      for (let c = 0; c < 3; c++) {
        const m = 3 * c;
        const ride = (v: Float64Array): number =>
          turn[m]! * v[3 * i]! + turn[m + 1]! * v[3 * i + 1]! + turn[m + 2]! * v[3 * i + 2]!;
        tree.b[3 * p + c] = ride(support);
        if (k > 0) tree.ref[3 * p + c] = roots.position[3 * row + c]! + ride(groomed);
      }
      for (let c = 0; c < 6; c++) tree.a[6 * p + c] = c === 0 || c === 3 || c === 5 ? k : 0;
    }
  }

  /** Points that stiff springs hold, and axes that others do where a frame is held too. */
  private addClamps({ members, h }: TreeTask, { strand, k, first }: Member, clamps: Clamps, rows: RowsByStrand): void {
    if (rows.first(k) < 0) return;
    const { tree, turn } = this;
    const stiffness = this.clampStiffness(members);
    for (let r = rows.first(k); r >= 0; r = rows.after(r)) {
      const target = at(clamps.target, r);
      if (!Number.isFinite(target[0] + target[1] + target[2])) continue;
      const [edge, t] = locate(strand, clamps.s[r]!);
      const e = first + edge;
      const p = addPoint(tree, e, t * tree.length[e]!);
      if (this.constraints)
        this.holdAnalytically(strand, edge, t, p, target, clamps.velocity ? at(clamps.velocity, r) : ZERO, h);
      else {
        for (let c = 0; c < 3; c++) tree.ref[3 * p + c] = target[c]!;
        for (const c of [0, 3, 5]) tree.a[6 * p + c] = stiffness;
      }
      const f = clamps.frame;
      if (!f || (f[4 * r] === 0 && f[4 * r + 1] === 0 && f[4 * r + 2] === 0 && f[4 * r + 3] === 0)) continue;
      // x is the tangent there and y the major axis: here y and x.
      writeMatrix(quatRow(f, r), turn);
      const spring = stiffness * CLAMP_ARM * CLAMP_ARM;
      const round = tree.roundness[e]!;
      tree.roundness[e] = round + spring;
      for (let c = 0; c < 3; c++) {
        const x = turn[3 * c + 1]!;
        const z = -turn[3 * c + 2]!;
        tree.axisTarget[6 * e + c] = (round * tree.axisTarget[6 * e + c]! + spring * x) / (round + spring);
        tree.axisTarget[6 * e + 3 + c] = (round * tree.axisTarget[6 * e + 3 + c]! + spring * z) / (round + spring);
      }
    }
  }

  /** A held point goes to its place as a critically damped spring would (eq. 1.15), taken implicitly: no rate is too much for the step. */
  private holdAnalytically(
    { position: x, velocity: v }: OrientedStrand,
    e: number,
    t: number,
    point: number,
    target: Vec3,
    speed: Vec3,
    h: number,
  ): void {
    const rate = Math.min(this.rate, 1 / h);
    const damped = 1 / ((1 + h * rate) * (1 + h * rate));
    const far = target.map((end, c) => (1 - t) * x[3 * e + c]! + t * x[3 * e + 3 + c]! - (end - h * speed[c]!));
    // Beyond some way it comes no faster: no start, however far, is a blow.
    const pulled = Math.min(1, FARTHEST_PULL / (rate * rate * distance(far as unknown as Vec3, ZERO) + 1e-30));
    const goal = target.map((end, c) => {
      const rates = (1 - t) * v[3 * e + c]! + t * v[3 * e + 3 + c]! - speed[c]!;
      return end + far[c]! + h * damped * (rates - h * rate * rate * pulled * far[c]!);
    });
    this.constraints!.hold(point, goal[0]!, goal[1]!, goal[2]!);
  }

  private clampStiffness(members: readonly Member[]): number {
    const { step: H } = this.history;
    let total = 0;
    for (const { strand } of members) for (let e = 0; e + 1 < strand.nodes; e++) total += strand.mass[e]!;
    return total * (9.81 / CLAMP_DEPTH + CLAMP_INERTIA / (H * H));
  }
}
