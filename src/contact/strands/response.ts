import { LANES } from '../../kernels/kernels.ts';
import { CONTACT, CROSSING, FRACTION, MEMORY, SLIP, STEP } from '../../kernels/strands-layout.ts';
import type { HairState } from '../interaction.ts';
import { BLOCK, type ContactPairs } from './contact-pairs.ts';
import type { ContactTables } from './contact-tables.ts';
import type { ContactParameters } from './parameters.ts';

/**
 * What contacts do. Normal force, damping and friction of a pair are taken implicitly in the pair (what they will be when the step
 * is over, as far as these two points alone go): stable at any stiffness. A node that has several contacts shares its mass
 * among them by their impedance, which keeps all of them stable together (mass splitting, Tonge et al. 2012; shares by
 * number instead left a node with 40 idle contacts too weak to carry hair). Each contact is single precision in lanes; sums over
 * contacts are double, so that what one strand gets the other loses.
 */
export class Response {
  private readonly parameters: ContactParameters;
  private readonly tables: ContactTables;

  constructor(parameters: ContactParameters, tables: ContactTables) {
    this.parameters = parameters;
    this.tables = tables;
  }

  /** Brings the table of segments and the law up to date, which pairs are found and felt by. */
  begin({ dt }: HairState, { kernels, at }: ContactPairs): void {
    const { parameters } = this;
    const { stiffness, damping, parallel, friction, parallelDrag, stiction, cohesion, release, ramp } = parameters;
    const law = [stiffness, damping, parallel, friction, parallelDrag, stiction, cohesion, release];
    law[FRACTION] = ramp > 0 ? dt / ramp : 1;
    law[STEP] = dt;
    law[CROSSING] = parameters.crossing ? 1 : 0;
    law.forEach((value, n) => {
      kernels.numbers.fill(value, LANES * (at.law + n), LANES * (at.law + n + 1));
    });
    this.tables.writeSegments();
  }

  /** Where pairs are, and the law of their contacts. */
  meet({ kernels, at, packs }: ContactPairs): void {
    kernels.run.meet(at.pairs, at.contacts, this.tables.table, at.law, packs);
  }

  /** Adds the forces of all contacts, which have met. */
  apply({ dt }: HairState, pairs: ContactPairs, out: Float64Array): void {
    const { tables } = this;
    const { at, kernels, packs } = pairs;
    const { run } = kernels;
    run.sumImpedance(at.pairs, at.contacts, tables.clearSums(), pairs.count, dt);
    tables.shareImpedance();
    const sums = tables.clearSums();
    for (let block = 0; block < packs; block += BLOCK) {
      const count = Math.min(BLOCK, packs - block);
      const [memory, contacts] = [at.pairs + MEMORY * block, at.contacts + CONTACT * block];
      run.findForces(memory, contacts, tables.table, at.forces, count);
      if (this.parameters.stiction > 0)
        run.stick(memory, contacts, tables.table, at.forces, at.slips + SLIP * block, at.law, count);
      run.sumForces(memory, contacts, at.forces, sums, Math.min(pairs.count - LANES * block, LANES * count));
    }
    tables.spreadForces(out);
  }
}
