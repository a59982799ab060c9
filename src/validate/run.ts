import type { z } from 'zod';
import { findModel } from '../models/index.ts';
import type { StrandModel } from '../models/model.ts';
import { InputError } from '../strands/input-error.ts';
import type { Experiment, Inputs, Result } from './experiment.ts';
import type { Plot } from './plot.ts';
import { elementInputs, hasParameter } from './rig.ts';

/** What was asked for, as the experiment's schema understands it; refuses unknown names and values out of range. */
export function readInputs(experiment: Experiment, given: Inputs): Inputs {
  const known = Object.keys(experiment.inputs.shape);
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new InputError(
        'validate/input',
        `The experiment ${experiment.name} has no input "${name}"; its inputs are ${known.map((one) => described(experiment, one)).join(', ')}.`,
      );
  const read = experiment.inputs.safeParse(given);
  if (read.success) return read.data as Inputs;
  const [issue] = read.error.issues;
  throw new InputError('validate/input', `${experiment.name}: ${issue?.path.join('.')} ${issue?.message}.`);
}

/** An input with its unit and meaning. */
export function described(experiment: Experiment, name: string): string {
  const meta = (experiment.inputs.shape[name] as z.ZodType).meta();
  const unit = meta?.['unit'] ? ` in ${meta['unit']}` : '';
  return `${name}${unit} (${String(meta?.description ?? '').replace(/\.$/, '')})`;
}

/** The inputs that mean something to the model that was asked: a rod has no elements to place. */
export function shownInputs({ model: name, inputs }: Pick<Result, 'model' | 'inputs'>): Inputs {
  const model = findModel(name);
  return Object.fromEntries(
    Object.entries(inputs).filter(([key]) => !(key in elementInputs) || hasParameter(model, key)),
  );
}

/** Runs one experiment once. Inputs that are not given have their defaults. */
export function runExperiment(
  experiment: Experiment,
  model: StrandModel<unknown>,
  given: Inputs = {},
): { readonly result: Result; readonly plot?: Plot } {
  const inputs = readInputs(experiment, given);
  const start = { experiment: experiment.name, model: model.name, inputs };
  const reason = experiment.unfit?.(model);
  if (reason)
    return {
      result: { ...start, measured: {}, expected: {}, error: null, bound: null, pass: null, note: reason },
    };
  const { plot, measured, expected, error, bound, ...more } = experiment.run(model, inputs);
  const result = { ...start, measured, expected, error, pass: error <= bound, bound, ...more };
  return { result, ...(plot ? { plot } : {}) };
}

/** The inputs of every run that a request means: one where some are given, else the experiment's own set. */
export function runsOf(experiment: Experiment, given: Inputs, model?: StrandModel<unknown>): readonly Inputs[] {
  if (Object.keys(given).length > 0) return [given];
  return (model && hasParameter(model, 'elements') && experiment.elementSet) || experiment.set;
}
