import { countOf, grouped } from '../strands/grouped.ts';
import { InputError } from '../strands/input-error.ts';

/** What to do about a file that ends early; the last words of every message about one. */
export const CUT_OFF = 'the file was cut off: copy or export it again';

/** The same where the strands that are whole can be had. */
export const CUT_OFF_IN_STRANDS = `${CUT_OFF}, or keep the strands that are whole with pelage convert --repair`;

/** The error for a file that ends early. `sentence` says where, with the file's name. */
export const cutOff = (code: string, sentence: string, advice: string = CUT_OFF): InputError =>
  new InputError(code, `${sentence}; ${advice}`);

/** What is said where a file that ends early is read as far as it goes. */
export const keptWhole = (kept: number, promised: number): string =>
  `the file was cut off: ${grouped(kept)} of ${countOf(promised, 'strand')} are whole and were kept, ${grouped(promised - kept)} left out`;

/** Files shorter than every mark of a format. */
const SHORTEST = 16;

/** Refuses a file without a byte. */
export function checkNotEmpty(name: string, size: number): void {
  if (size === 0) throw new InputError('format/empty', `${name}: the file is empty`);
}

/** Reads; a file too short for the mark of its format was cut off, whatever else is wrong with it. */
export function readWhole<T>(size: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (size < SHORTEST && error instanceof InputError && /\/(magic|no-curves)$/.test(error.code))
      throw cutOff(error.code, error.message);
    throw error;
  }
}
