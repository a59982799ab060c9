import type { Vec3 } from '../../numeric/vector.ts';
import {
  type Environment,
  makeRootStates,
  type Obstacles,
  type RootStates,
  type Roots,
  type StepReport,
} from '../model.ts';
import { solveSymmetric3 } from '../nodal.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { stateOf } from '../store/strand-store.ts';
import { AirLoads } from './air-loads.ts';
import { type Constants, constantsOf, setDiagonals } from './constants.ts';
import type { ContinuumState, ContinuumStore } from './fields.ts';
import { StatisticalFriction } from './friction.ts';
import { type Lean, measureLean, pullBack, slowDown } from './limit.ts';
import { Middles } from './middles.ts';
import type { NeighbourTable } from './neighbours.ts';
import type { ContinuumParameters } from './parameters.ts';
import { moveSample, placeSample, turnTip } from './places.ts';
import { PointLoads } from './point-loads.ts';
import { Pressing } from './pressing.ts';
import { applyTurn, RootTurn } from './root-turn.ts';

/** Longer steps are divided: fur swings fast, and steps that are long against its period take the swing out of it. */
const LONGEST_STEP = 1 / 120;

/** Where roots are read, and of what time. */
interface RootReading {
  readonly roots: Roots;
  readonly time: number;
}

export type NeighbourFinder = (state: ContinuumState) => NeighbourTable;

/**
 * One step of all samples, in the order of the method: roots, loads, friction, free motion, other bodies, largest angle, springs, shapes.
 * Every spring moves by itself; what it feels of others is read before any has moved.
 */
export class ContinuumStepper implements Stepper {
  private readonly store: ContinuumStore;
  private readonly state: ContinuumState;
  private readonly constants: Constants;
  private readonly roots: RootStates;
  private readonly middles: Middles;
  private readonly air: AirLoads;
  private readonly points: PointLoads;
  private readonly friction: StatisticalFriction;
  private readonly pressing: Pressing;
  private hasPoints = false;
  /** Samples whose points are not where their springs are. */
  private readonly isStale: Uint8Array;
  private hasStale = false;
  /** Both as they were at the last checkpoint, and when the roots had been read then. */
  private readonly keptStale: Uint8Array;
  private keptReading: RootReading | null = null;
  private reading: RootReading | null = null;
  private hasAir = false;
  private hasOthers = false;
  /** The root's rotation, by rows; the system of a step; rates of turning: wanted, and in the world before the step and wanted. */
  private readonly rootTurn = new RootTurn();
  private readonly turn = this.rootTurn.matrix;
  private readonly matrix = new Float64Array(6);
  private readonly rate = new Float64Array(3);
  private readonly before = new Float64Array(3);
  private readonly world = new Float64Array(3);
  private readonly lean: Lean = { axis: new Float64Array(3), angle: 0 };

  constructor(store: ContinuumStore, parameters: ContinuumParameters, neighbours: NeighbourFinder) {
    const state = stateOf(store);
    this.store = store;
    this.state = state;
    this.constants = constantsOf(state, parameters);
    const { length, fraction } = this.constants;
    this.roots = makeRootStates(state.ids.length);
    this.middles = new Middles(state, this.constants);
    this.air = new AirLoads(this.middles);
    this.points = new PointLoads(state, fraction);
    this.friction = new StatisticalFriction(state, neighbours(state), length, parameters.stretchFriction);
    this.pressing = new Pressing(state, parameters, length);
    this.isStale = new Uint8Array(state.ids.length);
    this.keptStale = new Uint8Array(state.ids.length);
  }

  step(dt: number, environment: Environment): StepReport {
    const parts = Math.max(1, Math.ceil(dt / LONGEST_STEP - 1e-6));
    const report: StepReport = { substeps: parts, contacts: 0, strain: 0, solves: 0, carried: [] };
    const h = dt / parts;
    this.hasPoints = this.points.sort(environment);
    // Points are read where single ones are pulled; those who now fall asleep keep what they have.
    if (this.hasPoints || environment.asleep) this.settle();
    for (let part = 1; part <= parts; part++) this.advance(h, environment.time + part * h, environment, report);
    return report;
  }

  private advance(h: number, end: number, environment: Environment, report: StepReport): void {
    const { state, roots, constants, isStale } = this;
    const { asleep } = environment;
    this.reading = { roots: environment.roots, time: end };
    environment.roots.sample(state.ids, end, roots);
    const { fields, obstacles } = environment;
    const others = obstacles?.others === undefined ? obstacles : obstacles.others;
    this.hasAir = fields.length > 0;
    this.hasOthers = others !== null;
    setDiagonals(constants, h);
    if (others) this.lookAround(others, end);
    this.friction.read(h, this.isDeformed() ? roots.position : null);
    const { length } = constants;
    let contacts = 0;
    let solves = 0;
    let known = this.hasAir ? 0 : length.length;
    for (let k = 0; k < length.length; k++) {
      if (k === known) {
        known = this.middles.place(k, roots);
        this.air.gather(fields, end);
      }
      if (asleep !== undefined && asleep[k] === 1) continue;
      this.rootTurn.take(roots.orientation, k);
      if (length[k]! > 0) {
        solves++;
        contacts += this.move(k, h, environment.gravity);
      }
      this.noteSpeed(k);
      isStale[k] = 1;
    }
    report.solves += solves;
    report.contacts += contacts;
    this.hasStale = true;
    // A step in parts reads points in between.
    if (this.hasPoints) this.settle();
  }

  /** Looks for bodies near all hairs before any moves. */
  private lookAround(others: Obstacles, time: number): void {
    const { middles, pressing } = this;
    for (let k = 0; k < this.isStale.length; ) {
      k = middles.place(k, this.roots);
      pressing.note(middles);
    }
    pressing.look(others, time);
  }

  /** Points are made when somebody reads them: a step needs none. */
  settle(): void {
    if (!this.hasStale) return;
    this.hasStale = false;
    this.store.keepAside();
    const { roots } = this;
    for (let k = 0; k < this.isStale.length; k++) {
      if (this.isStale[k] === 0) continue;
      this.isStale[k] = 0;
      this.rootTurn.take(roots.orientation, k);
      placeSample(this.state, this.constants, roots, this.turn, k, this.state.position);
      moveSample(this.state, this.constants, roots, this.turn, k);
      this.notePose(k);
    }
  }

  /** Points alone, without bringing up to date what else follows from the springs. */
  positions(out: Float32Array | Float64Array): void {
    const { state, roots, isStale } = this;
    out.set(state.position);
    if (!this.hasStale) return;
    for (let k = 0; k < isStale.length; k++) {
      if (isStale[k] === 0) continue;
      this.rootTurn.take(roots.orientation, k);
      placeSample(state, this.constants, roots, this.turn, k, out);
    }
  }

  kept(): void {
    this.keptStale.set(this.isStale);
    this.keptReading = this.hasStale ? this.reading : null;
  }

  takenBack(): void {
    const { keptReading } = this;
    this.isStale.set(this.keptStale);
    this.hasStale = keptReading !== null;
    keptReading?.roots.sample(this.state.ids, keptReading.time, this.roots);
  }

  /** Whether roots have turned against each other: skin that moves as one keeps its area. */
  private isDeformed(): boolean {
    const { orientation: q } = this.roots;
    for (let i = 4; i < q.length; i++) if (q[i] !== q[i & 3]) return true;
    return false;
  }

  /** The spring of sample k over a step; how many surfaces touch it. */
  private move(k: number, h: number, gravity: Vec3): number {
    const { state, rate } = this;
    const { w, v, direction: n } = state;
    const diagonal = this.loadFree(k, h, gravity);
    const kept = this.friction.kept[k]!;
    let contacts = 0;
    if (this.isAlone(k)) {
      const left = kept / diagonal;
      rate[0] = left * rate[0]!;
      rate[1] = left * rate[1]!;
      rate[2] = left * rate[2]!;
    } else contacts = this.moveLoaded(k, h, diagonal, kept);
    // Across the groomed direction: a turn about that shows nothing.
    const a = 3 * k;
    const nx = n[a]!;
    const ny = n[a + 1]!;
    const nz = n[a + 2]!;
    const along = rate[0]! * nx + rate[1]! * ny + rate[2]! * nz;
    v[a] = rate[0]! - along * nx;
    v[a + 1] = rate[1]! - along * ny;
    v[a + 2] = rate[2]! - along * nz;
    if (this.leansFar(k)) this.slow(k, h);
    w[a] = w[a]! + h * v[a]!;
    w[a + 1] = w[a + 1]! + h * v[a + 1]!;
    w[a + 2] = w[a + 2]! + h * v[a + 2]!;
    if (contacts > 0 && this.pressing.isInside) this.pressing.flatten(k, this.turn);
    turnTip(state, k);
    if (this.leansFar(k)) this.stopAtLimit(k);
    return contacts;
  }

  /**
   * Free motion in the frame of the root: (1 + h c + h² k + h d) v⁺ = v + h ((c/l) n′ × (g − a + f/m) − k (w − rest)). Writes the right side and returns
   * the factor of v⁺. a is how that frame accelerates at the tip, by what its velocity there has changed since the last step: all that the
   * skin did is felt, whatever the step. d is drag across the hair over its mass.
   */
  private loadFree(k: number, h: number, gravity: Vec3): number {
    const { state, constants, turn: m, rate } = this;
    const { w, v, leverVelocity, tip } = state;
    const { velocity: V, angularVelocity: O } = this.roots;
    const a = 3 * k;
    const m0 = m[0]!;
    const m1 = m[1]!;
    const m2 = m[2]!;
    const m3 = m[3]!;
    const m4 = m[4]!;
    const m5 = m[5]!;
    const m6 = m[6]!;
    const m7 = m[7]!;
    const m8 = m[8]!;
    const tx = tip[a]!;
    const ty = tip[a + 1]!;
    const tz = tip[a + 2]!;
    const nx = m0 * tx + m1 * ty + m2 * tz;
    const ny = m3 * tx + m4 * ty + m5 * tz;
    const nz = m6 * tx + m7 * ty + m8 * tz;
    // How fast the frame of the root carries the first point, and what it adds for a lever of a metre.
    const ox = O[a]!;
    const oy = O[a + 1]!;
    const oz = O[a + 2]!;
    const qx = oy * nz - oz * ny;
    const qy = oz * nx - ox * nz;
    const qz = ox * ny - oy * nx;
    let px = V[a]!;
    let py = V[a + 1]!;
    let pz = V[a + 2]!;
    if (constants.isOffset[k] === 1) {
      const g = 3 * state.first[k]!;
      const { groomed } = state;
      const gx = m0 * groomed[g]! + m1 * groomed[g + 1]! + m2 * groomed[g + 2]!;
      const gy = m3 * groomed[g]! + m4 * groomed[g + 1]! + m5 * groomed[g + 2]!;
      const gz = m6 * groomed[g]! + m7 * groomed[g + 1]! + m8 * groomed[g + 2]!;
      px += oy * gz - oz * gy;
      py += oz * gx - ox * gz;
      pz += ox * gy - oy * gx;
    }
    const l = constants.length[k]!;
    const f = constants.factor[k]!;
    const stiffness = constants.spring[k]!;
    const inverse = 1 / h;
    let ax = gravity[0] - (px + l * qx - leverVelocity[a]!) * inverse;
    let ay = gravity[1] - (py + l * qy - leverVelocity[a + 1]!) * inverse;
    let az = gravity[2] - (pz + l * qz - leverVelocity[a + 2]!) * inverse;
    let diagonal = constants.diagonal[k]!;
    if (this.hasAir) {
      // The hair's own speed is that of a point at l/c; what it rides with goes to the right side.
      const { force: F, damping: D } = this.air;
      const b = a - 3 * this.middles.from;
      const s = 2 * b;
      const xx = D[s]!;
      const xy = D[s + 1]!;
      const xz = D[s + 2]!;
      const yy = D[s + 3]!;
      const yz = D[s + 4]!;
      const zz = D[s + 5]!;
      const reach = constants.reach[k]!;
      const rx = px + reach * qx;
      const ry = py + reach * qy;
      const rz = pz + reach * qz;
      const share = constants.airShare[k]!;
      ax += share * (F[b]! - xx * rx - xy * ry - xz * rz);
      ay += share * (F[b + 1]! - xy * rx - yy * ry - yz * rz);
      az += share * (F[b + 2]! - xz * rx - yz * ry - zz * rz);
      const along = xx * nx * nx + yy * ny * ny + zz * nz * nz + 2 * (xy * nx * ny + xz * nx * nz + yz * ny * nz);
      diagonal += 0.5 * h * share * (xx + yy + zz - along);
    }
    const lx = m0 * ax + m3 * ay + m6 * az;
    const ly = m1 * ax + m4 * ay + m7 * az;
    const lz = m2 * ax + m5 * ay + m8 * az;
    const { pull } = constants;
    rate[0] = v[a]! + h * (pull[a]! - stiffness * w[a]! + f * (ty * lz - tz * ly));
    rate[1] = v[a + 1]! + h * (pull[a + 1]! - stiffness * w[a + 1]! + f * (tz * lx - tx * lz));
    rate[2] = v[a + 2]! + h * (pull[a + 2]! - stiffness * w[a + 2]! + f * (tx * ly - ty * lx));
    return diagonal;
  }

  /** Whether nothing acts on sample k but what acts on all. */
  private isAlone(k: number): boolean {
    if (this.hasPoints && (this.points.pulls(k) || this.points.touches(k))) return false;
    return !this.hasOthers || !this.pressing.isNear(k);
  }

  /** What acts on sample k besides, solved with it, in the world: bodies, pulls and planes are there. How many touch. */
  private moveLoaded(k: number, h: number, diagonal: number, kept: number): number {
    const { matrix, rate, before, world, constants, pressing, turn } = this;
    const { roots } = this;
    const isPressed = this.hasOthers && pressing.press(k, turn, roots);
    applyTurn(turn, this.state.v, 3 * k, before);
    applyTurn(turn, rate, 0, world);
    matrix.fill(0);
    matrix[0] = matrix[3] = matrix[5] = diagonal;
    if (this.hasPoints) this.points.add(k, h, constants.inverseInertia[k]!, roots, matrix, world);
    if (isPressed) pressing.lead(before, h, matrix, world);
    solveSymmetric3(matrix, 0, world, 0);
    // Friction takes nothing of what a body does.
    const left = isPressed ? kept + pressing.weight * (1 - kept) : kept;
    for (let c = 0; c < 3; c++) world[c] = left * world[c]!;
    if (isPressed) pressing.leadAsPublished(before, world, h, kept);
    const planes = this.hasPoints && this.points.touches(k) ? this.points.hold(k, h, roots, world) : 0;
    for (let c = 0; c < 3; c++) rate[c] = turn[c]! * world[0]! + turn[3 + c]! * world[1]! + turn[6 + c]! * world[2]!;
    return planes + (isPressed ? 1 : 0);
  }

  /** Whether sample k leans so far from the normal that it is slowed. */
  private leansFar(k: number): boolean {
    const { normal: m, tip: n } = this.state;
    const a = 3 * k;
    return m[a]! * n[a]! + m[a + 1]! * n[a + 1]! + m[a + 2]! * n[a + 2]! <= this.constants.slowCosine[k]!;
  }

  /** Slows motion away from the normal. */
  private slow(k: number, h: number): void {
    const { lean, constants, state } = this;
    if (measureLean(state.normal, state.tip, 3 * k, lean))
      slowDown(state.v, 3 * k, h, lean, constants.groomedAngle[k]!, state.maxAngle[k]!);
  }

  private stopAtLimit(k: number): void {
    const { lean, state } = this;
    if (!measureLean(state.normal, state.tip, 3 * k, lean)) return;
    if (pullBack(state.w, 3 * k, state.direction, lean, state.maxAngle[k]!)) turnTip(state, k);
  }

  /** Notes how fast the root carries the tip. */
  private noteSpeed(k: number): void {
    const { state, turn: m, constants } = this;
    const { groomed, first, tip, leverVelocity } = state;
    const { velocity: V, angularVelocity: O } = this.roots;
    const a = 3 * k;
    const l = constants.length[k]!;
    let tx = l * tip[a]!;
    let ty = l * tip[a + 1]!;
    let tz = l * tip[a + 2]!;
    if (constants.isOffset[k] === 1) {
      const g = 3 * first[k]!;
      tx += groomed[g]!;
      ty += groomed[g + 1]!;
      tz += groomed[g + 2]!;
    }
    const rx = m[0]! * tx + m[1]! * ty + m[2]! * tz;
    const ry = m[3]! * tx + m[4]! * ty + m[5]! * tz;
    const rz = m[6]! * tx + m[7]! * ty + m[8]! * tz;
    leverVelocity[a] = V[a]! + O[a + 1]! * rz - O[a + 2]! * ry;
    leverVelocity[a + 1] = V[a + 1]! + O[a + 2]! * rx - O[a]! * rz;
    leverVelocity[a + 2] = V[a + 2]! + O[a]! * ry - O[a + 1]! * rx;
  }

  /** Notes where the root stands and has the tip. */
  private notePose(k: number): void {
    const { state, turn: m, constants } = this;
    const { pose, position, first, tip, leverPlace } = state;
    const { orientation: q } = this.roots;
    const a = 3 * k;
    const from = 3 * first[k]!;
    const l = constants.length[k]!;
    for (let r = 0; r < 3; r++) {
      const here = position[from + r]!;
      pose[7 * k + r] = here;
      leverPlace[a + r] = here + l * (m[3 * r]! * tip[a]! + m[3 * r + 1]! * tip[a + 1]! + m[3 * r + 2]! * tip[a + 2]!);
    }
    for (let c = 0; c < 4; c++) pose[7 * k + 3 + c] = q[4 * k + c]!;
  }
}
