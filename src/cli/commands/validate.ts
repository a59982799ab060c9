import { availableParallelism } from 'node:os';
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
  runsOf,
} from '../../validate/index.ts';
import { type Command, command } from '../command.ts';
import type { Context } from '../context.ts';
import { makeFolder, writeWhole } from '../files.ts';
import { assignments, choice, flag, number, text } from '../options.ts';
import { byQuestion, comparisonTable, csvTable, listOfExperiments, runTable, shortNumber } from '../validate-report.ts';
import { type RunAnswer, type RunRequest, runInOrder } from '../validate-runs.ts';

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
    workers: number({
      about: 'processes; the answers do not depend on it',
      min: 1,
      max: 256,
      isWhole: true,
      otherwise: 'as many as there are cores',
    }),
  },
  example: 'npx pelage validate cantilever --set gamma=10 --set nodes=64 --json',
  async run({ context, positionals: [name], values, report, line, progress }) {
    if (values.list) {
      report({ json: EXPERIMENTS.map(({ name, about }) => ({ name, about })), text: listOfExperiments() });
      return;
    }
    const chosen = name === undefined ? EXPERIMENTS : [findExperiment(name)];
    const asked = values.model === 'all' ? models : [findModel(values.model)];
    const runs = byQuestion(chosen.flatMap((one) => planRuns(one, chosen, values.set, name === undefined, asked)));
    if (values.svg !== undefined) makeFolder(context, values.svg);
    const table = values.csv ? csvTable() : asked.length > 1 ? comparisonTable(runs) : runTable(runs);
    line(table.head);
    const bar = progress('Validating', runs.length);
    const answers: RunAnswer[] = [];
    for await (const answer of runInOrder(runs, values.workers ?? availableParallelism())) {
      const { result, plot } = answer;
      if (plot && values.svg !== undefined) writePlot(context, values.svg, result, plot);
      answers.push(answer);
      for (const text of table.add(answer)) line(text);
      bar.update(answers.length, `${result.experiment}, ${result.model}`);
    }
    report({
      json: answers.map(({ result, seconds }) => ({ ...result, seconds })),
      text: table.end(),
      isFailure: answers.some(({ result }) => result.pass === false),
    });
  },
});

/** Every run of an experiment, with all inputs checked before the first one starts. */
function planRuns(
  experiment: Experiment,
  chosen: readonly Experiment[],
  given: Inputs,
  isAll: boolean,
  asked: readonly StrandModel[],
): RunRequest[] {
  // For all experiments at once, an input goes to those that have it.
  const inputs = isAll
    ? Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(experiment.inputs, key)))
    : given;
  if (isAll)
    for (const key of Object.keys(given))
      if (!chosen.some((other) => Object.hasOwn(other.inputs, key))) readInputs(experiment, given);
  return asked.flatMap((model) =>
    runsOf(experiment, inputs, model).map((run) => ({
      experiment: experiment.name,
      model: model.name,
      inputs: readInputs(experiment, run),
    })),
  );
}

function writePlot(context: Context, folder: string, { experiment, model, inputs }: Result, plot: Plot): void {
  const parts = [experiment, model, ...Object.entries(inputs).map(([key, value]) => `${key}-${shortNumber(value)}`)];
  writeWhole(context, `${folder}/${parts.join('_')}.svg`, new TextEncoder().encode(plotSvg(plot)));
}
