import { at } from '../../numeric/vector.ts';
import type { ContactMaker } from '../contactable.ts';
import type { Clamps, Environment, PointForces, StepReport } from '../model.ts';
import { FieldLoads, locateEdge, type NodalStrands, type NodeLoads, nodalView } from '../nodal.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import type { StrandStore } from '../store/strand-store.ts';
import type { ROD_EXPLICIT_FIELDS } from './fields.ts';
import type { StrandClamp } from './holds.ts';
import type { RodExplicitParameters } from './parameters.ts';
import { StrandConstraints } from './strand-contact.ts';
import { StrandStepper } from './strand-step.ts';

/** Steps all strands, one after another; each one's step is in `strand-step.ts`. */
export class ExplicitStepper implements Stepper {
  private readonly steppers: readonly StrandStepper[];
  private readonly strands: NodalStrands;
  private readonly fields: FieldLoads;

  constructor(
    store: StrandStore<typeof ROD_EXPLICIT_FIELDS>,
    parameters: RodExplicitParameters,
    makeContacts: ContactMaker,
  ) {
    const constraints = new StrandConstraints(store, makeContacts, parameters.tolerance);
    this.steppers = store.all().map((strand, k) => new StrandStepper(strand, parameters, constraints, k));
    this.strands = nodalView(store);
    this.fields = new FieldLoads(this.strands);
  }

  step(dt: number, environment: Environment): StepReport {
    const { ids } = this.strands;
    this.fields.gather(environment.fields, environment.time + dt);
    const report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
    this.steppers.forEach((stepper, k) => {
      if (environment.asleep?.[k]) return;
      const done = stepper.step(dt, {
        environment,
        loads: this.loadsOf(k),
        forces: environment.forces && rowsOf(environment.forces, ids[k]!),
        strandClamps: environment.clamps ? this.strandClampsOf(k, environment.clamps) : [],
      });
      report.substeps = Math.max(report.substeps, done.substeps);
      report.contacts += done.contacts;
      report.strain = Math.max(report.strain, done.strain);
      report.solves += done.solves;
      if (done.isCarried) report.carried.push(ids[k]!);
    });
    return report;
  }

  private loadsOf(k: number): NodeLoads {
    const [from, to] = [this.strands.first[k]!, this.strands.first[k + 1]!];
    const { force, damping, stiffness } = this.fields.loads;
    return {
      force: force.subarray(3 * from, 3 * to),
      damping: damping.subarray(6 * from, 6 * to),
      stiffness: stiffness.subarray(6 * from, 6 * to),
    };
  }

  /** Rows of strand k in a table by (id, s), each with its edge and the fraction of the next node. */
  private *placesOf(k: number, rows: { count: number; id: Uint32Array; s: Float64Array }) {
    const { ids, first } = this.strands;
    if (first[k + 1]! - first[k]! < 2) return;
    for (let r = 0; r < rows.count; r++) {
      if (rows.id[r] !== ids[k]) continue;
      const [node, fraction] = locateEdge(this.strands, k, rows.s[r]!);
      yield { r, edge: node - first[k]!, fraction };
    }
  }

  private strandClampsOf(k: number, clamps: Clamps): StrandClamp[] {
    return Array.from(this.placesOf(k, clamps), ({ r, edge, fraction }) => {
      const given = clamps.frame ? quatRow(clamps.frame, r) : null;
      const frame = given?.some((value) => value !== 0) ? given : null;
      return { edge, fraction, target: at(clamps.target, r), frame };
    });
  }
}

/** The rows of one strand; rows are sorted by id, so they lie side by side. */
function rowsOf(forces: PointForces, id: number): PointForces | null {
  let from = 0;
  while (from < forces.count && forces.id[from] !== id) from++;
  let to = from;
  while (to < forces.count && forces.id[to] === id) to++;
  if (from === to) return null;
  return {
    count: to - from,
    id: forces.id.subarray(from, to),
    s: forces.s.subarray(from, to),
    force: forces.force.subarray(3 * from, 3 * to),
    anchor: forces.anchor.subarray(3 * from, 3 * to),
    stiffness: forces.stiffness.subarray(6 * from, 6 * to),
    damping: forces.damping.subarray(6 * from, 6 * to),
  };
}
