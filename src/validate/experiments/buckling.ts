import type { Clamps, StrandModel } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import { fromAxes, fromAxisAngle, multiply, type Quat } from '../../numeric/rotation.ts';
import { cross, perpendicular, subtract, type Vec3, ZERO } from '../../numeric/vector.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { buckledEnvelope, endsFor } from '../oracles/localised-buckling.ts';
import { Rig, straightShape } from '../rig.ts';

const BOUND = 0.03;
const AXIS: Vec3 = [1, 0, 0];
const STEP = 1 / 120;
/** Seconds of bringing the ends together, of winding, and at most of waiting for rest. */
const COME = 1;
const WIND = 8;
const REST = 6;

export const buckling: Experiment = experiment({
  name: 'buckling',
  about: 'Envelope of the coil of a long twisted rod held at both ends, against its closed form; rms error.',
  inputs: {
    angle: quantity({ unit: 'rad', about: 'Largest angle of the coil to the axis.', min: 0.2, max: 1.4, default: 0.9 }),
    decays: quantity({
      unit: '',
      about: 'Length of the rod in decay lengths of the coil.',
      min: 10,
      max: 40,
      default: 12,
    }),
    length: quantity({
      unit: 'm',
      about: 'Length between the midpoints of the held edges.',
      min: 0.05,
      max: 1,
      default: 0.3,
    }),
    nodes: quantity({ unit: '', about: 'Nodes of the rod.', min: 32, max: 512, integer: true, default: 128 }),
  },
  set: [{}],
  unfit: (model) => (holdsFrames(model) ? '' : `The model ${model.name} does not hold the axes of a clamped edge.`),
  run(model, { angle, decays, length, nodes }) {
    const { fibre, soft, twist, lineDensity } = fibreNumbers('asian-smooth');
    const rod = { length, bending: soft, twisting: twist };
    const ends = endsFor(rod, angle, decays);
    const known = buckledEnvelope({ ...rod, ...ends });
    // Both end edges are held at their midpoints.
    const edge = length / (nodes - 2);
    const rig = new Rig({ model, fibre, shape: straightShape(nodes, edge, AXIS), gravity: ZERO });
    const drag = 10 * lineDensity;
    const held = (slack: number, turn: number): Clamps => tipClamp(nodes, edge, slack, turn);
    while (rig.time < COME) {
      const fraction = smooth(rig.time / COME);
      // A breath of weight across the axis says which way to go, and is gone before the winding.
      rig.step(STEP, { gravity: [0, -0.2 * (1 - fraction), 0], drag, clamps: held(fraction * ends.slack, 0) });
    }
    while (rig.time < COME + WIND) {
      const fraction = smooth((rig.time - COME) / WIND);
      rig.step(STEP, { drag, clamps: held(ends.slack, fraction * ends.turn) });
    }
    const speed = rig.settle(STEP, REST, 1e-5, { drag, clamps: held(ends.slack, ends.turn) });
    return compare(rig, edge, known, speed);
  },
});

/** Whether an edge that is clamped askew lies so: models may hold points alone. */
function holdsFrames(model: StrandModel): boolean {
  const [nodes, edge] = [8, 0.01];
  const rig = new Rig({
    model,
    fibre: fibreNumbers('asian-smooth').fibre,
    shape: straightShape(nodes, edge, AXIS),
    gravity: ZERO,
  });
  const clamp = tipClamp(nodes, edge, 0.002, 0);
  const askew = multiply(fromAxisAngle([0, 0, 1], 0.3), quatOf(clamp));
  for (let n = 0; n < 20; n++) rig.step(STEP, { drag: 1e-4, clamps: { ...clamp, frame: Float64Array.from(askew) } });
  const along = subtract(rig.tip(), rig.node(nodes - 2));
  return Math.abs(Math.atan2(along[1], along[0]) - 0.3) < 0.01;
}

const quatOf = ({ frame }: Clamps): Quat => [frame![0]!, frame![1]!, frame![2]!, frame![3]!];

const smooth = (t: number): number => {
  const s = Math.min(1, Math.max(0, t));
  return s * s * (3 - 2 * s);
};

/** The last edge, nearer by `slack` and turned about the axis. Material axes of a straight strand begin at `perpendicular`. */
function tipClamp(nodes: number, edge: number, slack: number, turn: number): Clamps {
  const major = perpendicular(AXIS);
  const straight = fromAxes(AXIS, major, cross(AXIS, major));
  return {
    count: 1,
    id: new Uint32Array(1),
    s: Float64Array.of((nodes - 1.5) * edge),
    target: Float64Array.of((nodes - 1.5) * edge - slack, 0, 0),
    frame: Float64Array.from(multiply(fromAxisAngle(AXIS, turn), straight)),
  };
}

/** The measured envelope at the edges' midpoints; the coil may stand anywhere, so its middle is where it weighs most. */
function compare(
  rig: Rig,
  edge: number,
  known: ReturnType<typeof buckledEnvelope>,
  speed: number,
): ReturnType<Experiment['run']> {
  const x = rig.positions();
  const cosines = Array.from({ length: rig.nodes - 1 }, (_, j) => (x[3 * j + 3]! - x[3 * j]!) / edge);
  const away = cosines.map((c) => Math.max(0, 1 - c) ** 2);
  const weight = away.reduce((sum, w) => sum + w, 0);
  const middle = away.reduce((sum, w, j) => sum + w * j * edge, 0) / weight;
  const c0 = Math.cos(known.phi0);
  const measured = cosines.map((c) => (c - c0) / (1 - c0));
  const expected = cosines.map((_, j) => known.at(j * edge - middle));
  const square = measured.reduce((sum, value, j) => sum + (value - expected[j]!) ** 2, 0) / measured.length;
  const curve = (values: readonly number[]): number[] =>
    values.flatMap((value, j) => [(j * edge - middle) / known.decay, value]);
  return {
    measured: { angle: Math.acos(Math.min(...cosines)) },
    expected: { angle: known.phi0 },
    error: Math.sqrt(square),
    bound: BOUND,
    beside: { middle: middle / (edge * (rig.nodes - 2)), speed },
    plot: {
      title: 'Envelope of a twisted rod',
      x: 's / s*',
      y: '(cos φ − cos φ₀) / (1 − cos φ₀)',
      curves: [
        { name: 'tanh²', kind: 'known', points: curve(expected) },
        { name: 'edges', kind: 'measured', points: curve(measured) },
      ],
    },
  };
}
