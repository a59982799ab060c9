import { multiplyMatrix } from '../../numeric/flat3.ts';
import { rotate, writeMatrix } from '../../numeric/rotation.ts';
import { add, at } from '../../numeric/vector.ts';
import type { Environment, StepReport } from '../model.ts';
import { addPointForces, FieldLoads, solveSymmetric3 } from '../nodal.ts';
import { applyClamps } from '../predict-node.ts';
import { RootRows } from '../root-rows.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { stateOf } from '../store/strand-store.ts';
import { ExplicitForces } from './explicit-forces.ts';
import type { WispState, WispStore } from './fields.ts';
import { makeRimScratch, projectRim } from './lengths.ts';
import { WispMeetings } from './meetings.ts';
import type { WispParameters } from './parameters.ts';
import { BODY } from './rim-bodies.ts';

/** The published step, seconds, and h ω that explicit springs bear. */
const LONGEST_STEP = 0.001;
const SAFE = 1.5;
/** Damping of springs over what an explicit step bears. */
const MOST_DAMPING = 0.5;
/** A step is divided no finer. */
const MOST_PARTS = 400;
/** Rounds of planes and lengths. */
const ROUNDS = 2;

/**
 * The step as published, for comparison: explicit forces, then planes and lengths rim by rim, a millisecond at a time. Lengths are solved by
 * bands instead of a dense matrix; who may meet whom is found once a step of the simulation, planes every millisecond.
 */
export class PublishedWisps implements Stepper {
  readonly meetings: WispMeetings;
  private readonly state: WispState;
  private readonly parameters: WispParameters;
  private readonly forces: ExplicitForces;
  private readonly fields: FieldLoads;
  private readonly roots: RootRows;
  /** Six a node. */
  private readonly sums: Float64Array;
  private readonly x0: Float64Array;
  private readonly d0: Float64Array;
  private readonly inertia: Float64Array;
  private readonly rim: Float64Array;
  /** Of rim points, 1/m; 0 where they are held in this step. */
  private readonly weight: Float64Array;
  private readonly restWeight: Float64Array;
  private readonly scratch: ReturnType<typeof makeRimScratch>;
  private readonly right = new Float64Array(3);
  private readonly system = new Float64Array(6);
  private readonly turn = new Float64Array(9);
  private readonly carried = new Float64Array(3);
  /** Largest rate of springs, 1/s. */
  private readonly fastest: number;

  constructor(store: WispStore, parameters: WispParameters) {
    const state = stateOf(store);
    const nodes = state.mass.length;
    this.state = state;
    this.parameters = parameters;
    this.fastest = fastestOf(state, parameters);
    const bears = MOST_DAMPING / (LONGEST_STEP * Math.max(1, this.fastest * this.fastest));
    this.forces = new ExplicitForces(state, parameters, Math.min(parameters.springDamping, bears));
    this.meetings = new WispMeetings(state, parameters, state.clearance);
    this.fields = new FieldLoads(state);
    this.roots = new RootRows(state.ids, state.rooted);
    this.sums = new Float64Array(6 * nodes);
    this.x0 = new Float64Array(3 * nodes);
    this.d0 = new Float64Array(3 * nodes);
    this.inertia = new Float64Array(6 * nodes);
    this.rim = new Float64Array(6 * store.mostNodes);
    this.weight = new Float64Array(nodes);
    this.restWeight = state.mass.map((m) => 2 / m);
    this.scratch = makeRimScratch(store.mostNodes);
  }

  step(dt: number, environment: Environment): StepReport {
    const parts = Math.min(
      MOST_PARTS,
      Math.max(Math.ceil(dt / LONGEST_STEP - 1e-6), Math.ceil((dt * this.fastest) / SAFE)),
    );
    const report: StepReport = { substeps: parts, contacts: 0, strain: 0, solves: 0, carried: [] };
    const h = dt / Math.max(1, parts);
    this.roots.sampledAt = Number.NaN;
    this.meetings.findAhead(dt, environment);
    for (let part = 0; part < parts; part++)
      this.advance(h, { ...environment, time: environment.time + part * h }, report);
    return report;
  }

  private advance(h: number, environment: Environment, report: StepReport): void {
    const { state, fields, roots, meetings, sums, forces } = this;
    const { time, asleep } = environment;
    fields.gather(environment.fields, time + h, asleep);
    if (environment.forces) addPointForces(state, environment.forces, fields.loads);
    roots.sample(environment, time + h);
    meetings.findPart(h, environment);
    if (environment.contacts) this.takePlanes(environment.contacts);
    const isLeft = (k: number): boolean => asleep?.[k] === 1 || state.first[k + 1] === state.first[k];
    sums.fill(0);
    for (let k = 0; k < state.ids.length; k++) if (!isLeft(k)) forces.add(sums, state.first[k]!, state.first[k + 1]!);
    meetings.tangles.addForces(sums);
    for (let k = 0; k < state.ids.length; k++) {
      if (isLeft(k)) continue;
      const from = state.first[k]!;
      const to = state.first[k + 1]!;
      this.move(k, from, to, h, environment);
      this.hold(k, from, to, environment);
      this.project(k, from, to);
      this.takeVelocities(from, to, h);
      report.solves += 2;
    }
    report.contacts = meetings.planes.count;
  }

  /** Planes that others found, for the rims of the nearest node. */
  private takePlanes({ count, id, s, normal, plane }: NonNullable<Environment['contacts']>): void {
    const { state, meetings } = this;
    const { planes } = meetings;
    for (let r = 0; r < count; r++) {
      const k = state.ids.indexOf(id[r]!);
      if (k < 0) continue;
      let i = state.first[k]!;
      for (let left = s[r]!; i + 2 < state.first[k + 1]! && left > 0.5 * state.restLength[i]!; i++)
        left -= state.restLength[i]!;
      const n = 3 * r;
      const offset = normal[n]! * plane[n]! + normal[n + 1]! * plane[n + 1]! + normal[n + 2]! * plane[n + 2]!;
      for (let p = 2 * i; p < 2 * i + 2; p++)
        planes.push(k, p, normal[n]!, normal[n + 1]!, normal[n + 2]!, offset, BODY);
    }
    planes.sort();
  }

  /** Kernel. Free motion of one wisp under all forces, which are taken where it is. */
  private move(k: number, from: number, to: number, h: number, { gravity }: Environment): void {
    const { state, sums, x0, d0, system, right, carried, turn } = this;
    const { position: x, velocity: v, across: d, acrossVelocity: w, mass, support } = state;
    const { force, damping, stiffness } = this.fields.loads;
    const row = this.roots.row[k]!;
    const { states } = this.roots;
    if (row >= 0) writeMatrix(quatRow(states.orientation, row), turn);
    else turn.fill(0);
    const hc = row >= 0 ? h * this.parameters.damping : 0;
    for (let i = from; i < to; i++) {
      const a = 3 * i;
      const u = 6 * i;
      const m = mass[i]!;
      const perMass = h / m;
      multiplyMatrix(turn, 0, support[a]!, support[a + 1]!, support[a + 2]!, carried, 0);
      for (let c = 0; c < 3; c++) {
        const ridden = row >= 0 ? states.velocity[3 * row + c]! : 0;
        right[c] = m * (v[a + c]! + h * gravity[c]! + hc * ridden) + h * (sums[u + c]! + force[a + c]! + carried[c]!);
      }
      const own = m * (1 + hc);
      for (let c = 0; c < 6; c++) system[c] = h * damping[u + c]! + h * h * stiffness[u + c]!;
      system[0] = system[0]! + own;
      system[3] = system[3]! + own;
      system[5] = system[5]! + own;
      solveSymmetric3(system, 0, right, 0);
      for (let c = 0; c < 3; c++) {
        x0[a + c] = x[a + c]!;
        d0[a + c] = d[a + c]!;
        x[a + c] = x[a + c]! + h * right[c]!;
        w[a + c] = w[a + c]! + perMass * sums[u + 3 + c]!;
        d[a + c] = d[a + c]! + h * w[a + c]!;
      }
    }
  }

  /** The root's nodes ride with it, others where clamps say; the rest is free. */
  private hold(k: number, from: number, to: number, { clamps }: Environment): void {
    const { state, inertia, weight } = this;
    const { position: x, across: d, groomed, groomedAcross } = state;
    const row = this.roots.row[k]!;
    const { restWeight } = this;
    for (let i = from; i < to; i++) weight[i] = restWeight[i]!;
    if (row >= 0) {
      const { states } = this.roots;
      const turn = quatRow(states.orientation, row);
      const origin = at(states.position, row);
      for (let i = from; i < Math.min(from + 2, to); i++) {
        x.set(add(origin, rotate(turn, at(groomed, i))), 3 * i);
        d.set(rotate(turn, at(groomedAcross, i)), 3 * i);
        weight[i] = 0;
      }
      state.u1.set(rotate(turn, at(state.groomedU1, k)), 3 * k);
    }
    if (!clamps) return;
    for (let i = from; i < to; i++) inertia.fill(weight[i]!, 6 * i, 6 * i + 6);
    applyClamps(state, k, clamps, inertia, true);
    for (let i = from; i < to; i++) weight[i] = inertia[6 * i]!;
  }

  /** Kernel. Planes and lengths of both rims. */
  private project(k: number, from: number, to: number): void {
    const { state, rim, weight, scratch } = this;
    const { position: x, across: d, leftLength, rightLength } = state;
    const { planes } = this.meetings;
    const count = to - from;
    if (count < 2) return;
    for (let i = 0; i < count; i++)
      for (let c = 0; c < 3; c++) {
        const a = 3 * (from + i) + c;
        rim[3 * i + c] = x[a]! + d[a]!;
        rim[3 * (count + i) + c] = x[a]! - d[a]!;
      }
    const first = planes.first[k]!;
    const last = planes.first[k + 1]!;
    for (let round = 0; round < (first < last ? ROUNDS : 1); round++) {
      for (let r = first; r < last; r++) {
        const n = planes.order[r]!;
        const p = planes.point[n]!;
        if (weight[p >> 1] === 0) continue;
        const o = 3 * ((p >> 1) - from + (p & 1) * count);
        const nx = planes.way[3 * n]!;
        const ny = planes.way[3 * n + 1]!;
        const nz = planes.way[3 * n + 2]!;
        const gap = nx * rim[o]! + ny * rim[o + 1]! + nz * rim[o + 2]! - planes.value[n]!;
        if (gap >= 0) continue;
        const strength = planes.stiffness[n]!;
        const s = (-gap * strength) / (1 + strength);
        rim[o] = rim[o]! + s * nx;
        rim[o + 1] = rim[o + 1]! + s * ny;
        rim[o + 2] = rim[o + 2]! + s * nz;
      }
      projectRim(rim, 0, leftLength, weight, from, count, scratch);
      projectRim(rim, count, rightLength, weight, from, count, scratch);
    }
    for (let i = 0; i < count; i++) {
      if (weight[from + i] === 0) continue;
      for (let c = 0; c < 3; c++) {
        const a = 3 * (from + i) + c;
        const left = rim[3 * i + c]!;
        const right = rim[3 * (count + i) + c]!;
        x[a] = 0.5 * (left + right);
        d[a] = 0.5 * (left - right);
      }
    }
  }

  private takeVelocities(from: number, to: number, h: number): void {
    const { x0, d0, state } = this;
    const { position: x, velocity: v, across: d, acrossVelocity: w } = state;
    for (let c = 3 * from; c < 3 * to; c++) {
      v[c] = (x[c]! - x0[c]!) / h;
      w[c] = (d[c]! - d0[c]!) / h;
    }
  }
}

/** Bound of the largest rate of bends, twist and springs between rims. */
function fastestOf(
  { restLength, mass, bending, twisting, halfWidth, first }: WispState,
  { springStiffness, tangle }: WispParameters,
): number {
  let most = 0;
  for (let k = 0; k + 1 < first.length; k++)
    for (let i = first[k]! + 1; i + 1 < first[k + 1]!; i++) {
      const l = Math.min(restLength[i - 1]!, restLength[i]!);
      const m = Math.min(mass[i - 1]!, mass[i]!, mass[i + 1]!);
      const half = halfWidth[i]!;
      const bend = (16 * bending[i]!) / (l * l * l);
      most = Math.max(most, (bend + (4 * twisting[i]!) / (l * half * half)) / m);
    }
  return Math.sqrt(most + 4 * springStiffness + 8 * tangle.stiffness);
}
