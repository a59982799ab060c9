import { InputError } from '../strands/input-error.ts';
import { type Scene, type SceneInput, sceneSchema } from './schema.ts';

/** Scenes that come with Pelage, runnable by name. */

const style = (name: string, about: string, more: Omit<SceneInput, 'format' | 'version'> = {}): SceneInput => ({
  format: 'pelage-scene',
  version: 1,
  name,
  about,
  groom: { kind: 'style', style: name },
  motion: { kind: 'head', name: 'turn', amplitude: 0.8, period: 2.4, cycles: 1, start: 0.5 },
  ...more,
});

const EXAMPLES: readonly SceneInput[] = [
  style('buzz', 'Hair of one centimetre all over.'),
  style('bob', 'A chin-length bob with a fringe.'),
  style('long-straight', 'Long straight hair with a middle parting.'),
  style('long-wavy', 'Long waves with a side parting.'),
  style('curly', 'Loose ringlets.'),
  style('coily', 'Tight coils with volume.'),
  style('mohawk', 'A crest that stands by gel.', { model: { name: 'rod', parameters: { stiffness: 30 } } }),
  style('ponytail', 'Hair gathered at the back.'),
  style('head-shake', 'Long wavy hair on a head that is shaken: the default test of everything.', {
    groom: { kind: 'style', style: 'long-wavy' },
    motion: { kind: 'head', name: 'shake', amplitude: 0.6, period: 0.8, cycles: 4, start: 0.3 },
  }),
  style('wind', 'Long straight hair in a gusty wind from the side.', {
    groom: { kind: 'style', style: 'long-straight' },
    motion: { kind: 'head', name: 'still' },
    air: { drag: 2e-5, wind: { speed: 5, direction: [1, 0.15, -0.3], gusts: 0.5 } },
  }),
];

export const exampleNames: readonly string[] = EXAMPLES.map((example) => example.name!);

/** The scene that everything opens with. */
export const DEFAULT_EXAMPLE = 'head-shake';

export function exampleScene(name: string): Scene {
  const example = EXAMPLES.find((candidate) => candidate.name === name);
  if (!example)
    throw new InputError(
      'scene/unknown',
      `There is no example "${name}"; the examples are ${exampleNames.join(', ')}.`,
    );
  return sceneSchema.parse(example);
}
