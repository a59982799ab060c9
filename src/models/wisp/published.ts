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
import type { WispState, WispStore } from './fields.ts';
import { type ForceSink, WispForces } from './forces.ts';
import { makeRimScratch, projectRim } from './lengths.ts';
import { BODY, WispMeetings } from './meetings.ts';
import type { WispParameters } from './parameters.ts';

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
 * bands instead of a dense matrix.
 */
export class PublishedWisps implements Stepper {
  readonly meetings: WispMeetings;
  private readonly state: WispState;
  private readonly parameters: WispParameters;
  private readonly forces: WispForces;
  private readonly fields: FieldLoads;
  private readonly roots: RootRows;
  private readonly sink: PlainForces;
  private readonly x0: Float64Array;
  private readonly d0: Float64Array;
  private readonly inertia: Float64Array;
  private readonly rim: Float64Array;
  private readonly weight: Float64Array;
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
    this.forces = new WispForces(state, {
      ...parameters,
      springDamping: Math.min(parameters.springDamping, bears),
    });
    this.meetings = new WispMeetings(state, parameters, state.clearance);
    this.fields = new FieldLoads(state);
    this.roots = new RootRows(state.ids, state.rooted);
    this.sink = new PlainForces(store.mostNodes);
    this.x0 = new Float64Array(3 * nodes);
    this.d0 = new Float64Array(3 * nodes);
    this.inertia = new Float64Array(6 * nodes);
    this.rim = new Float64Array(6 * store.mostNodes);
    this.weight = new Float64Array(nodes);
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
    for (let part = 0; part < parts; part++)
      this.advance(h, { ...environment, time: environment.time + part * h }, report);
    return report;
  }

  private advance(h: number, environment: Environment, report: StepReport): void {
    const { state, fields, roots, meetings } = this;
    const { time, asleep } = environment;
    fields.gather(environment.fields, time + h, asleep);
    if (environment.forces) addPointForces(state, environment.forces, fields.loads);
    roots.sample(environment, time + h);
    meetings.find(h, environment);
    if (environment.contacts) this.takePlanes(environment.contacts);
    for (let k = 0; k < state.ids.length; k++) {
      const from = state.first[k]!;
      const to = state.first[k + 1]!;
      if (asleep?.[k] === 1 || to === from) continue;
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
    const { state, sink, x0, d0, system, right, carried } = this;
    const { position: x, velocity: v, across: d, acrossVelocity: w, mass, support } = state;
    const { force, damping, stiffness } = this.fields.loads;
    for (let c = 3 * from; c < 3 * to; c++) {
      x0[c] = x[c]! - h * v[c]!;
      d0[c] = d[c]! - h * w[c]!;
    }
    sink.clear(to - from);
    this.forces.follow(x, d, from, to);
    this.forces.addShape(sink, x, d, x0, d0, from, to, h, h);
    this.forces.addSprings(sink, x, d, x0, d0, from, to, h, h);
    this.meetings.addSprings(sink, k, x, d);
    const { rhs } = sink;
    const row = this.roots.row[k]!;
    const { states } = this.roots;
    const { turn } = this;
    if (row >= 0) writeMatrix(quatRow(states.orientation, row), turn);
    else turn.fill(0);
    const hc = row >= 0 ? h * this.parameters.damping : 0;
    const ridden = row >= 0 ? at(states.velocity, row) : [0, 0, 0];
    for (let c = 3 * from; c < 3 * to; c++) {
      x0[c] = x[c]!;
      d0[c] = d[c]!;
    }
    for (let i = from; i < to; i++) {
      const a = 3 * i;
      const u = 6 * (i - from);
      const m = mass[i]!;
      multiplyMatrix(turn, 0, support[a]!, support[a + 1]!, support[a + 2]!, carried, 0);
      for (let c = 0; c < 3; c++)
        right[c] =
          m * (v[a + c]! + h * gravity[c]! + hc * ridden[c]!) + h * (rhs[u + c]! + force[a + c]! + carried[c]!);
      for (let c = 0; c < 6; c++)
        system[c] =
          (c === 0 || c === 3 || c === 5 ? m * (1 + hc) : 0) + h * damping[6 * i + c]! + h * h * stiffness[6 * i + c]!;
      solveSymmetric3(system, 0, right, 0);
      for (let c = 0; c < 3; c++) {
        x[a + c] = x[a + c]! + h * right[c]!;
        w[a + c] = w[a + c]! + (h * rhs[u + 3 + c]!) / m;
        d[a + c] = d[a + c]! + h * w[a + c]!;
      }
    }
  }

  /** The root's nodes ride with it, others where clamps say; the rest is free. */
  private hold(k: number, from: number, to: number, { clamps }: Environment): void {
    const { state, inertia, weight } = this;
    const { position: x, across: d, groomed, groomedAcross, mass } = state;
    const row = this.roots.row[k]!;
    inertia.fill(1, 6 * from, 6 * to);
    if (row >= 0) {
      const { states } = this.roots;
      const turn = quatRow(states.orientation, row);
      const origin = at(states.position, row);
      for (let i = from; i < Math.min(from + 2, to); i++) {
        x.set(add(origin, rotate(turn, at(groomed, i))), 3 * i);
        d.set(rotate(turn, at(groomedAcross, i)), 3 * i);
        inertia.fill(0, 6 * i, 6 * i + 6);
      }
      state.u1.set(rotate(turn, at(state.groomedU1, k)), 3 * k);
    }
    if (clamps) applyClamps(state, k, clamps, inertia, true);
    for (let i = from; i < to; i++) weight[i] = inertia[6 * i] === 0 ? 0 : 2 / mass[i]!;
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

/** Forces without their stiffnesses. */
class PlainForces implements ForceSink {
  readonly rhs: Float64Array;

  constructor(mostNodes: number) {
    this.rhs = new Float64Array(6 * mostNodes);
  }

  clear(nodes: number): void {
    this.rhs.fill(0, 0, 6 * nodes);
  }

  addScalar(): void {}
  setBlock(): void {}

  addPoint(j: number, side: number, fx: number, fy: number, fz: number): void {
    const { rhs } = this;
    const u = 6 * j;
    rhs[u] = rhs[u]! + fx;
    rhs[u + 1] = rhs[u + 1]! + fy;
    rhs[u + 2] = rhs[u + 2]! + fz;
    rhs[u + 3] = rhs[u + 3]! + side * fx;
    rhs[u + 4] = rhs[u + 4]! + side * fy;
    rhs[u + 5] = rhs[u + 5]! + side * fz;
  }

  addPair(j: number, side: number, i: number, other: number, fx: number, fy: number, fz: number): void {
    this.addPoint(j, side, fx, fy, fz);
    this.addPoint(i, other, -fx, -fy, -fz);
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
