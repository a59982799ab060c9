import type { z } from 'zod';
import { FACE_STYLES } from '../groom/head/face/styles.ts';
import { InputError } from '../strands/input-error.ts';
import type { FileReader } from './body-files.ts';
import { exampleNames, exampleScene } from './examples.ts';
import { listIssues, type PlaceNaming } from './explain.ts';
import { innerProblems } from './inner-problems.ts';
import { findJsonFault } from './json-fault.ts';
import { inNewestForm, type Place, placeInFile, versionOf } from './migrate.ts';
import { referenceProblems } from './references.ts';
import { placeBeforeRenaming, withNewNames } from './renamed-keys.ts';
import { SCENE_VERSION, type Scene, sceneSchema } from './schema.ts';
import {
  besideFolder,
  changedScene,
  filesFrom,
  folderOf,
  isShot,
  parseShot,
  type SceneChanges,
  type Shot,
} from './shot.ts';

/**
 * Checks a scene of any version as read from a file. Every problem is named with its place and what would be right; `called` says what
 * a place is called where the person wrote it.
 */
export function parseScene(json: unknown, fileName: string, called: PlaceNaming = (path) => path): Scene {
  const version = versionOf(json);
  const given = inNewestForm(json);
  const place = (path: Place): Place => called(placeInFile(version, placeBeforeRenaming(given, path)));
  const scene = withSuitedCounts(withNewNames(given));
  const result = sceneSchema.safeParse(scene);
  const problems = [
    ...(result.success ? [] : outerProblems(result.error.issues, scene, place)),
    ...innerProblems(result.success ? result.data : scene, place),
    ...referenceProblems(scene).map(({ place: path, what }) => `${place(path).join('.')} ${what}`),
  ];
  if (result.success && problems.length === 0) return result.data;
  throw new InputError('scene/invalid', `${fileName} is not a valid scene: ${problems.join('; ')}.`);
}

const BEGINNING =
  `it must begin with { "format": "pelage-scene", "version": ${SCENE_VERSION} and may go on with any other key; ` +
  'pelage examples long-wavy prints one to start from';

/** Hairs of a face are counted one by one: where a groom does not say how many there are, its style does. */
function withSuitedCounts(json: unknown): unknown {
  const { grooms } = (json ?? {}) as { readonly grooms?: unknown };
  if (!Array.isArray(grooms)) return json;
  return { ...(json as object), grooms: grooms.map(suited) };
}

function suited(groom: { readonly source?: { readonly style?: unknown } } | null): unknown {
  const name = groom?.source?.style;
  if (typeof name !== 'string' || !Object.hasOwn(FACE_STYLES, name)) return groom;
  const { guides, strands } = FACE_STYLES[name]!;
  return { guides, strands, ...groom };
}

/** What does not say that it is a scene gets that sentence, and others only where it looks like one all the same. */
function outerProblems(issues: readonly z.core.$ZodIssue[], json: unknown, place: (path: Place) => Place): string[] {
  const given: Readonly<Record<string, unknown>> = typeof json === 'object' && json !== null ? { ...json } : {};
  const isNewer = typeof given['version'] === 'number' && given['version'] > SCENE_VERSION;
  if (given['format'] === 'pelage-scene' && isNewer)
    return [
      `it is of version ${given['version']}, and this program knows versions 1 to ${SCENE_VERSION}: use a newer one`,
    ];
  if (Object.hasOwn(given, 'format')) return listIssues(issues, sceneSchema, given, place);
  const isLike = Object.keys(given).some((key) => key !== 'version' && key in sceneSchema.shape && key !== 'name');
  const others = issues.filter(({ path }) => path[0] !== 'format' && path[0] !== 'version' && isLike);
  return [BEGINNING, ...listIssues(others, sceneSchema, given, place)];
}

/**
 * Reads the text of a scene file, or of a shot. `files` reads files beside it: the base of a shot, which else must be an example.
 * What scenes in other folders name is called in the answer as it is beside this file.
 */
export function readScene(text: string, fileName: string, files?: FileReader): Scene {
  return sceneOf(text, fileName, files, []);
}

/** `shots`: those that begin with this one. */
function sceneOf(text: string, fileName: string, files: FileReader | undefined, shots: readonly string[]): Scene {
  const json = jsonOf(text, fileName);
  if (!isShot(json)) return parseScene(json, fileName);
  const shot = parseShot(json, fileName);
  const { name, about } = shot;
  const scene = changeScene(baseOf(shot, fileName, files, [...shots, fileName]), shot, fileName);
  return { ...scene, ...(name === undefined ? {} : { name }), ...(about === undefined ? {} : { about }) };
}

/** A scene with some of it changed, by path; `fileName` is who says so. */
export function changeScene(scene: Scene, changes: SceneChanges, fileName: string): Scene {
  const { json, called } = changedScene(scene, changes, fileName);
  return parseScene(json, fileName, called);
}

function baseOf({ base }: Shot, fileName: string, files: FileReader | undefined, shots: readonly string[]): Scene {
  const baseName = besideFolder(folderOf(fileName), base);
  if (shots.includes(baseName))
    throw new InputError(
      'shot/circle',
      `${fileName}: base must not lead back to the shot itself: ${[...shots, baseName].join(' → ')}`,
    );
  let bytes: Uint8Array;
  try {
    if (!files) throw new InputError('shot/base', 'there is nothing to read it with');
    bytes = files(base);
  } catch (error) {
    if (exampleNames.includes(base)) return exampleScene(base);
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, `${fileName}: base: ${error.message}`);
  }
  const folder = folderOf(base);
  const beside: FileReader | undefined = files && ((name) => files(besideFolder(folder, name)));
  return filesFrom(folder, sceneOf(new TextDecoder().decode(bytes), baseName, beside, shots));
}

function jsonOf(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    const where = fault ? `line ${fault.line}, column ${fault.column}: ${fault.what}` : (error as Error).message;
    throw new InputError('scene/json', `${fileName} is not JSON: ${where}${/[.?]$/.test(where) ? '' : '.'}`);
  }
}
