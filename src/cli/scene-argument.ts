import { basename, dirname, extname, relative, resolve } from 'node:path';
import { metresPer, type Unit, type UpAxis } from '../formats/index.ts';
import { didYouMean } from '../numeric/nearest.ts';
import type { FileReader } from '../scene/body-files.ts';
import type { SceneBody } from '../scene/body-schema.ts';
import { exampleNames, exampleScene } from '../scene/examples.ts';
import { sceneFromHair } from '../scene/from-hair.ts';
import { bodyOfGroom } from '../scene/groom-instance.ts';
import { changeScene, readScene } from '../scene/read-scene.ts';
import type { Scene } from '../scene/schema.ts';
import { InputError } from '../strands/input-error.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';
import { extensionsFor, listFor, meshExtensions } from './extensions.ts';
import { isFile, isFolder, missingFile, neighbours, readBytes } from './files.ts';
import { changes, flag, type Option, text } from './options.ts';
import { missingSceneFiles } from './scene-files.ts';
import { unitOption, upOption } from './unit-options.ts';

/** A scene as the command line names it. */
export interface NamedScene {
  readonly scene: Scene;
  /** Where files that the scene names are: beside the scene. */
  readonly folder: string;
  /** What a person should know about it before it runs. */
  readonly notes: readonly string[];
}

/** What the command line says about hair that comes without a scene, and about the body of any scene. */
export interface SceneOptions {
  readonly unit?: Unit | undefined;
  /** bust, fox, none or a mesh; with NAME= before it for one of several bodies. */
  readonly body?: string | undefined;
  readonly 'body-unit'?: Unit | undefined;
  /** Values of the scene that differ, by path. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly up?: UpAxis | undefined;
  readonly fit?: boolean | undefined;
}

export const SCENE_ABOUT = `a scene or a shot (.json), a hair file (${listFor('readHair')}) or the name of an example`;

/** The options of every command that takes a scene or hair. */
export const sceneOptions: { readonly [name in keyof Required<SceneOptions>]: Option<SceneOptions[name]> } = {
  unit: unitOption('unit of a hair file', 'what the file says, else m'),
  body: text({
    about:
      "what the hair stands on: bust, fox, none or a mesh, instead of the scene's body (NAME=BODY for another of its bodies); a hair file has none of its own",
    value: 'BODY',
  }),
  'body-unit': unitOption('unit of that mesh', 'what the file says, else m'),
  set: changes('a value of the scene that differs, such as hair.look.roughness=0.3 or model.stiffness=2'),
  up: upOption('axis that points up in a hair file; what the file says, else y'),
  fit: flag(
    'lay a hair file that was made for another body on this one: unit, axes, place and size are found by its roots',
  ),
};

/** As many strands as a scene may show: a file's strands are all shown unless a number is asked for. */
export const ALL_STRANDS = 10_000_000;

export const NO_BODY = 'no body: the hair hangs in the air; --body bust, --body fox or --body FILE gives it one';

/** A scene file, a shot, a hair file or the name of an example. A file wins over an example of the same name. */
export function namedScene(context: Context, name: string, options: SceneOptions = {}): NamedScene {
  const named = unchangedScene(context, name, options);
  const { set = {} } = options;
  if (Object.keys(set).length === 0) return named;
  return { ...named, scene: changeScene(named.scene, { remove: [], add: {}, changes: set }, `--set, in ${name}`) };
}

function unchangedScene(context: Context, name: string, options: SceneOptions): NamedScene {
  if (isFile(context, name)) return sceneOfFile(context, name, options);
  if (!exampleNames.includes(name)) throw missingInput(context, name, ['.json', ...extensionsFor('readHair')]);
  return { scene: onAskedBody(context, context.cwd, exampleScene(name), options), folder: context.cwd, notes: [] };
}

export const isHairFile = (path: string): boolean => extensionsFor('readHair').includes(extname(path).toLowerCase());

function sceneOfFile(context: Context, path: string, options: SceneOptions): NamedScene {
  const folder = resolve(context.cwd, dirname(path));
  if (isHairFile(path)) {
    const { up, fit } = options;
    if (fit && (options.body === undefined || options.body === 'none'))
      throw new UsageError('usage/fit', '--fit needs --body: bust, fox or the mesh that the hair is to lie on');
    const unit = options.unit === undefined ? undefined : metresPer(options.unit);
    const hair = sceneFromHair(basename(path), { unit, up, fit, strands: ALL_STRANDS, look: 'own' });
    return {
      scene: onAskedBody(context, folder, hair, options),
      folder,
      notes: options.body === undefined ? [NO_BODY] : [],
    };
  }
  if (!/^(\.json)?$/i.test(extname(path)))
    throw new InputError(
      'format/unknown',
      `${path}: a scene is read from .json, hair from ${extensionsFor('readHair').join(', ')}`,
    );
  const read = readScene(new TextDecoder().decode(readBytes(context, path)), path, folderReader(folder));
  const scene = onAskedBody(context, folder, read, options);
  const missing = missingSceneFiles({ cwd: folder }, scene);
  if (missing.length > 0) throw new InputError('file/missing', `${path}: ${missing.join(' ')}`);
  return { scene, folder, notes: [] };
}

/** The scene on the body that the command line asks for, as a scene in `folder` would name it. */
function onAskedBody(context: Context, folder: string, scene: Scene, options: SceneOptions): Scene {
  const { body, 'body-unit': unit } = options;
  if (body === undefined) return scene;
  const [, name, other] = /^([^=]+)=(.+)$/.exec(body) ?? [];
  const isNamed = scene.bodies.some((one) => one.name === name);
  const shape = shapeNamed(context, folder, isNamed ? other! : body, unit);
  const chosen = isNamed ? scene.bodies.findIndex((one) => one.name === name) : bodyOfGroom(scene, scene.grooms[0]!);
  return { ...scene, bodies: scene.bodies.map((one, k) => (k === Math.max(chosen, 0) ? { ...one, shape } : one)) };
}

function shapeNamed(context: Context, folder: string, name: string, unit: Unit | undefined): SceneBody['shape'] {
  if (name === 'bust' || name === 'none') return { kind: name };
  if (name === 'fox') return { kind: name, loop: true };
  if (!isFile(context, name)) throw missingFile(context, name, meshExtensions());
  const file = relative(folder, resolve(context.cwd, name));
  return { kind: 'mesh', file, loop: false, ...(unit === undefined ? {} : { unit: metresPer(unit) }) };
}

export const folderReader =
  (folder: string): FileReader =>
  (name) =>
    readBytes({ cwd: folder }, name);

/**
 * Nothing has this name, neither a file nor an example: the message says what the person likely meant, of files only
 * those with one of the extensions where some are given.
 */
export function missingInput(context: Context, name: string, extensions?: readonly string[]): Error {
  if (isFolder(context, name)) return new InputError('file/folder', `${name} is a folder, not a file`);
  if (/[./\\]/.test(name)) return missingFile(context, name, extensions);
  const suggestion = didYouMean(name, [...exampleNames, ...neighbours(context, name, extensions)]);
  return new InputError(
    'scene/unknown',
    `There is no file and no example ${name}${suggestion || `; the examples are ${exampleNames.join(', ')}`}`,
  );
}
