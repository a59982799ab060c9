import { fileWord } from '../../scene/groom-files.ts';
import { changeScene } from '../../scene/read-scene.ts';
import type { Scene } from '../../scene/schema.ts';
import { InputError } from '../../strands/input-error.ts';
import { explain } from '../errors.ts';

/** Values of a scene that are tried: by path, as the person wrote it. */
export type WedgeLists = Readonly<Record<string, readonly unknown[]>>;

/** One combination of them. */
export interface Combination {
  /** For example `model.stiffness=0.5 gravity=[0,-5,0]`. */
  readonly label: string;
  /** A line a value. */
  readonly lines: readonly string[];
  /** The same as a part of a file's name. */
  readonly word: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Variant extends Combination {
  /** Where a value cannot be: the sentence that says why. */
  readonly scene: Scene | string;
}

const MOST = 1000;

/** Every combination, the last list changing fastest. */
export const variantsOf = (scene: Scene, lists: WedgeLists, name: string): Variant[] =>
  combinationsOf(lists).map((one) => ({ ...one, scene: variantScene(scene, one.values, name) }));

export function combinationsOf(lists: WedgeLists, most: number = MOST): Combination[] {
  const count = Object.values(lists).reduce((product, list) => product * list.length, 1);
  if (count > most)
    throw new InputError('wedge/many', `--wedge asks for ${count} runs, and ${most} is the most: give fewer values`);
  const combinations = Object.entries(lists).reduce<readonly Record<string, unknown>[]>(
    (all, [path, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [path]: value }))),
    [{}],
  );
  return combinations.map((values, k) => {
    const lines = Object.entries(values).map(
      ([path, value]) => `${path}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const label = lines.join(' ');
    return {
      label,
      lines,
      word: `${k + 1}-${fileWord(label).slice(0, 100)}`,
      values,
    };
  });
}

/** The scene with these values; where a value cannot be, the sentence that says why. */
export function variantScene(scene: Scene, changes: Combination['values'], name: string): Scene | string {
  try {
    return changeScene(scene, { remove: [], add: {}, changes }, `--wedge, in ${name}`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return explain(error).message;
  }
}
