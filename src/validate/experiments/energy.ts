import { quantity } from '../../numeric/parameters.ts';
import { ZERO } from '../../numeric/vector.ts';
import { type Experiment, experiment } from '../experiment.ts';
import { fibreNumbers, modeUnit } from '../fibre.ts';
import { loadedRig } from '../modal-release.ts';
import { strandModes } from '../oracles/modes.ts';
import { Rig, straightShape } from '../rig.ts';

const BOUND = 0.01;

export const energy: Experiment = experiment({
  name: 'energy',
  about: 'Kinetic plus elastic energy of an undamped strand released from its first mode; largest relative change.',
  inputs: {
    length: quantity({ unit: 'm', about: 'Length of the strand.', min: 0.02, max: 1, default: 0.2 }),
    amplitude: quantity({
      unit: '',
      about: 'Tip displacement in lengths at release.',
      min: 0.001,
      max: 0.3,
      default: 0.2,
    }),
    nodes: quantity({ unit: '', about: 'Nodes of the strand.', min: 8, max: 512, integer: true, default: 64 }),
    step: quantity({ unit: 's', about: 'Time step.', min: 1e-5, max: 0.05, default: 0.001 }),
    seconds: quantity({ unit: 's', about: 'How long it swings.', min: 0.01, max: 60, default: 10 }),
  },
  set: [{}],
  unfit: (model) => {
    const probe = new Rig({
      model,
      fibre: fibreNumbers('asian-smooth').fibre,
      shape: straightShape(4, 0.01, [0, -1, 0]),
    });
    return probe.dynamics.energy ? '' : `The model ${model.name} does not tell its energy.`;
  },
  run(model, { length, amplitude, nodes, step, seconds }) {
    const numbers = fibreNumbers('asian-smooth');
    const free = (length * (nodes - 1.5)) / (nodes - 1);
    const [mode] = strandModes(0, 1);
    const unit = modeUnit(numbers, free);
    const rig = loadedRig({ model, numbers, free, nodes, gravity: ZERO, unit, mode: mode!, amplitude });
    const total = (): number => {
      const { kinetic, elastic } = rig.dynamics.energy!();
      return kinetic + elastic;
    };
    const begin = total();
    const tip = rig.tip()[0] / length;
    const course = [0, 1];
    let worst = 0;
    const steps = Math.round(seconds / step);
    for (let n = 1; n <= steps; n++) {
      rig.step(step);
      if (n % 10 !== 0 && n !== steps) continue;
      const fraction = total() / begin;
      course.push(n * step, fraction);
      worst = Math.max(worst, Math.abs(fraction - 1));
    }
    return {
      measured: { energy: total() / begin },
      expected: { energy: 1 },
      error: worst,
      bound: BOUND,
      beside: { tipAtRelease: tip },
      plot: {
        title: 'Energy of an undamped strand',
        x: 'time, s',
        y: 'energy / energy at release',
        curves: [
          { name: 'kept', kind: 'known', points: [0, 1, seconds, 1] },
          { name: 'measured', kind: 'measured', points: course },
        ],
      },
    };
  },
});
