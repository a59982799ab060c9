import { InputError } from '../strands/input-error.ts';

/**
 * Does a part of the work; damage there is named and the rest goes on. A spent budget ends everything: what follows would
 * only spend more.
 */
export function survive<T>(
  file: { readonly name: string; readonly note: (sentence: string) => void },
  what: string,
  work: () => T,
): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.code === 'format/budget') throw error;
    file.note(`${what} was left out: ${error.message.replace(`${file.name}: `, '')}`);
    return undefined;
  }
}
