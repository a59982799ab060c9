import { rmSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { AnimationCacheWriter, knownFormats, openAnimation, writeAnimation, writeHair } from '../formats/index.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { FileSink, withSource, writeDraft } from './animation-files.ts';
import type { Context } from './context.ts';
import { extensionsFor } from './extensions.ts';
import { checkWritable, isFile, makeFolder, writeWhole } from './files.ts';

/** Where frames go as they come. */
export interface FrameOutput {
  /** As the person wrote it. */
  readonly place: string;
  add(positions: Float32Array, time: number): void;
  finish(): void;
  /** Sentences about what earlier runs left there, and about what a format cannot hold. */
  leftOver(): string[];
}

const ANIMATION = '.pelage';
/** What people ask of a run that draws nothing. */
const PICTURES = ['.mp4', '.webm', '.mov', '.mkv', '.avi', '.gif', '.png', '.jpg', '.jpeg', '.exr'];

const extensionOf = (place: string): string => extname(place).toLowerCase();

/** Makes the folder, or refuses a place where nothing can be written, before long work is done for it. */
export function prepareOutput(context: Context, place: string): void {
  const extension = extensionOf(place);
  if (PICTURES.includes(extension))
    throw new InputError(
      'simulate/output',
      `${place}: a run writes hair, not pictures; pelage render SCENE -o ${place} draws it, or simulate into ${extensionsFor('writeAnimation').join(', ')} and render that`,
    );
  if (extensionsFor('writeAnimation').includes(extension)) checkWritable(context, place);
  else if (knownFormats().some(({ extensions }) => extensions.includes(extension.slice(1))))
    throw new InputError(
      'simulate/output',
      `${place}: ${extension} holds no animation; a run writes ${extensionsFor('writeAnimation').join(', ')} or a folder of .hair files`,
    );
  else makeFolder(context, place);
}

/** One animation file, or a folder with a file for each of `total` frames. */
export function frameOutput(context: Context, place: string, total: number, strands: Strands): FrameOutput {
  const extension = extensionOf(place);
  if (extension === ANIMATION) return animationOutput(context, place, strands);
  if (extensionsFor('writeAnimation').includes(extension)) return convertedOutput(context, place, strands);
  return folderOutput(context, place, total, strands);
}

/** Metres: what other formats store is not to be coarser for the way it came. */
const DRAFT_ERROR = 1e-7;

/**
 * Other animations are written as a whole, so the run goes to an animation beside first; it is gone when the other one is written,
 * and stays where the run is cut off.
 */
function convertedOutput(context: Context, place: string, strands: Strands): FrameOutput {
  const draft = `${place}${ANIMATION}`;
  const output = animationOutput(context, draft, strands, DRAFT_ERROR);
  const notes: string[] = [];
  return {
    ...output,
    place,
    finish: () => {
      output.finish();
      withSource(context, draft, (source) => {
        const { animation } = openAnimation(draft, source);
        const options = { note: (sentence: string) => void notes.push(sentence) };
        if (animation.times.length > 1)
          writeDraft(context, place, (sink) => writeAnimation(place, animation, sink, options));
        else writeWhole(context, place, writeHair(place, animation.strands, options));
      });
      rmSync(resolve(context.cwd, draft));
    },
    leftOver: () => notes,
  };
}

/** Written in place, not under another name first: frames of a run that is cut off stay. */
function animationOutput(context: Context, place: string, strands: Strands, error?: number): FrameOutput {
  const sink = new FileSink(context, place);
  const writer = new AnimationCacheWriter(sink, strands, error === undefined ? {} : { error });
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
