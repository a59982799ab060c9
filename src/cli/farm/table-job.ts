import { loadScene } from '../../scene/instance.ts';
import { InputError } from '../../strands/input-error.ts';
import { explain } from '../errors.ts';
import { writePng } from '../render/png.ts';
import { folderReader } from '../scene-argument.ts';
import { paintVariants, type SheetEntry } from '../wedges/pictures.ts';
import { lineJson, type WedgeLine } from '../wedges/run.ts';
import { contactSheet } from '../wedges/sheet.ts';
import type { WedgeLists } from '../wedges/variants.ts';
import { sha256 } from './document.ts';
import type { Film } from './film-job.ts';
import type { ShotOrder } from './shot.ts';
import type { JobWatch, Site } from './site.ts';

/** What the last job of a submission finds of each shot. */
export interface EndedShot {
  readonly order: ShotOrder;
  readonly lines: readonly string[];
  readonly line: WedgeLine;
  readonly film: Film | null;
}

/** What a submission has come to. */
export interface FarmTable {
  readonly table: string;
  /** null where nothing was tried side by side, or where nothing can be drawn. */
  readonly contactSheet: string | null;
  readonly shots: number;
  readonly failed: number;
}

/** Writes the table of a submission and, for a wedge, the contact sheet: all shots seen by the same camera. */
export async function finishTable(
  site: Site,
  shots: readonly EndedShot[],
  lists: WedgeLists,
  watch: JobWatch,
): Promise<FarmTable> {
  const [{ order }] = shots as [EndedShot];
  const place = await site.place(order.where);
  const failures = shots.map(({ line }) => line.failure);
  const hash = sha256(JSON.stringify([order.document, lists, failures])).slice(0, 16);
  const name = (what: string, extension: string): string => `${what}-${hash}${extension}`;
  const isWedge = Object.keys(lists).length > 0;
  const sheet = isWedge ? await paint(site, shots, lists, name('contact-sheet', '.png'), watch) : null;
  const failed = failures.filter((failure) => failure !== null).length;
  const table = name(isWedge ? 'wedges' : 'shot', '.json');
  const json = {
    parameters: lists,
    variants: shots.map(({ line, film }) => ({ ...lineJson(line), ...film })),
    failed,
    contactSheet: sheet,
  };
  await place.put(table, new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`));
  return { table, contactSheet: sheet, shots: shots.length, failed };
}

async function paint(
  site: Site,
  shots: readonly EndedShot[],
  lists: WedgeLists,
  name: string,
  watch: JobWatch,
): Promise<string | null> {
  const entries = shots.map(
    (shot): SheetEntry => ({
      lines: shot.lines,
      failure: shot.line.failure,
      shown: () => shownOf(site, shot.order),
    }),
  );
  const [{ order }] = shots as [EndedShot];
  const place = await site.place(order.where);
  if (!order.isFresh && (await place.has(name))) return name;
  try {
    // One device at a time: what drew the shots has done its work.
    site.strike();
    const gpu = await site.gpu();
    const context = { ...site.context, gpu: async () => ({ ...gpu, close: () => {} }) };
    const last = Object.values(lists).at(-1)!.length;
    const { cells, form } = await paintVariants(context, entries, last, (k) => watch.progress(k, shots.length));
    const { rgba, width, height } = contactSheet(cells, form);
    await place.put(name, writePng(rgba, width, height));
    return name;
  } catch (error) {
    // Hair that cannot be drawn is simulated all the same.
    if (!(error instanceof InputError)) throw error;
    await watch.log(`no contact sheet: ${explain(error).message}`);
    return null;
  }
}

async function shownOf(site: Site, order: ShotOrder): ReturnType<SheetEntry['shown']> {
  const shot = await site.shot(order);
  const { document, scene, folder, form } = shot;
  const { ready } = site.context;
  const instance = await loadScene(scene, { files: folderReader(folder), ...(ready ? { cache: ready } : {}) });
  const pictured = Math.min(document.pictured ?? document.frames, document.frames) - 1;
  const { value } = await shot
    .run()
    .moments([pictured * form.spp])
    .next();
  return value ? { instance, frame: value, time: form.momentOf!(pictured / form.fps) } : null;
}
