import {
  type Environment,
  type Loads,
  makeRootStates,
  OBSTACLE_ROW,
  type PointOwners,
  type RootStates,
  type SamplePoints,
  type StepReport,
  type StrandEdit,
} from '../model.ts';
import { strandIndex } from '../nodal.ts';
import { RowsByStrand } from '../rows-by-strand.ts';
import type { Stepper } from '../store/stored-strands.ts';
import type { StrandStore } from '../store/strand-store.ts';
import { standStill, writePoseAtRoot } from './build.ts';
import { arcOf, FIRST_PLACE, layerOffsetOf, NEAR } from './contacts.ts';
import type { HELIX_FIELDS, HelixStrand } from './fields.ts';
import { PublishedStepper } from './published.ts';
import { isRooted, isSupported, massFractions, placesOf } from './strand.ts';
import { StrandStepper, type StrandTask } from './strand-step.ts';
import { makeSystem } from './system.ts';

/** A root turns at most this far in one sub-step, radian. */
const LARGEST_TURN = 0.5;
/** A root that goes farther than this in one sub-step has jumped, metres. */
const FARTHEST = 0.3;

/** Steps all strands: what they share of a step is gathered here, each one's solve is in `strand-step.ts`. */
export class HelixStepper implements Stepper {
  private readonly strands: readonly HelixStrand[];
  private readonly stepper: StrandStepper;
  private readonly index: ReadonlyMap<number, number>;
  private readonly samplePoints: SamplePoints;
  private readonly loads: Loads;
  private readonly firstLoad: Uint32Array;
  private readonly firstPlace: Int32Array;
  private readonly predicted: Float64Array;
  private readonly surfaces: Float64Array;
  private readonly owners: Required<PointOwners>;
  private readonly rootIds: Uint32Array;
  private readonly rootRow: Int32Array;
  private readonly roots: RootStates;
  /** The time that `roots` are of. */
  private sampledAt = Number.NaN;
  private readonly fastest: Float64Array;
  private readonly parts: Int32Array;
  private readonly next = new Float64Array(7);
  private readonly forces: RowsByStrand;
  private readonly contacts: RowsByStrand;
  private readonly clamps: RowsByStrand;
  private readonly most: number;
  private readonly near: { surfaces: Float64Array; predicted: Float64Array; firstPlace: number };
  private task: StrandTask | null = null;
  /** The published step, where it was asked for. */
  private readonly published: PublishedStepper | null;

  constructor(store: StrandStore<typeof HELIX_FIELDS>, most: number, isPublished: boolean) {
    const strands = store.all();
    this.strands = strands;
    this.most = most;
    this.published = isPublished ? new PublishedStepper() : null;
    const elements = strands.reduce((n, strand) => Math.max(n, strand.elements), 1);
    this.stepper = new StrandStepper(makeSystem(elements, 64));
    const { ids } = store;
    this.index = strandIndex(ids);
    this.firstLoad = store.firstOf('quadrature');
    this.firstPlace = offsets(strands.map(placesOf));
    const loads = this.firstLoad[strands.length]!;
    const places = this.firstPlace[strands.length]!;
    this.samplePoints = {
      count: loads,
      position: new Float64Array(3 * loads),
      velocity: new Float64Array(3 * loads),
      tangent: new Float64Array(3 * loads),
      length: new Float64Array(loads),
      fraction: new Float64Array(loads),
    };
    this.loads = { force: new Float64Array(3 * loads), damping: new Float64Array(6 * loads) };
    this.predicted = new Float64Array(3 * places);
    this.surfaces = new Float64Array(OBSTACLE_ROW * places);
    this.near = { surfaces: this.surfaces, predicted: this.predicted, firstPlace: 0 };
    this.owners = { id: new Uint32Array(places), s: new Float64Array(places), layerOffset: new Float64Array(places) };
    strands.forEach((strand, k) => {
      this.samplePoints.length.set(strand.span, this.firstLoad[k]!);
      this.samplePoints.fraction.set(massFractions(strand), this.firstLoad[k]!);
      for (let place = 0; place < placesOf(strand); place++) {
        this.owners.id[this.firstPlace[k]! + place] = strand.id;
        this.owners.s[this.firstPlace[k]! + place] = arcOf(strand, place);
        this.owners.layerOffset[this.firstPlace[k]! + place] = layerOffsetOf(strand, place);
      }
    });
    this.rootIds = ids.filter((_, k) => isRooted(strands[k]!));
    this.rootRow = new Int32Array(strands.length).fill(-1);
    let row = 0;
    strands.forEach((strand, k) => {
      if (isRooted(strand)) this.rootRow[k] = row++;
    });
    this.roots = makeRootStates(row);
    this.fastest = new Float64Array(row);
    this.parts = new Int32Array(strands.length);
    this.forces = new RowsByStrand(strands.length);
    this.contacts = new RowsByStrand(strands.length);
    this.clamps = new RowsByStrand(strands.length);
  }

  /** Lengths and distances are known to whoever looks for places and obstacles. */
  isStaleAfter({ lengthen, thickness }: StrandEdit): boolean {
    return lengthen !== undefined || thickness !== undefined;
  }

  step(dt: number, environment: Environment): StepReport {
    const report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
    this.indexRows(environment);
    const most = this.partition(dt, environment);
    for (let parts = 1; parts <= most; parts++) {
      if (!this.parts.includes(parts)) continue;
      const h = dt / parts;
      for (let part = 0; part < parts; part++) {
        const now = parts === 1 ? environment : { ...environment, time: environment.time + part * h };
        this.subStep(parts, h, now, report);
      }
      report.substeps = parts;
    }
    return report;
  }

  private indexRows({ forces, contacts, clamps }: Environment): void {
    if (forces) this.forces.fill(forces.count, forces.id, this.index);
    if (contacts) this.contacts.fill(contacts.count, contacts.id, this.index);
    if (clamps) this.clamps.fill(clamps.count, clamps.id, this.index);
  }

  /** Into how many equal parts each strand's step is divided: decided by its own root's motion. */
  private partition(dt: number, environment: Environment): number {
    const { fastest, roots } = this;
    fastest.fill(0);
    for (let end = 0; end < 2; end++) {
      this.sampledAt = environment.time + end * dt;
      environment.roots.sample(this.rootIds, this.sampledAt, roots);
      for (let r = 0; r < fastest.length; r++) {
        const x = roots.angularVelocity[3 * r]!;
        const y = roots.angularVelocity[3 * r + 1]!;
        const z = roots.angularVelocity[3 * r + 2]!;
        fastest[r] = Math.max(fastest[r]!, Math.sqrt(x * x + y * y + z * z));
      }
    }
    let most = 1;
    for (let k = 0; k < this.strands.length; k++) {
      const row = this.rootRow[k]!;
      this.parts[k] = row < 0 ? 1 : Math.max(1, Math.ceil((dt * fastest[row]!) / LARGEST_TURN));
      if (environment.asleep?.[k]) this.parts[k] = 0;
      most = Math.max(most, this.parts[k]!);
    }
    return most;
  }

  private subStep(parts: number, h: number, environment: Environment, report: StepReport): void {
    const end = environment.time + h;
    // Whole steps end where the roots were looked at last.
    if (end !== this.sampledAt) environment.roots.sample(this.rootIds, end, this.roots);
    this.sampledAt = end;
    const hasFields = environment.fields.length > 0;
    if (hasFields) {
      this.updateSamplePoints();
      this.loads.force.fill(0);
      this.loads.damping.fill(0);
      for (const field of environment.fields) field.apply(this.samplePoints, end, this.loads);
    }
    if (environment.obstacles) {
      this.predict(h);
      environment.obstacles.nearest(this.predicted, this.owners.s.length, end, this.surfaces, this.owners);
    }
    for (let k = 0; k < this.strands.length; k++)
      if (this.parts[k] === parts) this.stepStrand(k, h, environment, hasFields, report);
  }

  private stepStrand(k: number, h: number, environment: Environment, hasFields: boolean, report: StepReport): void {
    const strand = this.strands[k]!;
    const row = this.rootRow[k]!;
    const { stepper } = this;
    if (row >= 0 && this.hasJumped(strand, row)) {
      standStill(stepper.system, strand, this.roots, row);
      return;
    }
    const task = this.prepareTask(k, h, environment, hasFields);
    const isPublished = this.published !== null && row >= 0 && !this.touches(k, environment);
    const isDone = isPublished ? this.published!.step(stepper.system, task) : stepper.step(task);
    report.solves += isPublished ? 1 : stepper.report.iterations;
    if (isDone) report.contacts += isPublished ? 0 : stepper.contacts.touching;
    else {
      // What cannot be solved keeps its shape and rides with its root: seen, never NaN.
      report.carried.push(strand.id);
      if (row >= 0) standStill(stepper.system, strand, this.roots, row);
    }
  }

  private prepareTask(k: number, h: number, environment: Environment, hasFields: boolean): StrandTask {
    const { near } = this;
    const strand = this.strands[k]!;
    this.task ??= {
      strand,
      k,
      firstLoad: 0,
      loads: null,
      h,
      environment,
      roots: this.roots,
      row: 0,
      near: null,
      forces: this.forces,
      contacts: this.contacts,
      clamps: this.clamps,
      most: this.most,
    };
    const { task } = this;
    near.firstPlace = this.firstPlace[k]!;
    task.strand = strand;
    task.k = k;
    task.firstLoad = this.firstLoad[k]!;
    task.loads = hasFields ? this.loads : null;
    task.h = h;
    task.environment = environment;
    task.row = this.rootRow[k]!;
    task.near = environment.obstacles ? near : null;
    return task;
  }

  /** Whether the strand meets something that the published step knows nothing of. */
  private touches(k: number, { obstacles, forces, contacts, clamps }: Environment): boolean {
    const strand = this.strands[k]!;
    if (strand.poseSpring[0]! > 0 || isSupported(strand)) return true;
    if (forces && this.forces.first(k) >= 0) return true;
    if (contacts && this.contacts.first(k) >= 0) return true;
    if (clamps && this.clamps.first(k) >= 0) return true;
    if (!obstacles) return false;
    const { clearance } = strand;
    for (let place = FIRST_PLACE; place < placesOf(strand); place++)
      if (this.surfaces[OBSTACLE_ROW * (this.firstPlace[k]! + place)]! - clearance[place]! < NEAR) return true;
    return false;
  }

  /** Whether the root went farther or turned more than any motion would in a sub-step: a cut in the animation. */
  private hasJumped(strand: HelixStrand, row: number): boolean {
    const { next } = this;
    const { pose } = strand;
    writePoseAtRoot(strand, this.roots, row, next);
    const x = next[0]! - pose[0]!;
    const y = next[1]! - pose[1]!;
    const z = next[2]! - pose[2]!;
    // The cosine of half the angle between the frames; 60 degrees are a cut.
    const c = Math.abs(next[3]! * pose[3]! + next[4]! * pose[4]! + next[5]! * pose[5]! + next[6]! * pose[6]!);
    return x * x + y * y + z * z > FARTHEST * FARTHEST || c < 0.866;
  }

  /** Places that contacts are looked for at, if every one went on as it goes. */
  private predict(h: number): void {
    const { predicted } = this;
    for (let k = 0; k < this.strands.length; k++) {
      const { position: out, velocity: outVelocity, nodes } = this.strands[k]!;
      const first = 3 * this.firstPlace[k]!;
      for (let i = 0; i < nodes; i++)
        for (let c = 0; c < 3; c++) predicted[first + 6 * i + c] = out[3 * i + c]! + h * outVelocity[3 * i + c]!;
      for (let i = 0; i + 1 < nodes; i++)
        for (let c = 0; c < 3; c++)
          predicted[first + 6 * i + 3 + c] = 0.5 * (predicted[first + 6 * i + c]! + predicted[first + 6 * i + 6 + c]!);
    }
  }

  /** Quadrature points as sample points. */
  private updateSamplePoints(): void {
    const { position, velocity, tangent } = this.samplePoints;
    for (let k = 0; k < this.strands.length; k++) {
      const { x, v, tangent: along } = this.strands[k]!;
      const first = 3 * this.firstLoad[k]!;
      for (let i = 0; i < x.length; i++) {
        position[first + i] = x[i]!;
        velocity[first + i] = v[i]!;
        tangent[first + i] = along[i]!;
      }
    }
  }
}

function offsets(sizes: readonly number[]): Int32Array {
  const first = new Int32Array(sizes.length + 1);
  sizes.forEach((size, k) => {
    first[k + 1] = first[k]! + size;
  });
  return first;
}
