import { EXPERIMENTS, type Experiment, type Numbers, type Result, shownInputs } from '../validate/index.ts';
import { columns, counted, timeText } from './table.ts';

/** What `validate` found, as text: a table of one model, one that sets models side by side, and values for programs. */

export interface Answer {
  readonly result: Result;
  /** Of the processor. */
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

const inputsText = (result: Planned): string =>
  Object.entries(shownInputs(result))
    .map(([key, value]) => `${key}=${shortNumber(value)}`)
    .join(' ');

export const listOfExperiments = (): string =>
  columns(
    EXPERIMENTS.map(({ name, about }: Experiment) => [name, about]),
    0,
  ).join('\n');

/** A run that is asked for, with all its inputs. */
export type Planned = Pick<Result, 'experiment' | 'model' | 'inputs'>;

/** A table that is printed row by row while the runs go on; columns are as wide as what is known before. */
export interface GrowingTable {
  readonly head: string;
  /** The lines that this answer completes. */
  add(answer: Answer): string[];
  /** What is to be said when all answers are there. */
  end(): string;
}

/** One model: a row a run. What was measured stands last, because nobody knows how long it will be. */
export function runTable(planned: readonly Planned[]): GrowingTable {
  const head = ['', 'experiment', 'inputs', 'error', 'bound', 'time', 'measured (expected)'];
  const known = planned.map((run) => [
    'left out',
    run.experiment,
    inputsText(run),
    WIDEST_NUMBER,
    WIDEST_NUMBER,
    '99 min',
  ]);
  const row = rowsOf([head, ...known]);
  const answers: Answer[] = [];
  return {
    head: row(head),
    add(answer) {
      answers.push(answer);
      const { result, seconds } = answer;
      const { pass, experiment, error, bound, measured, expected } = result;
      const time = pass === null ? '' : timeText(seconds);
      const numbers = [error === null ? '' : errorText(error), bound === null ? '' : String(bound), time];
      return [row([verdict(pass), experiment, inputsText(result), ...numbers, comparison(measured, expected)])];
    },
    end: () => ['', ...notesOf(answers), summary(answers)].join('\n'),
  };
}

/** As wide as `errorText` gets, but for errors that are out of all bounds. */
const WIDEST_NUMBER = '-1.6e-12';

const comparison = (measured: Numbers, expected: Numbers): string =>
  Object.entries(measured)
    .map(([key, value]) => `${key} ${shortNumber(value)} (${shortNumber(expected[key]!)})`)
    .join(', ');

/** Inputs that only some models have; they stand in the cell, so that runs of the same question share a row. */
const OF_MODEL = ['elements', 'placement'];

/** Several models: a row a question, a column a model, printed when all of them have answered. */
export function comparisonTable(planned: readonly Planned[]): GrowingTable {
  const names = [...new Set(planned.map(({ model }) => model))];
  const titles = planned.map((run) => [run.experiment, questionOf(run), ...names.map(() => WIDEST_CELL)]);
  const head = ['experiment', 'inputs', ...names];
  const row = rowsOf([head, ...titles]);
  const open = new Map<string, { left: number; cells: Map<string, string[]> }>();
  for (const run of planned) {
    const asked = open.get(keyOf(run)) ?? { left: 0, cells: new Map() };
    asked.left++;
    open.set(keyOf(run), asked);
  }
  const answers: Answer[] = [];
  return {
    head: row(head),
    add(answer) {
      answers.push(answer);
      const { result, seconds } = answer;
      const asked = open.get(keyOf(result))!;
      asked.cells.set(result.model, [...(asked.cells.get(result.model) ?? []), cellOf(result, seconds)]);
      if (--asked.left > 0) return [];
      return linesOf([result.experiment, questionOf(result)], asked.cells, names).map(row);
    },
    end: () => {
      const legend = 'Every cell: error (fraction of what passes), verdict, seconds of the processor.';
      return ['', legend, ...notesOf(answers), summary(answers)].join('\n');
    },
  };
}

const WIDEST_CELL = '20 elements: 0.000123 (0.0123) pass 1.2 s';

const keyOf = (run: Planned): string => `${run.experiment}\n${questionOf(run)}`;

/** Runs of one question next to each other, questions in the order in which they first come. */
export function byQuestion<Run extends Planned>(planned: readonly Run[]): Run[] {
  const groups = new Map<string, Run[]>();
  for (const run of planned) groups.set(keyOf(run), [...(groups.get(keyOf(run)) ?? []), run]);
  return [...groups.values()].flat();
}

/** How rows of a table are written whose columns are as wide as the widest of these cells. */
function rowsOf(cells: readonly (readonly string[])[]): (row: readonly string[]) => string {
  const widths = cells[0]!.map((_, c) => Math.max(...cells.map((row) => row[c]?.length ?? 0)));
  return (row) =>
    row
      .map((cell, c) => cell.padEnd(c + 1 < row.length ? widths[c]! : 0))
      .join('  ')
      .trimEnd();
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

const questionOf = (result: Planned): string =>
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

const CSV_HEAD = 'experiment,model,inputs,quantity,measured,expected,error,bound,pass,seconds';

/** Values for programs: one line a run and measured number. */
export const csvTable = (): GrowingTable => ({
  head: CSV_HEAD,
  add({ result, seconds }) {
    const { experiment, model, error, bound, pass } = result;
    const end = [error ?? '', bound ?? '', pass ?? '', seconds];
    const start = [experiment, model, inputsText(result)];
    const measured = Object.entries(result.measured);
    const rows =
      measured.length === 0
        ? [[...start, '', '', '', ...end]]
        : measured.map(([key, value]) => [...start, key, value, result.expected[key] ?? '', ...end]);
    return rows.map((row) => row.map(quoted).join(','));
  },
  end: () => '',
});

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
