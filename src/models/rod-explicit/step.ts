import { at } from '../../numeric/vector.ts';
import type { ContactMaker } from '../contactable.ts';
import type { Clamps, Environment, StepReport } from '../model.ts';
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
    this.fields.gather(environment.fields, environment.time + dt, environment.asleep);
    const report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
    this.steppers.forEach((stepper, k) => {
      if (environment.asleep?.[k]) return;
      const done = stepper.step(dt, {
        environment,
        loads: this.loadsOf(k),
        forceRows: environment.forces ? rowsOf(environment.forces, ids[k]!) : [],
        strandClamps: environment.clamps ? this.strandClampsOf(k, environment.clamps) : [],
      });
      report.substeps = Math.max(report.substeps, done.substeps);
      report.contacts += done.contacts;
      report.strain = Math.max(report.strain, done.strain);
      report.solves += done.solves;
      report.carried.push(...done.carried);
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

  private strandClampsOf(k: number, clamps: Clamps): StrandClamp[] {
    const { ids, first } = this.strands;
    if (first[k + 1]! - first[k]! < 2) return [];
    return rowsOf(clamps, ids[k]!).map((r) => {
      const [node, fraction] = locateEdge(this.strands, k, clamps.s[r]!);
      const given = clamps.frame ? quatRow(clamps.frame, r) : null;
      const frame = given?.some((value) => value !== 0) ? given : null;
      return { edge: node - first[k]!, fraction, target: at(clamps.target, r), frame };
    });
  }
}

/** The rows of one strand in a table. */
function rowsOf(table: { readonly count: number; readonly id: Uint32Array }, id: number): number[] {
  const rows: number[] = [];
  for (let r = 0; r < table.count; r++) if (table.id[r] === id) rows.push(r);
  return rows;
}
