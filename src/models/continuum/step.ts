import { acos, cos } from '../../numeric/elementary.ts';
import { bendCurve, stumpff2, stumpff3 } from '../../strands/bent-curve.ts';
import type { Environment, StepReport } from '../model.ts';
import { solveSymmetric3 } from '../nodal.ts';
import { RootRows } from '../root-rows.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { AirLoads } from './air-loads.ts';
import { type ContinuumState, type ContinuumStore, continuumState } from './fields.ts';
import { StatisticalFriction } from './friction.ts';
import { type Lean, measureLean, pullBack, slowDown } from './limit.ts';
import { dampingRate, springConstant } from './material.ts';
import type { NeighbourTable } from './neighbours.ts';
import type { ContinuumParameters } from './parameters.ts';
import { addTurned, PointLoads } from './point-loads.ts';
import { Pressing } from './pressing.ts';

/** Longer steps are divided: fur swings fast, and steps that are long against its period take the swing out of it. */
const LONGEST_STEP = 1 / 120;

/** What follows from the fields of all samples and stays while nobody edits them. */
export interface Constants {
  readonly length: Float64Array;
  /** One a node: its arc length over the length. */
  readonly fraction: Float64Array;
  /** k of spring and pose spring together, what slows, c/l, 1/m, 1/I. */
  readonly spring: Float64Array;
  readonly damping: Float64Array;
  readonly factor: Float64Array;
  readonly inverseMass: Float64Array;
  readonly inverseInertia: Float64Array;
  /** Three a sample: k times the spring's own shape. */
  readonly pull: Float64Array;
  /** Groomed angle with the normal, and the cosine at which motion away from it begins to be slowed. */
  readonly groomedAngle: Float64Array;
  readonly slowCosine: Float64Array;
}

export type NeighbourFinder = (state: ContinuumState) => NeighbourTable;

/**
 * One step of all samples, in the order of the method: roots, loads, friction, free motion, other bodies, largest angle, springs, shapes.
 * Every spring moves by itself; what it feels of others is read before any has moved.
 */
export class ContinuumStepper implements Stepper {
  private readonly state: ContinuumState;
  private readonly constants: Constants;
  private readonly roots: RootRows;
  private readonly air: AirLoads;
  private readonly points: PointLoads;
  private readonly friction: StatisticalFriction;
  private readonly pressing: Pressing;
  private hasPoints = false;
  private hasAir = false;
  private readonly matrix = new Float64Array(6);
  /** The root's rotation, by rows; the rate of turning in the world, before and after loads; and in the root's frame. */
  private readonly turn = new Float64Array(9);
  private readonly before = new Float64Array(3);
  private readonly rate = new Float64Array(3);
  private readonly local = new Float64Array(3);
  private readonly spring = new Float64Array(3);
  private readonly bent = new Float64Array(3);
  private readonly lean: Lean = { axis: new Float64Array(3), angle: 0 };
  private readonly curve: { points: Float64Array; fraction: Float64Array; from: number; count: number };
  private readonly shape: Float64Array;

  constructor(store: ContinuumStore, parameters: ContinuumParameters, neighbours: NeighbourFinder) {
    const state = continuumState(store);
    this.state = state;
    this.constants = constantsOf(state, parameters);
    const { length, fraction } = this.constants;
    this.roots = new RootRows(state.ids, state.rooted);
    this.air = new AirLoads(state, length);
    this.points = new PointLoads(state, fraction);
    this.friction = new StatisticalFriction(state, neighbours(state), length, parameters.stretchFriction);
    this.pressing = new Pressing(state, parameters, length);
    this.curve = { points: state.groomed, fraction, from: 0, count: 0 };
    this.shape = new Float64Array(3 * store.mostNodes);
  }

  step(dt: number, environment: Environment): StepReport {
    const parts = Math.max(1, Math.ceil(dt / LONGEST_STEP - 1e-6));
    const report: StepReport = { substeps: parts, contacts: 0, strain: 0, solves: 0, carried: [] };
    const h = dt / parts;
    this.hasPoints = this.points.sort(environment);
    for (let part = 1; part <= parts; part++) this.advance(h, environment.time + part * h, environment, report);
    return report;
  }

  private advance(h: number, end: number, environment: Environment, report: StepReport): void {
    const { state, roots, pressing } = this;
    const { asleep } = environment;
    roots.sampledAt = Number.NaN;
    roots.sample(environment, end);
    this.hasAir = environment.fields.length > 0;
    this.air.gather(environment.fields, end);
    this.friction.read(h, this.isDeformed() ? roots.states.position : null);
    pressing.look(environment.obstacles, end, roots.states);
    for (let k = 0; k < state.ids.length; k++) {
      if (asleep?.[k]) continue;
      this.setTurn(k);
      if (this.constants.length[k]! > 0) this.move(k, h, environment, report);
      this.place(k, h);
    }
  }

  /** Whether roots have turned against each other: skin that moves as one keeps its area. */
  private isDeformed(): boolean {
    const { orientation: q } = this.roots.states;
    for (let i = 4; i < q.length; i++) if (q[i] !== q[i & 3]) return true;
    return false;
  }

  private setTurn(k: number): void {
    const { orientation: q } = this.roots.states;
    const { turn } = this;
    const x = q[4 * k]!;
    const y = q[4 * k + 1]!;
    const z = q[4 * k + 2]!;
    const w = q[4 * k + 3]!;
    turn[0] = 1 - 2 * (y * y + z * z);
    turn[1] = 2 * (x * y - w * z);
    turn[2] = 2 * (x * z + w * y);
    turn[3] = 2 * (x * y + w * z);
    turn[4] = 1 - 2 * (x * x + z * z);
    turn[5] = 2 * (y * z - w * x);
    turn[6] = 2 * (x * z - w * y);
    turn[7] = 2 * (y * z + w * x);
    turn[8] = 1 - 2 * (x * x + y * y);
  }

  /** The spring of sample k over a step. */
  private move(k: number, h: number, environment: Environment, report: StepReport): void {
    const { state, turn, local, rate, before, pressing } = this;
    const { w, v, direction: n } = state;
    const a = 3 * k;
    report.solves++;
    const isPressed = pressing.press(k, turn, this.roots.states);
    this.findBent(k);
    this.loadFree(k, h, environment, isPressed);
    // Friction takes nothing of what a body does.
    const kept = this.friction.kept[k]!;
    const left = isPressed ? kept + pressing.weight * (1 - kept) : kept;
    rate[0] = left * rate[0]!;
    rate[1] = left * rate[1]!;
    rate[2] = left * rate[2]!;
    if (isPressed) {
      pressing.leadAsPublished(before, rate, h, kept);
      report.contacts++;
    }
    if (this.hasPoints && this.points.touches(k)) report.contacts += this.points.hold(k, h, this.roots.states, rate);
    // Back into the frame of the root, across the groomed direction: a turn about that shows nothing.
    unturn(turn, rate, local);
    const along = local[0]! * n[a]! + local[1]! * n[a + 1]! + local[2]! * n[a + 2]!;
    for (let c = 0; c < 3; c++) local[c] = local[c]! - along * n[a + c]!;
    this.slow(k, h);
    for (let c = 0; c < 3; c++) {
      v[a + c] = local[c]!;
      w[a + c] = w[a + c]! + h * local[c]!;
    }
    if (isPressed && pressing.isInside) pressing.flatten(k, turn);
    this.stopAtLimit(k);
  }

  /** Where a straight hair would point to, in root coordinates: n cos θ + w × n sin θ/θ. */
  private findBent(k: number): void {
    const { bent } = this;
    const { w, direction: n } = this.state;
    const a = 3 * k;
    const x = w[a]!;
    const y = w[a + 1]!;
    const z = w[a + 2]!;
    const nx = n[a]!;
    const ny = n[a + 1]!;
    const nz = n[a + 2]!;
    const square = x * x + y * y + z * z;
    const c = 1 - square * stumpff2(square);
    const s = 1 - square * stumpff3(square);
    bent[0] = c * nx + s * (y * nz - z * ny);
    bent[1] = c * ny + s * (z * nx - x * nz);
    bent[2] = c * nz + s * (x * ny - y * nx);
  }

  /**
   * Free motion: (1 + h c + h² k + h A) v⁺ = v + h ((c/l) n′ × (g − a + f/m) − k (w − rest)), in the world. a is how the frame of the root
   * accelerates at the tip, by what its velocity there has changed since the last step: all that the skin did is felt, whatever the step.
   */
  private loadFree(k: number, h: number, { gravity }: Environment, isPressed: boolean): void {
    const { state, constants, turn, local, spring, rate, before, matrix, bent } = this;
    const { w, v, leverVelocity, groomed, first } = state;
    const { velocity: V, angularVelocity: O } = this.roots.states;
    const a = 3 * k;
    const g = 3 * first[k]!;
    const stiffness = constants.spring[k]!;
    for (let c = 0; c < 3; c++) {
      local[c] = v[a + c]!;
      spring[c] = constants.pull[a + c]! - stiffness * w[a + c]!;
    }
    applyTurn(turn, local, before);
    applyTurn(turn, spring, rate);
    const l = constants.length[k]!;
    const nx = turn[0]! * bent[0]! + turn[1]! * bent[1]! + turn[2]! * bent[2]!;
    const ny = turn[3]! * bent[0]! + turn[4]! * bent[1]! + turn[5]! * bent[2]!;
    const nz = turn[6]! * bent[0]! + turn[7]! * bent[1]! + turn[8]! * bent[2]!;
    const gx = turn[0]! * groomed[g]! + turn[1]! * groomed[g + 1]! + turn[2]! * groomed[g + 2]!;
    const gy = turn[3]! * groomed[g]! + turn[4]! * groomed[g + 1]! + turn[5]! * groomed[g + 2]!;
    const gz = turn[6]! * groomed[g]! + turn[7]! * groomed[g + 1]! + turn[8]! * groomed[g + 2]!;
    const ox = O[a]!;
    const oy = O[a + 1]!;
    const oz = O[a + 2]!;
    const tx = gx + l * nx;
    const ty = gy + l * ny;
    const tz = gz + l * nz;
    const inverse = 1 / h;
    let ax = gravity[0] - (V[a]! + oy * tz - oz * ty - leverVelocity[a]!) * inverse;
    let ay = gravity[1] - (V[a + 1]! + oz * tx - ox * tz - leverVelocity[a + 1]!) * inverse;
    let az = gravity[2] - (V[a + 2]! + ox * ty - oy * tx - leverVelocity[a + 2]!) * inverse;
    const diagonal = 1 + h * constants.damping[k]! + h * h * stiffness;
    const isPulled = this.hasPoints && this.points.pulls(k);
    if (this.hasAir) {
      // The hair's own speed is that of a point at l/c; what it rides with goes to the right side.
      const { force: F, damping: D } = this.air;
      const reach = 1 / constants.factor[k]!;
      const s = 6 * k;
      const rx = V[a]! + oy * (gz + reach * nz) - oz * (gy + reach * ny);
      const ry = V[a + 1]! + oz * (gx + reach * nx) - ox * (gz + reach * nz);
      const rz = V[a + 2]! + ox * (gy + reach * ny) - oy * (gx + reach * nx);
      const share = state.air[k]! * constants.inverseMass[k]!;
      ax += share * (F[a]! - D[s]! * rx - D[s + 1]! * ry - D[s + 2]! * rz);
      ay += share * (F[a + 1]! - D[s + 1]! * rx - D[s + 3]! * ry - D[s + 4]! * rz);
      az += share * (F[a + 2]! - D[s + 2]! * rx - D[s + 4]! * ry - D[s + 5]! * rz);
      matrix.fill(0);
      addTurned(matrix, h * share, nx, ny, nz, D, s);
    }
    const f = constants.factor[k]!;
    rate[0] = before[0]! + h * (rate[0]! + f * (ny * az - nz * ay));
    rate[1] = before[1]! + h * (rate[1]! + f * (nz * ax - nx * az));
    rate[2] = before[2]! + h * (rate[2]! + f * (nx * ay - ny * ax));
    if (!this.hasAir && !isPulled && !isPressed) {
      for (let c = 0; c < 3; c++) rate[c] = rate[c]! / diagonal;
      return;
    }
    if (!this.hasAir) matrix.fill(0);
    matrix[0] = matrix[0]! + diagonal;
    matrix[3] = matrix[3]! + diagonal;
    matrix[5] = matrix[5]! + diagonal;
    if (isPulled) this.points.add(k, h, constants.inverseInertia[k]!, this.roots.states, matrix, rate);
    if (isPressed) this.pressing.lead(before, h, matrix, rate);
    solveSymmetric3(matrix, 0, rate, 0);
  }

  /** Slows motion away from the normal where the hair leans far. */
  private slow(k: number, h: number): void {
    const { lean, bent, constants, state } = this;
    if (measureLean(state.normal, 3 * k, bent[0]!, bent[1]!, bent[2]!, constants.slowCosine[k]!, lean))
      slowDown(this.local, 0, h, lean, constants.groomedAngle[k]!, state.maxAngle[k]!);
  }

  private stopAtLimit(k: number): void {
    const { lean, bent, constants, state } = this;
    this.findBent(k);
    if (!measureLean(state.normal, 3 * k, bent[0]!, bent[1]!, bent[2]!, constants.slowCosine[k]!, lean)) return;
    if (pullBack(state.w, 3 * k, state.direction, lean, state.maxAngle[k]!)) this.findBent(k);
  }

  /** Where root and spring put the points of sample k, and how fast. */
  private place(k: number, h: number): void {
    const { state, turn, curve, shape, bent, constants } = this;
    const { position: x, velocity: v, local, w, first, pose, leverPlace, leverVelocity, groomed } = state;
    const { position: P, velocity: V, angularVelocity: O, orientation } = this.roots.states;
    const a = 3 * k;
    const from = first[k]!;
    const count = first[k + 1]! - from;
    const inverse = 1 / h;
    curve.from = from;
    curve.count = count;
    bendCurve(curve, w[a]!, w[a + 1]!, w[a + 2]!, shape, 0);
    const ox = O[a]!;
    const oy = O[a + 1]!;
    const oz = O[a + 2]!;
    for (let j = 0, i = 3 * from; j < 3 * count; j += 3, i += 3) {
      const lx = shape[j]!;
      const ly = shape[j + 1]!;
      const lz = shape[j + 2]!;
      const dx = (lx - local[i]!) * inverse;
      const dy = (ly - local[i + 1]!) * inverse;
      const dz = (lz - local[i + 2]!) * inverse;
      const rx = turn[0]! * lx + turn[1]! * ly + turn[2]! * lz;
      const ry = turn[3]! * lx + turn[4]! * ly + turn[5]! * lz;
      const rz = turn[6]! * lx + turn[7]! * ly + turn[8]! * lz;
      x[i] = P[a]! + rx;
      x[i + 1] = P[a + 1]! + ry;
      x[i + 2] = P[a + 2]! + rz;
      v[i] = V[a]! + oy * rz - oz * ry + turn[0]! * dx + turn[1]! * dy + turn[2]! * dz;
      v[i + 1] = V[a + 1]! + oz * rx - ox * rz + turn[3]! * dx + turn[4]! * dy + turn[5]! * dz;
      v[i + 2] = V[a + 2]! + ox * ry - oy * rx + turn[6]! * dx + turn[7]! * dy + turn[8]! * dz;
      local[i] = lx;
      local[i + 1] = ly;
      local[i + 2] = lz;
    }
    for (let c = 0; c < 3; c++) pose[7 * k + c] = x[3 * from + c]!;
    for (let c = 0; c < 4; c++) pose[7 * k + 3 + c] = orientation[4 * k + c]!;
    const l = constants.length[k]!;
    const g = 3 * from;
    const lx = groomed[g]! + l * bent[0]!;
    const ly = groomed[g + 1]! + l * bent[1]!;
    const lz = groomed[g + 2]! + l * bent[2]!;
    const rx = turn[0]! * lx + turn[1]! * ly + turn[2]! * lz;
    const ry = turn[3]! * lx + turn[4]! * ly + turn[5]! * lz;
    const rz = turn[6]! * lx + turn[7]! * ly + turn[8]! * lz;
    leverPlace[a] = P[a]! + rx;
    leverPlace[a + 1] = P[a + 1]! + ry;
    leverPlace[a + 2] = P[a + 2]! + rz;
    leverVelocity[a] = V[a]! + oy * rz - oz * ry;
    leverVelocity[a + 1] = V[a + 1]! + oz * rx - ox * rz;
    leverVelocity[a + 2] = V[a + 2]! + ox * ry - oy * rx;
  }
}

function applyTurn(m: Float64Array, v: Float64Array, out: Float64Array): void {
  out[0] = m[0]! * v[0]! + m[1]! * v[1]! + m[2]! * v[2]!;
  out[1] = m[3]! * v[0]! + m[4]! * v[1]! + m[5]! * v[2]!;
  out[2] = m[6]! * v[0]! + m[7]! * v[1]! + m[8]! * v[2]!;
}

function unturn(m: Float64Array, v: Float64Array, out: Float64Array): void {
  out[0] = m[0]! * v[0]! + m[3]! * v[1]! + m[6]! * v[2]!;
  out[1] = m[1]! * v[0]! + m[4]! * v[1]! + m[7]! * v[2]!;
  out[2] = m[2]! * v[0]! + m[5]! * v[1]! + m[8]! * v[2]!;
}

function constantsOf(state: ContinuumState, parameters: ContinuumParameters): Constants {
  const count = state.ids.length;
  const make = (): Float64Array => new Float64Array(count);
  const constants = {
    length: make(),
    fraction: new Float64Array(state.restLength.length),
    spring: make(),
    damping: make(),
    factor: make(),
    inverseMass: make(),
    inverseInertia: make(),
    pull: new Float64Array(3 * count),
    groomedAngle: make(),
    slowCosine: make(),
  };
  for (let k = 0; k < count; k++) measure(state, parameters, k, constants);
  return constants;
}

function measure(state: ContinuumState, parameters: ContinuumParameters, k: number, out: Constants): void {
  const { first, restLength, mass, bending, direction, normal, maxAngle, poseSpring, rest } = state;
  const [from, to] = [first[k]!, first[k + 1]!];
  let [length, m, stiff] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    out.fraction[i] = length;
    length += restLength[i]!;
    m += mass[i]!;
    stiff += bending[i]! * restLength[i]!;
  }
  let cosine = 0;
  for (let c = 3 * k; c < 3 * k + 3; c++) cosine += direction[c]! * normal[c]!;
  const angle = acos(Math.max(-1, Math.min(1, cosine)));
  out.groomedAngle[k] = angle;
  out.slowCosine[k] = cos(Math.min(Math.PI, 0.5 * (angle + maxAngle[k]!)));
  if (!(length > 0 && m > 0)) return;
  for (let i = from; i < to; i++) out.fraction[i] = out.fraction[i]! / length;
  const spring = springConstant(stiff / length, m, length);
  const arm = length / parameters.lever;
  out.length[k] = length;
  out.spring[k] = spring + poseSpring[k]!;
  out.damping[k] = dampingRate(parameters, stiff / length, m, length);
  out.factor[k] = 1 / arm;
  out.inverseMass[k] = 1 / m;
  out.inverseInertia[k] = 1 / (m * arm * arm);
  for (let c = 3 * k; c < 3 * k + 3; c++) out.pull[c] = spring * rest[c]!;
}
