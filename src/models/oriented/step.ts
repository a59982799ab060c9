import { conjugate, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, distance, subtract, type Vec3 } from '../../numeric/vector.ts';
import { type ContactMaker, type ContactSettings, lookTogether, sampledStrands } from '../contactable.ts';
import { historyOf } from '../history.ts';
import type { Environment, Loads, SamplePoints, StepReport, StrandEdit } from '../model.ts';
import { strandIndex } from '../nodal.ts';
import { RootRows } from '../root-rows.ts';
import { RowsByStrand } from '../rows-by-strand.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import type { StrandStore } from '../store/strand-store.ts';
import { growTrees } from './branches.ts';
import { rootTurn } from './build.ts';
import type { ORIENTED_FIELDS, OrientedStrand } from './fields.ts';
import { makeTree } from './tree.ts';
import { type Member, TreeStepper, type TreeTask } from './tree-step.ts';

/** A root turns at most this far in one sub-step, radian. */
const LARGEST_TURN = 0.5;
/** A root that goes farther than this in one sub-step has jumped, metres. */
const FARTHEST = 0.3;

const CONTACTS: ContactSettings = { stiffness: 2000 };

/** Steps all strands: what they share of a step is gathered here, each tree's solve is in `tree-step.ts`. */
export class OrientedStepper implements Stepper {
  private readonly strands: readonly OrientedStrand[];
  /** A strand that others grow on is stepped with them. */
  private readonly trees: readonly (readonly Member[])[];
  private readonly stepper: TreeStepper;
  private readonly index: ReadonlyMap<number, number>;
  private readonly samplePoints: SamplePoints;
  private readonly loads: Loads;
  private readonly first: Uint32Array;
  private readonly roots: RootRows;
  private readonly parts: Int32Array;
  private readonly forces: RowsByStrand;
  private readonly clamps: RowsByStrand;
  private readonly task: TreeTask;

  constructor(store: StrandStore<typeof ORIENTED_FIELDS>, makeContacts: ContactMaker, iterations: number) {
    const strands = store.all();
    const { ids, arrays } = store;
    this.strands = strands;
    const { velocityPast, stepPast } = arrays;
    const sampled = {
      ...sampledStrands(store),
      velocityPast,
      lead: (k: number, h: number): number => historyOf(h, stepPast[k]!).lead,
    };
    this.index = strandIndex(ids);
    this.first = store.first;
    const nodes = this.first[strands.length]!;
    this.samplePoints = {
      count: nodes,
      position: new Float64Array(3 * nodes),
      velocity: new Float64Array(3 * nodes),
      tangent: new Float64Array(3 * nodes),
      length: new Float64Array(nodes),
      fraction: middles(strands, this.first),
    };
    this.loads = { force: new Float64Array(3 * nodes), damping: new Float64Array(6 * nodes) };
    this.roots = new RootRows(ids, arrays.rooted);
    this.parts = new Int32Array(strands.length);
    this.forces = new RowsByStrand(strands.length);
    this.clamps = new RowsByStrand(strands.length);
    this.trees = growTrees(strands, this.first, this.roots.row);
    const most = this.trees.reduce((sum, tree) => Math.max(sum, tree.length), 1);
    const links = this.trees.reduce((sum, tree) => Math.max(sum, linksOf(tree)), 1);
    const contacts = Array.from({ length: most }, () => makeContacts(sampled, CONTACTS));
    this.stepper = new TreeStepper(makeTree(links, 64), contacts);
    const { roots, forces, clamps } = this;
    this.task = {
      ...{ members: [], loads: null, h: 0, stepEnd: 0, environment: null! },
      ...{ roots: roots.states, forces, clamps, most: iterations },
    };
  }

  /** Lengths are known to whoever looks for places. */
  isStaleAfter({ lengthen }: StrandEdit): boolean {
    return lengthen !== undefined;
  }

  step(dt: number, environment: Environment): StepReport {
    const report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
    const { forces, clamps, time } = environment;
    if (forces) this.forces.fill(forces.count, forces.id, this.index);
    if (clamps) this.clamps.fill(clamps.count, clamps.id, this.index);
    this.task.stepEnd = time + dt;
    const most = this.partition(dt, environment);
    for (let parts = 1; parts <= most; parts++) {
      if (!this.parts.includes(parts)) continue;
      const h = dt / parts;
      for (let part = 0; part < parts; part++)
        this.subStep(parts, h, parts === 1 ? environment : { ...environment, time: time + part * h }, report);
      report.substeps = parts;
    }
    return report;
  }

  /** Into how many equal parts each strand's step is divided: decided by its own root's motion. */
  private partition(dt: number, environment: Environment): number {
    const { roots } = this;
    roots.sampledAt = Number.NaN;
    roots.fastest.fill(0);
    for (let end = 0; end < 2; end++) {
      roots.sample(environment, environment.time + end * dt);
      roots.noteSpin();
    }
    let most = 1;
    this.parts.fill(0);
    for (const tree of this.trees) {
      // A tree sleeps where all of it does.
      if (tree.every(({ k }) => environment.asleep?.[k] === 1)) continue;
      const parts = tree.reduce((n, { k }) => Math.max(n, roots.partsOf(k, dt, LARGEST_TURN)), 1);
      for (const { k } of tree) this.parts[k] = parts;
      most = Math.max(most, parts);
    }
    return most;
  }

  private subStep(parts: number, h: number, environment: Environment, report: StepReport): void {
    const end = environment.time + h;
    this.roots.sample(environment, end);
    const hasFields = environment.fields.length > 0;
    if (hasFields) {
      this.loads.force.fill(0);
      this.loads.damping.fill(0);
      this.updateSamplePoints();
      for (const field of environment.fields) field.apply(this.samplePoints, end, this.loads);
    }
    const [contacts] = this.stepper.contacts;
    lookTogether(contacts!, this.strands.length, h, environment, (k) => this.parts[k] === parts);
    for (const tree of this.trees)
      if (this.parts[tree[0]!.k] === parts) this.stepTree(tree, h, environment, hasFields, report);
  }

  /** Fields act at the links' middles, each for its length; the tip, which has no link, for none. */
  private updateSamplePoints(): void {
    const { position, velocity, tangent, length } = this.samplePoints;
    for (let k = 0; k < this.strands.length; k++) {
      const { nodes, position: x, velocity: v, restLength } = this.strands[k]!;
      for (let e = 0; e + 1 < nodes; e++) {
        const i = this.first[k]! + e;
        const inverse = 1 / restLength[e]!;
        length[i] = restLength[e]!;
        for (let c = 0; c < 3; c++) {
          const a = 3 * e + c;
          position[3 * i + c] = 0.5 * (x[a]! + x[a + 3]!);
          velocity[3 * i + c] = 0.5 * (v[a]! + v[a + 3]!);
          tangent[3 * i + c] = inverse * (x[a + 3]! - x[a]!);
        }
      }
    }
  }

  private stepTree(
    tree: readonly Member[],
    h: number,
    environment: Environment,
    hasFields: boolean,
    report: StepReport,
  ): void {
    const { stepper, task } = this;
    const [{ strand, row }] = tree as readonly [Member];
    // A held strand of one edge has no joint, unless something grows on it.
    const isRigid = strand.nodes < 2 || (row >= 0 && strand.nodes < 3 && tree.length === 1);
    if (isRigid || (row >= 0 && this.hasJumped(strand, row))) {
      this.standStill(tree);
      return;
    }
    const { obstacles, time } = environment;
    if (obstacles)
      for (let m = 1; m < tree.length; m++) stepper.contacts[m]!.look(obstacles, time, h, tree[m]!.k, tree[m]!.k + 1);
    task.members = tree;
    task.loads = hasFields ? this.loads : null;
    task.h = h;
    task.environment = environment;
    const isDone = stepper.step(task);
    report.solves += stepper.report.iterations;
    if (isDone) {
      report.contacts += stepper.touching;
      return;
    }
    // What cannot be solved keeps its shape and rides with its root: seen, never NaN.
    for (const { strand: lost } of tree) report.carried.push(lost.id);
    this.standStill(tree);
  }

  /** Whether the root went farther or turned more than any motion would in a sub-step: a cut in the animation. */
  private hasJumped({ groomed, position }: OrientedStrand, row: number): boolean {
    const turn = quatRow(this.roots.states.orientation, row);
    const origin = at(this.roots.states.position, row);
    const place = (i: number) => add(origin, rotate(turn, at(groomed, i)));
    const l = distance(at(position, 0), at(position, 1));
    const tip = subtract(subtract(place(1), place(0)), subtract(at(position, 1), at(position, 0)));
    return distance(place(0), at(position, 0)) > FARTHEST || distance(tip, [0, 0, 0]) > l;
  }

  /** Carries a tree rigidly from where its first edge is to where its root has it, at rest relative to that. */
  private standStill(tree: readonly Member[]): void {
    const [{ strand, row }] = tree as readonly [Member];
    if (row < 0) return;
    const { states } = this.roots;
    const turn = quatRow(states.orientation, row);
    const rootAt = add(at(states.position, row), rotate(turn, at(strand.groomed, 0)));
    const relative = strand.nodes < 2 ? turn : multiply(turn, conjugate(rootTurn(strand)));
    const from = at(strand.position, 0);
    for (const member of tree) this.carry(member.strand, row, rootAt, relative, from);
  }

  private carry(strand: OrientedStrand, row: number, rootAt: Vec3, relative: Quat, from: Vec3): void {
    const { states } = this.roots;
    const { nodes, position, positionPast, velocity, velocityPast, axes, axesPast } = strand;
    const origin = at(states.position, row);
    for (let i = 0; i < nodes; i++) {
      const x = add(rootAt, rotate(relative, subtract(at(position, i), from)));
      position.set(x, 3 * i);
      velocity.set(add(at(states.velocity, row), cross(at(states.angularVelocity, row), subtract(x, origin))), 3 * i);
    }
    for (let i = 0; 3 * i < axes.length; i++) axes.set(rotate(relative, at(axes, i)), 3 * i);
    positionPast.set(position);
    velocityPast.set(velocity);
    axesPast.set(axes);
    const { axesRate, axesRatePast, turnPast, parentTurnPast, stepPast } = strand;
    for (const past of [axesRate, axesRatePast, turnPast, parentTurnPast, stepPast]) past.fill(0);
  }
}

const linksOf = (tree: readonly Member[]): number => tree.reduce((sum, { strand }) => sum + strand.nodes, 0);

/** Fractions of arc length at the middles of edges. */
function middles(strands: readonly OrientedStrand[], first: Uint32Array): Float64Array {
  const out = new Float64Array(first[strands.length]!);
  strands.forEach(({ restLength, nodes }, k) => {
    const total = restLength.reduce((sum, l) => sum + l, 0);
    let s = 0;
    for (let e = 0; e + 1 < nodes; e++) {
      out[first[k]! + e] = total > 0 ? (s + 0.5 * restLength[e]!) / total : 0;
      s += restLength[e]!;
    }
  });
  return out;
}
