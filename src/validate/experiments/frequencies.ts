import { quantity } from '../../numeric/parameters.ts';
import { type Vec3, ZERO } from '../../numeric/vector.ts';
import { type Experiment, experiment, type Outcome, ofOneBend } from '../experiment.ts';
import { fibreNumbers, lengthForGamma, modeUnit } from '../fibre.ts';
import { type ModalSetup, measureMode } from '../modal-release.ts';
import { beamRoot, strandModes } from '../oracles/modes.ts';
import { DOWN, elementInputs, elementParameters } from '../rig.ts';

const MODES = 3;
const BOUND = 0.01;
/** Of the first three modes with twelve elements. */
const ELEMENT_BOUND = 0.025;
/** Tip displacement in free lengths: small enough for the linear theory (error of order its square). */
const AMPLITUDE = 0.001;
const PERIODS = 3;
/** Largest fraction of a radian that a hanging strand's mode turns in a step: the integrator's own error is then below 0.1 %. */
const FINE_TURN = 0.05;

const nodes = quantity({
  unit: '',
  about: 'Nodes, the two clamped ones included.',
  min: 8,
  max: 512,
  integer: true,
  default: 64,
});
const step = quantity({ unit: 's', about: 'Time step.', min: 1e-5, max: 0.05, default: 0.001 });

export const beamFrequency: Experiment = experiment({
  name: 'beam-frequency',
  about: 'Modes of a clamped strand without weight, against cos β cosh β = −1; relative error.',
  inputs: {
    length: quantity({ unit: 'm', about: 'Free length of the strand.', min: 0.01, max: 1, default: 0.15 }),
    nodes,
    step,
    modes: quantity({
      unit: '',
      about: 'How many modes, from the slowest.',
      min: 1,
      max: MODES,
      integer: true,
      default: MODES,
    }),
    elements: elementInputs.elements,
  },
  set: [{}],
  elementSet: [{ elements: 5, modes: 1 }, { elements: 12 }],
  run(model, { length, nodes, step, modes, elements }) {
    // A hair of one bend has one mode.
    const known = Array.from({ length: Math.min(modes, model.bends ?? modes) }, (_, k) => beamRoot(k) ** 2);
    const numbers = fibreNumbers('asian-smooth');
    const parameters = elementParameters(elements);
    const found = compare({ model, numbers, free: length, nodes, gravity: ZERO, parameters }, 0, known, step);
    // A dozen elements follow the third mode's curvature less closely than 64 nodes do.
    return elements > 0 && modes > 1 ? { ...found, bound: ELEMENT_BOUND } : found;
  },
});

export const chainFrequency: Experiment = experiment({
  name: 'chain-frequency',
  about: 'First three modes of a hanging strand, against the eigenvalues of the heavy stiff strand; relative error.',
  inputs: {
    gamma: quantity({
      unit: '',
      about: 'Weight against stiffness, ρS g L³ / EI: 0.1 swings like a beam, 1000 like a chain.',
      min: 0.1,
      max: 10000,
      default: 100,
    }),
    nodes,
    step: quantity({
      unit: 's',
      about: 'Time step; at most a twentieth of a radian of the third mode.',
      min: 1e-5,
      max: 0.05,
      default: 0.001,
    }),
    elements: elementInputs.elements,
  },
  set: [{ gamma: 10 }, { gamma: 100 }, { gamma: 1000 }],
  elementSet: [10, 100, 1000].map((gamma) => ({ gamma, elements: 24 })),
  unfit: ofOneBend,
  run(model, { gamma, nodes, step, elements }) {
    const numbers = fibreNumbers('asian-smooth');
    const known = strandModes(gamma, MODES).map(({ omega }) => omega);
    const free = lengthForGamma(numbers, gamma);
    const fine = FINE_TURN / (known[MODES - 1]! * modeUnit(numbers, free));
    const parameters = elementParameters(elements);
    return compare({ model, numbers, free, nodes, gravity: DOWN, parameters }, gamma, known, Math.min(step, fine));
  },
});

type Strand = Pick<ModalSetup, 'model' | 'numbers' | 'free' | 'nodes' | 'parameters'> & { readonly gravity: Vec3 };

/** Frequencies in hertz. `known` in √(EI / ρS L⁴). */
function compare(strand: Strand, gamma: number, known: readonly number[], step: number): Outcome {
  const { numbers, free } = strand;
  const unit = modeUnit(numbers, free);
  const found = strandModes(gamma, known.length).map((mode) =>
    measureMode({ ...strand, unit, mode, amplitude: AMPLITUDE }, step, PERIODS),
  );
  const named = (values: readonly number[]): Record<string, number> =>
    Object.fromEntries(values.map((value, k) => [`mode${k + 1}`, value / (2 * Math.PI)]));
  const first = found[0]!.samples;
  const omega = known[0]! * unit;
  return {
    measured: named(found.map(({ omega }) => omega)),
    expected: named(known.map((omega) => omega * unit)),
    error: Math.max(...found.map(({ omega }, k) => Math.abs(omega / (known[k]! * unit) - 1))),
    bound: BOUND,
    beside: Object.fromEntries(found.map(({ damping }, k) => [`damping${k + 1}`, damping])),
    plot: {
      title: 'First mode after release',
      x: 'time, s',
      y: 'modal coordinate / first value',
      curves: [
        {
          name: 'cosine of the known frequency',
          kind: 'known',
          points: first.flatMap((_, n) => [(n + 1) * step, Math.cos(omega * (n + 1) * step)]),
        },
        { name: 'measured', kind: 'measured', points: first.flatMap((q, n) => [(n + 1) * step, q / first[0]!]) },
      ],
    },
  };
}
