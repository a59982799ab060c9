import { choice, quantity } from '../../numeric/parameters.ts';
import { type Experiment, experiment } from '../experiment.ts';
import {
  fastestNode,
  fractionBelow,
  headInputs,
  INTERACTIONS,
  makeFullHead,
  simulateHead,
  watch,
} from '../full-head.ts';

/** Speed below which a node is still, m/s. */
const STILL = 0.001;

/**
 * A balance that is lost is lost ever faster, as an exponential. So hair need not be watched to the end when even its fastest node, were it
 * to gain in each second that is left by the factor of the last one, would be still at the end. On the built-in head this is so after
 * two seconds of ten, and the four runs take a fifth of the time.
 */
function staysStill(last: readonly number[], before: readonly number[], left: number): boolean {
  const [now, then] = [Math.max(...last), Math.max(...before)];
  return now === 0 || now * Math.max(1, now / then) ** left < STILL;
}

export const rest: Experiment = experiment({
  name: 'rest',
  about: 'A full head that was left alone is still: error is the fraction of the nodes that move by 1 mm/s or more.',
  inputs: {
    ...headInputs('curly', 100),
    seconds: quantity({ unit: 's', about: 'How long the hair is left alone.', min: 0.1, max: 60, default: 10 }),
    interaction: choice({ about: 'How strands meet.', options: INTERACTIONS, default: 'contact' }),
    rest: choice({ about: 'How the groom is kept.', options: ['sag-free', 'as-groomed'], default: 'sag-free' }),
  },
  set: INTERACTIONS.map((interaction) => ({ interaction })),
  run(model, { style, guides, seconds, interaction, rest: restState }) {
    const head = makeFullHead({ style, guides });
    const simulation = simulateHead(head, { model, restState, interaction });
    const { value, time } = watch(simulation, seconds, () => fastestNode(simulation), staysStill);
    const still = fractionBelow(simulation, STILL);
    return {
      measured: { still },
      expected: { still: 1 },
      error: 1 - still,
      bound: 0.01,
      beside: { fastest: value, watched: time },
    };
  },
});
