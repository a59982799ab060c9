import { parseArgs } from 'node:util';
import { didYouMean } from '../numeric/nearest.ts';
import type { Command } from './command.ts';
import { UsageError } from './errors.ts';
import { flag, type Options } from './options.ts';

/** Options of every command. */
export const COMMON: Options = {
  json: flag('print one JSON document and nothing else'),
  debug: flag('show where in the program an error comes from'),
  help: flag('show this help', 'h'),
};

export interface ParsedLine {
  readonly values: Record<string, unknown>;
  readonly positionals: readonly string[];
}

/** Checks a command line against the command's declaration. `--help` stops the checks: it is answered in any case. */
export function parseLine(command: Command, args: readonly string[]): ParsedLine {
  const options = { ...command.options, ...COMMON };
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, option.fallback]),
  );
  const given = new Set<string>();
  const positionals: string[] = [];
  for (const token of tokensOf(options, args)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = options[token.name];
    if (!option) throw unknownOption(command, options, token.rawName);
    const value = option.read(valueFor(option.value !== undefined, token), token.rawName);
    const isAgain = given.has(token.name) && option.join !== undefined;
    values[token.name] = isAgain ? option.join!(values[token.name], value) : value;
    given.add(token.name);
  }
  if (!values['help']) {
    matchOptions(command, values, given, positionals);
    checkRequired(command, given);
    checkPositionals(command, positionals);
  }
  return { values, positionals };
}

/** Arguments that an option says too have the same value as it, whichever of them was given. */
function matchOptions(
  command: Command,
  values: Record<string, unknown>,
  given: Set<string>,
  positionals: string[],
): void {
  command.arguments.forEach(({ name, option }, place) => {
    if (option === undefined) return;
    const argument = positionals[place];
    if (argument !== undefined && given.has(option))
      throw new UsageError('usage/argument', `${name} is given twice: "${argument}" and --${option} ${values[option]}`);
    if (argument !== undefined) {
      values[option] = command.options[option]!.read(argument, name);
      given.add(option);
    } else if (given.has(option) && positionals.length === place) positionals.push(String(values[option]));
  });
}

interface OptionToken {
  readonly kind: 'option';
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}
type Token =
  | OptionToken
  | { readonly kind: 'positional'; readonly value: string }
  | { readonly kind: 'option-terminator' };

/** Not strict, because the sentences for wrong usage are our own. */
function tokensOf(options: Options, args: readonly string[]): readonly Token[] {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(short ? { short } : {}) } as const,
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  return tokens as readonly Token[];
}

function valueFor(takesValue: boolean, { rawName, value }: OptionToken): string {
  if (takesValue && value === undefined) throw new UsageError('usage/value', `${rawName} needs a value`);
  if (!takesValue && value !== undefined)
    throw new UsageError('usage/value', `${rawName} takes no value, not "${value}"`);
  return value ?? '';
}

function unknownOption(command: Command, options: Options, rawName: string): UsageError {
  const known = Object.keys(options).map((name) => `--${name}`);
  const suggestion = didYouMean(rawName, known);
  return new UsageError(
    'usage/option',
    `pelage ${command.name} has no option ${rawName}${suggestion || `; its options are ${known.join(', ')}`}`,
  );
}

function checkRequired(command: Command, given: ReadonlySet<string>): void {
  for (const [name, { isRequired, short, value, about }] of Object.entries(command.options))
    if (isRequired && !given.has(name))
      throw new UsageError(
        'usage/required',
        `pelage ${command.name} needs ${short ? `-${short}` : `--${name}`} ${value}: ${about}`,
      );
}

function checkPositionals(command: Command, positionals: readonly string[]): void {
  const missing = command.arguments[positionals.length];
  if (missing && !missing.isOptional)
    throw new UsageError(
      'usage/argument',
      `pelage ${command.name} needs ${missing.name}: ${missing.about}, for example: ${command.example}`,
    );
  const extra = positionals[command.arguments.length];
  if (extra !== undefined && !command.arguments.at(-1)?.isRepeated)
    throw new UsageError(
      'usage/argument',
      `pelage ${command.name} takes ${countWord(command.arguments.length)}, "${extra}" is one too many`,
    );
}

const countWord = (count: number): string =>
  count === 0 ? 'no argument' : count === 1 ? 'one argument' : `${count} arguments`;
