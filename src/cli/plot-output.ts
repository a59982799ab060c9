import { join } from 'node:path';
import type { Context } from './context.ts';
import { makeFolder, writeWhole } from './files.ts';

export interface Drawing {
  readonly context: Context;
  /** Folder for its picture; undefined: none is drawn. */
  readonly output: string | undefined;
}

/** Writes a plot where a folder is given; the lines that say so. */
export function drawPlot({ context, output }: Drawing, file: string, svg: string): string[] {
  if (output === undefined) return ['', 'Picture: with -o FOLDER'];
  makeFolder(context, output);
  writeWhole(context, join(output, file), new TextEncoder().encode(svg));
  return ['', `Picture: ${join(output, file)}`];
}
