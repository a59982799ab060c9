import { findModel, models, type StrandModel } from '../../models/index.ts';
import {
  EXPERIMENTS,
  type Experiment,
  findExperiment,
  type Inputs,
  type Numbers,
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
import { assignments, choice, text } from '../options.ts';
import { counted, timeText } from '../table.ts';

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
      'model to ask',
      'NAME',
      models.map(({ name }) => name),
      'rod',
    ),
    set: assignments("an input of the experiment, instead of the experiment's own set of runs; may be repeated"),
    svg: text({ about: 'folder for a plot of every run', value: 'FOLDER' }),
  },
  example: 'npx pelage validate cantilever --set gamma=10 --set nodes=64 --json',
  run({ context, positionals: [name], values, report, progress }) {
    const chosen = name === undefined ? EXPERIMENTS : [findExperiment(name)];
    const model = findModel(values.model);
    const runs = planRuns(chosen, values.set, name === undefined, model);
    if (values.svg !== undefined) makeFolder(context, values.svg);
    const bar = progress('Validating', runs.length);
    const answers = runs.map(([experiment, inputs], k) => {
      bar.update(k, experiment.name);
      const start = context.now();
      const { result, plot } = runExperiment(experiment, model, inputs);
      if (plot && values.svg !== undefined) writePlot(context, values.svg, result, plot);
      return { result, seconds: (context.now() - start) / 1000 };
    });
    const results = answers.map(({ result }) => result);
    const failed = results.filter(({ pass }) => pass === false).length;
    report({ json: results, text: describe(answers), isFailure: failed > 0 });
  },
});

type Run = readonly [experiment: Experiment, inputs: Inputs];

/** Every run, with all inputs checked before the first one starts. */
function planRuns(chosen: readonly Experiment[], given: Inputs, isAll: boolean, model: StrandModel<unknown>): Run[] {
  // For all experiments at once, an input goes to those that have it.
  const inputsFor = (experiment: Experiment): Inputs =>
    isAll ? Object.fromEntries(Object.entries(given).filter(([key]) => key in experiment.inputs.shape)) : given;
  if (isAll)
    for (const key of Object.keys(given))
      if (!chosen.some((experiment) => key in experiment.inputs.shape)) readInputs(chosen[0]!, given);
  const runs = chosen.flatMap((experiment) =>
    runsOf(experiment, inputsFor(experiment), model).map((inputs): Run => [experiment, inputs]),
  );
  for (const [experiment, inputs] of runs) readInputs(experiment, inputs);
  return runs;
}

function writePlot(context: Context, folder: string, { experiment, model, inputs }: Result, plot: Plot): void {
  const parts = [experiment, model, ...Object.entries(inputs).map(([key, value]) => `${key}-${shortNumber(value)}`)];
  writeWhole(context, `${folder}/${parts.join('_')}.svg`, new TextEncoder().encode(plotSvg(plot)));
}

const shortNumber = (value: number | string): string =>
  typeof value === 'string' ? value : String(Number(value.toPrecision(4)));

interface Answer {
  readonly result: Result;
  readonly seconds: number;
}

function describe(answers: readonly Answer[]): string {
  const rows = answers.map(({ result, seconds }) => rowOf(result, seconds));
  const head = ['', 'experiment', 'inputs', 'measured (expected)', 'error', 'bound', 'time'];
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, c) => cell.padEnd(widths[c]!))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.map(line), '', ...notesOf(answers), summary(answers)].join('\n');
}

function rowOf({ experiment, inputs, measured, expected, error, bound, pass }: Result, seconds: number): string[] {
  return [
    pass === null ? 'left out' : pass ? 'pass' : 'FAIL',
    experiment,
    Object.entries(inputs)
      .map(([key, value]) => `${key}=${shortNumber(value)}`)
      .join(' '),
    comparison(measured, expected),
    error === null ? '' : String(Number(error.toPrecision(3))),
    bound === null ? '' : String(bound),
    pass === null ? '' : timeText(seconds),
  ];
}

const comparison = (measured: Numbers, expected: Numbers): string =>
  Object.entries(measured)
    .map(([key, value]) => `${key} ${shortNumber(value)} (${shortNumber(expected[key]!)})`)
    .join(', ');

/** What was measured beside and has no expected value, and sentences: a line each, with the inputs that tell runs apart. */
function notesOf(answers: readonly Answer[]): string[] {
  const lines = answers.flatMap(({ result: { experiment, inputs, beside = {}, note } }) => {
    const [first = ''] = Object.entries(inputs).map(([key, value]) => ` ${key}=${shortNumber(value)}`);
    const numbers = Object.entries(beside).map(([key, value]) => `${key} ${shortNumber(value)}`);
    const says = [...(numbers.length > 0 ? [numbers.join(', ')] : []), ...(note ? [note] : [])];
    return says.map((what) => `${experiment}${first}: ${what}`);
  });
  return lines.length > 0 ? [...lines, ''] : [];
}

function summary(answers: readonly Answer[]): string {
  const count = (pass: boolean | null): number => answers.filter(({ result }) => result.pass === pass).length;
  const leftOut = count(null) > 0 ? `, ${counted(count(null), 'run')} left out` : '';
  return `${counted(count(true), 'run')} passed, ${counted(count(false), 'run')} failed${leftOut}.`;
}
