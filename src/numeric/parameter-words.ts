import { didYouMean, nearest } from './nearest.ts';

/** Parts of the sentences that say what is wrong with a value: what was expected, what came, what was likely meant. */

export interface NumberRange {
  readonly integer?: boolean | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly unit?: string | undefined;
}

/** For example "a whole number from 1 to 100". */
export function numberNoun({ integer, min, max, unit }: NumberRange): string {
  const noun = integer ? 'a whole number' : 'a number';
  const range = rangeWords(min, max);
  return `${noun}${range}${unit && range ? ` ${unit}` : ''}`;
}

function rangeWords(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}

/** What a number must be that it is not, for example "be at least 0.1 m"; undefined where it is all that it must. */
export function numberDemand(value: unknown, range: NumberRange): string | undefined {
  const { integer, min, max, unit } = range;
  if (typeof value !== 'number' || !Number.isFinite(value) || (integer && !Number.isInteger(value)))
    return `be ${numberNoun(range)}`;
  if (min !== undefined && value < min) return `be ${atLeast(min, unit)}`;
  return max !== undefined && value > max ? `be ${atMost(max, unit)}` : undefined;
}

export const atLeast = (bound: number, unit = ''): string => `at least ${bound} ${unit}`.trim();
export const atMost = (bound: number, unit = ''): string => `at most ${bound} ${unit}`.trim();

export const OBJECT = 'be an object { }';
export const LIST = 'be a list [ ]';
export const TEXT = 'be text in quotes';
export const TRUTH = 'be true or false';
export const COLOUR = 'be a colour such as #8a5a33';
export const listOf = (count: number): string => `be a list of ${count} numbers`;
export const oneOf = (words: readonly unknown[]): string =>
  words.length === 1 ? `be ${JSON.stringify(words[0])}` : `be one of ${words.join(', ')}`;
export const atMostEntries = (most: number): string => `have at most ${most} ${most === 1 ? 'entry' : 'entries'}`;

/** A value that is not what its place demands; `words` are those that could have been meant. */
export function demand(place: string, what: string, value: unknown, words: readonly string[] = []): string {
  if (value === undefined) return `${place} is missing: it must ${what}`;
  // "must not be empty" says what was given.
  if (what.startsWith('not ')) return `${place} must ${what}`;
  const meant = typeof value === 'string' ? didYouMean(value, words) : '';
  return `${place} must ${what}, not ${shown(value)}${meant}`;
}

/** A name that nobody knows there. */
export function unknownName(place: readonly string[], name: string, known: readonly string[]): string {
  const best = nearest(name, known);
  const advice = best ? `did you mean ${best}?` : `known here: ${known.join(', ')}`;
  return `there is no ${[...place, name].join('.')} (${advice})`;
}

/** Letters of a wrong value that are shown. */
const LONGEST = 40;

function shown(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
