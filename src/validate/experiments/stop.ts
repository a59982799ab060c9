import { choice, quantity } from '../../numeric/parameters.ts';
import { at, distance, length as lengthOf } from '../../numeric/vector.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { helixShape } from '../oracles/helix.ts';
import { Rig, straightShape, worstStrain } from '../rig.ts';
import { shaking } from '../shaking.ts';

/** Relative lengthening, and m/s. */
const MOST_STRAIN = 0.01;
const MOST_SPEED = 0.005;

export const stop: Experiment = experiment({
  name: 'stop',
  about: 'A root swings and stops at once: worst strain and tip speed after; error in fractions of what is allowed.',
  inputs: {
    shape: choice({ about: 'What the strand is like.', options: ['straight', 'curl'], default: 'straight' }),
    length: quantity({ unit: 'm', about: 'Length of the strand.', min: 0.02, max: 1, default: 0.2 }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 4, max: 512, integer: true, default: 64 }),
    shake: quantity({ unit: 'g', about: 'Largest acceleration of the root.', min: 0, max: 100, default: 10 }),
    // A straight strand's swing dies at the rate drag / 2ρS, 2.4/s here. In the air of disciplined hair (1e-5) any true model still
    // swings at 24 mm/s after five seconds.
    drag: quantity({
      unit: 'kg/(m·s)',
      about: 'Air drag; the default is that of fuzzy hair.',
      min: 0,
      max: 1,
      default: 5e-5,
    }),
    step: quantity({ unit: 's', about: 'Time step.', min: 1e-4, max: 0.1, default: 1 / 120 }),
    seconds: quantity({
      unit: 's',
      about: 'Time from the stop to the look at the tip.',
      min: 0.1,
      max: 60,
      default: 5,
    }),
  },
  set: [{}, { shape: 'curl' }],
  run(model, { shape, length, nodes, shake, drag, step, seconds }) {
    const isCurl = shape === 'curl';
    const points = isCurl
      ? helixShape({ radius: 0.006, pitch: 0.005, hand: 1 }, nodes, length)
      : straightShape(nodes, length / (nodes - 1), [0, -1, 0]);
    const lengths = points.slice(1).map((point, i) => distance(point, points[i]!));
    const rig = new Rig({
      model,
      fibre: fibreNumbers(isCurl ? 'caucasian-curly' : 'asian-smooth').fibre,
      restState: 'sag-free',
      shape: points,
      motion: shaking({ g: shake, frequency: 3, direction: [1, 0, 0], start: 0, end: SWING, isAbrupt: true }),
    });
    const rest = rig.walkedLengths(lengths);
    let strain = 0;
    let count = 0;
    const course: number[] = [];
    let speed = 0;
    while (rig.time < SWING + seconds + LOOK) {
      rig.step(step, { drag });
      if (count++ % LOOK_EVERY === 0) strain = Math.max(strain, worstStrain(rig.walkedLengths(lengths), rest));
      if (rig.time > SWING + seconds) speed = Math.max(speed, lengthOf(at(rig.velocities(), nodes - 1)));
      course.push(rig.time - SWING, Math.log10(lengthOf(at(rig.velocities(), nodes - 1)) + 1e-9));
    }
    return {
      measured: { strain, speed },
      expected: { strain: 0, speed: 0 },
      error: Math.max(strain / MOST_STRAIN, speed / MOST_SPEED),
      bound: 1,
      plot: {
        title: 'Tip speed before and after an abrupt stop',
        x: 'time since the stop, s',
        y: 'log₁₀ of tip speed, m/s',
        curves: [
          { name: '5 mm/s', kind: 'known', points: [0, Math.log10(MOST_SPEED), seconds, Math.log10(MOST_SPEED)] },
          { name: 'tip', kind: 'measured', points: course },
        ],
      },
    };
  },
});

/** Seconds of swinging before the stop, and of looking for the fastest moment of a swing after the wait. */
const SWING = 2;
/** Steps from one look at the lengths to the next. */
const LOOK_EVERY = 5;
const LOOK = 0.5;
