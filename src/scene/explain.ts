import { z } from 'zod';
import { nearest } from '../strands/nearest.ts';

type Issue = z.core.$ZodIssue;

/** What a schema refuses, as one sentence's part: each place, what is wrong there, and what was likely meant. */
export function explainIssues(issues: readonly Issue[], schema: z.ZodType, prefix: readonly string[] = []): string {
  return issues.map((issue) => explainIssue(issue, schema, prefix)).join('; ');
}

function explainIssue(issue: Issue, schema: z.ZodType, prefix: readonly string[]): string {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') {
    const place = [...prefix, ...path].join('.');
    return place ? `${place}: ${issue.message}` : issue.message;
  }
  const known = knownKeys(schema, path);
  return issue.keys
    .map((key) => {
      const best = nearest(key, known);
      const advice = best ? `did you mean ${best}?` : `known here: ${known.join(', ')}`;
      return `there is no ${[...prefix, ...path, key].join('.')} (${advice})`;
    })
    .join('; ');
}

interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly items?: Described;
}

/** Keys that the schema knows at a place; those of all alternatives where there are several. */
function knownKeys(schema: z.ZodType, path: readonly string[]): string[] {
  let places: Described[] = [z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described];
  const open = (place: Described): Described[] => [place, ...(place.anyOf ?? []), ...(place.oneOf ?? [])];
  for (const step of path)
    places = places
      .flatMap(open)
      .flatMap((place) =>
        place.properties && Object.hasOwn(place.properties, step)
          ? [place.properties[step]!]
          : place.items
            ? [place.items]
            : [],
      );
  return [...new Set(places.flatMap(open).flatMap((place) => Object.keys(place.properties ?? {})))];
}
