import type { Context } from './context.ts';
import type { Options, Values } from './options.ts';
import type { Progress } from './progress.ts';

/** Something that stands on the command line without a name. */
export interface Argument {
  readonly name: string;
  readonly about: string;
  readonly isOptional?: boolean;
  /** May stand there any number of times; the last argument only. */
  readonly isRepeated?: boolean;
  /** The option that says the same: either of them is enough. */
  readonly option?: string;
}

/** What a command has to say when it is done. */
export interface Report {
  /** The document for `--json`. */
  readonly json: unknown;
  /** The same for a person; lines. Empty where all was printed before. */
  readonly text: string;
  /** The command did its work and the answer is no: exit code 1. */
  readonly isFailure?: boolean;
}

/** One run of a command: what was asked for, and the ways to answer. */
export interface Invocation<O extends Options> {
  readonly context: Context;
  readonly values: Values<O>;
  /** As many as the command declares, or more where the last may be repeated; optional ones may be absent. */
  readonly positionals: readonly string[];
  /** Prints the result; once. */
  readonly report: (report: Report) => void;
  /** Prints a line of the result as soon as it is known; the report's text then holds the rest. Nothing with `--json`. */
  readonly line: (text: string) => void;
  /** Tells the person something on the side. With `--json` the report carries it. */
  readonly note: (sentence: string) => void;
  /** Begins to show how far long work is. */
  readonly progress: (title: string, total: number) => Progress;
}

/** A command: its help, its checks and its work. */
export interface Command<O extends Options = Options> {
  readonly name: string;
  /** One line. */
  readonly about: string;
  readonly arguments: readonly Argument[];
  readonly options: O;
  /** A command line that works, shown by the help. */
  readonly example: string;
  run(invocation: Invocation<O>): void | Promise<void>;
}

/** Declares a command; the values that `run` gets have the types of the options. */
export function command<const O extends Options>(declaration: Command<O>): Command {
  return declaration as unknown as Command;
}
