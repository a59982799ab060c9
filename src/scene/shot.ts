import { z } from 'zod';
import { InputError } from '../strands/input-error.ts';
import { modelNamed } from './adapt.ts';
import { listIssues } from './explain.ts';
import { NoSuchPlace, placesOf, type ScenePlace } from './scene-paths.ts';
import type { Scene } from './schema.ts';

/**
 * A shot: a small file that names the scene it begins with and says what differs. Many shots share one character so: what is mended
 * in the base is mended in all of them. A base may be a shot itself.
 */

export const SHOT_VERSION = 1;

const path = z.string().min(1);

export const shotSchema = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal('pelage-shot').meta({ description: 'Says that this file is a shot.' }),
    version: z.literal(SHOT_VERSION).meta({ description: 'Version of the form.' }),
    name: z.string().optional().meta({ description: "What the shot is called; the base's name where absent." }),
    about: z.string().optional().meta({ description: 'One line about the shot.' }),
    base: z
      .string()
      .min(1)
      .meta({ description: 'The scene, shot or example that it begins with; a file is beside the shot.' }),
    remove: z
      .array(path)
      .max(10000)
      .default([])
      .meta({ description: 'What the shot does without, by path: "bodies.pole".' }),
    add: z
      .record(path, z.array(z.unknown()))
      .default({})
      .meta({ description: 'What lists of the base get besides, by path: { "bodies": [ … ], "events": [ … ] }.' }),
    changes: z.record(path, z.unknown()).default({}).meta({
      description: 'What differs, by path: { "grooms.hair.control.inertia.scale": 0.5 }; the whole value is replaced.',
    }),
  })
  .meta({ title: 'Pelage shot' });

export type Shot = z.infer<typeof shotSchema>;

export const isShot = (json: unknown): boolean => (json as { format?: unknown } | null)?.format === 'pelage-shot';

/** The last part of the name of the base, where a text is that of a shot; null where it is none. */
export function baseNameOf(text: string): string | null {
  try {
    const json = JSON.parse(text) as { readonly base?: unknown };
    return isShot(json) && typeof json.base === 'string' ? json.base.slice(folderOf(json.base).length) : null;
  } catch {
    return null;
  }
}

export function parseShot(json: unknown, fileName: string): Shot {
  const result = shotSchema.safeParse(json);
  if (result.success) return result.data;
  const problems = listIssues(result.error.issues, shotSchema, json);
  throw new InputError('shot/invalid', `${fileName} is not a valid shot: ${problems.join('; ')}.`);
}

/** What a shot makes of its base: JSON that is to be checked as a scene, and who said what of it. */
export interface ChangedScene {
  readonly json: unknown;
  /** What a place of the JSON is called where the person wrote it. */
  called(place: ScenePlace): ScenePlace;
}

export type SceneChanges = Pick<Shot, 'remove' | 'add' | 'changes'>;

/** Changes a scene; `fileName` is who says so. */
export function changedScene(base: Scene, { remove, add, changes }: SceneChanges, fileName: string): ChangedScene {
  const json = structuredClone(base);
  const said: { readonly place: ScenePlace; readonly path: string }[] = [];
  const places = (path: string): ScenePlace[] => {
    try {
      return placesOf(json, path);
    } catch (error) {
      if (!(error instanceof NoSuchPlace)) throw error;
      throw new InputError('shot/path', `${fileName}: "${path}": ${error.message}`);
    }
  };
  // From the last to the first, so that those before keep their numbers.
  for (const path of remove) for (const place of places(path).toReversed()) removeAt(json, place, path, fileName);
  for (const [path, entries] of Object.entries(add))
    for (const place of places(path)) {
      const list = valueAt(json, place);
      if (!Array.isArray(list))
        throw new InputError(
          'shot/add',
          `${fileName}: "${path}" to add: there is no list to add to; "changes" replaces a value`,
        );
      entries.forEach((entry, k) => {
        said.push({ place: [...place, String(list.length)], path: `${path}[${k}]` });
        list.push(structuredClone(entry));
      });
    }
  for (const [path, value] of Object.entries(changes))
    for (const place of places(path)) {
      said.push({ place, path });
      setAt(json, place, structuredClone(value));
    }
  return { json, called: (place) => calledBy(said, place) };
}

/** The last that was said about a place or about what holds it. */
function calledBy(
  said: readonly { readonly place: ScenePlace; readonly path: string }[],
  place: ScenePlace,
): ScenePlace {
  const last = said.findLast((one) => one.place.every((step, i) => step === place[i]));
  return last ? [...last.path.split('.'), ...place.slice(last.place.length)] : place;
}

type Holder = Record<string, unknown>;

const valueAt = (json: unknown, place: ScenePlace): unknown =>
  place.reduce<unknown>((value, step) => (value as Holder | undefined)?.[step], json);

function setAt(json: unknown, place: ScenePlace, value: unknown): void {
  const key = place.at(-1)!;
  let holder = json as Holder;
  for (const step of place.slice(0, -1)) {
    if (typeof holder[step] !== 'object' || holder[step] === null) holder[step] = {};
    holder = holder[step] as Holder;
  }
  const isModel = place[0] === 'grooms' && place.length === 4 && place[2] === 'model' && key === 'name';
  // Another model keeps of the parameters what it knows.
  if (isModel && typeof value === 'string')
    Object.assign(holder, modelNamed(holder as Scene['grooms'][0]['model'], value));
  else holder[key] = value;
}

function removeAt(json: unknown, place: ScenePlace, path: string, fileName: string): void {
  const holder = valueAt(json, place.slice(0, -1));
  const key = place.at(-1)!;
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (Object.hasOwn((holder ?? {}) as object, key)) delete (holder as Holder)[key];
  else throw new InputError('shot/path', `${fileName}: "${path}" to remove: the base has none`);
}

/** Files that a scene in another folder names, as somebody in the folder above would name them. */
export function filesFrom(folder: string, scene: Scene): Scene {
  if (folder === '') return scene;
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        key === 'file' && typeof one === 'string' ? besideFolder(folder, one) : moved(one),
      ]),
    );
  };
  return { ...scene, bodies: moved(scene.bodies) as Scene['bodies'], grooms: moved(scene.grooms) as Scene['grooms'] };
}

/** The folder of a file's name with its last slash; '' where it has none. */
export const folderOf = (name: string): string => /^.*[/\\]/.exec(name)?.[0] ?? '';

/** What a file that is called so beside one folder is called outside it. */
export const besideFolder = (folder: string, name: string): string =>
  /^([/\\]|[A-Za-z]:)/.test(name) ? name : `${folder}${name}`;
