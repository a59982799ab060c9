import { restMotion } from '../src/body/motion.ts';
import { Air, airParameters } from '../src/forces/air.ts';
import { findModel } from '../src/models/index.ts';
import { backwardRod, factorRod, fillBeyond, forwardRod, LEAD } from '../src/models/rod/factor.ts';
import { completeParameters } from '../src/numeric/parameters.ts';
import { Random } from '../src/numeric/random.ts';
import { oneGroom } from '../src/simulation/setup.ts';
import { Simulation } from '../src/simulation/simulation.ts';
import { makeStrands, uniformFirst } from '../src/strands/strands.ts';
import { interleaved, say } from './measure.ts';

/** What does a step of the production rod cost, against its own factor-and-solve alone? */
const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };

function swinging(strands: number, nodes: number): Simulation {
  const random = new Random(1);
  const positions = new Float32Array(3 * strands * nodes);
  for (let k = 0; k < strands; k++) {
    const phase = 6 * random.unit();
    for (let i = 0; i < nodes; i++) {
      const s = (0.15 * i) / nodes;
      positions.set(
        [0.01 * k + 0.004 * Math.cos(200 * s + phase), -s, 0.004 * Math.sin(200 * s + phase)],
        3 * (k * nodes + i),
      );
    }
  }
  const simulation = new Simulation(
    oneGroom({
      guides: makeStrands({ first: uniformFirst(strands, nodes), positions }),
      model: findModel('rod'),
      fibre,
      motion: restMotion(),
      fields: [new Air(completeParameters(airParameters, { wind: { speed: 1, gusts: 0 } }), 1)],
      stepSize: 1 / 240,
    }),
  );
  simulation.advance(20);
  return simulation;
}

/** A banded system of the rod's shape: half-bandwidth 12, five unknowns a node. */
function system(nodes: number): Record<'matrix' | 'factors' | 'rhs' | 'solution', Float64Array> {
  const size = 5 * nodes + 2 * LEAD;
  const matrix = new Float64Array(13 * size);
  const random = new Random(2);
  for (let i = LEAD; i < size - LEAD; i++)
    for (let j = 0; j <= 12; j++) matrix[13 * i + j] = j === 12 ? (i % 5 === 4 ? -40 : 40) : random.between(-1, 1);
  fillBeyond(matrix, nodes);
  return { matrix, factors: matrix.slice(), rhs: new Float64Array(size), solution: new Float64Array(size) };
}

const STRANDS = 200;
const sizes = [16, 32, 64];
const simulations = sizes.map((nodes) => swinging(STRANDS, nodes));
const systems = sizes.map(system);
const tasks: Record<string, () => void> = {};
sizes.forEach((nodes, i) => {
  tasks[`step ${nodes}`] = () => simulations[i]!.advance(10);
  tasks[`solve ${nodes}`] = () => {
    const { matrix, factors, rhs, solution } = systems[i]!;
    for (let n = 0; n < 10 * STRANDS; n++) {
      rhs.fill(1, LEAD, LEAD + 5 * nodes);
      factorRod(matrix, factors, 0, nodes - 1);
      forwardRod(factors, rhs, 0, nodes - 1);
      backwardRod(factors, rhs, solution, 0, nodes - 1);
    }
  };
});
const times = interleaved(7, tasks);
for (const [i, nodes] of sizes.entries()) {
  const solves = simulations[i]!.report.solves / STRANDS;
  const perNode = (1000 * times[`step ${nodes}`]!) / (10 * STRANDS * nodes);
  say(`${nodes} nodes: whole step, a node (${solves.toFixed(2)} solves)`, `${perNode.toFixed(2)} µs`);
  const ratio = times[`step ${nodes}`]! / (times[`solve ${nodes}`]! * solves);
  say(`${nodes} nodes: whole step / factor and solve alone`, `${ratio.toFixed(2)}x`, 'at most 3x');
}
say('1,000 strands x 32 nodes, one step', `${(0.1 * 5 * times['step 32']!).toFixed(1)} ms`, '50 ms');
say('64 nodes / 32 nodes', `${(times['step 64']! / times['step 32']!).toFixed(2)}x`, 'at most 2.3x');
