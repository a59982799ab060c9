import { conjugate, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, addScaled, at, cross, dot, normalize, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import {
  type Clamps,
  type Environment,
  makeRootStates,
  OBSTACLE_ROW,
  type PointContacts,
  type RootStates,
  type Stations,
  type StepReport,
} from '../model.ts';
import {
  addPointForces,
  clearLoads,
  locateEdge,
  makeNodeLoads,
  makeStations,
  type NodalStrands,
  type NodeLoads,
  updateStations,
} from '../nodal.ts';
import { LANES, MEASURES } from './kernel.ts';
import {
  edgeFrame,
  laneRow,
  makeSavedLane,
  readRows,
  restoreLane,
  type SavedLane,
  saveLane,
  writeRow,
  writeRows,
} from './lanes.ts';
import { type History, historyOf, type OuterForce, predictNode } from './predict.ts';
import { CONTACT_ROW, type NodeContacts, RodSolver, type StrandProblem } from './solver.ts';
import type { RodGroup } from './state.ts';

/** A root turns at most this far in one sub-step, radian. */
const LARGEST_TURN = 0.5;
/** A node farther than this from touching at its predicted place is not asked to mind the surface, metres. */
const NEAR = 0.006;
/** A root that goes farther than this in one sub-step has jumped, metres. */
const FARTHEST = 0.3;
/** A step that leaves an edge off by more than this is done again in halves, down to 1/32. */
const WORST_STRAIN = 3e-3;
const MOST_HALVINGS = 5;

/** A strand's group and lane. */
export interface StrandPlace {
  readonly group: RodGroup;
  readonly lane: number;
}

/** Steps all rods. Owns scratch arrays; the state is in the groups, a packed copy of positions in `flat`. */
export class RodStepper {
  private readonly places: readonly StrandPlace[];
  private readonly flat: NodalStrands;
  private readonly solver: RodSolver;
  private readonly stations: Stations;
  private readonly loads: NodeLoads;
  private readonly predicted: Float64Array;
  private readonly rows: Float64Array;
  private readonly rootIds: Uint32Array;
  /** Row of each strand in `roots`; -1 for free strands. */
  private readonly rootRow: Int32Array;
  private readonly roots: RootStates;
  private readonly inertia: Float64Array;
  private readonly target: Float64Array;
  private readonly xStart: Float64Array;
  private readonly m1Start: Float64Array;
  private readonly m1Before: Float64Array;
  private readonly heldAngle: Uint8Array;
  private readonly pastMeasure: ReadonlyMap<RodGroup, Float64Array>;
  private readonly contacts: NodeContacts;
  private readonly oneRoot: RootStates = makeRootStates(1);
  private readonly measureStart: Float64Array;
  private readonly tensionStart: Float64Array;
  /** The strand at the start of a step that had to be divided. */
  private readonly saved: SavedLane;

  constructor(places: readonly StrandPlace[], flat: NodalStrands) {
    this.places = places;
    this.flat = flat;
    const total = flat.restLength.length;
    const most = places.reduce((nodes, { group }) => Math.max(nodes, group.nodes), 2);
    this.solver = new RodSolver(most);
    this.stations = makeStations(flat);
    this.loads = makeNodeLoads(total);
    this.predicted = new Float64Array(3 * total);
    this.rows = new Float64Array(OBSTACLE_ROW * total);
    this.rootIds = flat.ids.filter((_, k) => isRooted(places[k]!));
    this.rootRow = new Int32Array(flat.ids.length).fill(-1);
    let row = 0;
    for (let k = 0; k < places.length; k++) if (isRooted(places[k]!)) this.rootRow[k] = row++;
    this.roots = makeRootStates(row);
    this.inertia = new Float64Array(6 * most);
    this.target = new Float64Array(3 * most);
    this.xStart = new Float64Array(3 * most);
    this.m1Start = new Float64Array(3 * most);
    this.m1Before = new Float64Array(3 * most);
    this.heldAngle = new Uint8Array(most);
    this.contacts = { count: 0, rows: new Float64Array(CONTACT_ROW * 2 * most), pushing: new Uint8Array(2 * most) };
    this.measureStart = new Float64Array(MEASURES * most);
    this.tensionStart = new Float64Array(most);
    this.saved = makeSavedLane(most);
    this.pastMeasure = new Map(places.map(({ group }) => [group, new Float64Array(group.measure.length)]));
  }

  step(dt: number, environment: Environment): StepReport {
    const report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
    for (const [parts, strands] of this.partition(dt, environment)) {
      const h = dt / parts;
      for (let part = 0; part < parts; part++)
        this.subStep(strands, h, { ...environment, time: environment.time + part * h }, report);
      report.substeps = Math.max(report.substeps, parts);
    }
    return report;
  }

  /** Strands by the number of equal parts that their step is divided into: decided by each root's own motion. */
  private partition(dt: number, environment: Environment): Map<number, number[]> {
    const fastest = new Float64Array(this.rootIds.length);
    for (const time of [environment.time, environment.time + dt]) {
      environment.roots.sample(this.rootIds, time, this.roots);
      for (let r = 0; r < fastest.length; r++) {
        const w = at(this.roots.angularVelocity, r);
        fastest[r] = Math.max(fastest[r]!, Math.sqrt(dot(w, w)));
      }
    }
    const classes = new Map<number, number[]>();
    for (let k = 0; k < this.places.length; k++) {
      const row = this.rootRow[k]!;
      const parts = row < 0 ? 1 : Math.max(1, Math.ceil((dt * fastest[row]!) / LARGEST_TURN));
      const same = classes.get(parts);
      if (same) same.push(k);
      else classes.set(parts, [k]);
    }
    return classes;
  }

  private subStep(strands: readonly number[], h: number, environment: Environment, report: StepReport): void {
    const end = environment.time + h;
    environment.roots.sample(this.rootIds, end, this.roots);
    updateStations(this.flat, this.stations);
    clearLoads(this.loads);
    for (const field of environment.fields) field.apply(this.stations, end, this.loads);
    if (environment.forces) addPointForces(this.flat, environment.forces, this.loads);
    if (environment.obstacles) {
      const { position, velocity } = this.flat;
      for (let i = 0; i < position.length; i++) this.predicted[i] = position[i]! + h * velocity[i]!;
      environment.obstacles.nearest(this.predicted, position.length / 3, end, this.rows);
    }
    for (const k of strands) {
      if (this.hasJumped(k)) this.carry(k);
      else if (!this.advance(k, h, environment, 0, report)) {
        // What cannot be solved even in small parts keeps its shape and rides with its root: seen, never NaN.
        restoreLane(this.places[k]!.group, this.places[k]!.lane, this.saved);
        this.sampleRoot(k, environment, end);
        this.carry(k);
        report.carried.push(this.flat.ids[k]!);
      }
    }
  }

  /** One strand over a sub-step. A step that ends badly is taken back and done again in halves, without its memory. */
  private advance(k: number, h: number, environment: Environment, depth: number, report: StepReport): boolean {
    const { group, lane } = this.places[k]!;
    const problem = this.prepare(k, h, environment);
    const { solves, strain } = this.solver.solve(problem);
    report.solves += solves;
    if (strain < WORST_STRAIN) {
      report.strain = Math.max(report.strain, strain);
      report.contacts += problem.contacts.count;
      this.finish(k, h);
      return true;
    }
    this.takeBack(group, lane);
    if (depth === 0) saveLane(group, lane, this.saved);
    if (depth === MOST_HALVINGS) return false;
    for (let half = 0; half < 2; half++) {
      group.stepPast[lane] = 0;
      const time = environment.time + 0.5 * h * half;
      this.sampleRoot(k, environment, time + 0.5 * h);
      if (!this.advance(k, 0.5 * h, { ...environment, time }, depth + 1, report)) return false;
    }
    return true;
  }

  /** Undoes what `prepare` and the solver did to a strand. */
  private takeBack(group: RodGroup, lane: number): void {
    writeRows(group.x, lane, this.xStart);
    writeRows(group.m1, lane, this.m1Before);
    writeRows(group.measure, lane, this.measureStart);
    writeRows(group.tension, lane, this.tensionStart);
  }

  /** Whether the root went farther or turned more than any motion would in a sub-step: a cut in the animation. */
  private hasJumped(k: number): boolean {
    if (this.rootRow[k]! < 0) return false;
    const { group, lane } = this.places[k]!;
    const [, turn] = this.rootPose(k);
    const far = subtract(this.groomedPlace(k, 0), laneRow(group.x, lane, 0));
    const along = normalize(subtract(laneRow(group.x, lane, 1), laneRow(group.x, lane, 0)));
    const next = normalize(subtract(this.groomedPlace(k, 1), this.groomedPlace(k, 0)));
    const axis = rotate(turn, laneRow(group.groomedM1, lane, 0));
    return dot(far, far) > FARTHEST * FARTHEST || dot(along, next) < 0.5 || dot(axis, laneRow(group.m1, lane, 0)) < 0.5;
  }

  /** Carries a strand rigidly with its root edge to where that is now, at rest relative to it. */
  private carry(k: number): void {
    const { group, lane } = this.places[k]!;
    const row = this.rootRow[k]!;
    if (row < 0) return;
    const [origin, turn] = this.rootPose(k);
    const from = edgeFrame(laneRow(group.x, lane, 0), laneRow(group.x, lane, 1), laneRow(group.m1, lane, 0));
    const m1 = rotate(turn, laneRow(group.groomedM1, lane, 0));
    const to = edgeFrame(this.groomedPlace(k, 0), this.groomedPlace(k, 1), m1);
    const rigid = multiply(to, conjugate(from));
    const start = laneRow(group.x, lane, 0);
    const end = this.groomedPlace(k, 0);
    for (let i = 0; i < group.nodes; i++) {
      const p = add(end, rotate(rigid, subtract(laneRow(group.x, lane, i), start)));
      const arm = subtract(p, origin);
      writeRow(group.x, lane, i, p);
      writeRow(group.v, lane, i, add(at(this.roots.velocity, row), cross(at(this.roots.angularVelocity, row), arm)));
      writeRow(group.m1, lane, i, rotate(rigid, laneRow(group.m1, lane, i)));
      this.flat.position.set(p, 3 * (this.flat.first[k]! + i));
      this.flat.velocity.set(laneRow(group.v, lane, i), 3 * (this.flat.first[k]! + i));
    }
    group.stepPast[lane] = 0;
  }

  private sampleRoot(k: number, environment: Environment, time: number): void {
    const row = this.rootRow[k]!;
    if (row < 0) return;
    environment.roots.sample(this.flat.ids.subarray(k, k + 1), time, this.oneRoot);
    this.roots.position.set(this.oneRoot.position, 3 * row);
    this.roots.orientation.set(this.oneRoot.orientation, 4 * row);
    this.roots.velocity.set(this.oneRoot.velocity, 3 * row);
    this.roots.angularVelocity.set(this.oneRoot.angularVelocity, 3 * row);
  }

  /** Sets up one strand's implicit step and its first guess. */
  private prepare(k: number, h: number, environment: Environment): StrandProblem {
    const { group, lane } = this.places[k]!;
    const history = historyOf(h, group.stepPast[lane]!);
    const contacts = this.collectContacts(k, h, environment);
    readRows(group.x, lane, this.xStart);
    readRows(group.m1, lane, this.m1Start);
    this.m1Before.set(this.m1Start);
    readRows(group.measure, lane, this.measureStart);
    readRows(group.tension, lane, this.tensionStart);
    this.heldAngle.fill(0);
    this.predictNodes(k, history, environment.gravity);
    this.extrapolateMeasures(group, lane, history);
    this.guess(group, lane, h);
    if (this.rootRow[k]! >= 0) this.placeRoot(k);
    if (environment.clamps) this.applyClamps(k, environment.clamps);
    return {
      group,
      lane,
      inertia: this.inertia,
      target: this.target,
      heldAngle: this.heldAngle,
      xStart: this.xStart,
      m1Start: this.m1Start,
      pastMeasure: this.pastMeasure.get(group)!,
      viscosity: group.friction[lane]! / history.step,
      inverseStepSquared: 1 / (history.step * history.step),
      contacts,
    };
  }

  private predictNodes(k: number, history: History, gravity: Vec3): void {
    const { group, lane } = this.places[k]!;
    const held = this.rootRow[k]! >= 0 ? 2 : 0;
    const first = this.flat.first[k]!;
    this.inertia.fill(0, 0, 6 * held);
    for (let i = held; i < group.nodes; i++) {
      const outer = this.outerForce(k, i);
      predictNode(group, lane, i, history, this.loads, first + i, gravity, outer, this.inertia, this.target);
    }
  }

  /** Support and the place that the hold spring pulls to; null where a node has neither. */
  private outerForce(k: number, i: number): OuterForce | null {
    const { group, lane } = this.places[k]!;
    const s = 3 * LANES * i + lane;
    const hold = group.hold[LANES * i + lane]!;
    const { support } = group;
    const isSupported = support[s] !== 0 || support[s + LANES] !== 0 || support[s + 2 * LANES] !== 0;
    if ((hold === 0 && !isSupported) || this.rootRow[k]! < 0) return null;
    return {
      support: isSupported ? rotate(this.rootPose(k)[1], laneRow(support, lane, i)) : ZERO,
      hold,
      home: hold > 0 ? this.groomedPlace(k, i) : ZERO,
    };
  }

  private rootPose(k: number): readonly [origin: Vec3, turn: Quat] {
    const row = this.rootRow[k]!;
    const o = this.roots.orientation;
    return [at(this.roots.position, row), [o[4 * row]!, o[4 * row + 1]!, o[4 * row + 2]!, o[4 * row + 3]!]];
  }

  private groomedPlace(k: number, i: number): Vec3 {
    const { group, lane } = this.places[k]!;
    const [origin, turn] = this.rootPose(k);
    return add(origin, rotate(turn, laneRow(group.groomed, lane, i)));
  }

  /** Free flight. The lengths are linearised there (KERNELS: 0.3 % strain after one solve instead of 8 %). */
  private guess({ x, v, nodes }: RodGroup, lane: number, h: number): void {
    const end = 3 * LANES * nodes;
    for (let s = lane; s < end; s += LANES) x[s] = x[s]! + h * v[s]!;
  }

  private placeRoot(k: number): void {
    const { group, lane } = this.places[k]!;
    for (let i = 0; i < Math.min(2, group.nodes); i++) writeRow(group.x, lane, i, this.groomedPlace(k, i));
    const [, turn] = this.rootPose(k);
    this.m1Start.set(rotate(turn, laneRow(group.groomedM1, lane, 0)), 0);
    this.heldAngle[0] = 1;
  }

  /** Holds the nearest node at each clamp's target; with a frame, the whole edge: both nodes and its axes. */
  private applyClamps(k: number, clamps: Clamps): void {
    const { group, lane } = this.places[k]!;
    for (let r = 0; r < clamps.count; r++) {
      if (clamps.id[r] !== this.flat.ids[k]) continue;
      const [flatNode, share] = locateEdge(this.flat, k, clamps.s[r]!);
      const node = flatNode - this.flat.first[k]!;
      const target = at(clamps.target, r);
      const f = clamps.frame?.subarray(4 * r, 4 * r + 4);
      if (!f || f.every((value) => value === 0)) {
        this.holdNode(group, lane, share < 0.5 ? node : node + 1, target);
        continue;
      }
      const turn: Quat = [f[0]!, f[1]!, f[2]!, f[3]!];
      const tangent = rotate(turn, [1, 0, 0]);
      const length = group.restLength[LANES * node + lane]!;
      this.holdNode(group, lane, node, addScaled(target, tangent, -share * length));
      this.holdNode(group, lane, node + 1, addScaled(target, tangent, (1 - share) * length));
      this.m1Start.set(rotate(turn, [0, 1, 0]), 3 * node);
      this.heldAngle[node] = 1;
    }
  }

  private holdNode(group: RodGroup, lane: number, node: number, target: Vec3): void {
    this.inertia.fill(0, 6 * node, 6 * node + 6);
    writeRow(group.x, lane, node, target);
  }

  /** Collects the strand's contacts: with surfaces near its predicted nodes, and those that the caller found. */
  private collectContacts(k: number, h: number, environment: Environment): NodeContacts {
    const { contacts } = this;
    contacts.count = 0;
    if (environment.obstacles) this.collectSurfaces(k, h);
    if (environment.contacts) this.collectGiven(k, h, environment.contacts);
    return contacts;
  }

  private collectSurfaces(k: number, h: number): void {
    const { group, lane } = this.places[k]!;
    const { contacts, rows, predicted } = this;
    const first = this.flat.first[k]!;
    for (let i = 0; i < group.nodes; i++) {
      const r = OBSTACLE_ROW * (first + i);
      const clearance = group.clearance[LANES * i + lane]!;
      if (!(rows[r]! - clearance < NEAR)) continue;
      const p = 3 * (first + i);
      const nx = rows[r + 1]!;
      const ny = rows[r + 2]!;
      const nz = rows[r + 3]!;
      const at = CONTACT_ROW * contacts.count++;
      const out = contacts.rows;
      out[at] = i;
      out[at + 1] = nx;
      out[at + 2] = ny;
      out[at + 3] = nz;
      // The plane through the nearest surface point, moved out by the strand's clearance.
      out[at + 4] = nx * predicted[p]! + ny * predicted[p + 1]! + nz * predicted[p + 2]! - rows[r]! + clearance;
      out[at + 5] = h * rows[r + 4]!;
      out[at + 6] = h * rows[r + 5]!;
      out[at + 7] = h * rows[r + 6]!;
      out[at + 8] = rows[r + 7]!;
    }
  }

  private growContacts(): void {
    const { contacts } = this;
    contacts.rows = doubled(contacts.rows);
    contacts.pushing = new Uint8Array(2 * contacts.pushing.length);
  }

  private collectGiven(k: number, h: number, given: PointContacts): void {
    const { contacts } = this;
    for (let r = 0; r < given.count; r++) {
      if (given.id[r] !== this.flat.ids[k]) continue;
      const [node, share] = locateEdge(this.flat, k, given.s[r]!);
      const own = (share < 0.5 ? node : node + 1) - this.flat.first[k]!;
      const normal = at(given.normal, r);
      const [vx, vy, vz] = at(given.velocity, r);
      const row = [own, ...normal, dot(normal, at(given.plane, r)), h * vx, h * vy, h * vz, given.friction[r]!];
      if (CONTACT_ROW * (contacts.count + 1) > contacts.rows.length) this.growContacts();
      contacts.rows.set(row, CONTACT_ROW * contacts.count++);
    }
  }

  /** The measures that friction compares with, extrapolated as positions are. */
  private extrapolateMeasures(group: RodGroup, lane: number, history: History): void {
    const out = this.pastMeasure.get(group)!;
    const { measure, measurePast } = group;
    const { now, past } = history;
    for (let s = lane; s < measure.length; s += LANES) out[s] = now * measure[s]! - past * measurePast[s]!;
  }

  /** Velocities from the backward difference; the start of this step becomes the past. */
  private finish(k: number, h: number): void {
    const { group, lane } = this.places[k]!;
    const { x, xPast, v, vPast, measurePast, nodes } = group;
    const { now, past, step } = historyOf(h, group.stepPast[lane]!);
    const { position, velocity } = this.flat;
    const { xStart, measureStart } = this;
    const first = 3 * this.flat.first[k]!;
    const inverse = 1 / step;
    for (let i = 0, s = lane; i < 3 * nodes; i++, s += LANES) {
      const start = xStart[i]!;
      const here = x[s]!;
      const speed = (here - now * start + past * xPast[s]!) * inverse;
      xPast[s] = start;
      vPast[s] = v[s]!;
      v[s] = speed;
      position[first + i] = here;
      velocity[first + i] = speed;
    }
    for (let i = 0, s = lane; i < MEASURES * nodes; i++, s += LANES) measurePast[s] = measureStart[i]!;
    group.stepPast[lane] = h;
  }
}

function isRooted({ group, lane }: StrandPlace): boolean {
  return group.rooted[lane] === 1;
}

function doubled(rows: Float64Array): Float64Array {
  const larger = new Float64Array(2 * rows.length);
  larger.set(rows);
  return larger;
}
