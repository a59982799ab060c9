import type { RestState, StrandModel } from '../../models/model.ts';
import { choice, quantity } from '../../numeric/parameters.ts';
import type { SceneInstance } from '../../scene/instance.ts';
import { type Experiment, experiment } from '../experiment.ts';
import {
  type FullHead,
  headInputs,
  INTERACTIONS,
  type InteractionName,
  makeFullHead,
  meanDistance,
  simulateHead,
} from '../full-head.ts';

/** Fraction of the groomed volume that is to be left, by method; without any, at most LOST is left of a groom that may sag. */
const LEAST: Readonly<Record<InteractionName, number>> = Object.freeze({
  none: 0,
  contact: 0.9,
  volume: 0.9,
  fluid: 0.85,
});
const LOST = 0.85;
/** Hair that a strand lies on as if it were part of the body, metres: thin, so that the rest is left to the interaction. */
const LAYER_OFFSET = 0.02;
/** Swings of the head, seconds each, then quiet. */
const SHAKE: FullHead['motion'] = { kind: 'head', name: 'shake', cycles: 3, start: 0.25, ramp: 0.3 };

export const volume: Experiment = experiment({
  name: 'volume',
  about:
    'Mean distance of the hair from the scalp over its groomed value, left alone and after a head shake; error is what is missing.',
  inputs: {
    ...headInputs('curly', 100),
    seconds: quantity({ unit: 's', about: 'How long each run lasts.', min: 0.1, max: 60, default: 10 }),
    interaction: choice({ about: 'How strands meet.', options: INTERACTIONS, default: 'contact' }),
    rest: choice({ about: 'How the groom is kept.', options: ['as-groomed', 'sag-free'], default: 'as-groomed' }),
  },
  set: INTERACTIONS.flatMap((interaction) =>
    (['as-groomed', 'sag-free'] as const).map((rest) => ({ interaction, rest })),
  ),
  run(model, { style, guides, seconds, interaction, rest }) {
    const head = makeFullHead({ style, guides });
    const alone = fractionLeft(model, head, interaction, rest, seconds);
    const shaken = fractionLeft(
      model,
      makeFullHead({ style, guides, motion: SHAKE, like: head }),
      interaction,
      rest,
      seconds,
    );
    // Without interaction only a groom that may sag has to lose its volume.
    const isLost = interaction === 'none';
    const bound = rest === 'as-groomed' ? LOST : 2;
    return {
      measured: { alone, shaken },
      expected: { alone: 1, shaken: 1 },
      error: isLost ? Math.max(alone, shaken) : 1 - Math.min(alone, shaken),
      bound: isLost ? bound : 1 - LEAST[interaction],
      ...(isLost ? { note: 'without interaction: the error is the fraction that is left, which is to be small' } : {}),
    };
  },
});

function fractionLeft(
  model: StrandModel,
  head: SceneInstance,
  interaction: InteractionName,
  restState: RestState,
  seconds: number,
): number {
  const simulation = simulateHead(head, { model, parameters: { layerOffset: LAYER_OFFSET }, restState, interaction });
  const start = meanDistance(head, simulation);
  simulation.advanceTo(seconds);
  return meanDistance(head, simulation) / start;
}
