import type { cameraOf } from '../../scene/appearance.ts';
import type { SceneInstance } from '../../scene/instance.ts';
import type { Context } from '../context.ts';
import type { SimulatedFrame } from '../frames.ts';
import { packageRoot } from '../package-root.ts';
import { openGpu } from '../render/gpu.ts';
import { Painter, samplesOf } from '../render/painter.ts';
import { framesSource } from '../render/picture-source.ts';
import type { SheetCell, SheetForm } from './sheet.ts';

/** What a contact sheet shows of one variant. */
export interface SheetEntry {
  readonly lines: readonly string[];
  /** Why there is nothing to show. */
  readonly failure: string | null;
  /** null where nothing is there to be shown. */
  shown(): Promise<ShownMoment | null>;
}

export interface ShownMoment {
  readonly instance: SceneInstance;
  readonly frame: SimulatedFrame;
  readonly time: number;
}

/** Pictures of all variants and how they are laid out. */
export interface PaintedVariant {
  readonly cells: readonly SheetCell[];
  readonly form: SheetForm;
}

const WIDEST = 1920;
const SAMPLES = 2;
/** Maps of light for small pictures: on a machine without a graphics card they are most of the work. */
const SMALL_MAPS = { lightMapSize: 256, shadowSize: 256 };

/** Draws what every variant shows, seen by the same camera; `last` is how many values the last list has: a row of the sheet. */
export async function paintVariants(
  context: Context,
  entries: readonly SheetEntry[],
  last: number,
  step: (done: number) => void,
): Promise<PaintedVariant> {
  const isTable = last > 1 && last <= 8;
  const columns = isTable ? Math.min(last, entries.length) : Math.min(4, entries.length);
  const width = Math.min(480, Math.floor(WIDEST / columns));
  const form = { columns, width, height: Math.round((width * 3) / 4) };
  const gpu = await (context.gpu?.() ?? openGpu(packageRoot()));
  const cells: SheetCell[] = [];
  let camera: ReturnType<typeof cameraOf> | null = null;
  try {
    for (const { lines, failure, shown } of entries) {
      step(cells.length);
      const moment = failure === null ? await shown() : null;
      if (!moment) {
        cells.push({ lines: [...lines, `failed: ${failure}`], rgba: null });
        continue;
      }
      const { instance, frame, time } = moment;
      const { scene } = instance;
      const source = framesSource(instance, async function* (times) {
        for (const _ of times) yield frame;
      });
      const painter = new Painter(gpu.device, scene, source, form, { ...SMALL_MAPS, camera });
      try {
        const samples = samplesOf(SAMPLES, scene.seed);
        let k = 0;
        for await (const show of source.moments(samples.map(() => time))) await painter.add(show, samples[k++]!);
        cells.push({ lines, rgba: await painter.picture() });
        camera = painter.camera;
      } finally {
        painter.destroy();
      }
    }
  } finally {
    gpu.close();
  }
  return { cells, form };
}
