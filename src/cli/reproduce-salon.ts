import { join } from 'node:path';
import { loadScene } from '../scene/instance.ts';
import { parseScene } from '../scene/read-scene.ts';
import { type SalonTable, salonTable } from '../validate/index.ts';
import { makeFolder, writeWhole } from './files.ts';
import { packageRoot } from './package-root.ts';
import { openGpu } from './render/gpu.ts';
import { Painter, samplesOf } from './render/painter.ts';
import { sceneSource } from './render/picture-source.ts';
import { writePng } from './render/png.ts';
import type { Asked, Reproduced } from './reproduce-all.ts';
import { grid } from './table.ts';

const SOURCE =
  'Kelly Ward, Nico Galoppo and Ming Lin, "Interactive virtual hair salon", Presence 16(3), 2007, section 7.1: a Xeon at 2.8 GHz with a GeForce 6800.';

/** Strands at the finest, as published. */
const STRANDS = 8128;
const SIZE = { width: 640, height: 480 };

interface Drawn {
  readonly file: string;
  /** Milliseconds a picture after the first. */
  readonly picture: number;
}

/** The published times beside ours: what `pelage reproduce salon` answers; with a folder, pictures and their times too. */
export async function reproduceSalon({ context, output }: Asked, frames?: number): Promise<Reproduced> {
  const table = salonTable({ now: context.now, ...(frames === undefined ? {} : { frames }) });
  const pictures = output === undefined ? [] : await draw(context, output);
  return { json: { source: SOURCE, ...table, pictures }, text: describeSalon(table, pictures) };
}

async function draw(context: Asked['context'], folder: string): Promise<Drawn[]> {
  makeFolder(context, folder);
  const gpu = await (context.gpu?.() ?? openGpu(packageRoot()));
  const drawn: Drawn[] = [];
  try {
    for (const style of ['long', 'curly']) {
      const scene = parseScene(
        {
          format: 'pelage-scene',
          version: 2,
          grooms: [
            { source: { kind: 'style', style }, guides: 296, strands: STRANDS, model: { name: 'dual-skeleton' } },
          ],
        },
        'salon',
      );
      const instance = await loadScene(scene, { cache: context.ready });
      const source = sceneSource(instance, { folder: context.cwd, workers: 1, ready: context.ready });
      const painter = new Painter(gpu.device, scene, source, SIZE);
      const file = `${style}.png`;
      try {
        const samples = samplesOf(2, scene.seed);
        let start = context.now();
        let k = 0;
        for await (const show of source.moments([0.5, 0.5 + 1 / 60])) {
          if (k === 1) start = context.now();
          await painter.add(show, samples[k++]!);
        }
        const pixels = await painter.picture();
        drawn.push({ file, picture: context.now() - start });
        writeWhole(context, join(folder, file), writePng(pixels, SIZE.width, SIZE.height));
      } finally {
        painter.destroy();
      }
    }
  } finally {
    gpu.close();
  }
  return drawn;
}

function describeSalon({ rows, wet, radius }: SalonTable, pictures: readonly Drawn[]): string {
  return [
    SOURCE,
    '',
    'Simulation, milliseconds a frame of 1/60 s: head that turns, contact with it, one thread (published: tools and levels too)',
    ...grid([
      ['  hair', 'skeletons x points', 'ours', 'published'],
      ...rows.map(({ hair, skeletons, nodes, ours, published }) => [
        `  ${hair}`,
        `${skeletons} x ${nodes}`,
        ours.toPrecision(3),
        published === null ? '-' : String(published),
      ]),
    ]),
    '',
    `Curls that are twice as heavy hang ${(100 * (wet.wet / wet.dry - 1)).toFixed(1)} % longer`,
    'Radius of a curl (turns of 40 mm, radius 4 mm) by stretch; specified: 1, 0.823, 0.570, 0 at 28.5 %',
    ...grid([radius.map(([stretch, factor]) => `  ${Math.round(1000 * (stretch - 1)) / 10} %: ${factor.toFixed(3)}`)]),
    '',
    pictures.length === 0
      ? 'Lighting and shadows as published: 58 ms a frame; ours with a folder for pictures (-o)'
      : `Lighting, shadows and a step of ${STRANDS} strands, ${SIZE.width} x ${SIZE.height}: ${pictures.map(({ file, picture }) => `${file} ${picture.toFixed(0)} ms`).join(', ')} (published: 58)`,
  ].join('\n');
}
