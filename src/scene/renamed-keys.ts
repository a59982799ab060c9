/**
 * Parameters whose names have changed: files of any version may still have the old ones. They are renamed when a scene is read,
 * and saved under their new names.
 */

type Json = Record<string, unknown>;
type Names = Readonly<Record<string, string | null>>;

/** Old name → new name; null where nothing asks for it any more. */
const OF_MODELS: Names = { bed: 'layerOffset', hold: 'poseSpring', margin: null };
const OF_INTERACTIONS: Readonly<Record<string, Names>> = {
  contact: { rubbing: 'parallelDrag', pairShare: 'pairFraction' },
  volume: { push: 'soundSpeed' },
  fluid: { push: 'soundSpeed', rubbing: 'shearViscosity' },
};
const OF_TOOLS: Readonly<Record<string, Names>> = { lengthen: { shortestShare: 'shortestFraction' } };

/** An object of a scene that has old names, and where it stands. */
interface OldTable {
  readonly place: readonly string[];
  readonly names: Names;
}

/** The scene, in the newest form, under the newest names. What is given is not changed; it is the answer where it has no old name. */
export function withNewNames(scene: unknown): unknown {
  const tables = oldTables(scene);
  if (tables.length === 0) return scene;
  const renamed = structuredClone(scene) as Json;
  for (const { place, names } of tables) {
    const parent = valueAt(renamed, place.slice(0, -1)) as Json;
    const values = parent[place.at(-1)!] as Json;
    parent[place.at(-1)!] = Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => names[name] !== null)
        .map(([name, value]) => [names[name] ?? name, value]),
    );
  }
  return renamed;
}

/** Where a scene with old names has what stands at a place of the renamed one. */
export function placeBeforeRenaming(scene: unknown, place: readonly string[]): readonly string[] {
  for (const table of oldTables(scene)) {
    const at = table.place.length;
    if (place.length <= at || !table.place.every((step, i) => place[i] === step)) continue;
    const old = Object.keys(table.names).find((name) => table.names[name] === place[at]);
    if (old) return place.with(at, old);
  }
  return place;
}

/** A name that stands beside its successor is left for the check, which names it. */
function oldTables(scene: unknown): OldTable[] {
  const candidates = [
    ...items(scene, 'grooms').map(([place]) => ({ place: [...place, 'model', 'parameters'], all: OF_MODELS })),
    ...items(scene, 'contact', 'hair').map(([place, { kind }]) => ({ place, all: namesOf(OF_INTERACTIONS, kind) })),
    ...items(scene, 'strokes').map(([place, { tool }]) => ({
      place: [...place, 'parameters'],
      all: namesOf(OF_TOOLS, tool),
    })),
  ];
  return candidates.flatMap(({ place, all }) => {
    const values = valueAt(scene, place);
    if (!isObject(values)) return [];
    const found = Object.entries(all).filter(
      ([old, name]) => Object.hasOwn(values, old) && (name === null || !Object.hasOwn(values, name)),
    );
    return found.length > 0 ? [{ place, names: Object.fromEntries(found) }] : [];
  });
}

const namesOf = (tables: Readonly<Record<string, Names>>, key: unknown): Names =>
  typeof key === 'string' && Object.hasOwn(tables, key) ? tables[key]! : {};

/** The objects of a list, each with its place. */
function items(scene: unknown, ...list: string[]): (readonly [place: string[], item: Json])[] {
  const values = valueAt(scene, list);
  if (!Array.isArray(values)) return [];
  return values.flatMap((item, i) => (isObject(item) ? [[[...list, String(i)], item] as const] : []));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueAt = (scene: unknown, place: readonly string[]): unknown =>
  place.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Json)[step] : undefined,
    scene,
  );
