import { freeName } from './names.ts';
import { withNewNames } from './renamed-keys.ts';

/**
 * Scene files of earlier versions as JSON of the newest. What the old form did not know is left where it was, so that the
 * check that follows names it.
 */

/** What a place in a file is called: keys and positions in lists, from the outside in. */
export type Place = readonly string[];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The version that a file says it has; the newest where it says none that is known. */
export const versionOf = (json: unknown): 1 | 2 => (isObject(json) && json['version'] === 1 ? 1 : 2);

/** The same scene in the newest form, under the newest names. Nothing that is given is changed. */
export function migrateScene(json: unknown): unknown {
  return withNewNames(inNewestForm(json));
}

/** The same scene in the newest form; its names may be old ones. */
export const inNewestForm = (json: unknown): unknown =>
  versionOf(json) === 1 ? fromVersion1(structuredClone(json) as Json) : json;

/** Where the file has what stands at a place of the scene in the newest form. */
export function placeInFile(version: 1 | 2, place: Place): Place {
  return version === 1 ? placeInVersion1(place) : place;
}

/** The body and the hair of a version 1 scene. */
const HEAD = 'bodies.0';
const HAIR = 'grooms.0';

/** From where in version 1 to where in version 2: inner places first, so that what is left of an outer one goes on its own. */
const MOVES: readonly (readonly [from: string, to: string])[] = [
  ['body', `${HEAD}.shape`],
  ['motion', `${HEAD}.motion`],
  ['contact.body', `${HEAD}.collider`],
  ['contact.friction', `${HEAD}.friction`],
  ['contact.resolution', `${HEAD}.resolution`],
  ['look.skin', `${HEAD}.colour`],
  ['groom', `${HAIR}.source`],
  ['material', `${HAIR}.material`],
  ['fibre', `${HAIR}.fibre`],
  ['guides', `${HAIR}.guides`],
  ['strands', `${HAIR}.strands`],
  ['model', `${HAIR}.model`],
  ['rest', `${HAIR}.rest`],
  ['control', `${HAIR}.control`],
  ['look.hair', `${HAIR}.look`],
  ['look.hairWidth', `${HAIR}.look.strandWidth`],
  ['look', 'picture'],
];

function fromVersion1(old: Json): Json {
  const { format, version: _, colliders, ...rest } = old;
  const resolution = isObject(rest['contact']) ? rest['contact']['resolution'] : undefined;
  const head: Json = { name: isObject(rest['body']) && rest['body']['kind'] !== 'bust' ? 'body' : 'head' };
  const hair: Json = { name: 'hair', body: head['name'] };
  const scene: Json = { format, version: 2, ...rest, bodies: [head], grooms: [hair] };
  for (const [from, to] of MOVES) move(scene, from.split('.'), to.split('.'));
  keepMaterial(hair);
  if (isObject(head['shape']) && head['shape']['kind'] === 'none') head['motion'] = keysAboutTheOrigin(head['motion']);
  if (Array.isArray(colliders)) addColliders(scene['bodies'] as unknown[], colliders, resolution);
  else if (colliders !== undefined) scene['bodies'] = colliders;
  return scene;
}

/** Whatever a hair file held, it was of this material unless somebody said otherwise. */
function keepMaterial(hair: Json): void {
  const { source, material = 'auto' } = hair;
  if (isObject(source) && source['kind'] === 'file' && material === 'auto') hair['material'] = 'asian-smooth';
}

function move(scene: Json, from: Place, to: Place): void {
  const source = parentOf(scene, from);
  const target = parentOf(scene, to);
  const key = from.at(-1)!;
  if (!source || !target || !Object.hasOwn(source, key)) return;
  target[to.at(-1)!] = source[key];
  delete source[key];
}

/** The object or list that holds a place; null where there is none. An object that is missing is made. */
function parentOf(scene: Json, place: Place): Json | null {
  let parent: unknown = scene;
  for (const step of place.slice(0, -1)) {
    if (typeof parent !== 'object' || parent === null) return null;
    const outer: Json = parent as Json;
    if (!Object.hasOwn(outer, step)) outer[step] = {};
    parent = outer[step];
  }
  return isObject(parent) ? parent : null;
}

/** Colliders were bodies of another kind, with names that need not differ. */
function addColliders(bodies: unknown[], colliders: readonly unknown[], resolution: unknown): void {
  const head = (bodies[0] as Json)['name'];
  const taken = [String(head)];
  for (const collider of colliders) {
    if (!isObject(collider)) {
      bodies.push(collider);
      continue;
    }
    const { on, motion, name: given = 'collider', ...rest } = collider;
    const name = typeof given === 'string' ? freeName(given, taken) : given;
    taken.push(String(name));
    bodies.push({
      ...{ name, ...rest },
      ...(motion === undefined ? {} : { motion: aboutTheOrigin(motion) }),
      ...(on === undefined || on === 'world' ? {} : { on: on === 'body' ? head : on }),
      // Their fields were never coarser than this.
      ...(typeof resolution === 'number' && resolution > 128 ? { resolution } : {}),
    });
  }
}

/** Wherever a collider stood, it turned about the origin, where it turned. */
function aboutTheOrigin(motion: unknown): unknown {
  if (!isObject(motion)) return motion;
  const isStill = motion['kind'] === 'head' && (motion['name'] ?? 'still') === 'still';
  return isStill ? motion : { ...motion, pivot: [0, 0, 0] };
}

/** Hair in the air turned about its own middle, but for keys, which turned about the origin. */
const keysAboutTheOrigin = (motion: unknown): unknown =>
  isObject(motion) && motion['kind'] === 'keys' ? aboutTheOrigin(motion) : motion;

function placeInVersion1(place: Place): Place {
  if (place[0] === 'bodies' && place[1] !== undefined && place[1] !== '0')
    return ['colliders', String(Number(place[1]) - 1), ...place.slice(2)];
  if (place.length === 1 && place[0] === 'bodies') return ['colliders'];
  const at = (to: string): boolean => to.split('.').every((step, i) => place[i] === step);
  const [from, to] = MOVES.filter((one) => at(one[1])).sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  return from && to ? [...from.split('.'), ...place.slice(to.split('.').length)] : place;
}
