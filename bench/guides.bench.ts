import { restMotion } from '../src/body/motion.ts';
import { Air, airParameters } from '../src/forces/air.ts';
import { findModel } from '../src/models/index.ts';
import { completeParameters } from '../src/numeric/parameters.ts';
import { Random } from '../src/numeric/random.ts';
import { oneGroom } from '../src/simulation/setup.ts';
import { Simulation } from '../src/simulation/simulation.ts';
import { makeStrands, uniformFirst } from '../src/strands/strands.ts';
import { interleaved, processorTime, say } from './measure.ts';

/** What do thousands of short guides without contacts cost, as springs and as rods, in still air and on a head that nods? */
const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };
const STRANDS = 5000;
const NODES = 8;

function guides(model: string): Simulation {
  const random = new Random(1);
  const positions = new Float32Array(3 * STRANDS * NODES);
  for (let k = 0; k < STRANDS; k++) {
    const phase = 6 * random.unit();
    for (let i = 0; i < NODES; i++) {
      const s = (0.08 * i) / NODES;
      positions.set(
        [0.01 * k + 0.002 * Math.cos(100 * s + phase), -s, 0.002 * Math.sin(100 * s + phase)],
        3 * (k * NODES + i),
      );
    }
  }
  const simulation = new Simulation(
    oneGroom({
      guides: makeStrands({ first: uniformFirst(STRANDS, NODES), positions }),
      model: findModel(model),
      fibre,
      motion: restMotion(),
      fields: [new Air(completeParameters(airParameters, { wind: { speed: 1, gusts: 0 } }), 1)],
      stepSize: 1 / 240,
    }),
  );
  simulation.advance(10);
  return simulation;
}

const SPRINGS = 'mass-spring';
const names = (process.env.MODELS ?? `rod ${SPRINGS}`).split(' ');
const simulations = names.map(guides);
const tasks = Object.fromEntries(names.map((name, i) => [name, () => simulations[i]!.advance(5)]));
const times = interleaved(9, tasks, processorTime);
for (const [i, name] of names.entries()) {
  const solves = simulations[i]!.report.solves / STRANDS;
  say(`${name}: a step, ${solves.toFixed(2)} solves`, `${(times[name]! / 5).toFixed(1)} ms`);
}
if (times.rod && times[SPRINGS]) say('springs / rods', `${(times[SPRINGS] / times.rod).toFixed(2)}x`, 'at most 0.33x');
