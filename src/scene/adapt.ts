import { findModel } from '../models/index.ts';
import type { StrandModel } from '../models/model.ts';
import { didYouMean } from '../numeric/nearest.ts';
import { InputError } from '../strands/input-error.ts';
import type { SceneGroom } from './groom-schema.ts';
import type { Scene } from './schema.ts';

/** The same for all grooms together, or by their names. */
export type ForGrooms<T> = T | Readonly<Record<string, T>>;

/** What may stand in the place of a scene's own numbers and names. */
export interface Adaptation {
  /** Strands that are simulated and shown: of all grooms together, shared out as the scene has them, or by name. */
  readonly guides?: ForGrooms<number> | undefined;
  readonly strands?: ForGrooms<number> | undefined;
  /** How strands move; what the other model knows of the present parameters is kept. */
  readonly model?: ForGrooms<string> | undefined;
  readonly seed?: number | undefined;
  /** Whether hair from files is drawn as it says itself. */
  readonly look?: 'scene' | 'own' | undefined;
}

export function adaptScene(scene: Scene, { guides, strands, model, seed = scene.seed, look }: Adaptation): Scene {
  const { grooms } = scene;
  const count = (own: readonly number[], given: ForGrooms<number> | undefined, least: number): number[] =>
    typeof given === 'number' ? distribute(given, own, least) : byName(grooms, own, given);
  const guideCounts = count(
    grooms.map((groom) => groom.guides),
    guides,
    1,
  );
  const strandCounts = count(
    grooms.map((groom) => groom.strands),
    strands,
    0,
  );
  const own = grooms.map((groom) => groom.model.name);
  const names = typeof model === 'string' ? own.map(() => model) : byName(grooms, own, model);
  return {
    ...scene,
    seed,
    grooms: grooms.map((groom, g) => ({
      ...groom,
      guides: guideCounts[g]!,
      strands: strandCounts[g]!,
      // A count that somebody asks for takes the place of one an area.
      ...(isAsked(guides, groom) ? { guideDensity: undefined } : {}),
      ...(isAsked(strands, groom) ? { strandDensity: undefined } : {}),
      model: modelNamed(groom.model, names[g]!),
      ...(look && groom.source.kind === 'file' ? { source: { ...groom.source, look } } : {}),
    })),
  };
}

const isAsked = (given: ForGrooms<number> | undefined, { name }: SceneGroom): boolean =>
  typeof given === 'number' || (given !== undefined && given[name] !== undefined);

function byName<T>(grooms: readonly SceneGroom[], own: readonly T[], given: Readonly<Record<string, T>> = {}): T[] {
  const names = grooms.map(({ name }) => name);
  for (const name of Object.keys(given))
    if (!names.includes(name))
      throw new InputError(
        'scene/groom',
        `There is no groom "${name}"${didYouMean(name, names) || `; the grooms are ${names.join(', ')}`}`,
      );
  return own.map((value, g) => given[names[g]!] ?? value);
}

/** Whole numbers in proportion to `fractions` that sum to the total, as far as each has its least; what is left over goes to the first. */
export function distribute(total: number, fractions: readonly number[], least: number): number[] {
  const sum = fractions.reduce((all, fraction) => all + fraction, 0);
  const parts = fractions.map((fraction) => Math.max(least, sum > 0 ? Math.floor((total * fraction) / sum) : 0));
  const left = total - parts.reduce((all, part) => all + part, 0);
  if (parts.length > 0) parts[0] = Math.max(least, parts[0]! + left);
  return parts;
}

export function modelNamed(own: SceneGroom['model'], name: string): SceneGroom['model'] {
  if (name === own.name) return own;
  return { name, parameters: knownParameters(findModel(name), own.parameters) };
}

function knownParameters(
  { parameters }: StrandModel,
  given: SceneGroom['model']['parameters'],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(parameters, name)));
}
