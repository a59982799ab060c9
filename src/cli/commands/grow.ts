import { GROOM_DEFAULTS } from '../../groom/groom.ts';
import { STYLE_NAMES } from '../../groom/styles.ts';
import { type Adaptation, adaptScene } from '../../scene/adapt.ts';
import { parseScene } from '../../scene/read-scene.ts';
import { SCENE_VERSION, type Scene } from '../../scene/schema.ts';
import { type Command, command } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { listFor } from '../extensions.ts';
import { checkWritable, isFile } from '../files.ts';
import { growInto, workOf } from '../grow-output.ts';
import { checkHairName } from '../hair-name.ts';
import { choice, forGrooms, number, requiredText } from '../options.ts';
import { type NamedScene, namedScene } from '../scene-argument.ts';
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
    const { files, count, points, length, bounds, notes, bytes } = await growInto(
      context,
      output,
      scene,
      folder,
      progress('Growing', workOf(scene)),
    );
    for (const sentence of notes) note(sentence);
    report({
      json: {
        output,
        ...(files.length > 1 ? { files } : {}),
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
      text: `Wrote ${files.join(', ')}: ${counted(count, 'strand')}, ${counted(points, 'point')}, mean length ${lengthText(length.mean)}, ${bytesText(bytes)}.`,
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
