import { restMotion } from '../../body/motion.ts';
import { writeHair } from '../../formats/index.ts';
import { GROOM_DEFAULTS } from '../../groom/groom.ts';
import { STYLE_NAMES } from '../../groom/styles.ts';
import type { FileReader } from '../../scene/bodies.ts';
import { dressed, sceneFibre } from '../../scene/dressed.ts';
import { makeGroom } from '../../scene/groom.ts';
import { parseScene, type Scene } from '../../scene/schema.ts';
import { makeShape } from '../../scene/shape.ts';
import { strandStatistics } from '../../strands/statistics.ts';
import type { Strands } from '../../strands/strands.ts';
import { type Command, command } from '../command.ts';
import { listFor } from '../extensions.ts';
import { checkWritable, writeWhole } from '../files.ts';
import { checkHairName } from '../hair-name.ts';
import { choice, number, numberOr, requiredText } from '../options.ts';
import type { Progress } from '../progress.ts';
import { folderReader } from '../scene-argument.ts';
import { bytesText, counted, lengthText } from '../table.ts';

export const grow: Command = command({
  name: 'grow',
  about: 'Grows hair in a built-in style on the built-in bust and writes it to a file.',
  arguments: [{ name: 'STYLE', about: 'the style; another way to say --style', isOptional: true, option: 'style' }],
  options: {
    output: requiredText({
      about: `the file to write; its extension is the format (${listFor('writeHair')})`,
      value: 'FILE',
      short: 'o',
    }),
    style: choice('style', 'NAME', STYLE_NAMES, 'long-wavy'),
    guides: numberOr(GROOM_DEFAULTS.guides, {
      about: 'guides, which the strands follow',
      min: 1,
      max: 100_000,
      isWhole: true,
    }),
    strands: numberOr(GROOM_DEFAULTS.strands, {
      about: 'strands to write; 0 writes the guides alone',
      min: 0,
      max: 10_000_000,
      isWhole: true,
    }),
    points: number({ about: 'points of a strand', min: 3, max: 1024, isWhole: true, otherwise: "the style's" }),
    length: number({
      about: 'length of a hair in metres, without the level cut of the style',
      min: 0.001,
      max: 2,
      otherwise: "the style's",
    }),
    seed: numberOr(GROOM_DEFAULTS.seed, { about: 'seed of everything random', min: 0, max: 4294967295, isWhole: true }),
  },
  example: 'npx pelage grow curly --guides 500 --strands 100k --points 32 -o big.hair',
  run({ context, values, report, note, progress }) {
    const { output, style, seed } = values;
    checkHairName(output);
    checkWritable(context, output);
    const notes: string[] = [];
    const strands = growStrands(sceneOf(values), progress('Growing', WORK), notes, folderReader(context.cwd));
    const bytes = writeHair(output, strands);
    writeWhole(context, output, bytes);
    const { strands: count, points, length, bounds } = strandStatistics(strands);
    for (const sentence of notes) note(sentence);
    report({
      json: {
        output,
        bytes: bytes.length,
        style,
        seed,
        guides: values.guides,
        strands: count,
        points,
        length,
        bounds,
        notes,
      },
      text: `Wrote ${output}: ${counted(count, 'strand')}, ${counted(points, 'point')}, mean length ${lengthText(length.mean)}, ${bytesText(bytes.length)}.`,
    });
  },
});

interface GrowValues {
  readonly style: string;
  readonly guides: number;
  readonly strands: number;
  readonly seed: number;
  readonly points: number | undefined;
  readonly length: number | undefined;
}

/** Whoever asks for a length wants it whatever level the style is cut at. */
function sceneOf({ style, guides, strands, seed, points, length }: GrowValues): Scene {
  const change = {
    ...(points === undefined ? {} : { points }),
    ...(length === undefined ? {} : { length: { base: length, level: 0, ball: 0 } }),
  };
  const groom = { kind: 'style', style, change };
  return parseScene({ format: 'pelage-scene', version: 1, name: style, seed, guides, strands, groom }, 'grow');
}

/** Shares of the time that the parts take for 100,000 strands. */
const BODY = 2;
const GUIDES = 1;
const STRANDS = 6;
const WORK = BODY + GUIDES + STRANDS;

function growStrands(scene: Scene, bar: Progress, notes: string[], files: FileReader): Strands {
  bar.update(0, 'the body');
  const shape = makeShape(scene, files, notes);
  bar.update(BODY, counted(scene.guides, 'guide'));
  const { guides, strands, seed } = scene;
  const groom = makeGroom(scene, shape, { guides, strands, seed, files });
  notes.push(...groom.notes);
  bar.update(BODY + GUIDES, counted(strands, 'strand'));
  const grown = strands === 0 ? groom.guides : groom.grow(restMotion()).strands;
  return dressed({ scene, fibre: sceneFibre(scene, groom.material) }, grown);
}
