import { z } from 'zod';
import { animationTime } from '../../scene/film-time.ts';
import { fileWord } from '../../scene/groom-files.ts';
import { parseScene } from '../../scene/read-scene.ts';
import { whatHairDependsOn } from '../../scene/ready-cache.ts';
import type { Scene } from '../../scene/schema.ts';
import { InputError } from '../../strands/input-error.ts';
import { type FilmForm, filmMoments } from '../render/painter.ts';
import type { FrameRange } from '../render/size.ts';
import { runKey } from '../run-cache.ts';
import { variantScene } from '../wedges/variants.ts';
import { checkBuild, checkScenePaths, type FarmDocument, getDocument, sha256, unpackFiles } from './document.ts';
import { OWN, type Place } from './place.ts';
import { FarmRun } from './run-record.ts';

/** One shot of a submission, as its jobs name it: small, because it lies in the queue many times. */
export const shotSchema = z.strictObject({
  build: z.string().max(100),
  /** The place's name. */
  where: z.string().min(1).max(4000),
  /** Hash of the document. */
  document: z.string().regex(/^[0-9a-f]{64}$/),
  /** What differs from the document's scene; null for the scene itself. */
  values: z.record(z.string(), z.unknown()).nullable(),
  label: z.string().max(4000),
  submission: z.string().max(200),
  /** Its place in the submission, from 0. */
  index: z.number().int().min(0),
  /** Finds nothing that other submissions have made. */
  isFresh: z.boolean(),
});

export type ShotOrder = z.infer<typeof shotSchema>;

/** A shot, ready to be worked at. */
export interface Shot {
  readonly order: ShotOrder;
  readonly document: FarmDocument;
  readonly scene: Scene;
  /** With the files that the scene names. */
  readonly folder: string;
  readonly place: Place;
  /** Sub-frames. */
  readonly form: FilmForm;
  /** Where the results go: their names hold the hash of all that they depend on. */
  readonly names: {
    readonly animation: string;
    readonly result: string;
    /** A folder. */
    readonly pictures: string;
    readonly video: string;
  };
  /** What its pictures depend on: what drew one frame draws the others. */
  readonly pictureHash: string;
  run(kept?: (moments: number) => Promise<void>): FarmRun;
}

const HASH = 16;

export async function openShot(place: Place, order: ShotOrder, scratch: string): Promise<Shot> {
  checkBuild(order.build);
  const document = await getDocument(place, order.document);
  const scene = sceneOf(document, order);
  checkScenePaths(document.name, scene);
  const { files, frames, fps, every, isFull, pictures, build } = document;
  const { spp = 1, shutter = 0 } = pictures ?? {};
  const momentOf = (time: number): number => animationTime(scene, time);
  const form = { spp, shutter: spp > 1 ? shutter : 0, fps, momentOf };
  // Another retiming asks for other moments.
  const times = [fps, form.spp, form.shutter, every, scene.retime];
  const own = order.isFresh ? order.submission : null;
  const hairHash = hashOf([build, files, runKey(JSON.stringify(whatHairDependsOn(scene)), scene), times, own]);
  const animationHash = hashOf([build, files, scene, times, frames, isFull]);
  const pictureHash = hashOf([build, files, scene, pictures && { ...pictures, range: 0, video: null }, fps]);
  const stem = [fileWord(scene.name || document.name), fileWord(order.label)].filter(Boolean).join('-').slice(0, 120);
  const named = `${stem}-${pictureHash.slice(0, HASH)}`;
  return {
    ...{ order, document, scene, place, form, pictureHash },
    folder: await unpackFiles(place, document, scratch),
    names: {
      animation: `${stem}-${animationHash.slice(0, HASH)}.pelage`,
      result: `${OWN}/results/${animationHash}${own === null ? '' : `-${sha256(own).slice(0, HASH)}`}.json`,
      pictures: named,
      video: `${named}-${pictures?.from ?? 1}-${frames}${pictures?.video ?? ''}`,
    },
    run: (kept) =>
      new FarmRun(
        {
          place,
          folder: `${OWN}/runs/${hairHash}`,
          timeOf: (k) => filmMoments({ from: 1 + Math.floor(k / spp), to: 1 + Math.floor(k / spp) }, form)[k % spp]!,
          every: every * spp,
        },
        kept,
      ),
  };
}

const hashOf = (value: unknown): string => sha256(JSON.stringify(value));

function sceneOf({ scene, name }: FarmDocument, { values }: ShotOrder): Scene {
  const base = parseScene(scene, name);
  if (!values) return base;
  const variant = variantScene(base, values, name);
  if (typeof variant === 'string') throw new InputError('wedge/value', variant);
  return variant;
}

/** The name of a picture. Four digits or more, as the single command counts them. */
export const pictureName = ({ names, document }: Shot, frame: number): string =>
  `${names.pictures}/${pictureFile(document, frame)}`;

export const pictureFile = ({ frames }: FarmDocument, frame: number): string =>
  `frame-${String(frame).padStart(Math.max(4, String(frames).length), '0')}.png`;

/** Frames of a shot that are drawn together, in order; none where nothing is drawn. */
export function drawnRanges({ pictures, frames }: FarmDocument): FrameRange[] {
  if (!pictures) return [];
  const ranges: FrameRange[] = [];
  for (let from = pictures.from; from <= frames; from += pictures.range)
    ranges.push({ from, to: Math.min(frames, from + pictures.range - 1) });
  return ranges;
}
