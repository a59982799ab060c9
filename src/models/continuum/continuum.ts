import type { ModelSetup, NodeFactor } from '../model.ts';
import { areSame } from '../store/built.ts';
import type { Owner } from '../store/fields.ts';
import { defineModel, type Physics } from '../store/stored-strands.ts';
import { adoptShape, buildSample } from './build.ts';
import { CONTINUUM_FIELDS, type Sample } from './fields.ts';
import { followPoints } from './follow.ts';
import { findNeighbours, type NeighbourTable } from './neighbours.ts';
import { type ContinuumParameters, continuumParameters } from './parameters.ts';
import { energyOf, inverseMassAt, lengthOf, placeAt, writePlaces } from './sample.ts';
import { ContinuumStepper, type NeighbourFinder } from './step.ts';

/** Fur as a field of springs over the skin: one at every guide, and between them as many hairs as are wanted. */
export const continuum = defineModel({
  name: 'continuum',
  about:
    'Spring continuum for short fur and grass: one angular spring a guide, hairs bent by the springs around them; very cheap.',
  parameters: continuumParameters,
  clampedFraction: 0,
  bends: 1,
  cutPieces: 'vanish',
  feelsNeighbours: true,
  interpolation: ({ interpolation }) => interpolation,
  fields: CONTINUUM_FIELDS,
  telling: ['w', 'v', 'leverVelocity'],
  physics: continuumPhysics,
});

function continuumPhysics(setup: ModelSetup, parameters: ContinuumParameters): Physics<typeof CONTINUUM_FIELDS> {
  const options = { setup, parameters };
  const neighbours = neighbourFinder(parameters.neighbours);
  return {
    build: buildSample(options),
    stepper: (store) => new ContinuumStepper(store, parameters, neighbours),
    present: ({ w }) => ({ rest: w }),
    factorOf,
    edited(sample, { lengthen }) {
      if (lengthen !== undefined) writePlaces(sample);
    },
    adoptShape: (sample) => adoptShape(sample, options),
    setState: followPoints,
    afterCut: (root, _tip, whole) => shorten(root, whole),
    energy: (sample) => energyOf(sample, parameters.lever),
    positionAt: placeAt,
    inverseMass: (sample, s, direction) => inverseMassAt(sample, s, direction, parameters.lever),
  };
}

/** What is left of a hair keeps its shape: less of the length, less of the turn. It is stiffer and lighter, and lifts. */
function shorten(root: Sample, whole: Sample): void {
  const fraction = lengthOf(root) / lengthOf(whole);
  for (let c = 0; c < 3; c++) {
    root.w[c] = root.w[c]! * fraction;
    // Weight and lever are shorter.
    root.support[c] = root.support[c]! * fraction * fraction;
    for (const name of ['rest', 'natural:rest', 'base:rest', 'layer:rest'] as const)
      root[name as 'rest'][c] = root[name as 'rest'][c]! * fraction;
  }
  writePlaces(root);
}

/** A strand has the mean of its nodes' factors. */
function factorOf({ nodes }: Sample, factor: NodeFactor, from: number, of: Owner, i: number): number {
  if (typeof factor === 'number') return factor;
  if (of !== 'strand') return factor[from + i]!;
  let sum = 0;
  for (let j = 0; j < nodes; j++) sum += factor[from + j]!;
  return sum / nodes;
}

/** Looks for neighbours where strands are others than the last time. */
function neighbourFinder(most: number): NeighbourFinder {
  let known: { readonly ids: Uint32Array; readonly table: NeighbourTable } | null = null;
  return (state) => {
    if (!known || !areSame(known.ids, state.ids))
      known = { ids: state.ids.slice(), table: findNeighbours(state, most) };
    return known.table;
  };
}
