import { InputError } from '../strands/input-error.ts';
import type { ReadOptions } from './format.ts';

/** The folder of a file, with the slash behind it; empty where the name has none. */
export const folderOf = (name: string): string => /^.*[/\\]/.exec(name)?.[0] ?? '';

/** Reads the files that a file names, from where it is; a reader that refuses one has none. */
export function filesBeside(name: string, files: (path: string) => Uint8Array): NonNullable<ReadOptions['files']> {
  return (path) => {
    try {
      return files(/^([/\\]|[A-Za-z]:)/.test(path) ? path : folderOf(name) + path);
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  };
}
