import type { cameraOf } from '../../scene/appearance.ts';
import type { Context } from '../context.ts';
import { packageRoot } from '../package-root.ts';
import { openGpu } from '../render/gpu.ts';
import { Painter, samplesOf } from '../render/painter.ts';
import { framesSource } from '../render/picture-source.ts';
import type { WedgeResult } from './run.ts';
import type { SheetCell, SheetForm } from './sheet.ts';

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
  results: readonly WedgeResult[],
  last: number,
  step: (done: number) => void,
): Promise<PaintedVariant> {
  const isTable = last > 1 && last <= 8;
  const columns = isTable ? Math.min(last, results.length) : Math.min(4, results.length);
  const width = Math.min(480, Math.floor(WIDEST / columns));
  const form = { columns, width, height: Math.round((width * 3) / 4) };
  const gpu = await (context.gpu?.() ?? openGpu(packageRoot()));
  const cells: SheetCell[] = [];
  let camera: ReturnType<typeof cameraOf> | null = null;
  try {
    for (const { variant, run, frame, failure } of results) {
      step(cells.length);
      if (!run || !frame) {
        cells.push({ lines: [...variant.lines, `failed: ${failure}`], rgba: null });
        continue;
      }
      const { scene } = run.instance;
      const source = framesSource(run.instance, async function* (times) {
        for (const _ of times) yield frame.frame;
      });
      const painter = new Painter(gpu.device, scene, source, form, { ...SMALL_MAPS, camera });
      try {
        const samples = samplesOf(SAMPLES, scene.seed);
        let k = 0;
        for await (const show of source.moments(samples.map(() => frame.time))) await painter.add(show, samples[k++]!);
        cells.push({ lines: variant.lines, rgba: await painter.picture() });
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
