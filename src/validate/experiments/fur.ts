import { Air, airParameters } from '../../forces/air.ts';
import { material } from '../../groom/materials.ts';
import type { ForceField, StrandModel } from '../../models/model.ts';
import { rod } from '../../models/rod/rod.ts';
import { completeParameters, quantity } from '../../numeric/parameters.ts';
import { dot, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { clampedFraction, edgeFor } from '../fibre.ts';
import { fitOscillation } from '../frequency.ts';
import { Rig, straightShape } from '../rig.ts';
import { shaking } from '../shaking.ts';

const BOUND = 0.1;
const STEP = 1 / 1920;
/** Seconds: wind blows until CALM, hairs swing out until SHAKE, and are shaken until END. */
const CALM = 0.4;
const SHAKE = 0.7;
const END = 1.4;
/** A little friction inside the fibre, so that hairs swing a few times: kg·m³/s. */
const FRICTION = 3e-13;
/** Round fibres: which way others bend more easily would depend on how they are turned. */
const FIBRE = { ...material('fur'), ellipticity: 1 };
/** How hairs stand: upright, and leaning into the wind, with it and across it. */
const DIRECTIONS: readonly Vec3[] = [
  [0, 1, 0],
  [-0.4, 1, 0],
  [0.4, 1, 0],
  [0.1, 1, 0.5],
].map((way) => normalize(way as unknown as Vec3));

const air = (speed: number): ForceField =>
  new Air(completeParameters(airParameters, { wind: { speed, gusts: 0, direction: [1, 0, 0] } }), 1);

export const fur: Experiment = experiment({
  name: 'fur',
  about:
    'Short straight fur in a wind, let go and shaken, beside rods of the same fibre: mean angle of the tips and first period; largest relative error.',
  inputs: {
    length: quantity({ unit: 'm', about: 'Length of the hairs.', min: 0.005, max: 0.05, default: 0.02 }),
    nodes: quantity({ unit: '', about: 'Nodes of a hair.', min: 8, max: 64, integer: true, default: 24 }),
    wind: quantity({ unit: 'm/s', about: 'Speed of the wind.', min: 0.5, max: 10, default: 3 }),
    shake: quantity({ unit: 'g', about: 'Largest acceleration of the skin.', min: 0, max: 10, default: 3 }),
  },
  set: [{}],
  run(model, inputs) {
    const known = watch(rod, inputs);
    const found = watch(model, inputs);
    const differ = (a: number, b: number): number => Math.abs(a / b - 1);
    const line = (angles: readonly number[], every: number): number[] =>
      angles.flatMap((angle, n) => (n % every === 0 ? [(n + 1) * STEP, angle] : []));
    return {
      measured: { angle: found.angle, period: found.period },
      expected: { angle: known.angle, period: known.period },
      error: Math.max(differ(found.angle, known.angle), differ(found.period, known.period)),
      bound: BOUND,
      beside: { meanApart: meanApart(found.angles, known.angles) },
      plot: {
        title: `Fur of ${(100 * inputs.length).toFixed(0)} cm: wind of ${inputs.wind} m/s, let go, shaken with ${inputs.shake} g`,
        x: 'time, s',
        y: 'mean angle of the tips from as groomed, rad',
        curves: [
          { name: 'rod', kind: 'known', points: line(known.angles, 4) },
          { name: model.name, kind: 'measured', points: line(found.angles, 8) },
        ],
      },
    };
  },
});

interface Watched {
  /** Mean over hairs at every step, radian. */
  readonly angles: readonly number[];
  /** Mean over the time in wind and the time shaken. */
  readonly angle: number;
  /** Of the upright hair that is let go, seconds. */
  readonly period: number;
}

interface Asked {
  readonly length: number;
  readonly nodes: number;
  readonly wind: number;
  readonly shake: number;
}

function watch(model: StrandModel, { length, nodes, wind, shake }: Asked): Watched {
  const [blowing, still] = [[air(wind)], [air(0)]];
  const motion = shaking({ g: shake, frequency: 7, direction: [0.8, 0, 0.6], start: SHAKE, end: END });
  const edge = edgeFor(length, nodes, clampedFraction(model));
  // Without what hairs do to each other, which rods know nothing of here.
  const parameters = { internalFriction: FRICTION, dampingRatio: 0, friction: 0, packedFriction: 0 };
  const rigs = DIRECTIONS.map(
    (way) =>
      new Rig({
        model,
        fibre: FIBRE,
        shape: straightShape(nodes, edge, way),
        restState: 'sag-free',
        parameters,
        motion,
      }),
  );
  const steps = Math.round(END / STEP);
  const angles: number[] = [];
  const ringing: number[] = [];
  for (let n = 0; n < steps; n++) {
    const fields = n * STEP < CALM ? blowing : still;
    let sum = 0;
    rigs.forEach((rig, k) => {
      rig.step(STEP, { fields });
      const tip = tipOf(rig);
      sum += Math.acos(Math.min(1, dot(tip, DIRECTIONS[k]!)));
      if (k === 0 && n * STEP >= CALM && n * STEP < SHAKE) ringing.push(tip[0]);
    });
    angles.push(sum / rigs.length);
  }
  const inTime = angles.filter((_, n) => n * STEP < CALM || n * STEP >= SHAKE);
  const angle = inTime.reduce((sum, one) => sum + one, 0) / inTime.length;
  return { angles, angle, period: (2 * Math.PI) / fitOscillation(ringing, STEP, 100).omega };
}

/** Direction of the last edge. */
function tipOf(rig: Rig): Vec3 {
  return normalize(subtract(rig.tip(), rig.node(rig.nodes - 2)));
}

/** Root mean square of the difference over that of the known angles. */
function meanApart(found: readonly number[], known: readonly number[]): number {
  const square = (values: readonly number[]): number => values.reduce((sum, value) => sum + value * value, 0);
  return Math.sqrt(square(found.map((angle, n) => angle - known[n]!)) / square(known));
}
