import { quantity } from '../../numeric/parameters.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';

export const michell: Experiment = experiment({
  name: 'michell',
  about: 'Twist at which a straight fibre closed to a ring leaves its plane, against 2π√3 EI/µJ; relative error.',
  inputs: {
    nodes: quantity({ unit: '', about: 'Nodes of the ring.', min: 10, max: 400, integer: true, default: 80 }),
  },
  set: [{ nodes: 40 }, { nodes: 80 }],
  unfit: ({ name, statics }) => (statics ? '' : `The model ${name} does not tell whether a balance is stable.`),
  run(model, { nodes }) {
    const { fibre, soft, twist } = fibreNumbers('asian-smooth');
    const known = (2 * Math.PI * Math.sqrt(3) * soft) / twist;
    const isStable = (fraction: number): boolean => model.statics!.isRingStable(fibre, nodes, fraction * known);
    let [low, high] = [0.5, 2];
    if (!isStable(low) || isStable(high))
      return {
        measured: { twist: isStable(low) ? high * known : 0 },
        expected: { twist: known },
        error: 1,
        bound: boundFor(nodes),
        note: 'no loss of stability between half and twice the known twist',
      };
    while (high - low > 1e-5) {
      const middle = 0.5 * (low + high);
      if (isStable(middle)) low = middle;
      else high = middle;
    }
    return {
      measured: { twist: low * known },
      expected: { twist: known },
      error: Math.abs(low - 1),
      bound: boundFor(nodes),
    };
  },
});

const boundFor = (nodes: number): number => (nodes >= 80 ? 0.006 : 0.025);
