import { findModel } from '../../models/index.ts';
import type { StrandModel } from '../../models/model.ts';
import { choice, quantity, text } from '../../numeric/parameters.ts';
import { Random } from '../../numeric/random.ts';
import { fromAxisAngle, rotate } from '../../numeric/rotation.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import { type Experiment, experiment, ofOneBend } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { helixShape } from '../oracles/helix.ts';
import { elementInputs, elementParameters, hasParameter, Rig, type RigSetup, straightShape } from '../rig.ts';
import { shaking } from '../shaking.ts';

const BOUND = 0.03;
const SIMPLIFIED_BOUND = 0.02;
const DRAG = 5e-5;

const SHAPES = {
  straight: { material: 'asian-smooth', helix: null },
  wavy: { material: 'caucasian-wavy', helix: { radius: 0.01, pitch: 0.005, hand: 1 } },
  curly: { material: 'caucasian-curly', helix: { radius: 0.006, pitch: 0.005, hand: 1 } },
} as const;

const shapeInput = choice({
  about: 'What the strand is like.',
  options: ['straight', 'wavy', 'curly'],
  default: 'straight',
});
const lengthInput = quantity({ unit: 'm', about: 'Length of the strand.', min: 0.02, max: 0.5, default: 0.15 });
const nodesInput = quantity({ unit: '', about: 'Nodes of the strand.', min: 8, max: 512, integer: true, default: 64 });
const shakeInput = quantity({ unit: 'g', about: 'Largest acceleration of the root.', min: 0, max: 20, default: 1 });

/** The strand as it is groomed, and what it is made of. */
function hairOf(shape: keyof typeof SHAPES, nodes: number, length: number): Pick<RigSetup, 'shape' | 'fibre'> {
  const { material, helix } = SHAPES[shape];
  return {
    fibre: fibreNumbers(material).fibre,
    shape: helix ? helixShape(helix, nodes, length) : straightShape(nodes, length / (nodes - 1), [0, -1, 0]),
  };
}

export const agreement: Experiment = experiment({
  name: 'agreement',
  about: 'Two models from one groom under one head motion: mean distance of points over all frames, in lengths.',
  inputs: {
    shape: shapeInput,
    against: text({ about: 'The model that is compared with.', default: 'rod' }),
    length: lengthInput,
    nodes: nodesInput,
    elements: elementInputs.elements,
    shake: shakeInput,
    frequency: quantity({ unit: 'Hz', about: 'Swings of the root in a second.', min: 0.1, max: 10, default: 1 }),
    seconds: quantity({ unit: 's', about: 'How long.', min: 0.5, max: 60, default: 10 }),
    step: quantity({ unit: 's', about: 'Time step of both.', min: 1e-4, max: 0.05, default: 1 / 240 }),
  },
  set: [{ shape: 'straight' }, { shape: 'wavy' }, { shape: 'curly' }],
  elementSet: [
    { shape: 'straight', elements: 10 },
    { shape: 'wavy', elements: 10 },
    { shape: 'curly', elements: 10 },
  ],
  unfit: ofOneBend,
  run(model, { shape, against, length, nodes, elements, shake, frequency, seconds, step }) {
    const common = {
      ...hairOf(shape, nodes, length),
      restState: 'sag-free' as const,
      parameters: { ...elementParameters(elements), internalFriction: 1e-10 },
      motion: shaking({ g: shake, frequency, direction: [1, 0, 0] as Vec3, start: 0, end: 2 * seconds }),
    };
    const ours = new Rig({ ...common, model });
    const theirs = new Rig({ ...common, model: findModel(against) });
    let [sum, worst, frames] = [0, 0, 0];
    const [tipOurs, tipTheirs]: [number[], number[]] = [[], []];
    while (ours.time < seconds) {
      ours.step(step, { drag: DRAG });
      theirs.step(step, { drag: DRAG });
      const mean = meanDistance(ours.positions(), theirs.positions()) / length;
      sum += mean;
      worst = Math.max(worst, mean);
      frames++;
      tipOurs.push(ours.time, ours.tip()[0]);
      tipTheirs.push(theirs.time, theirs.tip()[0]);
    }
    return {
      measured: { mean: sum / frames },
      expected: { mean: 0 },
      error: sum / frames,
      bound: BOUND,
      beside: { worstFrame: worst },
      plot: {
        title: `Tip of a shaken strand, ${shape}`,
        x: 'time, s',
        y: 'm',
        curves: [
          { name: against, kind: 'known', points: tipTheirs },
          { name: model.name, kind: 'measured', points: tipOurs },
        ],
      },
    };
  },
});

export const simplified: Experiment = experiment({
  name: 'simplified',
  about: 'Strands that bend over one axis only beside full ones, at many roots: mean distance in lengths.',
  inputs: {
    shape: shapeInput,
    roots: quantity({
      unit: '',
      about: 'Strands, each turned its own way.',
      min: 1,
      max: 500,
      integer: true,
      default: 50,
    }),
    length: lengthInput,
    nodes: nodesInput,
    shake: shakeInput,
    seconds: quantity({ unit: 's', about: 'How long.', min: 0.5, max: 60, default: 2 }),
  },
  set: [{ shape: 'curly' }],
  unfit: (model) => (hasParameter(model, 'simplified') ? '' : `the model ${model.name} has no simplified variant`),
  run(model, { shape, roots, length, nodes, shake, seconds }) {
    const curl = swingBoth(model, hairOf(shape, nodes, length), roots, shake, seconds, length);
    const fibre = { ...fibreNumbers('asian-smooth').fibre, ellipticity: 1.1 };
    const straight = { ...hairOf('straight', nodes, length), fibre };
    const few = Math.max(1, Math.round(roots / 5));
    return {
      measured: { mean: curl },
      expected: { mean: 0 },
      error: curl,
      bound: SIMPLIFIED_BOUND,
      beside: { straightEllipticity11: swingBoth(model, straight, few, shake, seconds, length) },
    };
  },
});

/** Mean distance of the simplified from the full strand over roots, frames and points, in lengths. */
function swingBoth(
  model: StrandModel,
  hair: Pick<RigSetup, 'shape' | 'fibre'>,
  roots: number,
  shake: number,
  seconds: number,
  length: number,
): number {
  const random = new Random(7);
  let [sum, frames] = [0, 0];
  for (let k = 0; k < roots; k++) {
    const turn = fromAxisAngle(
      [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)],
      random.between(0, 1),
    );
    const about = fromAxisAngle([0, 1, 0], random.between(0, 2 * Math.PI));
    const shape = hair.shape.map((point) => rotate(turn, rotate(about, point)));
    const motion = shaking({ g: shake, frequency: 1, direction: [1, 0, 0], start: 0, end: 2 * seconds });
    const [full, less] = [false, true].map(
      (simplified) => new Rig({ model, ...hair, shape, motion, restState: 'sag-free', parameters: { simplified } }),
    ) as [Rig, Rig];
    while (full.time < seconds) {
      full.step(1 / 120, { drag: DRAG });
      less.step(1 / 120, { drag: DRAG });
      sum += meanDistance(full.positions(), less.positions()) / length;
      frames++;
    }
  }
  return sum / frames;
}

function meanDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length / 3; i++) sum += distance(at(a, i), at(b, i));
  return sum / (a.length / 3);
}
