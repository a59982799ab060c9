import { choice, quantity } from '../../numeric/parameters.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { dressHead, headInputs, MEETINGS, shareBelow, simulateHead } from '../full-head.ts';

/** Speed below which a node is still, m/s. */
const STILL = 0.001;

export const rest: Experiment = experiment({
  name: 'rest',
  about: 'A full head that was left alone is still: error is the share of the nodes that move by 1 mm/s or more.',
  inputs: {
    ...headInputs('curly', 100),
    seconds: quantity({ unit: 's', about: 'How long the hair is left alone.', min: 0.1, max: 60, default: 10 }),
    meeting: choice({ about: 'How strands meet.', options: MEETINGS, default: 'contact' }),
    rest: choice({ about: 'How the groom is kept.', options: ['sag-free', 'as-groomed'], default: 'sag-free' }),
  },
  set: MEETINGS.map((meeting) => ({ meeting })),
  run(model, { style, guides, seconds, meeting, rest: restState }) {
    const head = dressHead({ style, guides });
    const simulation = simulateHead(head, { model, restState, meeting });
    simulation.advanceTo(seconds);
    const still = shareBelow(simulation, STILL);
    return { measured: { still }, expected: { still: 1 }, error: 1 - still, bound: 0.01 };
  },
});
