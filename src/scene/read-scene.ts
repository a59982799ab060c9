import type { z } from 'zod';
import { FACE_STYLES } from '../groom/head/face/styles.ts';
import { InputError } from '../strands/input-error.ts';
import { listIssues } from './explain.ts';
import { innerProblems } from './inner-problems.ts';
import { findJsonFault } from './json-fault.ts';
import { inNewestForm, type Place, placeInFile, versionOf } from './migrate.ts';
import { referenceProblems } from './references.ts';
import { placeBeforeRenaming, withNewNames } from './renamed-keys.ts';
import { SCENE_VERSION, type Scene, sceneSchema } from './schema.ts';

/** Checks a scene of any version as read from a file. Every problem is named with its place and what would be right. */
export function parseScene(json: unknown, fileName: string): Scene {
  const version = versionOf(json);
  const given = inNewestForm(json);
  const place = (path: Place): Place => placeInFile(version, placeBeforeRenaming(given, path));
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

/** Reads the text of a scene file. */
export function readScene(text: string, fileName: string): Scene {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    const where = fault ? `line ${fault.line}, column ${fault.column}: ${fault.what}` : (error as Error).message;
    throw new InputError('scene/json', `${fileName} is not JSON: ${where}${/[.?]$/.test(where) ? '' : '.'}`);
  }
  return parseScene(json, fileName);
}
