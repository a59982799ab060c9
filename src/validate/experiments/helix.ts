import { choice, quantity } from '../../numeric/parameters.ts';
import { ZERO } from '../../numeric/vector.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { fitHelix, helixShape } from '../oracles/helix.ts';
import { Rig } from '../rig.ts';
import { shaking } from '../shaking.ts';

const BOUND = 0.005;
const REST_SECONDS = 5;

export const helix: Experiment = experiment({
  name: 'helix',
  about: 'Radius, pitch and hand of a natural helix without weight after shaking and rest; largest relative error.',
  inputs: {
    radius: quantity({ unit: 'm', about: 'Radius of the natural helix.', min: 0.0005, max: 0.05, default: 0.006 }),
    pitch: quantity({
      unit: 'm',
      about: 'Advance of the natural helix in a turn.',
      min: 0.0005,
      max: 0.05,
      default: 0.005,
    }),
    hand: choice({ about: 'Which way it turns.', options: ['right', 'left'], default: 'right' }),
    length: quantity({ unit: 'm', about: 'Length of the strand.', min: 0.02, max: 1, default: 0.15 }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 8, max: 512, integer: true, default: 64 }),
    shake: quantity({ unit: 'g', about: 'Largest acceleration of the root.', min: 0, max: 100, default: 5 }),
    seconds: quantity({ unit: 's', about: 'How long it is shaken.', min: 0.1, max: 60, default: 10 }),
  },
  set: [{}, { hand: 'left' }],
  run(model, { radius, pitch, hand, length, nodes, shake, seconds }) {
    const known = { radius, pitch, hand: hand === 'right' ? 1 : -1 } as const;
    const rig = new Rig({
      model,
      fibre: fibreNumbers('caucasian-curly').fibre,
      shape: helixShape(known, nodes, length),
      gravity: ZERO,
      motion: shaking({ g: shake, frequency: 3, direction: [0.6, 0.64, 0.48], start: 0, end: seconds }),
    });
    const before = rig.positions();
    const air = { drag: DRAG };
    let farthest = 0;
    while (rig.time < seconds + REST_SECONDS) {
      rig.step(1 / 120, air);
      const x = rig.positions();
      const t = 3 * (nodes - 1);
      const moved = Math.hypot(
        x[t]! - x[0]! - before[t]!,
        x[t + 1]! - x[1]! - before[t + 1]!,
        x[t + 2]! - x[2]! - before[t + 2]!,
      );
      farthest = Math.max(farthest, moved);
    }
    const found = fitHelix(rig.positions(), 0, nodes);
    const size = Math.max(Math.abs(found.radius / radius - 1), Math.abs(found.pitch / pitch - 1));
    return {
      measured: { ...found },
      expected: known,
      // A helix of the other hand is as wrong as can be.
      error: found.hand === known.hand ? size : Math.max(size, 2),
      bound: BOUND,
      beside: { tipTravel: farthest / length },
    };
  },
});

/** kg/(m s): between disciplined and fuzzy hair. */
const DRAG = 2e-5;
