import { didYouMean } from '../numeric/nearest.ts';
import { groomSchema } from './groom-schema.ts';
import { type Scene, sceneSchema } from './schema.ts';

/**
 * Places of a scene as people write them: keys with dots between, entries of lists by their name, kind or number, `*` for all
 * of them: `grooms.hair.look.roughness`, `bodies.*.friction`. Short forms: a groom's key is that of all grooms, a groom or a body may
 * stand first, and a model's parameter follows the model: `model.stiffness`, `hair.guides`.
 */
export type ScenePlace = readonly string[];

/** Why a path leads nowhere: the end of a sentence that begins with the path. */
export class NoSuchPlace extends Error {}

/** All places of a scene that a path means; the last step may be one that is not there yet. */
export function placesOf(scene: Scene, path: string): ScenePlace[] {
  return follow(scene, wholePath(scene, path), []);
}

/** The path without short forms. */
function wholePath({ grooms, bodies }: Scene, path: string): string {
  const key = path.split('.', 1)[0]!;
  if (Object.hasOwn(sceneSchema.shape, key)) return path;
  const isAt = ({ name }: { readonly name: string }): boolean => path === name || path.startsWith(`${name}.`);
  if (grooms.some(isAt)) return `grooms.${path}`;
  if (bodies.some(isAt)) return `bodies.${path}`;
  if (Object.hasOwn(groomSchema.shape, key)) return `grooms.*.${path}`;
  const known = [...Object.keys(sceneSchema.shape), ...[...grooms, ...bodies].map(({ name }) => name)];
  const keys = [...known, ...Object.keys(groomSchema.shape)];
  throw new NoSuchPlace(`there is no ${key}${didYouMean(key, keys) || `; the scene has ${known.join(', ')}`}`);
}

function follow(value: unknown, path: string, place: ScenePlace): ScenePlace[] {
  if (Array.isArray(value)) return entriesAt(value, path, place);
  const [key, rest] = cut(path);
  if (key === '__proto__' || key === '') throw new NoSuchPlace(`${[...place, key].join('.')} is not a place`);
  const own = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof own !== 'object')
    throw new NoSuchPlace(`${place.join('.')} is ${JSON.stringify(value)} and holds nothing else`);
  if (place[0] === 'grooms' && place[2] === 'model' && place.length === 3 && key !== 'name' && key !== 'parameters')
    return follow(own, `parameters.${path}`, place);
  const here = [...place, key];
  return rest === null ? [here] : follow(own[key], rest, here);
}

function entriesAt(list: readonly unknown[], path: string, place: ScenePlace): ScenePlace[] {
  const [key, rest] = cut(path);
  const goOn = (k: number, more: string | null): ScenePlace[] =>
    more === null ? [[...place, String(k)]] : follow(list[k], more, [...place, String(k)]);
  if (key === '*') return list.flatMap((_, k) => goOn(k, rest));
  // A name may have dots in it: the longest that fits is meant.
  const names = list.map(nameOf);
  const fitting = names
    .map((name, k) => ({ name, k }))
    .filter(({ name }) => name !== null && (path === name || path.startsWith(`${name}.`)))
    .sort((a, b) => b.name!.length - a.name!.length);
  const [best] = fitting;
  if (best) return goOn(best.k, path === best.name ? null : path.slice(best.name!.length + 1));
  if (/^\d+$/.test(key) && Number(key) < list.length) return goOn(Number(key), rest);
  const known = names.flatMap((name) => name ?? []);
  const advice = didYouMean(key, known) || (list.length === 0 ? '; there are none' : `; there are ${known.join(', ')}`);
  throw new NoSuchPlace(`${place.join('.')} has no ${key}${advice}`);
}

function nameOf(entry: unknown): string | null {
  const { name, kind } = (entry ?? {}) as { readonly name?: unknown; readonly kind?: unknown };
  if (typeof name === 'string') return name;
  return typeof kind === 'string' ? kind : null;
}

function cut(path: string): [key: string, rest: string | null] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, null] : [path.slice(0, dot), path.slice(dot + 1)];
}
