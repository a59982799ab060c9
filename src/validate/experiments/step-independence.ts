import type { StrandModel } from '../../models/model.ts';
import { quantity } from '../../numeric/parameters.ts';
import { distance, type Vec3 } from '../../numeric/vector.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fibreNumbers } from '../fibre.ts';
import { Rig, straightShape } from '../rig.ts';

/** 2 − 1.8. */
const BOUND = 0.2;

export const stepIndependence: Experiment = experiment({
  name: 'step-independence',
  about: 'Tip path of a strand that falls from level, at steps h, h/2 and h/4; error: how far the order is below 2.',
  inputs: {
    length: quantity({ unit: 'm', about: 'Length of the strand.', min: 0.02, max: 1, default: 0.15 }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 4, max: 512, integer: true, default: 32 }),
    step: quantity({ unit: 's', about: 'The longest step, h.', min: 1e-4, max: 0.05, default: 1 / 480 }),
    seconds: quantity({ unit: 's', about: 'How long the path is.', min: 0.05, max: 10, default: 1 }),
  },
  set: [{}],
  run(model, { length, nodes, step, seconds }) {
    const count = Math.round(seconds / step);
    const [coarse, middle, fine] = [1, 2, 4].map((parts) => fall(model, length, nodes, step, parts, count)) as [
      Vec3[],
      Vec3[],
      Vec3[],
    ];
    const first = rms(coarse, middle) / length;
    const second = rms(middle, fine) / length;
    // A model that divides its steps by itself may take the same ones for h and h/2.
    const isSame = first === 0;
    const order = isSame ? 0 : Math.log2(first / second);
    return {
      measured: { order },
      expected: { order: 2 },
      error: Math.max(0, 2 - order),
      bound: BOUND,
      beside: { difference: first, differenceOfHalves: second },
      ...(isSame
        ? { note: 'h and h/2 give the same path: the model divides its step by itself; take a smaller step' }
        : {}),
      plot: {
        title: 'Tip path of a falling strand',
        x: 'm',
        y: 'm',
        isSquare: true,
        curves: [
          { name: 'h/4', kind: 'known', points: sideView(fine) },
          { name: 'h', kind: 'measured', points: sideView(coarse) },
        ],
      },
    };
  },
});

/** x and y in turn. */
const sideView = (path: readonly Vec3[]): number[] => path.flatMap((place) => place.slice(0, 2));

/** Places of the tip at multiples of `step`. */
function fall(model: StrandModel, length: number, nodes: number, step: number, parts: number, count: number): Vec3[] {
  const shape = straightShape(nodes, length / (nodes - 1), [1, 0, 0]);
  const rig = new Rig({ model, fibre: fibreNumbers('asian-smooth').fibre, shape });
  return Array.from({ length: count }, () => {
    for (let part = 0; part < parts; part++) rig.step(step / parts, { drag: 1e-5 });
    return rig.tip();
  });
}

/** Root mean square of the distances at equal times. */
function rms(a: readonly Vec3[], b: readonly Vec3[]): number {
  return Math.sqrt(a.reduce((sum, p, n) => sum + distance(p, b[n]!) ** 2, 0) / a.length);
}
