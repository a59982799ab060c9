import { INTERNAL_FRICTION_RANGE } from '../../groom/materials.ts';
import type { StrandModel } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { helixShape } from '../oracles/helix.ts';
import { hasParameter, Rig } from '../rig.ts';
import { shaking } from '../shaking.ts';

const STEP = 1 / 240;

export const oscillation: Experiment = experiment({
  name: 'oscillation',
  about: 'A curl shaken up and down: how far it stretches, against internal friction; error: largest rise of the span.',
  inputs: {
    length: quantity({ unit: 'm', about: 'Length of the strand.', min: 0.02, max: 0.5, default: 0.15 }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 8, max: 512, integer: true, default: 64 }),
    shake: quantity({ unit: 'g', about: 'Largest acceleration of the root.', min: 0.01, max: 10, default: 0.5 }),
    frequency: quantity({ unit: 'Hz', about: 'Swings of the root in a second.', min: 0.5, max: 20, default: 5 }),
    seconds: quantity({
      unit: 's',
      about: 'How long it is shaken; the last third counts.',
      min: 1,
      max: 60,
      default: 4,
    }),
    parts: quantity({
      unit: '',
      about: 'Values of the internal friction, spread evenly in ratio over the published range.',
      min: 2,
      max: 12,
      integer: true,
      default: 5,
    }),
  },
  set: [{}],
  unfit: (model) =>
    hasParameter(model, 'internalFriction') ? '' : `the model ${model.name} has no internal friction to change`,
  run(model, { length, nodes, shake, frequency, seconds, parts }) {
    const [low, high] = INTERNAL_FRICTION_RANGE;
    const frictions = Array.from({ length: parts }, (_, i) => low * (high / low) ** (i / (parts - 1)));
    const spans = frictions.map((friction) => spanOf(model, { length, nodes, shake, frequency, seconds }, friction));
    const rises = spans.slice(1).map((span, i) => span / spans[i]! - 1);
    const rise = Math.max(0, ...rises);
    return {
      measured: { rise },
      expected: { rise: 0 },
      error: rise,
      bound: 0,
      beside: Object.fromEntries(spans.map((span, i) => [`span at ${frictions[i]!.toExponential(1)}`, span])),
      plot: {
        title: 'Span of a shaken curl',
        x: 'log₁₀ of internal friction, kg·m³/s',
        y: 'span / length',
        curves: [
          { name: 'measured', kind: 'measured', points: spans.flatMap((s, i) => [Math.log10(frictions[i]!), s]) },
        ],
      },
    };
  },
});

interface Shake {
  readonly length: number;
  readonly nodes: number;
  readonly shake: number;
  readonly frequency: number;
  readonly seconds: number;
}

/** Difference of the longest and the shortest height from root to tip once the motion is steady, in lengths. */
function spanOf(model: StrandModel, setup: Shake, friction: number): number {
  const { length, nodes, shake, frequency, seconds } = setup;
  const rig = new Rig({
    model,
    fibre: fibreNumbers('caucasian-curly').fibre,
    shape: helixShape({ radius: 0.006, pitch: 0.005, hand: 1 }, nodes, length),
    restState: 'sag-free',
    parameters: { internalFriction: friction },
    motion: shaking({ g: shake, frequency, direction: [0, 1, 0], start: 0, end: 2 * seconds }),
  });
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  while (rig.time < seconds) {
    rig.step(STEP, { drag: 5e-6 });
    if (rig.time < (2 / 3) * seconds) continue;
    const height = rig.node(0)[1] - rig.tip()[1];
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  return (high - low) / length;
}
