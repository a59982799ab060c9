import { extname, join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { checkWritable, makeFolder, writeWhole } from '../files.ts';
import { hasFfmpeg, VIDEO_EXTENSIONS, VideoWriter } from './ffmpeg.ts';
import { writePng } from './png.ts';
import type { PictureSize } from './size.ts';

/** Where pictures go. */
export interface PictureSink {
  /** What was written, for the report. */
  readonly place: string;
  readonly notes: readonly string[];
  add(rgba: Uint8Array, frame: number): void | Promise<void>;
  end(): Promise<void>;
  /** After a failure. */
  abandon(): void;
}

export type OutputKind = 'still' | 'folder' | 'video';

/** .png is one picture, .mp4 and .webm are videos, a name without an extension is a folder of pictures. */
export function outputKind(path: string): OutputKind {
  const extension = extname(path).toLowerCase();
  if (/[/\\]$/.test(path) || extension === '') return 'folder';
  if (extension === '.png') return 'still';
  if (VIDEO_EXTENSIONS.includes(extension)) return 'video';
  throw new UsageError(
    'usage/output',
    `-o must be a .png, a video (${VIDEO_EXTENSIONS.join(', ')}) or a folder, not "${path}"`,
  );
}

function stillSink(context: Context, path: string, { width, height }: PictureSize): PictureSink {
  checkWritable(context, path);
  return {
    place: path,
    notes: [],
    add: (rgba) => writeWhole(context, path, writePng(rgba, width, height)),
    end: async () => {},
    abandon: () => {},
  };
}

function folderSink(
  context: Context,
  folder: string,
  { width, height }: PictureSize,
  last: number,
  notes: readonly string[] = [],
): PictureSink {
  makeFolder(context, folder);
  const digits = Math.max(4, String(last).length);
  return {
    place: folder,
    notes,
    add: (rgba, frame) =>
      writeWhole(
        context,
        join(folder, `frame-${String(frame).padStart(digits, '0')}.png`),
        writePng(rgba, width, height),
      ),
    end: async () => {},
    abandon: () => {},
  };
}

function videoSink(context: Context, path: string, size: PictureSize, fps: number): PictureSink {
  checkWritable(context, path);
  const writer = new VideoWriter(resolve(context.cwd, path), extname(path).toLowerCase(), size, fps);
  return {
    place: path,
    notes: [],
    add: (rgba) => writer.add(rgba),
    end: () => writer.end(),
    abandon: () => writer.abandon(),
  };
}

export function openSink(context: Context, path: string, size: PictureSize, fps: number, last: number): PictureSink {
  const kind = outputKind(path);
  if (kind === 'still') return stillSink(context, path, size);
  if (kind === 'folder') return folderSink(context, path, size, last);
  if (hasFfmpeg()) return videoSink(context, path, size, fps);
  const folder = path.slice(0, -extname(path).length);
  return folderSink(context, folder, size, last, [
    `ffmpeg, which makes videos, was not found: ${path} was not written, its frames are in ${folder} as PNG (install ffmpeg, then try again)`,
  ]);
}
