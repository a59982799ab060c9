import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import type { Invocation, Report } from '../command.ts';
import type { Context } from '../context.ts';
import { explain } from '../errors.ts';
import { checkWritable, makeFolder, writeWhole } from '../files.ts';
import { prepareOutput } from '../frame-output.ts';
import type { SimulatedFrame } from '../frames.ts';
import type { Options } from '../options.ts';
import { writePng } from '../render/png.ts';
import { type FinishedRun, runScene, type SceneRunOrder } from '../scene-run.ts';
import { counted, grid, lengthText, timeText } from '../table.ts';
import { poolSize } from '../worker-pool.ts';
import { type RunMeasures, TipMeasure } from './measures.ts';
import { type PaintedVariant, paintVariants, type SheetEntry } from './pictures.ts';
import { contactSheet } from './sheet.ts';
import { type Variant, variantsOf, type WedgeLists } from './variants.ts';

/** Runs of one scene with other values, side by side. */
export interface WedgeOrder extends Omit<SceneRunOrder, 'workers'> {
  /** What the person called the scene. */
  readonly name: string;
  readonly lists: WedgeLists;
  /** Threads in all. */
  readonly workers: number | undefined;
  /** The frame that the contact sheet shows, from 1; the last where absent. */
  readonly pictured: number | undefined;
}

/** What came of one. */
export interface WedgeResult {
  readonly variant: Variant;
  readonly output: string;
  /** null where it failed, and why. */
  readonly run: FinishedRun | null;
  readonly failure: string | null;
  readonly measures: RunMeasures | null;
  /** What the contact sheet shows. */
  readonly frame: { readonly frame: SimulatedFrame; readonly time: number } | null;
}

/** Where everything goes: a folder, or files whose names begin with that of the one that was asked for. */
interface WedgePlaces {
  readonly animation: (variant: Variant) => string;
  readonly sheet: string;
  readonly table: string;
}

function placesFor(output: string): WedgePlaces {
  const extension = extname(output);
  if (extension === '') {
    const within = (name: string): string => join(output, name);
    return {
      animation: ({ word }) => within(`${word}.pelage`),
      sheet: within('contact-sheet.png'),
      table: within('wedges.json'),
    };
  }
  const stem = output.slice(0, -extension.length);
  return {
    animation: ({ word }) => `${stem}-${word}${extension}`,
    sheet: `${stem}-contact-sheet.png`,
    table: `${stem}-wedges.json`,
  };
}

type Told = Pick<Invocation<Options>, 'context' | 'progress' | 'note'>;

interface WedgeWatch {
  readonly isInterrupted: () => boolean;
  /** Seconds since the beginning. */
  readonly elapsed: () => number;
}

/** Simulates every combination, as many at a time as there are cores; one that fails does not stop the others. */
export async function runWedges(
  told: Told,
  order: WedgeOrder,
  { isInterrupted, elapsed }: WedgeWatch,
): Promise<Report> {
  const { context, progress, note } = told;
  const variants = variantsOf(order.scene, order.lists, order.name);
  const places = placesFor(order.output);
  if (extname(order.output) === '') makeFolder(context, order.output);
  else prepareOutput(context, order.output);
  checkWritable(context, places.sheet);
  const bar = progress('Simulating', variants.length * order.frames);
  let shown = 0;
  let done = 0;
  const results = await simulateVariants(context, order, variants, places, {
    isInterrupted,
    frame: () => bar.update(++shown, `${done} of ${counted(variants.length, 'variant')} done`),
    end: (result) => {
      done++;
      if (result.failure !== null) note(`${result.variant.label} failed: ${result.failure}`);
    },
  });
  bar.end();
  const painted = isInterrupted() ? null : await paint(told, order, results);
  if (painted) {
    const sheet = contactSheet(painted.cells, painted.form);
    writeWhole(context, places.sheet, writePng(sheet.rgba, sheet.width, sheet.height));
  }
  const failed = results.filter(({ failure }) => failure !== null).length;
  const json = {
    scene: order.scene.name,
    parameters: order.lists,
    fps: order.fps,
    frames: order.frames,
    variants: results.map((result) => lineJson(lineOf(result))),
    failed,
    contactSheet: painted ? places.sheet : null,
    table: places.table,
    elapsed: elapsed(),
  };
  writeWhole(context, places.table, new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`));
  return {
    json,
    text: [
      ...grid(tableOf(results, Object.keys(order.lists))),
      '',
      `${counted(variants.length - failed, 'variant')} simulated${failed > 0 ? `, ${failed} failed` : ''}; ${
        painted ? `${places.sheet} shows them side by side` : 'no contact sheet'
      }, ${places.table} has the table. It took ${timeText(elapsed())}.`,
    ].join('\n'),
    isFailure: failed > 0 || isInterrupted(),
  };
}

async function paint(
  { context, progress, note }: Told,
  order: WedgeOrder,
  results: readonly WedgeResult[],
): Promise<PaintedVariant | null> {
  const bar = progress('Drawing', results.length);
  try {
    const lists = Object.values(order.lists);
    const entries = results.map(entryOf);
    return await paintVariants(context, entries, lists.at(-1)!.length, (k) => bar.update(k, 'contact sheet'));
  } catch (error) {
    note(`no contact sheet: ${explain(error).message}`);
    return null;
  } finally {
    bar.end();
  }
}

const entryOf = ({ variant, run, frame, failure }: WedgeResult): SheetEntry => ({
  lines: variant.lines,
  failure,
  shown: async () => run && frame && { instance: run.instance, ...frame },
});

interface VariantWatch {
  isInterrupted(): boolean;
  frame(): void;
  end(result: WedgeResult): void;
}

async function simulateVariants(
  context: Context,
  order: WedgeOrder,
  variants: readonly Variant[],
  places: WedgePlaces,
  watch: VariantWatch,
): Promise<WedgeResult[]> {
  const cores = order.workers ?? availableParallelism();
  const atOnce = Math.min(cores, variants.length);
  const results: WedgeResult[] = [];
  let next = 0;
  const goOn = async (): Promise<void> => {
    while (next < variants.length) {
      const k = next++;
      results[k] = await simulateVariant(
        context,
        { ...order, workers: Math.floor(cores / atOnce), isAside: atOnce > 1 },
        variants[k]!,
        places,
        watch,
      );
      watch.end(results[k]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  return results;
}

async function simulateVariant(
  context: Context,
  order: Omit<WedgeOrder, 'workers'> & { readonly workers: number },
  variant: Variant,
  places: WedgePlaces,
  watch: VariantWatch,
): Promise<WedgeResult> {
  const output = places.animation(variant);
  const nothing = { variant, output, run: null, measures: null, frame: null };
  const { scene } = variant;
  if (typeof scene === 'string') return { ...nothing, failure: scene };
  if (watch.isInterrupted()) return { ...nothing, failure: 'interrupted before it began' };
  const tips = new TipMeasure();
  let shown: WedgeResult['frame'] = null;
  try {
    const workers = poolSize(scene, order.workers);
    const run = await runScene(
      context,
      { ...order, scene, output, workers, isAside: order.isAside },
      {
        frame: (frame, time, instance) => {
          tips.add(frame, time, instance);
          if (Math.round(time * order.fps) + 1 <= (order.pictured ?? order.frames)) shown = { frame, time };
          watch.frame();
        },
        isInterrupted: watch.isInterrupted,
      },
    );
    return { variant, output, run, failure: null, measures: tips.measures(), frame: shown };
  } catch (error) {
    return { ...nothing, failure: explain(error).message };
  }
}

/** A line of the table. */
export interface WedgeLine {
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly failure: string | null;
  /** What came of it, where it has not failed. */
  readonly run: {
    readonly measures: RunMeasures;
    readonly summary: Readonly<Record<string, unknown>>;
    readonly state: string;
    readonly notes: readonly string[];
  } | null;
}

function lineOf({ variant, output, run, failure, measures }: WedgeResult): WedgeLine {
  const { label, values } = variant;
  const done = run && measures && { measures, summary: run.animation.summary(), state: run.state, notes: run.notes };
  return { label, values, output, failure, run: done };
}

export function lineJson({ label, values, output, run, failure }: WedgeLine): Record<string, unknown> {
  if (!run) return { label, values, failure };
  const { solves, largestStrain, eventCount, eventCountByKind } = run.summary;
  const { state, notes, measures } = run;
  return {
    label,
    values,
    output,
    ...measures,
    ...{ largestStrain, solves, eventCount, eventCountByKind, state, notes },
  };
}

function tableOf(results: readonly WedgeResult[], paths: readonly string[]): string[][] {
  const speed = (value: number): string => `${value.toPrecision(2)} m/s`;
  return [
    [...paths, 'sway', 'farthest', 'fastest', 'at the end', 'strain', 'events'],
    ...results.map(({ variant, run, measures }) => {
      const values = paths.map((path) => JSON.stringify(variant.values[path]));
      if (!run || !measures) return [...values, 'failed'];
      const { sway, farthest, fastest, restless } = measures;
      const { largestStrain, eventCount } = run.animation.summary();
      const strain = `${Number((100 * Number(largestStrain)).toPrecision(2))} %`;
      return [
        ...values,
        lengthText(sway),
        lengthText(farthest),
        speed(fastest),
        speed(restless),
        strain,
        String(eventCount),
      ];
    }),
  ];
}
