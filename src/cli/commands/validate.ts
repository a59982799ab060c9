import { findModel, models, type StrandModel } from '../../models/index.ts';
import {
  EXPERIMENTS,
  type Experiment,
  findExperiment,
  type Inputs,
  type Plot,
  plotSvg,
  type Result,
  readInputs,
  runExperiment,
  runsOf,
} from '../../validate/index.ts';
import { type Command, command } from '../command.ts';
import type { Context } from '../context.ts';
import { makeFolder, writeWhole } from '../files.ts';
import { assignments, choice, flag, text } from '../options.ts';
import { compareModels, csvOf, describeRuns, listOfExperiments, shortNumber } from '../validate-report.ts';

export const validate: Command = command({
  name: 'validate',
  about: 'Asks a strand model questions whose answers are known and says how far off it is. Exit code 1 if one fails.',
  arguments: [
    {
      name: 'EXPERIMENT',
      about: `one of ${EXPERIMENTS.map(({ name }) => name).join(', ')}; all where absent`,
      isOptional: true,
    },
  ],
  options: {
    model: choice(
      'model to ask; all asks every one and sets them side by side',
      'NAME',
      [...models.map(({ name }) => name), 'all'],
      'rod',
    ),
    set: assignments("an input of the experiment, instead of the experiment's own set of runs; may be repeated"),
    list: flag('say what there is to ask, and do nothing'),
    csv: flag('print comma-separated values, a line each measured number'),
    svg: text({ about: 'folder for a plot of every run', value: 'FOLDER' }),
  },
  example: 'npx pelage validate cantilever --set gamma=10 --set nodes=64 --json',
  run({ context, positionals: [name], values, report, progress }) {
    if (values.list) {
      report({ json: EXPERIMENTS.map(({ name, about }) => ({ name, about })), text: listOfExperiments() });
      return;
    }
    const chosen = name === undefined ? EXPERIMENTS : [findExperiment(name)];
    const asked = values.model === 'all' ? models : [findModel(values.model)];
    const runs = asked.flatMap((model) => planRuns(chosen, values.set, name === undefined, model));
    if (values.svg !== undefined) makeFolder(context, values.svg);
    const bar = progress('Validating', runs.length);
    const answers = runs.map(([experiment, inputs, model], k) => {
      bar.update(k, `${experiment.name}, ${model.name}`);
      const start = context.now();
      const { result, plot } = runExperiment(experiment, model, inputs);
      if (plot && values.svg !== undefined) writePlot(context, values.svg, result, plot);
      return { result, seconds: (context.now() - start) / 1000 };
    });
    const text = values.csv ? csvOf(answers) : asked.length > 1 ? compareModels(answers) : describeRuns(answers);
    report({
      json: answers.map(({ result, seconds }) => ({ ...result, seconds })),
      text,
      isFailure: answers.some(({ result }) => result.pass === false),
    });
  },
});

type Run = readonly [experiment: Experiment, inputs: Inputs, model: StrandModel];

/** Every run, with all inputs checked before the first one starts. */
function planRuns(chosen: readonly Experiment[], given: Inputs, isAll: boolean, model: StrandModel): Run[] {
  // For all experiments at once, an input goes to those that have it.
  const inputsFor = (experiment: Experiment): Inputs =>
    isAll ? Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(experiment.inputs, key))) : given;
  if (isAll)
    for (const key of Object.keys(given))
      if (!chosen.some((experiment) => Object.hasOwn(experiment.inputs, key))) readInputs(chosen[0]!, given);
  const runs = chosen.flatMap((experiment) =>
    runsOf(experiment, inputsFor(experiment), model).map((inputs): Run => [experiment, inputs, model]),
  );
  for (const [experiment, inputs] of runs) readInputs(experiment, inputs);
  return runs;
}

function writePlot(context: Context, folder: string, { experiment, model, inputs }: Result, plot: Plot): void {
  const parts = [experiment, model, ...Object.entries(inputs).map(([key, value]) => `${key}-${shortNumber(value)}`)];
  writeWhole(context, `${folder}/${parts.join('_')}.svg`, new TextEncoder().encode(plotSvg(plot)));
}
