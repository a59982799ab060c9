import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openGpu } from '../src/cli/render/gpu.ts';
import { writePng } from '../src/cli/render/png.ts';
import { levelPictures } from './level-pictures.ts';
import { argument, say } from './measure.ts';

/** What do levels change in pictures of a head that walks at 3 m? `--guides`, `--strands`, `--number`, `--steps`, `--side`, `--pictures folder`. */
const side = Number(argument('side', '100'));
const folder = argument('pictures', '');
const gpu = await openGpu(fileURLToPath(new URL('..', import.meta.url)));
const rows = await levelPictures(gpu.device, {
  guides: Number(argument('guides', '400')),
  strands: Number(argument('strands', '4000')),
  pictures: Number(argument('number', '5')),
  steps: Number(argument('steps', '12')),
  side,
  each: (all, levels, k) => {
    if (!folder) return;
    writeFileSync(`${folder}/all-${k}.png`, writePng(all, side, side));
    writeFileSync(`${folder}/levels-${k}.png`, writePng(levels, side, side));
  },
});
const percent = (part: number): string => `${(100 * part).toFixed(2)} %`;
rows.forEach(({ moving, difference, change, changeOfAll }, k) => {
  say(`picture ${k}: ${moving} move, off by`, percent(difference), 'below 4 %');
  if (k > 0) say('  changed since the one before, with levels', percent(change), `${percent(changeOfAll)} without`);
});
gpu.close();
