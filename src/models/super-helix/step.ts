import { type ContactMaker, type StrandContacts, sampledStrands } from '../contactable.ts';
import type { Environment, StepReport } from '../model.ts';
import { CONTACTS, FARTHEST, PartedStepper } from '../parted-stepper.ts';
import type { StrandStore } from '../store/strand-store.ts';
import { standStill, writePoseAtRoot } from './build.ts';
import type { HELIX_FIELDS, HelixStrand } from './fields.ts';
import { PublishedStepper } from './published.ts';
import { isSupported, lengthOf, massPlaces } from './strand.ts';
import { StrandStepper, type StrandTask } from './strand-step.ts';
import { makeSystem } from './system.ts';

/** Steps all strands; each one's solve is in `strand-step.ts`. */
export class HelixStepper extends PartedStepper {
  private readonly strands: readonly HelixStrand[];
  private readonly stepper: StrandStepper;
  protected readonly contacts: StrandContacts;
  protected readonly task: StrandTask;
  private readonly firstLoad: Uint32Array;
  private readonly next = new Float64Array(7);
  /** The published step, where it was asked for. */
  private readonly published: PublishedStepper | null;

  constructor(store: StrandStore<typeof HELIX_FIELDS>, makeContacts: ContactMaker, most: number, isPublished: boolean) {
    const strands = store.all();
    const firstLoad = store.firstOf('quadrature');
    const count = firstLoad[strands.length]!;
    const { x: position, v: velocity, tangent, span: length, rooted } = store.arrays;
    const fraction = new Float64Array(count);
    strands.forEach((strand, k) => {
      const total = lengthOf(strand);
      massPlaces(strand).forEach((s, p) => {
        fraction[firstLoad[k]! + p] = s / total;
      });
    });
    super(store.ids, rooted, { count, position, velocity, tangent, length, fraction });
    this.strands = strands;
    this.firstLoad = firstLoad;
    this.published = isPublished ? new PublishedStepper() : null;
    const elements = strands.reduce((n, strand) => Math.max(n, strand.elements), 1);
    this.contacts = makeContacts(sampledStrands(store), CONTACTS);
    this.stepper = new StrandStepper(makeSystem(elements, 64), this.contacts);
    this.task = { ...this.partTask(most), strand: strands[0]!, k: 0, firstLoad: 0, row: 0 };
  }

  protected override stepStrands(parts: number, report: StepReport): void {
    for (let k = 0; k < this.strands.length; k++) if (this.parts[k] === parts) this.stepStrand(k, report);
  }

  private stepStrand(k: number, report: StepReport): void {
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
    task.row = row;
    const isPublished = this.published !== null && row >= 0 && !this.isTouched(k, task.environment);
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
