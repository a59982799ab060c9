import { InputError } from '../strands/input-error.ts';
import type { Experiment } from './experiment.ts';
import { agreement, simplified } from './experiments/agreement.ts';
import { buckling } from './experiments/buckling.ts';
import { cantilever } from './experiments/cantilever.ts';
import { capstan } from './experiments/capstan.ts';
import { compress } from './experiments/compress.ts';
import { cross } from './experiments/cross.ts';
import { curlDrop } from './experiments/curl-drop.ts';
import { energy } from './experiments/energy.ts';
import { beamFrequency, chainFrequency } from './experiments/frequencies.ts';
import { fur } from './experiments/fur.ts';
import { helix } from './experiments/helix.ts';
import { incline } from './experiments/incline.ts';
import { michell } from './experiments/michell.ts';
import { oscillation } from './experiments/oscillation.ts';
import { rest } from './experiments/rest.ts';
import { sag } from './experiments/sag.ts';
import { stepIndependence } from './experiments/step-independence.ts';
import { stickSlip } from './experiments/stick-slip.ts';
import { stop } from './experiments/stop.ts';
import { STRESS_TESTS } from './experiments/stress-tests.ts';
import { volume } from './experiments/volume.ts';

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
  compress,
  oscillation,
  agreement,
  simplified,
  fur,
  incline,
  capstan,
  stickSlip,
  cross,
  sag,
  rest,
  volume,
  ...STRESS_TESTS,
];

export function findExperiment(name: string): Experiment {
  const found = EXPERIMENTS.find((candidate) => candidate.name === name);
  if (found) return found;
  const known = EXPERIMENTS.map((candidate) => candidate.name).join(', ');
  throw new InputError('validate/unknown', `There is no experiment "${name}"; the experiments are ${known}.`);
}
