import { conjugate, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, distance, subtract, type Vec3 } from '../../numeric/vector.ts';
import { type ContactMaker, type StrandContacts, sampledStrands } from '../contactable.ts';
import { historyOf } from '../history.ts';
import type { Environment, SamplePoints, StepReport } from '../model.ts';
import { CONTACTS, FARTHEST, LARGEST_TURN, PartedStepper } from '../parted-stepper.ts';
import { quatRow } from '../store/place.ts';
import type { StrandStore } from '../store/strand-store.ts';
import { growTrees } from './branches.ts';
import { rootTurn } from './build.ts';
import type { ORIENTED_FIELDS, OrientedStrand } from './fields.ts';
import type { OrientedParameters } from './parameters.ts';
import { makeTree } from './tree.ts';
import type { Member, TreeTask } from './tree-loads.ts';
import { TreeStepper } from './tree-step.ts';

/** Steps all strands; each tree's solve is in `tree-step.ts`. */
export class OrientedStepper extends PartedStepper {
  private readonly strands: readonly OrientedStrand[];
  /** A strand that others grow on is stepped with them. */
  private readonly trees: readonly (readonly Member[])[];
  private readonly stepper: TreeStepper;
  private readonly first: Uint32Array;
  protected readonly contacts: StrandContacts;
  protected readonly task: TreeTask;

  constructor(store: StrandStore<typeof ORIENTED_FIELDS>, makeContacts: ContactMaker, parameters: OrientedParameters) {
    const strands = store.all();
    const { ids, arrays, first } = store;
    const count = first[strands.length]!;
    super(ids, arrays.rooted, {
      count,
      position: new Float64Array(3 * count),
      velocity: new Float64Array(3 * count),
      tangent: new Float64Array(3 * count),
      length: new Float64Array(count),
      fraction: middles(strands, first),
    });
    this.strands = strands;
    this.first = first;
    this.trees = growTrees(strands, first, this.roots.row);
    const { velocityPast, stepPast } = arrays;
    const sampled = {
      ...sampledStrands(store),
      velocityPast,
      lead: (k: number, h: number): number => historyOf(h, stepPast[k]!).lead,
    };
    const most = this.trees.reduce((sum, tree) => Math.max(sum, tree.length), 1);
    const links = this.trees.reduce((sum, tree) => Math.max(sum, linksOf(tree)), 1);
    const contacts = Array.from({ length: most }, () => makeContacts(sampled, CONTACTS));
    this.contacts = contacts[0]!;
    this.stepper = new TreeStepper(makeTree(links, 64), contacts, parameters);
    this.task = { ...this.partTask(parameters.iterations), members: [] };
  }

  /** A tree sleeps where all of it does, and takes as many parts as any of it needs. */
  protected override divide(dt: number, { asleep }: Environment): void {
    this.parts.fill(0);
    for (const tree of this.trees) {
      if (tree.every(({ k }) => asleep?.[k] === 1)) continue;
      const parts = tree.reduce((n, { k }) => Math.max(n, this.roots.partsOf(k, dt, LARGEST_TURN)), 1);
      for (const { k } of tree) this.parts[k] = parts;
    }
  }

  protected override stepStrands(parts: number, report: StepReport): void {
    for (const tree of this.trees) if (this.parts[tree[0]!.k] === parts) this.stepTree(tree, report);
  }

  /** Fields act at the links' middles, each for its length; the tip, which has no link, for none. */
  protected override updateSamplePoints({ position, velocity, tangent, length }: SamplePoints): void {
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

  private stepTree(tree: readonly Member[], report: StepReport): void {
    const { stepper, task } = this;
    const [{ strand, row }] = tree as readonly [Member];
    // A held strand of one edge has no joint, unless something grows on it.
    const isRigid = strand.nodes < 2 || (row >= 0 && strand.nodes < 3 && tree.length === 1);
    if (isRigid || (row >= 0 && this.hasJumped(strand, row))) {
      this.standStill(tree);
      return;
    }
    const { obstacles, time } = task.environment;
    if (obstacles)
      for (let m = 1; m < tree.length; m++)
        stepper.contacts[m]!.look(obstacles, time, task.h, tree[m]!.k, tree[m]!.k + 1);
    task.members = tree;
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
