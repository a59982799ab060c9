import { InputError } from '../strands/input-error.ts';
import type { Experiment } from './experiment.ts';
import { buckling } from './experiments/buckling.ts';
import { cantilever } from './experiments/cantilever.ts';
import { curlDrop } from './experiments/curl-drop.ts';
import { energy } from './experiments/energy.ts';
import { beamFrequency, chainFrequency } from './experiments/frequencies.ts';
import { helix } from './experiments/helix.ts';
import { michell } from './experiments/michell.ts';
import { sag } from './experiments/sag.ts';
import { stepIndependence } from './experiments/step-independence.ts';
import { stop } from './experiments/stop.ts';

/** Every experiment, quick ones first. */
export const EXPERIMENTS: readonly Experiment[] = [
  cantilever,
  beamFrequency,
  chainFrequency,
  helix,
  curlDrop,
  michell,
  buckling,
  energy,
  stepIndependence,
  stop,
  sag,
];

export function findExperiment(name: string): Experiment {
  const found = EXPERIMENTS.find((candidate) => candidate.name === name);
  if (found) return found;
  const known = EXPERIMENTS.map((candidate) => candidate.name).join(', ');
  throw new InputError('validate/unknown', `There is no experiment "${name}"; the experiments are ${known}.`);
}
