import { at, distance } from '../numeric/vector.ts';
import type { Strands } from '../strands/strands.ts';
import { type Environment, makeRootStates, type StepReport } from './model.ts';
import { withEdits } from './store/edit.ts';
import { BASE_FIELDS, type StrandRecord } from './store/fields.ts';
import { bindToRoot, growStrand, resetStrand } from './store/place.ts';
import { defineModel, type Stepper } from './store/stored-strands.ts';
import type { StrandStore } from './store/strand-store.ts';

/** docs/models/README.md followed to the letter: the smallest model there can be, hair of wire that rides with its root. */
const FIELDS = withEdits(BASE_FIELDS);
type Wire = StrandRecord<typeof FIELDS>;

export const wire = defineModel({
  name: 'wire',
  about: 'Rigid hair that rides with its root.',
  parameters: {},
  fields: FIELDS,
  // Nothing would carry a piece without a root.
  cutPieces: 'refused',
  physics: () => ({
    build(strands, k, roots, row) {
      const strand = straightFrom(strands, k);
      bindToRoot(strand, roots, row);
      return strand;
    },
    stepper: (store) => new WireStepper(store),
    // Wire does not take another shape: it says how far it is from it.
    setState: ({ position, nodes }, asked) =>
      Array.from({ length: nodes }, (_, i) => distance(at(position, i), at(asked, i))).reduce((a, b) => Math.max(a, b)),
    // Nothing moves it.
    inverseMass: () => 0,
  }),
});

/** A strand in its groomed shape. */
function straightFrom(strands: Strands, k: number): Wire {
  const strand = growStrand(FIELDS, strands, k);
  for (let i = 0; i + 1 < strand.nodes; i++)
    strand.restLength[i] = distance(at(strand.position, i), at(strand.position, i + 1));
  return strand;
}

class WireStepper implements Stepper {
  private readonly store: StrandStore<typeof FIELDS>;

  constructor(store: StrandStore<typeof FIELDS>) {
    this.store = store;
  }

  step(dt: number, { roots, time, asleep }: Environment): StepReport {
    const rows = makeRootStates(this.store.ids.length);
    roots.sample(this.store.ids, time + dt, rows);
    this.store.all().forEach((strand, k) => {
      if (!asleep?.[k]) resetStrand(FIELDS, strand, rows, k);
    });
    return { substeps: 1, contacts: 0, strain: 0, solves: 0, carried: [] };
  }

  isStaleAfter(): boolean {
    return false;
  }
}
