import { InputError } from '../strands/input-error.ts';
import type { Experiment } from './experiment.ts';
import { cantilever } from './experiments/cantilever.ts';
import { beamFrequency, chainFrequency } from './experiments/frequencies.ts';

/** Every experiment, quick ones first. */
export const EXPERIMENTS: readonly Experiment[] = [cantilever, beamFrequency, chainFrequency];

export function findExperiment(name: string): Experiment {
  const found = EXPERIMENTS.find((candidate) => candidate.name === name);
  if (found) return found;
  const known = EXPERIMENTS.map((candidate) => candidate.name).join(', ');
  throw new InputError('validate/unknown', `There is no experiment "${name}"; the experiments are ${known}.`);
}
