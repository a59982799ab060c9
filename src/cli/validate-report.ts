import { EXPERIMENTS, type Experiment, type Numbers, type Result, shownInputs } from '../validate/index.ts';
import { columns, counted, grid, timeText } from './table.ts';

/** What `validate` found, as text: a table of one model, one that sets models side by side, and values for programs. */

export interface Answer {
  readonly result: Result;
  readonly seconds: number;
}

export const shortNumber = (value: number | string): string =>
  typeof value === 'string' ? value : String(Number(value.toPrecision(4)));

/** Small errors as 1.6e-6: nobody counts zeros. */
export function errorText(error: number): string {
  if (error === 0 || Math.abs(error) >= 1e-3) return String(Number(error.toPrecision(3)));
  return error.toExponential(1);
}

const verdict = (pass: boolean | null): string => (pass === null ? 'left out' : pass ? 'pass' : 'FAIL');

const inputsText = (result: Result): string =>
  Object.entries(shownInputs(result))
    .map(([key, value]) => `${key}=${shortNumber(value)}`)
    .join(' ');

export const listOfExperiments = (): string =>
  columns(
    EXPERIMENTS.map(({ name, about }: Experiment) => [name, about]),
    0,
  ).join('\n');

/** One model: a row a run. */
export function describeRuns(answers: readonly Answer[]): string {
  const head = ['', 'experiment', 'inputs', 'measured (expected)', 'error', 'bound', 'time'];
  const rows = answers.map(({ result, seconds }) => [
    verdict(result.pass),
    result.experiment,
    inputsText(result),
    comparison(result.measured, result.expected),
    result.error === null ? '' : errorText(result.error),
    result.bound === null ? '' : String(result.bound),
    result.pass === null ? '' : timeText(seconds),
  ]);
  return [...grid([head, ...rows]), '', ...notesOf(answers), summary(answers)].join('\n');
}

const comparison = (measured: Numbers, expected: Numbers): string =>
  Object.entries(measured)
    .map(([key, value]) => `${key} ${shortNumber(value)} (${shortNumber(expected[key]!)})`)
    .join(', ');

/** Inputs that only some models have; they stand in the cell, so that runs of the same question share a row. */
const OF_MODEL = ['elements', 'placement'];

/** Several models: a row a question, a column a model. */
export function compareModels(answers: readonly Answer[]): string {
  const names = [...new Set(answers.map(({ result }) => result.model))];
  const rows = new Map<string, Map<string, string[]>>();
  for (const { result, seconds } of answers) {
    const key = `${result.experiment}\n${questionOf(result)}`;
    const row = rows.get(key) ?? new Map<string, string[]>();
    row.set(result.model, [...(row.get(result.model) ?? []), cellOf(result, seconds)]);
    rows.set(key, row);
  }
  const cells = [...rows].flatMap(([key, row]) => linesOf(key.split('\n'), row, names));
  const head = ['experiment', 'inputs', ...names];
  const legend = 'Every cell: error (fraction of what passes), verdict, time.';
  return [...grid([head, ...cells]), '', legend, ...notesOf(answers), summary(answers)].join('\n');
}

/** A question that a model answers in several ways takes several lines. */
function linesOf(
  title: readonly string[],
  row: ReadonlyMap<string, readonly string[]>,
  names: readonly string[],
): string[][] {
  const most = Math.max(...[...row.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_, k) => [
    ...(k === 0 ? title : ['', '']),
    ...names.map((name) => row.get(name)?.[k] ?? ''),
  ]);
}

const questionOf = (result: Result): string =>
  Object.entries(shownInputs(result))
    .filter(([key]) => !OF_MODEL.includes(key))
    .map(([key, value]) => `${key}=${shortNumber(value)}`)
    .join(' ');

function cellOf(result: Result, seconds: number): string {
  if (result.error === null || result.bound === null) return verdict(result.pass);
  const { elements } = shownInputs(result);
  const fraction = result.bound > 0 ? ` (${Number((result.error / result.bound).toPrecision(2))})` : '';
  const prefix = elements === undefined ? '' : `${counted(Number(elements), 'element')}: `;
  return `${prefix}${errorText(result.error)}${fraction} ${verdict(result.pass)} ${timeText(seconds)}`;
}

/** One line a run and measured number. */
export function csvOf(answers: readonly Answer[]): string {
  const head = [
    'experiment',
    'model',
    'inputs',
    'quantity',
    'measured',
    'expected',
    'error',
    'bound',
    'pass',
    'seconds',
  ];
  const rows = answers.flatMap(({ result, seconds }) => {
    const { experiment, model, error, bound, pass } = result;
    const end = [error ?? '', bound ?? '', pass ?? '', seconds];
    const start = [experiment, model, inputsText(result)];
    const measured = Object.entries(result.measured);
    if (measured.length === 0) return [[...start, '', '', '', ...end]];
    return measured.map(([key, value]) => [...start, key, value, result.expected[key] ?? '', ...end]);
  });
  return [head, ...rows].map((row) => row.map(quoted).join(',')).join('\n');
}

function quoted(cell: unknown): string {
  const text = String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What was measured beside and has no expected value, and sentences: a line each, with the inputs that tell runs apart. */
function notesOf(answers: readonly Answer[]): string[] {
  const isOne = new Set(answers.map(({ result }) => result.model)).size <= 1;
  const lines = answers.flatMap(({ result }) => {
    const { experiment, model, beside = {}, note } = result;
    const [first = ''] = Object.entries(shownInputs(result)).map(([key, value]) => ` ${key}=${shortNumber(value)}`);
    const numbers = Object.entries(beside).map(([key, value]) => `${key} ${shortNumber(value)}`);
    const says = [...(numbers.length > 0 ? [numbers.join(', ')] : []), ...(note ? [note] : [])];
    return says.map((what) => `${experiment}${first}${isOne ? '' : `, ${model}`}: ${what}`);
  });
  return lines.length > 0 ? [...lines, ''] : [];
}

function summary(answers: readonly Answer[]): string {
  const count = (pass: boolean | null): number => answers.filter(({ result }) => result.pass === pass).length;
  const leftOut = count(null) > 0 ? `, ${counted(count(null), 'run')} left out` : '';
  return `${counted(count(true), 'run')} passed, ${counted(count(false), 'run')} failed${leftOut}.`;
}
