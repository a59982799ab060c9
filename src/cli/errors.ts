import { InputError } from '../strands/input-error.ts';

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {
  /** Stable, for programs: `usage/what`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'UsageError';
    this.code = code;
  }
}

/** What went wrong, for a person and for a program. */
export interface Failure {
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  readonly exitCode: 1 | 2;
}

/** Puts anything that was thrown into one sentence. */
export function explain(error: unknown): Failure {
  if (error instanceof UsageError) return { code: error.code, message: sentence(error.message), exitCode: 2 };
  if (error instanceof InputError) return failed(error.code, error.message);
  const issues = (error as { issues?: readonly Issue[] } | null)?.issues;
  if (Array.isArray(issues)) return failed('input/invalid', issues.map(issueSentence).join('; '));
  if (!(error instanceof Error)) return failed('internal', `Something unexpected was thrown: ${String(error)}`);
  const { code } = error as NodeJS.ErrnoException;
  const system = code === undefined ? undefined : SYSTEM[code];
  if (system) return failed(`system/${code!.toLowerCase()}`, system(error as NodeJS.ErrnoException));
  if (error instanceof RangeError && OUT_OF_MEMORY.test(error.message))
    return failed('memory', 'There is not enough memory for so much hair; ask for fewer strands or points');
  return failed('internal', `Pelage itself went wrong (${error.message}); --debug shows where`);
}

const failed = (code: string, message: string): Failure => ({ code, message: sentence(message), exitCode: 1 });

/** On one line, with an end, without control characters that a damaged file may have brought in. */
function sentence(text: string): string {
  const line = text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\p{Cc}/gu, '?');
  return /[.?!]$/.test(line) ? line : `${line}.`;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const issueSentence = ({ path, message }: Issue): string =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message;

const OUT_OF_MEMORY = /allocation failed|invalid (typed )?array (buffer )?length/i;

const SYSTEM: Readonly<Record<string, (error: NodeJS.ErrnoException) => string>> = {
  EACCES: ({ path }) => `${path}: permission denied`,
  EPERM: ({ path }) => `${path}: permission denied`,
  EROFS: ({ path }) => `${path} is on a file system that cannot be written to`,
  ENOENT: ({ path }) => `There is no file ${path}`,
  ENOTDIR: ({ path }) => `${path}: a part of this path is a file, not a folder`,
  EISDIR: ({ path }) => `${path ?? 'This path'} is a folder, not a file`,
  ENOSPC: ({ path }) => `${path ?? 'The output'}: there is no space left on the device`,
  EMFILE: () => 'Too many files are open; close some programs and try again',
  ELOOP: ({ path }) => `${path}: the links in this path run in a circle`,
  ENAMETOOLONG: ({ path }) => `${path}: the name is too long`,
  ERR_FS_FILE_TOO_LARGE: () => 'The file is larger than 2 GiB, which cannot be read at once',
};
