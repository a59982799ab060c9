import type { StrandModel } from '../models/model.ts';
import type { ParameterTable, ValuesOf } from '../numeric/parameters.ts';
import type { Plot } from './plot.ts';

export type Numbers = Readonly<Record<string, number>>;
export type Inputs = Readonly<Record<string, number | string>>;

/** What one run of an experiment found, beside what it should have found. */
export interface Outcome {
  readonly measured: Numbers;
  /** The same names as `measured`. */
  readonly expected: Numbers;
  /** One number for the difference, in the unit that `about` of the experiment states. */
  readonly error: number;
  /** The largest error that passes. */
  readonly bound: number;
  /** Further numbers that have no expected value. */
  readonly beside?: Numbers;
  readonly note?: string;
  readonly plot?: Plot;
}

/** A question to a strand model whose answer is known from elsewhere. */
export interface Experiment {
  readonly name: string;
  /** One line: what is done, what is compared and in which unit the error is. */
  readonly about: string;
  readonly inputs: ParameterTable;
  /** Inputs that differ from the defaults, one entry a run of the full set. */
  readonly set: readonly Inputs[];
  /** The same for models whose strands are made of a chosen number of elements; `set` where absent. */
  readonly elementSet?: readonly Inputs[];
  /** Why the experiment makes no sense on this model; absent or empty where it does. */
  unfit?(model: StrandModel): string;
  run(model: StrandModel, inputs: Inputs): Outcome;
}

export interface Result {
  readonly experiment: string;
  readonly model: string;
  readonly inputs: Inputs;
  readonly measured: Numbers;
  readonly expected: Numbers;
  /** null where the experiment was left out. */
  readonly error: number | null;
  readonly bound: number | null;
  /** null where the experiment was left out. */
  readonly pass: boolean | null;
  readonly beside?: Numbers;
  readonly note?: string;
}

/** Declares an experiment; `run` gets the inputs with the types of the table. */
export function experiment<Table extends ParameterTable>(
  declaration: Omit<Experiment, 'inputs' | 'run'> & {
    readonly inputs: Table;
    run(model: StrandModel, inputs: ValuesOf<Table>): Outcome;
  },
): Experiment {
  return declaration as unknown as Experiment;
}

/** Why questions about the shape of a fibre make no sense on a model whose hairs have one bend; '' where they do. */
export const ofOneBend = ({ name, bends }: StrandModel): string =>
  bends === 1
    ? `Hairs of the model ${name} have one bend: it is asked about their tips' angle and first period (fur).`
    : '';

/** Why a model whose cut pieces vanish cannot be asked about strands without a root; '' where it can. */
export const withoutPieces = ({ name, cutPieces = 'fly' }: StrandModel): string =>
  cutPieces === 'fly' ? '' : `Strands of the model ${name} do not live without a root.`;
