import { type ContactSettings, lookTogether, type StrandContacts } from './contactable.ts';
import type { Environment, Loads, RootStates, SamplePoints, StepReport, StrandEdit } from './model.ts';
import { strandIndex } from './nodal.ts';
import { RootRows } from './root-rows.ts';
import { RowsByStrand } from './rows-by-strand.ts';
import type { Stepper } from './store/stored-strands.ts';

/** A root turns at most this far in one part of a step, radian. */
export const LARGEST_TURN = 0.5;
/** A root that goes farther than this in one part of a step has jumped, metres. */
export const FARTHEST = 0.3;

export const CONTACTS: ContactSettings = { stiffness: 2000 };

/** What is the same for all strands in a part of a step. */
export interface PartTask {
  /** Loads of fields; null where there are none. */
  loads: Loads | null;
  h: number;
  environment: Environment;
  /** When the whole step ends. */
  stepEnd: number;
  readonly roots: RootStates;
  readonly forces: RowsByStrand;
  readonly clamps: RowsByStrand;
  readonly most: number;
}

/**
 * Steps strands whose unknowns are angles or curvatures, one solve each: how far a strand's step is divided, its own root's motion decides.
 * What all strands share of a part is gathered here.
 */
export abstract class PartedStepper implements Stepper {
  protected readonly roots: RootRows;
  /** Into how many equal parts each strand's step is divided; 0 for those that sleep. */
  protected readonly parts: Int32Array;
  protected readonly forces: RowsByStrand;
  protected readonly clamps: RowsByStrand;
  private readonly loads: Loads;
  private readonly samplePoints: SamplePoints;
  private readonly index: ReadonlyMap<number, number>;

  /** Fields act at the sample points. */
  constructor(ids: Uint32Array, rooted: ArrayLike<number>, samplePoints: SamplePoints) {
    this.index = strandIndex(ids);
    this.samplePoints = samplePoints;
    this.loads = { force: new Float64Array(3 * samplePoints.count), damping: new Float64Array(6 * samplePoints.count) };
    this.roots = new RootRows(ids, rooted);
    this.parts = new Int32Array(ids.length);
    this.forces = new RowsByStrand(ids.length);
    this.clamps = new RowsByStrand(ids.length);
  }

  /** A task of solves that take at most so many iterations. */
  protected partTask(most: number): PartTask {
    const { forces, clamps } = this;
    return { loads: null, h: 0, stepEnd: 0, environment: null!, roots: this.roots.states, forces, clamps, most };
  }

  protected abstract readonly task: PartTask;
  /** What looks for surfaces near all strands. */
  protected abstract readonly contacts: StrandContacts;
  /** Steps all strands that divide their step into so many parts over one of them, which `task` says. */
  protected abstract stepStrands(parts: number, report: StepReport): void;
  /** Brings the sample points up to date, before fields look at them. */
  protected updateSamplePoints(_points: SamplePoints): void {}

  /** Writes `parts`. */
  protected divide(dt: number, { asleep }: Environment): void {
    const { parts, roots } = this;
    for (let k = 0; k < parts.length; k++) parts[k] = asleep?.[k] ? 0 : roots.partsOf(k, dt, LARGEST_TURN);
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
    this.noteSpin(dt, environment);
    this.divide(dt, environment);
    const most = this.parts.reduce((a, b) => Math.max(a, b), 1);
    for (let parts = 1; parts <= most; parts++) {
      if (!this.parts.includes(parts)) continue;
      const h = dt / parts;
      for (let part = 0; part < parts; part++)
        this.stepPart(parts, h, parts === 1 ? environment : { ...environment, time: time + part * h }, report);
      report.substeps = parts;
    }
    return report;
  }

  /** How fast roots turn at both ends of the step. */
  private noteSpin(dt: number, environment: Environment): void {
    const { roots } = this;
    roots.sampledAt = Number.NaN;
    roots.fastest.fill(0);
    for (let end = 0; end < 2; end++) {
      roots.sample(environment, environment.time + end * dt);
      roots.noteSpin();
    }
  }

  private stepPart(parts: number, h: number, environment: Environment, report: StepReport): void {
    const { task, loads } = this;
    const end = environment.time + h;
    this.roots.sample(environment, end);
    const hasFields = environment.fields.length > 0;
    if (hasFields) {
      loads.force.fill(0);
      loads.damping.fill(0);
      this.updateSamplePoints(this.samplePoints);
      for (const field of environment.fields) field.apply(this.samplePoints, end, loads);
    }
    lookTogether(this.contacts, this.parts.length, h, environment, (k) => this.parts[k] === parts);
    task.loads = hasFields ? loads : null;
    task.h = h;
    task.environment = environment;
    this.stepStrands(parts, report);
  }
}
