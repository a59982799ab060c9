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
  watch,
} from '../full-head.ts';
import { hasParameter } from '../rig.ts';

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
/** When the shake is over, seconds. */
const QUIET = 4;

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
    // Without interaction only a groom that may sag has to lose its volume.
    const isLost = interaction === 'none';
    const most = rest === 'as-groomed' ? LOST : 2;
    const asked = { model, interaction, restState: rest, seconds, line: isLost ? most : LEAST[interaction] };
    const alone = fractionLeft(head, { ...asked, quiet: 0 });
    const shaken = fractionLeft(makeFullHead({ style, guides, motion: SHAKE, like: head }), { ...asked, quiet: QUIET });
    const values = [alone.value, shaken.value];
    return {
      measured: { alone: alone.value, shaken: shaken.value },
      expected: { alone: 1, shaken: 1 },
      error: isLost ? Math.max(...values) : 1 - Math.min(...values),
      bound: isLost ? most : 1 - LEAST[interaction],
      beside: { aloneFor: alone.time, shakenFor: shaken.time },
      ...(isLost ? { note: 'without interaction: the error is the fraction that is left, which is to be small' } : {}),
    };
  },
});

interface Asked {
  readonly model: StrandModel;
  readonly interaction: InteractionName;
  readonly restState: RestState;
  readonly seconds: number;
  /** The fraction that parts what passes from what does not. */
  readonly line: number;
  /** From when on nothing moves the hair. */
  readonly quiet: number;
}

/** Hair that lies on other hair, for models that know of it. */
const layered = (model: StrandModel): Record<string, number> =>
  hasParameter(model, 'layerOffset') ? { layerOffset: LAYER_OFFSET } : {};

/**
 * Fraction of the volume that is left, and when. Hair that swings out is not watched longer than its verdict is open: it is decided when
 * the fraction, were it to go on in one direction for the rest of the time by all that it changed in the last second, would not come to
 * the line between pass and fail. Hair that stays where it is, far from the line, needs two seconds of ten; hair near the line all ten.
 */
function fractionLeft(
  head: SceneInstance,
  { model, interaction, restState, seconds, line, quiet }: Asked,
): { readonly value: number; readonly time: number } {
  const simulation = simulateHead(head, { model, parameters: layered(model), restState, interaction });
  const start = meanDistance(head, simulation);
  return watch(
    simulation,
    seconds,
    () => meanDistance(head, simulation) / start,
    (last, _before, left) => {
      const change = Math.max(...last) - Math.min(...last);
      return seconds - left >= quiet + 1 && change * left < Math.abs(last.at(-1)! - line);
    },
  );
}
