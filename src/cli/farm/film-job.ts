import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPng } from '../../formats/png.ts';
import { InputError } from '../../strands/input-error.ts';
import { hasFfmpeg, VideoWriter } from '../render/ffmpeg.ts';
import { pictureFile, pictureName, type Shot, type ShotOrder } from './shot.ts';
import { HandedBack, type JobWatch, type Site } from './site.ts';

export interface Film {
  /** The folder of pictures. */
  readonly pictures: string;
  /** null where none was asked for, or none can be made. */
  readonly video: string | null;
}

/** Counts the pictures of a shot, and makes a video of them where one is asked for. */
export async function finishFilm(site: Site, order: ShotOrder, watch: JobWatch): Promise<Film> {
  const shot = await site.shot(order);
  const { document, place, names } = shot;
  const { from, video } = document.pictures!;
  const there = new Set(await place.list(names.pictures));
  const missing: number[] = [];
  for (let frame = from; frame <= document.frames; frame++)
    if (!there.has(pictureFile(document, frame))) missing.push(frame);
  if (missing.length > 0)
    throw new InputError(
      'farm/missing',
      `frames ${missing.slice(0, 10).join(', ')} of ${order.label || document.name} were not drawn`,
    );
  const film = { pictures: names.pictures, video: null };
  if (!video) return film;
  if (!order.isFresh && (await place.has(names.video))) return { ...film, video: names.video };
  if (!hasFfmpeg()) {
    await watch.log(`ffmpeg, which makes videos, is not on this machine: ${names.video} was not made`);
    return film;
  }
  await encode(site, shot, video, watch);
  return { ...film, video: names.video };
}

async function encode(site: Site, shot: Shot, extension: string, watch: JobWatch): Promise<void> {
  const { document, place, names } = shot;
  const { from, width, height } = document.pictures!;
  const folder = mkdtempSync(join(site.scratch, 'film-'));
  const path = join(folder, `film${extension}`);
  const writer = new VideoWriter(path, extension, { width, height }, document.fps);
  try {
    for (let frame = from; frame <= document.frames; frame++) {
      const name = pictureName(shot, frame);
      await writer.add(rgbaOf(name, (await place.get(name))!, { width, height }));
      watch.progress(frame - from + 1, document.frames - from + 1);
      if (watch.isStopped()) throw new HandedBack();
    }
    await writer.end();
    await place.putFile(names.video, path);
  } catch (error) {
    writer.abandon();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rgbaOf(
  name: string,
  bytes: Uint8Array,
  size: { readonly width: number; readonly height: number },
): Uint8Array {
  const { width, height, channels, data } = readPng(name, bytes);
  if (width !== size.width || height !== size.height || channels !== 3)
    throw new InputError('farm/picture', `${name} is not the picture that was drawn: remove it, and try again`);
  const rgba = new Uint8Array(4 * width * height).fill(255);
  for (let p = 0; p < width * height; p++) for (let c = 0; c < 3; c++) rgba[4 * p + c] = data[3 * p + c]!;
  return rgba;
}
