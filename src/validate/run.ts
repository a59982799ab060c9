import { findModel } from '../models/index.ts';
import type { StrandModel } from '../models/model.ts';
import { completeParameters, parameterProblems } from '../numeric/parameters.ts';
import { InputError } from '../strands/input-error.ts';
import type { Experiment, Inputs, Result } from './experiment.ts';
import type { Plot } from './plot.ts';
import { elementInputs, hasParameter } from './rig.ts';

/** What was asked for, as the experiment understands it; refuses unknown names and values out of range. */
export function readInputs(experiment: Experiment, given: Inputs): Inputs {
  const known = Object.keys(experiment.inputs);
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new InputError(
        'validate/input',
        `The experiment ${experiment.name} has no input "${name}"; its inputs are ${known.map((one) => described(experiment, one)).join(', ')}.`,
      );
  const problems = parameterProblems(experiment.inputs, given);
  if (problems.length > 0) throw new InputError('validate/input', `${experiment.name}: ${problems.join('; ')}.`);
  return completeParameters(experiment.inputs, given) as Inputs;
}

/** An input with its unit and meaning. */
export function described(experiment: Experiment, name: string): string {
  const input = experiment.inputs[name];
  const unit = input?.kind === 'number' && input.unit ? ` in ${input.unit}` : '';
  return `${name}${unit} (${(input?.about ?? '').replace(/\.$/, '')})`;
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
  model: StrandModel,
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
export function runsOf(experiment: Experiment, given: Inputs, model?: StrandModel): readonly Inputs[] {
  if (Object.keys(given).length > 0) return [given];
  return (model && hasParameter(model, 'elements') && experiment.elementSet) || experiment.set;
}
