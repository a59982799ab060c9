import { didYouMean } from '../numeric/nearest.ts';
import type { Place } from './migrate.ts';

/** Something wrong at a place of a scene. */
export interface Problem {
  readonly place: Place;
  /** Follows the place in a sentence. */
  readonly what: string;
}

type Json = Readonly<Record<string, unknown>>;

/** What parts of a scene say of each other by name, checked on JSON that may be wrong elsewhere. */
export function referenceProblems(scene: unknown): Problem[] {
  const bodies = listIn(scene, 'bodies');
  const names = bodies ? bodies.map(({ name = 'body' }) => name) : ['head'];
  return [
    ...sameNames(bodies ?? [], 'bodies', 'body'),
    ...sameNames(listIn(scene, 'grooms') ?? [], 'grooms', 'hair'),
    ...unknownBodies(bodies ?? [], 'bodies', 'on', names),
    ...unknownBodies(listIn(scene, 'grooms') ?? [], 'grooms', 'body', names),
    ...unknownBodies(listIn(scene, 'events') ?? [], 'events', 'body', names),
    ...circles(bodies ?? []),
  ];
}

function listIn(scene: unknown, key: string): readonly Json[] | null {
  const list = (scene as Json | null)?.[key];
  if (!Array.isArray(list)) return null;
  return list.map((entry) => (typeof entry === 'object' && entry !== null ? (entry as Json) : {}));
}

function sameNames(entries: readonly Json[], list: string, fallback: string): Problem[] {
  const names = entries.map(({ name = fallback }) => name);
  return names.flatMap((name, k) =>
    names.indexOf(name) === k
      ? []
      : [
          {
            place: [list, String(k), 'name'],
            what: `must be its own, but ${list}.${names.indexOf(name)} is called ${JSON.stringify(name)} as well`,
          },
        ],
  );
}

function unknownBodies(entries: readonly Json[], list: string, key: string, names: readonly unknown[]): Problem[] {
  return entries.flatMap((entry, k) => {
    const name = entry[key];
    if (typeof name !== 'string' || names.includes(name)) return [];
    const known = names.map(String);
    const advice = didYouMean(name, known) || (known.length > 0 ? `; the bodies are ${known.join(', ')}` : '');
    return [
      { place: [list, String(k), key], what: `must be the name of a body, not ${JSON.stringify(name)}${advice}` },
    ];
  });
}

/** Bodies that carry each other in a circle are nowhere. */
function circles(bodies: readonly Json[]): Problem[] {
  const carrier = new Map(bodies.map(({ name = 'body', on }) => [name, on]));
  return bodies.flatMap(({ name = 'body' }, k) => {
    let at: unknown = carrier.get(name);
    for (let n = 0; n < bodies.length && typeof at === 'string' && at !== name; n++) at = carrier.get(at);
    return at === name ? [{ place: ['bodies', String(k), 'on'], what: 'must not lead back to the body itself' }] : [];
  });
}
