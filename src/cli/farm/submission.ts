import { randomBytes } from 'node:crypto';
import { fileWord } from '../../scene/groom-files.ts';
import type { Context } from '../context.ts';
import type { NamedScene } from '../scene-argument.ts';
import { combinationsOf, variantScene, type WedgeLists } from '../wedges/variants.ts';
import { buildName, type FarmDocument, packFiles, putDocument } from './document.ts';
import { openPlace } from './place.ts';
import { drawnRanges, type ShotOrder } from './shot.ts';

/** What a person asks of a farm: one shot, or a wedge of them. */
export interface FarmRequest
  extends Pick<FarmDocument, 'frames' | 'fps' | 'every' | 'isFull' | 'pictured' | 'pictures'> {
  readonly named: NamedScene;
  /** What the person called the scene. */
  readonly name: string;
  readonly where: string;
  readonly lists: WedgeLists;
  readonly isFresh: boolean;
}

/** The same, laid out: its document and files are in the place, its shots are named. */
export interface Submission {
  readonly id: string;
  /** The place's name. */
  readonly where: string;
  readonly document: FarmDocument;
  readonly shots: readonly SubmittedShot[];
  readonly lists: WedgeLists;
}

export interface SubmittedShot {
  readonly order: ShotOrder;
  /** What a contact sheet writes below it. */
  readonly lines: readonly string[];
}

/** Jobs wait longer than runs side by side do: ten times as many are let in. */
const MOST_SHOTS = 10_000;

export async function makeSubmission(context: Context, request: FarmRequest): Promise<Submission> {
  const { named, name, lists, isFresh, frames, fps, every, isFull, pictured, pictures } = request;
  const place = await openPlace(context, request.where);
  const isWedge = Object.keys(lists).length > 0;
  const combinations = isWedge ? combinationsOf(lists, MOST_SHOTS) : [];
  // A wedge of files takes all of them along.
  const ofFiles = /"file"|[.]file\b/.test(JSON.stringify(lists));
  const variants = ofFiles ? combinations.map(({ values }) => variantScene(named.scene, values, name)) : [];
  const scenes = variants.filter((variant) => typeof variant !== 'string');
  const { files, packed, packedName } = await packFiles(place, [named.scene, ...scenes], named.folder);
  const document: FarmDocument = {
    format: 'pelage-farm',
    build: buildName(),
    name,
    scene: packed(named.scene) as unknown as FarmDocument['scene'],
    files: { ...files },
    ...{ frames, fps, every, isFull, pictured, pictures },
  };
  const hash = await putDocument(place, document);
  const id = `${fileWord(named.scene.name || name).slice(0, 40)}-${randomBytes(4).toString('hex')}`;
  const own = (values: ShotOrder['values']): ShotOrder['values'] =>
    values &&
    Object.fromEntries(
      Object.entries(values).map(([path, value]) => [
        path,
        typeof value === 'string' && /(^|[.])file$/.test(path) ? packedName(value) : packed(value),
      ]),
    );
  const shared = { build: document.build, where: place.name, document: hash, submission: id, isFresh };
  const shots = isWedge
    ? combinations.map(({ values, label, lines }, index) => ({
        order: { ...shared, values: own(values), label, index },
        lines,
      }))
    : [{ order: { ...shared, values: null, label: '', index: 0 }, lines: [] }];
  return { id, where: place.name, document, shots, lists };
}

/** Pictures of one shot. */
export const picturesOf = (document: FarmDocument): number =>
  drawnRanges(document).reduce((sum, { from, to }) => sum + to - from + 1, 0);
