import { conjugate, multiply, rotate } from '../../numeric/rotation.ts';
import { add, at, mix, type Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import {
  type Environment,
  makeRootStates,
  type RestReport,
  type RootStates,
  type Roots,
  type StepReport,
  type StrandDynamics,
  type StrandEdit,
  type StrandEnergy,
} from '../model.ts';
import { strandIndex } from '../nodal.ts';
import { type PackedArray, packArrays, unpackArrays } from '../snapshot.ts';
import { assemble, writePointForces } from './assemble.ts';
import { momentumOf, quatRow, standStill } from './build.ts';
import { factorCholesky, solveCholesky } from './cholesky.ts';
import { adoptShape, cutStrand } from './cut.ts';
import { followPoints } from './follow.ts';
import { placeSystem, writePlaceAt } from './kinematics.ts';
import { reshape } from './reshape.ts';
import { HelixStepper } from './step.ts';
import {
  type HelixStrand,
  isRooted,
  isSupported,
  loadStrand,
  locatePolyline,
  strandOf as makeOf,
  OWN,
  STRAND_FIELDS,
  type StrandFields,
  segmentAt,
} from './strand.ts';
import { STUMPFF } from './stumpff.ts';
import { addPoint, type HelixSystem, makeSystem } from './system.ts';

/** How strands come into being: shared by creation, `add` and rest-shape edits. */
export interface HelixMaker {
  make(strands: Strands, roots: Roots, time: number): HelixStrand[];
  /** Makes the present shape the rest shape. */
  rest(strand: HelixStrand): void;
  readonly iterations: number;
  /** Take the published step where it can be taken. */
  readonly isPublished: boolean;
}

/** Step for which `inverseMass` answers before the first one: stiffness shares in the mass of a step. */
const USUAL_STEP = 1 / 120;

/** Running super-helices: the contract around the strands; the step itself is in `step.ts`. */
export class SuperHelixDynamics implements StrandDynamics {
  ids!: Uint32Array;
  first!: Uint32Array;
  private readonly maker: HelixMaker;
  private strands: readonly HelixStrand[] = [];
  private stepper!: HelixStepper;
  private system!: HelixSystem;
  private index: ReadonlyMap<number, number> = new Map();
  private kept: Float64Array[] = [];
  private readonly scratch = new Float64Array(STUMPFF);

  constructor(strands: readonly HelixStrand[], maker: HelixMaker) {
    this.maker = maker;
    this.replace(strands);
  }

  step(dt: number, environment: Environment): StepReport {
    return this.stepper.step(dt, environment);
  }

  positions(out: Float32Array | Float64Array): void {
    this.strands.forEach((strand, k) => {
      out.set(strand.out, 3 * this.first[k]!);
    });
  }

  velocities(out: Float32Array | Float64Array): void {
    this.strands.forEach((strand, k) => {
      out.set(strand.outVelocity, 3 * this.first[k]!);
    });
  }

  arcLengths(out: Float64Array): void {
    this.strands.forEach((strand, k) => {
      out.set(strand.arc, this.first[k]!);
    });
  }

  positionAt(id: number, s: number): Vec3 {
    const strand = this.strandOf(id);
    const [e, place] = locatePolyline(strand, s);
    const out = new Float64Array(3);
    loadStrand(this.system, strand);
    placeSystem(this.system);
    writePlaceAt(this.system, e, place, out, 0, this.scratch);
    return at(out, 0);
  }

  velocityAt(id: number, s: number): Vec3 {
    const { arc, outVelocity } = this.strandOf(id);
    if (arc.length < 2) return at(outVelocity, 0);
    const i = segmentAt(arc, s);
    const t = (s - arc[i]!) / Math.max(arc[i + 1]! - arc[i]!, 1e-300);
    return mix(at(outVelocity, i), at(outVelocity, i + 1), Math.min(Math.max(t, 0), 1));
  }

  inverseMass(id: number, s: number, direction: Vec3): number {
    const { system } = this;
    const strand = this.strandOf(id);
    const h = strand.own[OWN.stepPast]! || USUAL_STEP;
    loadStrand(system, strand);
    system.rest.set(strand.w);
    const [e, place] = locatePolyline(strand, s);
    const p = addPoint(system, e, place);
    system.b.set(direction, 3 * p);
    for (let q = 0; q < strand.mass.length; q++)
      for (const c of [0, 3, 5]) system.a[6 * q + c] = strand.mass[q]! / (h * h);
    system.ref.set(strand.x);
    placeSystem(system);
    writePointForces(system);
    assemble(system);
    const { size, hessian, gradient, step } = system;
    step.set(gradient.subarray(0, size));
    if (!factorCholesky(hessian, size)) return 0;
    solveCholesky(hessian, size, step);
    let sum = 0;
    for (let i = 0; i < size; i++) sum += gradient[i]! * step[i]!;
    return sum / (h * h);
  }

  energy(): StrandEnergy {
    let kinetic = 0;
    let elastic = 0;
    for (const { mass, v, w, rest, stiffness } of this.strands) {
      for (let i = 0; i < v.length; i++) kinetic += 0.5 * mass[Math.floor(i / 3)]! * v[i]! * v[i]!;
      for (let i = 0; i < w.length; i++) elastic += 0.5 * stiffness[i]! * (w[i]! - rest[i]!) * (w[i]! - rest[i]!);
    }
    return { kinetic, elastic };
  }

  momentum(): Vec3 {
    return this.strands.map(momentumOf).reduce<Vec3>(add, [0, 0, 0]);
  }

  restReport(): RestReport {
    const held = this.strands.filter(({ hold }) => hold[0]! > 0).length;
    const carried = this.strands.filter(isSupported).length;
    const farthest = this.strands.reduce((most, { own }) => Math.max(most, own[OWN.fitError]!), 0);
    return { strands: this.strands.length, carried, held, helped: held + carried, fitError: farthest };
  }

  edit(ids: Uint32Array, change: StrandEdit): void {
    let from = 0;
    for (const id of ids) {
      const strand = this.strandOf(id);
      reshape(this.system, strand, change, from);
      from += strand.arc.length;
      if (!change.restFromShape) continue;
      adoptShape(strand);
      this.maker.rest(strand);
    }
    // Lengths and distances are known to whoever looks for places and obstacles.
    if (change.lengthen !== undefined || change.thickness !== undefined) this.replace(this.strands);
  }

  split(id: number, s: number, newId: number): boolean {
    const k = this.place(id);
    const parts = cutStrand(this.system, this.strands[k]!, s, newId);
    if (!parts) return false;
    const strands = [...this.strands];
    strands[k] = parts[0];
    this.replace([...strands, parts[1]]);
    return true;
  }

  add(strands: Strands, roots: Roots, time: number): void {
    this.replace([...this.strands, ...this.maker.make(strands, roots, time)]);
  }

  remove(ids: Uint32Array): void {
    const gone = new Set(ids);
    this.replace(this.strands.filter(({ id }) => !gone.has(id)));
  }

  teleport(before: RootStates, after: RootStates): void {
    this.strands.forEach((strand, k) => {
      if (!isRooted(strand)) return;
      const turn = multiply(quatRow(after.orientation, k), conjugate(quatRow(before.orientation, k)));
      const press = strand.press.slice();
      const grip = strand.grip.slice();
      standStill(this.system, strand, after, k);
      strand.press.set(press);
      for (let i = 0; i < press.length; i++) strand.grip.set(rotate(turn, at(grip, i)), 3 * i);
    });
  }

  reset(ids: Uint32Array, roots: Roots, time: number): void {
    const rooted = ids.filter((id) => isRooted(this.strandOf(id)));
    const rows = makeRootStates(rooted.length);
    roots.sample(rooted, time, rows);
    rooted.forEach((id, row) => {
      const strand = this.strandOf(id);
      strand.w.set(strand.groomedW);
      standStill(this.system, strand, rows, row);
    });
  }

  setState(positions: Float64Array, velocities: Float64Array, roots: Roots, time: number): number {
    this.reset(this.ids, roots, time);
    let farthest = 0;
    this.strands.forEach((strand, k) => {
      const [from, to] = [3 * this.first[k]!, 3 * this.first[k + 1]!];
      const { system } = this;
      const miss = followPoints(system, strand, positions.subarray(from, to), velocities.subarray(from, to));
      farthest = Math.max(farthest, miss);
    });
    return farthest;
  }

  checkpoint(): void {
    for (let k = 0; k < this.strands.length; k++) {
      const { moving } = this.strands[k]!;
      const kept = this.kept[k];
      if (kept?.length === moving.length) kept.set(moving);
      else this.kept[k] = moving.slice();
    }
  }

  rollback(): void {
    this.strands.forEach(({ moving }, k) => {
      moving.set(this.kept[k]!);
    });
  }

  snapshot(): Uint8Array {
    const arrays: PackedArray[] = [this.ids];
    for (const strand of this.strands) for (const field of STRAND_FIELDS) arrays.push(strand[field]);
    return packArrays(arrays);
  }

  restore(snapshot: Uint8Array, only?: Uint32Array): void {
    const arrays = unpackArrays(snapshot);
    const ids = arrays[0] as Uint32Array;
    let next = 1;
    const strands = Array.from(ids, (id) => {
      const fields = Object.fromEntries(STRAND_FIELDS.map((field) => [field, arrays[next++] as Float64Array]));
      return makeOf(id, fields as unknown as StrandFields);
    });
    if (!only) {
      this.replace(strands);
      return;
    }
    const wanted = new Set(only);
    const places = strandIndex(ids);
    this.replace(this.strands.map((own) => (wanted.has(own.id) ? strands[places.get(own.id)!]! : own)));
  }

  private replace(strands: readonly HelixStrand[]): void {
    this.strands = strands;
    this.ids = Uint32Array.from(strands, ({ id }) => id);
    this.first = new Uint32Array(strands.length + 1);
    strands.forEach(({ arc }, k) => {
      this.first[k + 1] = this.first[k]! + arc.length;
    });
    this.index = strandIndex(this.ids);
    this.system = makeSystem(
      strands.reduce((most, { length }) => Math.max(most, length.length), 1),
      64,
    );
    this.stepper = new HelixStepper(strands, this.maker.iterations, this.maker.isPublished);
  }

  private place(id: number): number {
    const k = this.index.get(id);
    if (k === undefined) throw new RangeError(`super-helix: no strand has the id ${id}`);
    return k;
  }

  private strandOf(id: number): HelixStrand {
    return this.strands[this.place(id)]!;
  }
}
