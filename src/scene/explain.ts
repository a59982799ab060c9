import { z } from 'zod';
import { atLeast, atMost, atMostEntries, demand, listOf, oneOf, unknownName } from '../numeric/parameter-words.ts';
import { type Described, demandFor, describePlace, keysAt, numbersAt } from './described.ts';

type Issue = z.core.$ZodIssue;

/** What a place is called where the person wrote it. */
export type PlaceNaming = (path: readonly string[]) => readonly string[];

/** What a schema refuses, one part of a sentence each: the place, what is wrong there, and what was likely meant. */
export function listIssues(
  issues: readonly Issue[],
  schema: z.ZodType,
  given: unknown,
  called: PlaceNaming = (path) => path,
): string[] {
  if (issues.length === 0) return [];
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;
  return issues.flatMap((issue) => explainIssue(issue, root, given, called));
}

function explainIssue(issue: Issue, root: Described, given: unknown, called: PlaceNaming): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(root, path);
    return issue.keys.map((key) => {
      const place = called([...path, key]);
      return unknownName(place.slice(0, -1), place.at(-1)!, known);
    });
  }
  const place = called(path).join('.') || 'it';
  const what = demandOf(issue, describePlace(root, path));
  if (what === undefined) return [place === 'it' ? issue.message : `${place}: ${issue.message}`];
  return [demand(place, what, valueAt(given, path), choicesOf(issue)?.map(String))];
}

/** What a value must do or be; undefined where the schema's own words are the best there are. */
function demandOf(issue: Issue, places: readonly Described[]): string | undefined {
  const choices = choicesOf(issue);
  if (choices) return oneOf(choices);
  if (issue.code === 'invalid_type') return demandFor(issue.expected, places);
  // Parameters bring the words for their range themselves, with the unit.
  if (issue.message.startsWith('must ')) return issue.message.slice(5);
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  const numbers = numbersAt(places);
  if (issue.origin === 'array' && numbers) return listOf(numbers);
  return issue.code === 'too_small'
    ? tooLittle(issue.origin, Number(issue.minimum))
    : tooMuch(issue.origin, Number(issue.maximum));
}

function tooLittle(origin: string, bound: number): string {
  if (origin === 'array') return `have ${atLeast(bound, bound === 1 ? 'entry' : 'entries')}`;
  if (origin === 'string') return bound === 1 ? 'not be empty' : `have ${atLeast(bound, 'letters')}`;
  return `be ${atLeast(bound)}`;
}

function tooMuch(origin: string, bound: number): string {
  if (origin === 'array') return atMostEntries(bound);
  return origin === 'string' ? `have ${atMost(bound, 'letters')}` : `be ${atMost(bound)}`;
}

/** The words that are allowed, where there are only some. */
function choicesOf(issue: Issue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') return issue.values;
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options)) return issue.options;
  return undefined;
}

function valueAt(given: unknown, path: readonly string[]): unknown {
  let value = given;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
