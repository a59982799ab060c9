import { extname, join } from 'node:path';
import { FilmCacheWriter, knownFormats, writeHair } from '../formats/index.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import type { Context } from './context.ts';
import { checkWritable, isFile, makeFolder, writeWhole } from './files.ts';
import { FileSink } from './film-files.ts';

/** Where frames go as they come. */
export interface FrameOutput {
  /** As the person wrote it. */
  readonly place: string;
  add(positions: Float32Array, time: number): void;
  finish(): void;
  /** Sentences about what earlier runs left there. */
  leftOver(): string[];
}

const FILM = '.pelage';

const isFilm = (place: string): boolean => extname(place).toLowerCase() === FILM;

/** Makes the folder, or refuses a place where nothing can be written, before long work is done for it. */
export function prepareOutput(context: Context, place: string): void {
  const extension = extname(place).toLowerCase().slice(1);
  const isOther = !isFilm(place) && knownFormats().some(({ extensions }) => extensions.includes(extension));
  if (isOther)
    throw new InputError(
      'simulate/output',
      `${place}: a run writes a ${FILM} film or a folder; write a film, then convert it to .${extension}`,
    );
  if (isFilm(place)) checkWritable(context, place);
  else makeFolder(context, place);
}

/** One film file, or a folder with a file for each of `total` frames. */
export function frameOutput(context: Context, place: string, total: number, strands: Strands): FrameOutput {
  return isFilm(place) ? filmOutput(context, place, strands) : folderOutput(context, place, total, strands);
}

/** Written in place, not under another name first: frames of a run that is cut off stay. */
function filmOutput(context: Context, place: string, strands: Strands): FrameOutput {
  const sink = new FileSink(context, place);
  const writer = new FilmCacheWriter(sink, strands);
  return {
    place,
    add: (positions, time) => writer.add(positions, time),
    finish: () => {
      writer.finish();
      sink.close();
    },
    leftOver: () => [],
  };
}

function folderOutput(context: Context, place: string, total: number, strands: Strands): FrameOutput {
  const digits = Math.max(4, String(total).length);
  const frameName = (frame: number): string => join(place, `frame-${String(frame).padStart(digits, '0')}.hair`);
  let frames = 0;
  return {
    place,
    add: (positions) => {
      const name = frameName(++frames);
      writeWhole(context, name, writeHair(name, { ...strands, positions }));
    },
    finish: () => {},
    leftOver: () => {
      const next = frameName(total + 1);
      return isFile(context, next) ? [`${next} and what follows it are of an earlier run`] : [];
    },
  };
}
