import { choice, quantity } from '../../numeric/parameters.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fractionBelow, headInputs, INTERACTIONS, makeFullHead, simulateHead } from '../full-head.ts';

/** Speed below which a node is still, m/s. */
const STILL = 0.001;

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
    simulation.advanceTo(seconds);
    const still = fractionBelow(simulation, STILL);
    return { measured: { still }, expected: { still: 1 }, error: 1 - still, bound: 0.01 };
  },
});
