import { CONTACT_STIFFNESS } from '../../kernels/contact-law.ts';
import { LANES } from '../../kernels/lanes.ts';
import { type Quat, rotate } from '../../numeric/rotation.ts';
import { addScaled, at, type Vec3, ZERO } from '../../numeric/vector.ts';
import { type ContactMaker, type ContactSettings, type StrandContacts, sampledStrands } from '../contactable.ts';
import { type History, historyOf } from '../history.ts';
import type { Clamps, Environment, KernelChoice, StepReport, StrandEdit } from '../model.ts';
import { addEvenAir, addPointForces, FieldLoads, locateEdge, type NodalStrands, nodalView } from '../nodal.ts';
import { NodalContactable } from '../nodal-contactable.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { partsOfMotion } from './calm.ts';
import type { RodStore } from './fields.ts';
import { FEWEST_NODES, RodLanes } from './lanes.ts';
import { RodPacks } from './packs.ts';
import { type OuterLoads, predictNodes } from './predict.ts';
import { RodRoots } from './roots.ts';
import { RodSolver } from './solver.ts';
import { loadWork, makeRodWork, type RodWork, stepRows, storeWork } from './work.ts';

/** A root turns at most this far in one sub-step, radian. */
const LARGEST_TURN = 0.5;
/** A step that leaves an edge off the length that its tension gives it by more than this is done again in halves, to 1/32. */
const WORST_ERROR = 3e-3;
const MOST_HALVINGS = 5;
/**
 * So is one whose contacts have not converged, to 1/8: under a chin the tip of a strand at 1 m/s met one surface after the other and
 * was left 1.8 mm inside the last.
 */
const CONVERGENCE_HALVINGS = 3;
/** In lanes to 1/8; what that does not solve is done in double precision. */
const LANE_HALVINGS = 3;
/** Halves in lanes are kept up to this strain, and with no point inside: a curl behind an ear was left 1.5 mm in it, strained by 0.8 %. */
const HALVED_STRAIN = 1e-3;
/** What the smallest parts leave is kept up to this strain: hair that two bodies wedge is really stretched. */
const WORST_STRAIN = 8e-3;

/** Stiffness that single precision bears in a primal system. */
const CONTACTS: ContactSettings = { stiffness: CONTACT_STIFFNESS };

/** A step in lanes, or a part of one, at so many halvings; and the strands that ended badly in it. */
interface StepPart {
  readonly h: number;
  readonly environment: Environment;
  readonly depth: number;
  readonly failed: number[];
}

/** Steps all rods of a store. Owns scratch arrays. */
export class RodStepper implements Stepper {
  private readonly store: RodStore;
  private readonly flat: NodalStrands;
  private readonly solver: RodSolver;
  private readonly fields: FieldLoads;
  private readonly roots: RodRoots;
  private readonly contacts: StrandContacts;
  private readonly contactable: NodalContactable;
  private readonly work: RodWork;
  /** Where strands are stepped four at a time; null where all are stepped alone, in double precision. */
  private readonly packs: RodPacks | null = null;
  private readonly outer: OuterLoads;
  /** Of each lane of the pack at hand. */
  private readonly isGood = new Uint8Array(LANES);
  /** Strands of equal node count follow each other. */
  private readonly order: readonly number[];
  readonly failed?: Set<number>;
  /** When the whole step ends. */
  private stepEnd = 0;
  /** What contacts would have torn, where that is why the last strand could not be solved. */
  private torn: { readonly from: number; readonly to: number } | null = null;

  constructor(store: RodStore, makeContacts: ContactMaker, kernels: KernelChoice = 'simd') {
    this.store = store;
    const flat = nodalView(store);
    this.flat = flat;
    const most = Math.max(2, store.mostNodes);
    const rows = stepRows(store);
    this.solver = new RodSolver(most);
    this.fields = new FieldLoads(flat);
    this.roots = new RodRoots(rows);
    const lead = (k: number, h: number): number => historyOf(h, rows.stepPast[k]!).lead;
    this.contacts = makeContacts({ ...sampledStrands(store), velocityPast: rows.vPast, lead }, CONTACTS);
    this.work = makeRodWork(most, rows);
    this.contactable = new NodalContactable(this.work, this.solver.equations);
    if (kernels !== 'double') {
      this.packs = new RodPacks(new RodLanes(rows, most, kernels === 'simd'), this.contacts, most);
      // What lanes take from a solution is finite, and few strands are stepped alone.
      this.failed = new Set();
    }
    this.outer = {
      loads: this.fields.loads,
      hasForces: false,
      hasDamping: false,
      hasSprings: false,
      air: null,
      gravity: ZERO,
      matrix: this.roots.matrix,
      turn: 0,
      position: this.roots.states.position,
      origin: 0,
    };
    const nodes = (k: number): number => flat.first[k + 1]! - flat.first[k]!;
    this.order = Array.from(flat.ids.keys()).sort((a, b) => nodes(a) - nodes(b) || a - b);
  }

  /** Lengths are known to whoever looks for places along a strand. */
  isStaleAfter({ lengthen }: StrandEdit): boolean {
    this.packs?.lanes.forget();
    return lengthen !== undefined;
  }

  settle(): void {
    this.packs?.lanes.state.giveBackAll();
  }

  takenBack(): void {
    this.packs?.lanes.state.forget();
  }

  positions(out: Float32Array | Float64Array): void {
    out.set(this.flat.position);
  }

  velocities(out: Float32Array | Float64Array): void {
    out.set(this.flat.velocity);
  }

  step(dt: number, environment: Environment): StepReport {
    const report = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [], torn: [] };
    this.stepEnd = environment.time + dt;
    this.roots.sampledAt = Number.NaN;
    for (const [parts, strands] of this.partition(dt, environment)) {
      const h = dt / parts;
      for (let part = 0; part < parts; part++)
        this.subStep(strands, h, { ...environment, time: environment.time + part * h }, parts === 1, report);
      report.substeps = Math.max(report.substeps, parts);
    }
    return report;
  }

  /** Strands by the number of equal parts that their step is divided into: decided by each strand's own motion. */
  private partition(dt: number, environment: Environment): Map<number, number[]> {
    const { roots, work } = this;
    const { fastest } = roots;
    fastest.fill(0);
    for (let end = 0; end < 2; end++) {
      roots.sample(environment, environment.time + end * dt);
      roots.noteSpin();
    }
    const classes = new Map<number, number[]>();
    for (const k of this.order) {
      if (environment.asleep?.[k]) continue;
      const row = roots.row[k]!;
      const turn = row < 0 ? 1 : Math.ceil((dt * fastest[row]!) / LARGEST_TURN);
      const parts = Math.max(turn, partsOfMotion(k, dt, work.rows, roots));
      const same = classes.get(parts);
      if (same) same.push(k);
      else classes.set(parts, [k]);
    }
    return classes;
  }

  private subStep(
    strands: readonly number[],
    h: number,
    environment: Environment,
    isWhole: boolean,
    report: StepReport,
  ): void {
    const end = environment.time + h;
    this.roots.sample(environment, end);
    this.gatherLoads(environment, end);
    this.packs?.begin(environment, isWhole);
    const part: StepPart = { h, environment, depth: 0, failed: [] };
    for (const k of strands) {
      if (this.roots.place(k)) {
        this.putAside(k);
        this.roots.carry(k);
        this.checkAlone(k);
      } else if (!this.joinPack(k, part, report)) this.advanceAlone(k, h, environment, report);
    }
    this.stepPack(part, report);
    this.stepAgain(part, report);
  }

  /** What acts on all nodes. Air that is the same everywhere is left to the kernels: few steps have anything else. */
  private gatherLoads({ fields, forces, asleep }: Environment, time: number): void {
    const { outer, flat } = this;
    const { loads } = this.fields;
    outer.air = this.packs && fields.length === 1 ? (fields[0]!.evenAir?.(time) ?? null) : null;
    const isFelt = fields.length > 0 && outer.air === null;
    outer.hasSprings = forces !== null && !forces.isPlain;
    outer.hasForces = isFelt || forces !== null;
    outer.hasDamping = isFelt || outer.hasSprings;
    if (isFelt) this.fields.gather(fields, time, asleep);
    else {
      if (outer.hasForces) loads.force.fill(0);
      if (outer.hasDamping) loads.damping.fill(0);
      if (outer.hasSprings) loads.stiffness.fill(0);
    }
    if (forces) addPointForces(flat, forces, loads);
  }

  /** Completes the loads of a strand that is stepped alone: what kernels need not read is not there yet. */
  private completeLoads(k: number): void {
    const { outer, flat } = this;
    const { loads } = this.fields;
    const [from, to] = [flat.first[k]!, flat.first[k + 1]!];
    if (!outer.hasForces) loads.force.fill(0, 3 * from, 3 * to);
    if (!outer.hasDamping) loads.damping.fill(0, 6 * from, 6 * to);
    if (outer.air) addEvenAir(flat, k, outer.air, loads);
  }

  /** Steps again in halves what ended badly in lanes: in lanes, and what ends badly there as well alone, in double precision. */
  private stepAgain({ h, environment, failed }: StepPart, report: StepReport): void {
    const { store } = this;
    const place = new Map(failed.map((k, n) => [k, n + 1]));
    for (const [k, n] of place) {
      this.putAside(k, n);
      this.forgetPast(k);
    }
    for (const k of this.stepHalves(failed, { h, environment, depth: 0 }, report)) {
      store.returnTo(k, place.get(k)!);
      this.putAside(k);
      this.forgetPast(k);
      this.completeLoads(k);
      if (!this.halve(k, h, environment, 0, report)) this.carry(k, h, environment, report);
      this.checkAlone(k);
    }
  }

  /** A strand that is stepped alone, or may be, has all its state in the store. */
  private putAside(k: number, place?: number): void {
    this.packs?.lanes.state.giveBack(k);
    this.store.setAside(k, place);
  }

  /** Its memory may be what made it fail. */
  private forgetPast(k: number): void {
    this.work.rows.stepPast[k] = 0;
  }

  /** Steps strands over the halves of a part, in lanes. Returns those that end badly. */
  private stepHalves(strands: readonly number[], whole: Omit<StepPart, 'failed'>, report: StepReport): number[] {
    const h = 0.5 * whole.h;
    const depth = whole.depth + 1;
    const lost: number[] = [];
    let going = strands;
    for (let half = 0; half < 2 && going.length > 0; half++) {
      const environment = { ...whole.environment, time: whole.environment.time + half * h };
      const part: StepPart = { h, environment, depth, failed: [] };
      this.packs!.beginPart(environment);
      for (const k of going) {
        this.roots.sampleOne(k, environment, environment.time + h);
        this.roots.place(k);
        if (!this.joinPack(k, part, report)) part.failed.push(k);
      }
      this.stepPack(part, report);
      for (const k of part.failed) this.forgetPast(k);
      const bad = depth < LANE_HALVINGS ? this.stepHalves(part.failed, part, report) : part.failed;
      lost.push(...bad);
      going = going.filter((k) => !bad.includes(k));
    }
    return lost;
  }

  private advanceAlone(k: number, h: number, environment: Environment, report: StepReport): void {
    const { obstacles, time } = environment;
    this.completeLoads(k);
    this.putAside(k);
    if (obstacles) this.contacts.look(obstacles, time, h, k, k + 1);
    if (!this.advance(k, h, environment, 0, report)) this.carry(k, h, environment, report);
    this.checkAlone(k);
  }

  /** Leaves a strand that was stepped alone as it was put aside where it would have gone where no number is. */
  private checkAlone(k: number): void {
    const { position, first } = this.flat;
    let sum = 0;
    for (let i = 3 * first[k]!; i < 3 * first[k + 1]!; i++) sum += position[i]!;
    if (Number.isFinite(sum) || !this.failed) return;
    this.store.returnTo(k);
    this.failed.add(k);
  }

  /** What cannot be solved even in small parts keeps its shape and rides with its root: seen, never NaN. */
  private carry(k: number, h: number, environment: Environment, report: StepReport): void {
    this.store.returnTo(k);
    this.roots.sampleOne(k, environment, environment.time + h);
    this.roots.carry(k);
    report.carried.push(this.flat.ids[k]!);
    if (this.torn) report.torn?.push({ id: this.flat.ids[k]!, ...this.torn });
  }

  /** Puts strand k, which was placed last, into a lane where it can be stepped there. */
  private joinPack(k: number, part: StepPart, report: StepReport): boolean {
    const { roots, work, packs } = this;
    const { h, environment } = part;
    const nodes = this.flat.first[k + 1]! - this.flat.first[k]!;
    if (!packs || roots.row[k]! < 0 || nodes < FEWEST_NODES || this.isClamped(k, environment.clamps)) return false;
    const { lanes } = packs;
    const history = historyOf(h, work.rows.stepPast[k]!);
    if (!lanes.holds(k, history.step)) return false;
    if (!lanes.takes(k)) {
      this.stepPack(part, report);
      roots.place(k);
    }
    lanes.add(k, h, history, this.outerLoads(k, environment), roots.clamp);
    if (lanes.isFull) this.stepPack(part, report);
    return true;
  }

  /** Steps the strands of the pack at hand, and notes those that end badly. */
  private stepPack({ h, environment, depth, failed }: StepPart, report: StepReport): void {
    const { packs } = this;
    if (!packs || packs.lanes.count === 0) return;
    const { lanes } = packs;
    packs.solve(environment, h, this.stepEnd - (environment.time + h), this.outer);
    const { isGood } = this;
    for (let lane = 0; lane < lanes.count; lane++) {
      isGood[lane] = this.isSolvedWell(lane, depth, report) ? 1 : 0;
      if (isGood[lane] === 0) failed.push(lanes.strand(lane));
    }
    report.contacts += packs.store(isGood);
    lanes.clear();
  }

  /** Whether the strand of a lane of the pack at hand can be kept as it was solved. */
  private isSolvedWell(lane: number, depth: number, report: StepReport): boolean {
    const packs = this.packs!;
    const { lanes } = packs;
    if (packs.isTooDeep(lane)) return false;
    report.solves += lanes.solves(lane);
    const strain = lanes.strain(lane);
    const isPlain = depth === 0 || (strain < HALVED_STRAIN && packs.isClear(lane));
    const isGood = packs.isConverged(lane) && lanes.error(lane) < WORST_ERROR && isPlain && strain < WORST_STRAIN;
    if (isGood) report.strain = Math.max(report.strain, strain);
    return isGood;
  }

  private isClamped(k: number, clamps: Clamps | null): boolean {
    if (clamps) for (let r = 0; r < clamps.count; r++) if (clamps.id[r] === this.flat.ids[k]) return true;
    return false;
  }

  /** One strand over a sub-step. A step that ends badly, or would go too deep, is done again in halves. */
  private advance(k: number, h: number, environment: Environment, depth: number, report: StepReport): boolean {
    const { work, contacts } = this;
    const history = historyOf(h, work.rows.stepPast[k]!);
    this.prepare(k, h, history, environment);
    if (depth < MOST_HALVINGS && contacts.isTooDeep()) {
      return this.halve(k, h, environment, depth, report);
    }
    const { solves, strain, error, isConverged } = this.solver.solve(work, contacts);
    report.solves += solves;
    const isGood = error < WORST_ERROR && (isConverged || depth >= CONVERGENCE_HALVINGS);
    if (strain < WORST_STRAIN && (isGood || depth === MOST_HALVINGS)) {
      report.strain = Math.max(report.strain, strain);
      report.contacts += this.contacts.finish();
      storeWork(work);
      work.rows.stepPast[k] = h;
      return true;
    }
    if (depth === MOST_HALVINGS) {
      this.torn = error < WORST_ERROR ? mostStrained(work) : null;
      return false;
    }
    this.forgetPast(k);
    return this.halve(k, h, environment, depth, report);
  }

  private halve(k: number, h: number, environment: Environment, depth: number, report: StepReport): boolean {
    for (let half = 0; half < 2; half++) {
      const time = environment.time + 0.5 * h * half;
      this.roots.sampleOne(k, environment, time + 0.5 * h);
      this.roots.place(k);
      if (environment.obstacles) this.contacts.look(environment.obstacles, time, 0.5 * h, k, k + 1);
      if (!this.advance(k, 0.5 * h, { ...environment, time }, depth + 1, report)) return false;
    }
    return true;
  }

  /** Sets up one strand's implicit step and its first guess. */
  private prepare(k: number, h: number, history: History, environment: Environment): void {
    const { work, roots } = this;
    loadWork(work, k, h, history);
    predictNodes(work, this.outerLoads(k, environment));
    if (roots.row[k]! >= 0) roots.clampRoot(work);
    if (environment.clamps) this.applyClamps(k, environment.clamps);
    this.contacts.gather(k, this.contactable, environment, h, this.stepEnd - (environment.time + h));
  }

  /** What acts on strand k; valid until the next call. */
  private outerLoads(k: number, environment: Environment): OuterLoads {
    const { outer } = this;
    const row = this.roots.row[k]!;
    outer.gravity = environment.gravity;
    outer.turn = 9 * row;
    outer.origin = 3 * row;
    return outer;
  }

  /** Holds the nearest node at each clamp's target; with a frame, the whole edge: both nodes and its axes. */
  private applyClamps(k: number, clamps: Clamps): void {
    const { work } = this;
    for (let r = 0; r < clamps.count; r++) {
      if (clamps.id[r] !== this.flat.ids[k]) continue;
      const [flatNode, fraction] = locateEdge(this.flat, k, clamps.s[r]!);
      const node = flatNode - this.flat.first[k]!;
      const target = at(clamps.target, r);
      const f = clamps.frame?.subarray(4 * r, 4 * r + 4);
      if (!f || f.every((value) => value === 0)) {
        clampNode(work, fraction < 0.5 ? node : node + 1, target);
        continue;
      }
      const turn: Quat = [f[0]!, f[1]!, f[2]!, f[3]!];
      const tangent = rotate(turn, [1, 0, 0]);
      const length = work.restLength[node]!;
      clampNode(work, node, addScaled(target, tangent, -fraction * length));
      clampNode(work, node + 1, addScaled(target, tangent, (1 - fraction) * length));
      work.m1Start.set(rotate(turn, [0, 1, 0]), 3 * node);
      work.clampedAngle[node] = 1;
    }
  }
}

/** The run of edges that are stretched at least half as much as the worst one, a little more for rounding. */
function mostStrained({ tension, restLength, nodes }: RodWork): { readonly from: number; readonly to: number } {
  let most = 0;
  for (let i = 0; i < nodes - 1; i++) most = Math.max(most, tension[i]!);
  let [s, from, to] = [0, Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < nodes - 1; i++) {
    const end = s + restLength[i]!;
    if (tension[i]! > 0.5 * most) {
      from = Math.min(from, s);
      to = end;
    }
    s = end;
  }
  return { from: from - 1e-6, to: to + 1e-6 };
}

function clampNode(work: RodWork, node: number, target: Vec3): void {
  work.inertia.fill(0, 6 * node, 6 * node + 6);
  work.x.set(target, 3 * node);
}
