import { helixCurvature } from '../../groom/materials.ts';
import { quantity } from '../../numeric/parameters.ts';
import { at, mix, ZERO } from '../../numeric/vector.ts';
import { type Experiment, experiment, ofOneBend } from '../experiment.ts';
import { clampedFraction, type FibreNumbers, fibreNumbers } from '../fibre.ts';
import { type Helix, helixFrame, helixShape } from '../oracles/helix.ts';
import { type Hanging, hangingRod } from '../oracles/kirchhoff.ts';
import { DOWN, Rig } from '../rig.ts';

const BOUND = 0.01;

export const curlDrop: Experiment = experiment({
  name: 'curl-drop',
  about: 'Height of a natural curl that hangs by its weight, against the continuous Kirchhoff rod; error in lengths.',
  inputs: {
    radius: quantity({ unit: 'm', about: 'Radius of the natural helix.', min: 0.001, max: 0.05, default: 0.006 }),
    pitch: quantity({
      unit: 'm',
      about: 'Advance of the natural helix in a turn.',
      min: 0.001,
      max: 0.05,
      default: 0.005,
    }),
    length: quantity({ unit: 'm', about: 'Length of the strand.', min: 0.02, max: 0.3, default: 0.15 }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 8, max: 512, integer: true, default: 64 }),
  },
  // Beside the asked one, a long curl at 24 nodes a turn.
  set: [{}, { length: 0.3, nodes: 190 }],
  unfit: ofOneBend,
  run(model, { radius, pitch, length, nodes }) {
    const numbers = fibreNumbers('caucasian-curly');
    const helix = { radius, pitch, hand: 1 } as const;
    const half = (clampedFraction(model) * length) / (nodes - 1);
    const known = continuous(numbers, helix, half, length - half);
    const rig = new Rig({ model, fibre: numbers.fibre, shape: helixShape(helix, nodes, length), gravity: ZERO });
    const speed = hangSlowly(rig, numbers.lineDensity);
    const x = rig.positions();
    const clamp = mix(at(x, 0), at(x, 1), clampedFraction(model));
    const tip = rig.tip();
    const away = known.points.at(-1)!;
    const measured = { drop: (clamp[1] - tip[1]) / length };
    const expected = { drop: -away[1] / length };
    return {
      measured,
      expected,
      error: Math.abs(measured.drop - expected.drop),
      bound: BOUND,
      beside: {
        sideways: Math.hypot(tip[0] - clamp[0] - away[0], tip[2] - clamp[2] - away[2]) / length,
        natural: (pitch * length) / Math.hypot(2 * Math.PI * radius, pitch) / length,
        speed,
        miss: known.miss,
      },
      plot: {
        title: 'A hanging curl from the side',
        x: 'm',
        y: 'm',
        isSquare: true,
        curves: [
          { name: 'Kirchhoff rod', kind: 'known', points: known.points.flatMap((place) => place.slice(0, 2)) },
          {
            name: 'nodes',
            kind: 'measured',
            points: Array.from({ length: nodes }, (_, i) => [x[3 * i]! - clamp[0], x[3 * i + 1]! - clamp[1]]).flat(),
          },
        ],
      },
    };
  },
});

/** The same curl as a continuous rod, clamped where the strand's root lets go. */
function continuous(numbers: FibreNumbers, helix: Helix, start: number, length: number): Hanging {
  const { curvature, twist } = helixCurvature(helix.radius, helix.pitch);
  const { tangent, binormal } = helixFrame(helix, start);
  return hangingRod({
    length,
    stiffness: [numbers.soft, numbers.stiff, numbers.twist],
    natural: [curvature, 0, helix.hand * twist],
    lineDensity: numbers.lineDensity,
    gravity: DOWN,
    tangent,
    major: binormal,
  });
}

/** Raises gravity over two seconds, as the continuous balance is followed, and waits for rest. */
function hangSlowly(rig: Rig, lineDensity: number): number {
  const drag = 20 * lineDensity;
  const steps = 240;
  for (let n = 1; n <= steps; n++) rig.step(1 / 120, { gravity: [0, (DOWN[1] * n) / steps, 0], drag });
  return rig.settle(1 / 120, 20, 1e-6, { gravity: DOWN, drag });
}
