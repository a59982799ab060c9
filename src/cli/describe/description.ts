import type { Report } from '../command.ts';
import { columns } from '../table.ts';

/** What `info` says about a file: lines for a person, a document for a program. */
export interface Description {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly notes: readonly string[];
  /** Further lines, below everything else. */
  readonly lines?: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}

export function reportOf({ title, rows, notes, lines = [], json }: Description): Report {
  return {
    json: { ...json, notes },
    text: [title, ...columns(rows), ...notes.map((note) => `  Note: ${note}`), ...lines].map(harmless).join('\n'),
  };
}

/** Names come from files: no control character reaches the terminal. */
const harmless = (line: string): string => line.replace(/\p{Cc}/gu, '?');
