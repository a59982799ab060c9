import { z } from 'zod';
import { didYouMean, nearest } from '../strands/nearest.ts';
import { type Described, describePlace, keysAt, nounFor } from './described.ts';

type Issue = z.core.$ZodIssue;

export interface ExplainOptions {
  /** Where the schema's own root lies. */
  readonly prefix?: readonly string[];
  /** What was checked: its values are shown. */
  readonly given?: unknown;
}

/** What a schema refuses, as one sentence's part: each place, what is wrong there, and what was likely meant. */
export function explainIssues(issues: readonly Issue[], schema: z.ZodType, options: ExplainOptions = {}): string {
  return listIssues(issues, schema, options).join('; ');
}

/** The same, one entry a problem. */
export function listIssues(issues: readonly Issue[], schema: z.ZodType, options: ExplainOptions = {}): string[] {
  if (issues.length === 0) return [];
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;
  return issues.flatMap((issue) => explainIssue(issue, root, options));
}

function explainIssue(issue: Issue, root: Described, { prefix = [], given }: ExplainOptions): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, root, path, prefix);
  const place = [...prefix, ...path].join('.') || 'it';
  const demand = demandOf(issue, describePlace(root, path));
  if (demand === undefined) return [place === 'it' ? issue.message : `${place}: ${issue.message}`];
  if (given === undefined) return [`${place} must ${demand}`];
  const value = valueAt(given, path);
  if (value === undefined) return [`${place} is missing: it must ${demand}`];
  return [`${place} must ${demand}, not ${shown(value)}${meant(issue, value)}`];
}

function unknownKeys(
  keys: readonly string[],
  root: Described,
  path: readonly string[],
  prefix: readonly string[],
): string[] {
  const known = keysAt(root, path);
  return keys.map((key) => {
    const best = nearest(key, known);
    const advice = best ? `did you mean ${best}?` : `known here: ${known.join(', ')}`;
    return `there is no ${[...prefix, ...path, key].join('.')} (${advice})`;
  });
}

/** What a value must do or be; undefined where the schema's own words are the best there are. */
function demandOf(issue: Issue, places: readonly Described[]): string | undefined {
  const words = choicesOf(issue);
  if (words) return words.length === 1 ? `be ${JSON.stringify(words[0])}` : `be one of ${words.join(', ')}`;
  if (issue.code === 'invalid_type') return `be ${nounFor(issue.expected, places)}`;
  // Quantities bring the words for their range themselves, with the unit.
  if (issue.message.startsWith('must ')) return issue.message.slice(5);
  if (issue.code === 'too_small') return limit('at least', issue.origin, Number(issue.minimum));
  if (issue.code === 'too_big') return limit('at most', issue.origin, Number(issue.maximum));
  return undefined;
}

function limit(word: string, origin: string, bound: number): string {
  if (origin === 'array') return `have ${word} ${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  if (origin === 'string') return bound === 1 ? 'not be empty' : `have ${word} ${bound} letters`;
  return `be ${word} ${bound}`;
}

/** The words that are allowed, where there are only some. */
function choicesOf(issue: Issue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') return issue.values;
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options)) return issue.options;
  return undefined;
}

const meant = (issue: Issue, value: unknown): string => {
  const words = choicesOf(issue);
  return words && typeof value === 'string' ? didYouMean(value, words.map(String)) : '';
};

function valueAt(given: unknown, path: readonly string[]): unknown {
  let value = given;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** Letters of a wrong value that are shown. */
const LONGEST = 40;

function shown(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
