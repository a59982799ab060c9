import { basename, dirname, extname, resolve } from 'node:path';
import { knownFormats, metresPer, type Unit } from '../formats/index.ts';
import type { FileReader } from '../scene/bodies.ts';
import { exampleNames, exampleScene } from '../scene/examples.ts';
import { sceneFromHair } from '../scene/from-hair.ts';
import { readScene, type Scene } from '../scene/schema.ts';
import { InputError } from '../strands/input-error.ts';
import { didYouMean } from '../strands/nearest.ts';
import type { Context } from './context.ts';
import { isFile, isFolder, missingFile, neighbours, readBytes } from './files.ts';

/** A scene as the command line names it. */
export interface NamedScene {
  readonly scene: Scene;
  /** Where files that the scene names are: beside the scene. */
  readonly folder: string;
}

/** A scene file, a hair file or the name of an example. A file wins over an example of the same name. */
export function namedScene(context: Context, name: string, unit?: Unit): NamedScene {
  if (isFile(context, name)) return sceneOfFile(context, name, unit);
  if (exampleNames.includes(name)) return { scene: exampleScene(name), folder: context.cwd };
  throw missingInput(context, name);
}

function sceneOfFile(context: Context, path: string, unit?: Unit): NamedScene {
  const folder = resolve(context.cwd, dirname(path));
  if (hairExtensions().includes(extname(path).toLowerCase()))
    return { scene: sceneFromHair(basename(path), unit === undefined ? undefined : metresPer(unit)), folder };
  if (!/^(\.json)?$/i.test(extname(path)))
    throw new InputError(
      'format/unknown',
      `${path}: a scene is read from .json, hair from ${hairExtensions().join(', ')}`,
    );
  const text = new TextDecoder().decode(readBytes(context, path));
  return { scene: readScene(text, path), folder };
}

export const folderReader =
  (folder: string): FileReader =>
  (name) =>
    readBytes({ cwd: folder }, name);

const hairExtensions = (): string[] =>
  knownFormats()
    .filter(({ can }) => can.includes('readHair'))
    .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`));

/** Nothing has this name, neither a file nor an example: the message says what the person likely meant. */
export function missingInput(context: Context, name: string): Error {
  if (isFolder(context, name)) return new InputError('file/folder', `${name} is a folder, not a file`);
  if (/[./\\]/.test(name)) return missingFile(context, name);
  const suggestion = didYouMean(name, [...exampleNames, ...neighbours(context, name)]);
  return new InputError(
    'scene/unknown',
    `There is no file and no example ${name}${suggestion || `; the examples are ${exampleNames.join(', ')}`}`,
  );
}
