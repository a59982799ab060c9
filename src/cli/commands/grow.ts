import { writeHair } from '../../formats/index.ts';
import { GROOM_DEFAULTS } from '../../groom/groom.ts';
import { STYLE_NAMES } from '../../groom/styles.ts';
import { type Adaptation, adaptScene } from '../../scene/adapt.ts';
import { describeGroomFiles, groomFiles, joinGrooms, type NamedStrands } from '../../scene/groom-files.ts';
import { shownAtStart } from '../../scene/groom-instance.ts';
import { loadScene } from '../../scene/instance.ts';
import { parseScene } from '../../scene/read-scene.ts';
import { withRenderAttributes } from '../../scene/render-attributes.ts';
import { SCENE_VERSION, type Scene } from '../../scene/schema.ts';
import { strandStatistics } from '../../strands/statistics.ts';
import { type Command, command } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { listFor } from '../extensions.ts';
import { checkWritable, isFile, writeWhole } from '../files.ts';

import { checkHairName } from '../hair-name.ts';
import { choice, forGrooms, number, requiredText } from '../options.ts';
import type { Progress } from '../progress.ts';
import { folderReader, type NamedScene, namedScene } from '../scene-argument.ts';
import { bytesText, counted, lengthText } from '../table.ts';

export const grow: Command = command({
  name: 'grow',
  about: 'Grows hair in a built-in style on the built-in bust, or all hair of a scene, and writes it to a file.',
  arguments: [
    {
      name: 'STYLE',
      about: `a style (${STYLE_NAMES.join(', ')}), a scene (.json) or the name of an example`,
      isOptional: true,
    },
  ],
  options: {
    output: requiredText({
      about: `the file to write; its extension is the format (${listFor('writeHair')})`,
      value: 'FILE',
      short: 'o',
    }),
    style: choice('another way to say STYLE', 'NAME', STYLE_NAMES, undefined),
    guides: forGrooms(
      number({
        about: 'guides, which the strands follow',
        min: 1,
        max: 100_000,
        isWhole: true,
        otherwise: `${GROOM_DEFAULTS.guides}, or the scene's`,
      }),
    ),
    strands: forGrooms(
      number({
        about: 'strands to write; 0 writes the guides alone',
        min: 0,
        max: 10_000_000,
        isWhole: true,
        otherwise: `${GROOM_DEFAULTS.strands}, or the scene's`,
      }),
    ),
    points: number({ about: 'points of a strand', min: 3, max: 1024, isWhole: true, otherwise: "the style's" }),
    length: number({
      about: 'length of a hair in metres, without the level cut of the style',
      min: 0.001,
      max: 2,
      otherwise: "the style's",
    }),
    seed: number({
      about: 'seed of everything random',
      min: 0,
      max: 4294967295,
      isWhole: true,
      otherwise: `${GROOM_DEFAULTS.seed}, or the scene's`,
    }),
  },
  example: 'npx pelage grow curly --guides 500 --strands 100k --points 32 -o big.hair',
  async run({ context, positionals: [name], values, report, note, progress }) {
    const { output } = values;
    checkHairName(output);
    checkWritable(context, output);
    const { scene: asked, folder } = whatGrows(context, name, values);
    const scene = adaptScene(asked, { guides: values.guides, strands: values.strands, seed: values.seed });
    const { grooms, notes: found } = await growGrooms(scene, folder, progress('Growing', WORK));
    const files = groomFiles(output, grooms).map((file) => ({
      name: file.name,
      bytes: writeHair(file.name, file.strands),
    }));
    for (const file of files) writeWhole(context, file.name, file.bytes);
    const { strands: count, points, length, bounds } = strandStatistics(joinGrooms(grooms));
    const notes = [...found, ...describeGroomFiles(output, grooms)];
    for (const sentence of notes) note(sentence);
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
    const written = files.map((file) => file.name);
    report({
      json: {
        output,
        ...(files.length > 1 ? { files: written } : {}),
        bytes,
        style: scene.name,
        seed: scene.seed,
        guides: scene.grooms.reduce((sum, groom) => sum + groom.guides, 0),
        strands: count,
        points,
        length,
        bounds,
        notes,
      },
      text: `Wrote ${written.join(', ')}: ${counted(count, 'strand')}, ${counted(points, 'point')}, mean length ${lengthText(length.mean)}, ${bytesText(bytes)}.`,
    });
  },
});

interface GrowValues extends Pick<Adaptation, 'guides' | 'strands'> {
  readonly style: string | undefined;
  readonly points: number | undefined;
  readonly length: number | undefined;
}

/** A style is meant before an example of the same name, which has the same hair. */
function whatGrows(
  context: Context,
  name: string | undefined,
  values: GrowValues,
): Pick<NamedScene, 'scene' | 'folder'> {
  if (name !== undefined && values.style !== undefined && name !== values.style)
    throw new UsageError('usage/style', `Either ${name} or --style ${values.style}, not both`);
  const style = values.style ?? name ?? 'long-wavy';
  if (STYLE_NAMES.includes(style) && !isFile(context, style))
    return { scene: styleScene(style, values), folder: context.cwd };
  if (values.points !== undefined || values.length !== undefined)
    throw new UsageError(
      'usage/style',
      `--points and --length change a style; ${style} is a scene, which says its own`,
    );
  return namedScene(context, style);
}

/** Whoever asks for a length wants it whatever level the style is cut at. */
function styleScene(style: string, { points, length }: GrowValues): Scene {
  const change = {
    ...(points === undefined ? {} : { points }),
    ...(length === undefined ? {} : { length: { base: length, level: 0, ball: 0 } }),
  };
  const { guides, strands } = GROOM_DEFAULTS;
  const groom = { source: { kind: 'style', style, change }, guides, strands };
  return parseScene({ format: 'pelage-scene', version: SCENE_VERSION, name: style, grooms: [groom] }, 'grow');
}

/** Fractions of the time that the parts take for 100,000 strands. */
const GUIDES = 3;
const STRANDS = 6;
const WORK = GUIDES + STRANDS;

/** All strands of every groom, the guides alone where no others are asked for. */
async function growGrooms(
  scene: Scene,
  folder: string,
  bar: Progress,
): Promise<{ grooms: NamedStrands[]; notes: readonly string[] }> {
  const total = (count: (groom: Scene['grooms'][number]) => number): number =>
    scene.grooms.reduce((sum, groom) => sum + count(groom), 0);
  bar.update(
    0,
    counted(
      total(({ guides }) => guides),
      'guide',
    ),
  );
  const instance = await loadScene(scene, { files: folderReader(folder) });
  bar.update(
    GUIDES,
    counted(
      total(({ strands }) => strands),
      'strand',
    ),
  );
  const grooms = instance.grooms.map((groom) => {
    const grown = groom.declared.strands === 0 ? groom.guides : shownAtStart(groom);
    return { name: groom.name, strands: withRenderAttributes(groom, grown) };
  });
  return { grooms, notes: instance.notes };
}
