import { type ContactMaker, type ContactSettings, lookTogether, sampledStrands } from '../contactable.ts';
import type { Environment, Loads, SamplePoints, StepReport, StrandEdit } from '../model.ts';
import { strandIndex } from '../nodal.ts';
import { RootRows } from '../root-rows.ts';
import { RowsByStrand } from '../rows-by-strand.ts';
import type { Stepper } from '../store/stored-strands.ts';
import type { StrandStore } from '../store/strand-store.ts';
import { standStill, writePoseAtRoot } from './build.ts';
import type { HELIX_FIELDS, HelixStrand } from './fields.ts';
import { PublishedStepper } from './published.ts';
import { isSupported, lengthOf, massPlaces } from './strand.ts';
import { StrandStepper, type StrandTask } from './strand-step.ts';
import { makeSystem } from './system.ts';

/** A root turns at most this far in one sub-step, radian. */
const LARGEST_TURN = 0.5;
/** A root that goes farther than this in one sub-step has jumped, metres. */
const FARTHEST = 0.3;

const CONTACTS: ContactSettings = { stiffness: 2000 };

/** Steps all strands: what they share of a step is gathered here, each one's solve is in `strand-step.ts`. */
export class HelixStepper implements Stepper {
  private readonly strands: readonly HelixStrand[];
  private readonly stepper: StrandStepper;
  private readonly index: ReadonlyMap<number, number>;
  private readonly samplePoints: SamplePoints;
  private readonly loads: Loads;
  private readonly firstLoad: Uint32Array;
  private readonly roots: RootRows;
  private readonly parts: Int32Array;
  private readonly next = new Float64Array(7);
  private readonly forces: RowsByStrand;
  private readonly clamps: RowsByStrand;
  private readonly task: StrandTask;
  /** The published step, where it was asked for. */
  private readonly published: PublishedStepper | null;

  constructor(store: StrandStore<typeof HELIX_FIELDS>, makeContacts: ContactMaker, most: number, isPublished: boolean) {
    const strands = store.all();
    const { ids } = store;
    this.strands = strands;
    this.published = isPublished ? new PublishedStepper() : null;
    const elements = strands.reduce((n, strand) => Math.max(n, strand.elements), 1);
    this.stepper = new StrandStepper(makeSystem(elements, 64), makeContacts(sampledStrands(store), CONTACTS));
    this.index = strandIndex(ids);
    this.firstLoad = store.firstOf('quadrature');
    const loads = this.firstLoad[strands.length]!;
    const { x: position, v: velocity, tangent, span: length } = store.arrays;
    this.samplePoints = { count: loads, position, velocity, tangent, length, fraction: new Float64Array(loads) };
    this.loads = { force: new Float64Array(3 * loads), damping: new Float64Array(6 * loads) };
    strands.forEach((strand, k) => {
      const total = lengthOf(strand);
      massPlaces(strand).forEach((s, p) => {
        this.samplePoints.fraction[this.firstLoad[k]! + p] = s / total;
      });
    });
    this.roots = new RootRows(ids, store.arrays.rooted);
    this.parts = new Int32Array(strands.length);
    this.forces = new RowsByStrand(strands.length);
    this.clamps = new RowsByStrand(strands.length);
    const { roots, forces, clamps } = this;
    this.task = {
      ...{ strand: strands[0]!, k: 0, firstLoad: 0, loads: null, h: 0, stepEnd: 0, environment: null! },
      ...{ roots: roots.states, row: 0, forces, clamps, most },
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
    for (let k = 0; k < this.strands.length; k++) {
      this.parts[k] = environment.asleep?.[k] ? 0 : roots.partsOf(k, dt, LARGEST_TURN);
      most = Math.max(most, this.parts[k]!);
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
      for (const field of environment.fields) field.apply(this.samplePoints, end, this.loads);
    }
    lookTogether(this.stepper.contacts, this.strands.length, h, environment, (k) => this.parts[k] === parts);
    for (let k = 0; k < this.strands.length; k++)
      if (this.parts[k] === parts) this.stepStrand(k, h, environment, hasFields, report);
  }

  private stepStrand(k: number, h: number, environment: Environment, hasFields: boolean, report: StepReport): void {
    const { stepper, task } = this;
    const strand = this.strands[k]!;
    const row = this.roots.row[k]!;
    const { states } = this.roots;
    if (row >= 0 && this.hasJumped(strand, row)) {
      standStill(stepper.system, strand, states, row);
      return;
    }
    task.strand = strand;
    task.k = k;
    task.firstLoad = this.firstLoad[k]!;
    task.loads = hasFields ? this.loads : null;
    task.h = h;
    task.environment = environment;
    task.row = row;
    const isPublished = this.published !== null && row >= 0 && !this.isTouched(k, environment);
    const isDone = isPublished ? this.published!.step(stepper.system, task) : stepper.step(task);
    report.solves += isPublished ? 1 : stepper.report.iterations;
    if (isDone) report.contacts += isPublished ? 0 : stepper.touching;
    else {
      // What cannot be solved keeps its shape and rides with its root: seen, never NaN.
      report.carried.push(strand.id);
      if (row >= 0) standStill(stepper.system, strand, states, row);
    }
  }

  /** Whether the strand meets something that the published step knows nothing of. */
  private isTouched(k: number, { forces, clamps }: Environment): boolean {
    const strand = this.strands[k]!;
    if (strand.poseSpring[0]! > 0 || isSupported(strand)) return true;
    if (forces && this.forces.first(k) >= 0) return true;
    if (clamps && this.clamps.first(k) >= 0) return true;
    return this.stepper.isNear(this.task);
  }

  /** Whether the root went farther or turned more than any motion would in a sub-step: a cut in the animation. */
  private hasJumped(strand: HelixStrand, row: number): boolean {
    const { next } = this;
    const { pose } = strand;
    writePoseAtRoot(strand, this.roots.states, row, next);
    const x = next[0]! - pose[0]!;
    const y = next[1]! - pose[1]!;
    const z = next[2]! - pose[2]!;
    // The cosine of half the angle between the frames; 60 degrees are a cut.
    const c = Math.abs(next[3]! * pose[3]! + next[4]! * pose[4]! + next[5]! * pose[5]! + next[6]! * pose[6]!);
    return x * x + y * y + z * z > FARTHEST * FARTHEST || c < 0.866;
  }
}
