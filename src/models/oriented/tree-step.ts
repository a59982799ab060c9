import { sin } from '../../numeric/elementary.ts';
import type { ContactTable, StrandContacts } from '../contactable.ts';
import { type History, historyOf } from '../history.ts';
import { solveSymmetric3 } from '../nodal.ts';
import { sumForces } from './articulated.ts';
import { ConstraintSolve } from './constraint-solve.ts';
import { OrientedContactable } from './contactable.ts';
import type { OrientedStrand } from './fields.ts';
import { writeForces } from './forces.ts';
import { HIT, Impacts } from './impacts.ts';
import { JoinedContacts } from './joined-contacts.ts';
import { hasLimits, LIMIT_STIFFNESS } from './limits.ts';
import { guess, isRooted, loadFreeBase, loadInertia, loadStrand, placeBase, writePlaces } from './load.ts';
import { type MinimiseReport, minimise, minimiseTouching, pose } from './minimise.ts';
import type { OrientedParameters } from './parameters.ts';
import { FREE, type Tree } from './tree.ts';
import { type Member, TreeLoads, type TreeTask } from './tree-loads.ts';

/** A step that turns a joint by more than this is done without a memory of the one before: backward Euler cannot gain energy. */
const ROUGH_TURN = 0.4;

/** Solves one tree's implicit step: second-order backward differences, as one minimisation over the links' orientations. */
export class TreeStepper {
  readonly tree: Tree;
  readonly report: MinimiseReport = { iterations: 0, isConverged: false };
  /** One for every strand of a tree. */
  readonly contacts: readonly StrandContacts[];
  /** Points that touch at the end. */
  touching = 0;
  private iterations = 0;
  /** Whether the last attempt changed velocities by impacts instead of stepping. */
  private hasStruck = false;
  private history: History = historyOf(0, 0);
  private readonly contactables: readonly OrientedContactable[];
  private readonly together: JoinedContacts;
  private readonly loads: TreeLoads;
  private readonly total = new Float64Array(9);

  /** Where constraints are solved for as published. */
  private readonly constraints: ConstraintSolve | null;
  private readonly limitSpring: number;
  private readonly impacts: Impacts | null;

  constructor(tree: Tree, contacts: readonly StrandContacts[], parameters: OrientedParameters) {
    const { constraints, constraintRate, restitution, bendLimit, twistLimit } = parameters;
    this.tree = tree;
    this.contacts = contacts;
    this.contactables = contacts.map(() => new OrientedContactable());
    this.together = new JoinedContacts(contacts);
    const isPublished = constraints === 'published';
    this.constraints = isPublished ? new ConstraintSolve(contacts, this.contactables, this.together) : null;
    this.impacts = isPublished && restitution > 0 ? new Impacts(contacts, this.contactables, restitution) : null;
    this.loads = new TreeLoads(tree, this.constraints, constraintRate);
    tree.mostBend = sineSquared(bendLimit);
    tree.mostTwist = sineSquared(twistLimit);
    this.limitSpring = isPublished ? 0 : LIMIT_STIFFNESS;
  }

  /** Steps a tree. false where the result is not finite; its strands are then unchanged. */
  step(task: TreeTask): boolean {
    const { members } = task;
    const { strand: trunk } = members[0]!;
    const last = members.every(({ strand }) => strand.stepPast[0] === trunk.stepPast[0]) ? trunk.stepPast[0]! : 0;
    this.iterations = 0;
    this.attempt(task, last);
    if (this.hasStruck) this.attempt(task, 0, true);
    else if (last > 0 && (!(this.roughest() < ROUGH_TURN) || this.hasHit(task))) this.attempt(task, 0);
    this.report.iterations = this.iterations;
    if (!this.isFinite()) return false;
    if (!isRooted(trunk) && this.together.count === 0) this.balanceFree();
    const hasHit = this.hasHit(task);
    this.touching = 0;
    for (let m = 0; m < members.length; m++) this.finish(members[m]!, m, hasHit ? 0 : task.h);
    return true;
  }

  /** Solves the step with a memory of the one before, which took `last` seconds; without one where that is 0. */
  private attempt(task: TreeTask, last: number, isAfterImpact = false): void {
    const { members, h, environment, stepEnd, roots } = task;
    const { tree, together, constraints } = this;
    const { strand: trunk, row } = members[0]!;
    this.history = historyOf(h, last);
    tree.links = 0;
    tree.points = 0;
    loadFreeBase(tree, trunk);
    for (const { strand, first, parent } of members) {
      tree.links += strand.nodes - 1;
      loadStrand(tree, strand, first, parent);
      loadInertia(tree, strand, first, this.history, environment.gravity);
    }
    pose(tree);
    tree.limitSpring = this.limitSpring > 0 && hasLimits(tree) ? this.limitSpring * turnInertia(tree) : 0;
    constraints?.clear();
    for (const member of members) this.loads.add(task, member, this.history);
    if (row >= 0) placeBase(tree, trunk, roots, row);
    this.setGuess(members, h, last);
    pose(tree);
    together.size = members.length;
    members.forEach(({ strand, k, first }, m) => {
      const contactable = this.contactables[m]!;
      contactable.begin(tree, strand, first);
      this.contacts[m]!.gather(k, contactable, environment, h, stepEnd - (environment.time + h));
    });
    this.hasStruck = !isAfterImpact && this.impacts !== null && this.impacts.strike(tree, members, h);
    if (this.hasStruck) return;
    this.solve(task);
    this.iterations += this.report.iterations;
  }

  /** Joints go on turning as they turned in the last step, unless they turned wildly. */
  private setGuess(members: readonly Member[], h: number, last: number): void {
    const { tree } = this;
    let most = 0;
    for (const { strand, first } of members)
      for (let e = 0; e + 1 < strand.nodes; e++)
        for (let c = 0; c < 3; c++) {
          const turned = e === 0 ? strand.parentTurnPast[c]! : strand.turnPast[3 * e + c]!;
          tree.turn[4 * (first + e) + c] = 0.5 * turned;
          most = Math.max(most, Math.abs(turned));
        }
    const { velocity } = members[0]!.strand;
    if (tree.base === FREE) for (let c = 0; c < 3; c++) tree.origin[c] = tree.origin[c]! + h * velocity[c]!;
    guess(tree, last > 0 && most < ROUGH_TURN ? h / last : 0);
  }

  /** Without contacts first where nothing is near: if that brought the tree to something, from there on with them. */
  private solve({ most }: TreeTask): void {
    const { tree, report, together } = this;
    const { step: H } = this.history;
    together.begin(1 / (H * H));
    if (this.constraints) {
      this.constraints.solve(tree, most, H, report);
      return;
    }
    let iterations = 0;
    if (together.count === 0) {
      minimise(tree, most, report);
      iterations = report.iterations;
      if (!together.follow(false)) return;
    }
    minimiseTouching(tree, together, most, report);
    report.iterations += iterations;
  }

  /** Whether a point hits something, or still came towards it when the step began: a memory of how it came would have it bounce. */
  private hasHit({ members, h }: TreeTask): boolean {
    return members.some(({ strand }, m) => hits(this.contacts[m]!.table, strand, h));
  }

  /** The largest turn of a joint in the step, radian. */
  private roughest(): number {
    const { links, turn } = this.tree;
    let most = 0;
    for (let j = 1; j < links; j++)
      for (let c = 4 * j; c < 4 * j + 3; c++) if (!(2 * Math.abs(turn[c]!) <= most)) most = 2 * Math.abs(turn[c]!);
    return most;
  }

  private isFinite(): boolean {
    const { links, q, origin, b, points } = this.tree;
    // Newton's method does not move where a load is not a number: without this look nobody would be told.
    let sum = 0;
    for (let i = 0; i < 4 * links; i++) sum += q[i]!;
    for (let i = 0; i < 3 * links; i++) sum += origin[i]!;
    for (let i = 0; i < 3 * points; i++) sum += b[i]!;
    return Number.isFinite(sum);
  }

  /** Moves a free strand so that the forces' sum is zero to the last digit: its momentum is then kept exactly. */
  private balanceFree(): void {
    const { tree, total } = this;
    writeForces(tree);
    sumForces(tree);
    total.fill(0);
    for (let j = 0; j < tree.links; j++) for (let c = 0; c < 6; c++) total[c] = total[c]! + tree.a0[6 * j + c]!;
    for (let c = 0; c < 3; c++) total[6 + c] = tree.f[c]!;
    solveSymmetric3(total, 0, total, 6);
    for (let c = 0; c < 3; c++) tree.origin[c] = tree.origin[c]! + total[6 + c]!;
    pose(tree);
  }

  /** Speeds from the backward difference; the start of the step becomes the past, of a step of `last`. */
  private finish({ strand, first }: Member, m: number, last: number): void {
    const { tree } = this;
    this.touching += this.contacts[m]!.finish();
    const { now, past, step: H } = this.history;
    const moved = this.contactables[m]!.let;
    const { position, positionPast, velocity, velocityPast, axes, axesPast, axesRate, axesRatePast, turnPast } = strand;
    const inverse = 1 / H;
    for (let i = 0; i < position.length; i++) {
      const before = position[i]!;
      const out = moved.isAny ? moved.out[i]! : 0;
      velocityPast[i] = velocity[i]!;
      velocity[i] = past * positionPast[i]! - now * before - out;
      positionPast[i] = before + out;
    }
    for (let i = 0; i < axes.length; i++) {
      const before = axes[i]!;
      axesRatePast[i] = axesRate[i]!;
      axesRate[i] = past * axesPast[i]! - now * before;
      axesPast[i] = before;
    }
    writePlaces(tree, strand, first);
    for (let i = 0; i < position.length; i++) velocity[i] = (velocity[i]! + position[i]!) * inverse;
    for (let i = 0; i < axes.length - 6; i++) axesRate[i] = (axesRate[i]! + axes[i]!) * inverse;
    for (let e = 0; e + 1 < strand.nodes; e++) {
      const turned = e === 0 ? strand.parentTurnPast : turnPast;
      if (first + e > 0) for (let c = 0; c < 3; c++) turned[3 * e + c] = 2 * tree.turn[4 * (first + e) + c]!;
    }
    strand.stepPast[0] = last;
  }
}

/** Whether a contact is new, or its point came towards the surface when the step began. */
function hits(table: ContactTable, { normalForce: past, velocity: v }: OrientedStrand, h: number): boolean {
  const { count, isActive, normalForce, sample, normal, travel, edge, t } = table;
  for (let c = 0; c < count; c++) {
    if (!isActive[c] || !(normalForce[c]! > 0)) continue;
    if (sample[c]! >= 0 && past[sample[c]!] === 0) return true;
    const a = 3 * edge[c]!;
    const u = t[c]!;
    let speed = 0;
    for (let d = 0; d < 3; d++) {
      const own = u === 0 ? v[a + d]! : (1 - u) * v[a + d]! + u * v[a + 3 + d]!;
      speed -= normal[3 * c + d]! * (own - travel[3 * c + d]! / h);
    }
    if (speed > HIT) return true;
  }
  return false;
}

/** Inertia of a tree that turns as a whole about an end of itself, over the step squared. */
function turnInertia({ links, inertia, length }: Tree): number {
  let mass = 0;
  let reach = 0;
  for (let j = 0; j < links; j++) {
    mass += inertia[j]!;
    reach += length[j]!;
  }
  return mass * reach * reach;
}

/** sin² of half an angle: what limits of joints are measured in; 1 from half a turn on. */
function sineSquared(angle: number): number {
  if (angle >= Math.PI) return 1;
  const s = sin(0.5 * angle);
  return s * s;
}
