import { restMotion } from '../src/body/motion.ts';
import { Air, airParameters } from '../src/forces/air.ts';
import { findModel } from '../src/models/index.ts';
import { completeParameters } from '../src/numeric/parameters.ts';
import { oneGroom } from '../src/simulation/setup.ts';
import { Simulation } from '../src/simulation/simulation.ts';
import { makeStrands, type Strands, uniformFirst } from '../src/strands/strands.ts';
import { findExperiment } from '../src/validate/registry.ts';
import { runExperiment } from '../src/validate/run.ts';
import { interleaved, processorTime, say } from './measure.ts';

/** What does a step of super-helices cost at 1/30 s, and against a rod that is as accurate? */
const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };
const NODES = 24;

const SHAPES = {
  straight: (s: number): number[] => [0, -0.15 * s, 0],
  wavy: (s: number): number[] => [0.006 * Math.sin(8 * s), -0.14 * s, 0.002 * Math.cos(8 * s)],
  curly: (s: number): number[] => [0.006 * Math.cos(25 * s), -0.02 * s, 0.006 * Math.sin(25 * s)],
} as const;

function hair(strands: number, shape: keyof typeof SHAPES, nodes = NODES): Strands {
  const positions = new Float32Array(3 * strands * nodes);
  for (let k = 0; k < strands; k++)
    for (let i = 0; i < nodes; i++) {
      const [x, y, z] = SHAPES[shape](i / (nodes - 1)) as [number, number, number];
      const turn = 0.37 * k;
      const place = [0.01 * k + x * Math.cos(turn) - z * Math.sin(turn), y, x * Math.sin(turn) + z * Math.cos(turn)];
      positions.set(place, 3 * (k * nodes + i));
    }
  return makeStrands({ first: uniformFirst(strands, nodes), positions });
}

/** Calm hair in a light wind, what most frames of most shots are; or a wind that bends it far. Gusts would measure their noise. */
function swaying(
  model: string,
  guides: Strands,
  parameters: Record<string, unknown>,
  stepSize: number,
  wind = { speed: 0.5, gusts: 0 },
): Simulation {
  const simulation = new Simulation(
    oneGroom({
      guides,
      model: findModel(model),
      parameters,
      fibre,
      motion: restMotion(),
      fields: [new Air(completeParameters(airParameters, { wind }), 1)],
      stepSize,
    }),
  );
  simulation.advance(6);
  return simulation;
}

const exactly = (elements: number): Record<string, unknown> => ({ elements, mostElements: elements });
const rows: { name: string; strands: number; simulation: Simulation; goal: string }[] = [];
for (const elements of [5, 10])
  for (const strands of [100, 200, 1000])
    for (const shape of ['straight', 'wavy', 'curly'] as const) {
      if (shape !== 'straight' && strands !== 1000) continue;
      const simulation = swaying('super-helix', hair(strands, shape), exactly(elements), 1 / 30);
      const isGoal = strands === 1000 && elements === 5 && shape !== 'curly';
      rows.push({
        name: `${strands} ${shape}, ${elements} elements`,
        strands,
        simulation,
        goal: isGoal ? '33 ms' : '',
      });
    }
for (const shape of ['straight', 'wavy'] as const)
  rows.push({
    name: `1000 ${shape}, 5 elements, strong wind`,
    strands: 1000,
    simulation: swaying('super-helix', hair(1000, shape), exactly(5), 1 / 30, { speed: 3, gusts: 0 }),
    goal: '33 ms',
  });
const tasks: Record<string, () => void> = {};
const iterations: Record<string, [sum: number, steps: number]> = {};
for (const { name, simulation, strands } of rows) {
  iterations[name] = [0, 0];
  tasks[name] = () => {
    simulation.advance(1);
    const count = iterations[name]!;
    count[0] += simulation.report.solves / strands;
    count[1]++;
  };
}

const GAMMA = 10;
function cantileverError(model: string, inputs: Record<string, number>): number {
  return runExperiment(findExperiment('cantilever'), findModel(model), { gamma: GAMMA, ...inputs }).result.error!;
}

/** The rod with the fewest nodes that is as near to the cantilever's closed form as so many elements are. */
function rodLike(elements: number): { nodes: number; helixError: number; rodError: number } {
  const helixError = cantileverError('super-helix', { elements });
  for (let nodes = 2 * elements; ; nodes++) {
    const rodError = cantileverError('rod', { nodes });
    if (rodError <= helixError) return { nodes, helixError, rodError };
  }
}

const pairs = [5, 10].map((elements) => ({ elements, ...rodLike(elements) }));
for (const { elements, nodes } of pairs) {
  const helix = swaying('super-helix', hair(200, 'straight'), exactly(elements), 1 / 120);
  const rod = swaying('rod', hair(200, 'straight', nodes), {}, 1 / 120);
  tasks[`helix ${elements}`] = () => helix.advance(4);
  tasks[`rod ${elements}`] = () => rod.advance(4);
}
const simple = swaying('super-helix', hair(200, 'curly'), { ...exactly(10), simplified: true }, 1 / 120);
const full = swaying('super-helix', hair(200, 'curly'), exactly(10), 1 / 120);
tasks['simplified'] = () => simple.advance(2);
tasks['full'] = () => full.advance(2);

const times = interleaved(9, tasks, processorTime);
for (const { name, goal } of rows) {
  const [sum, steps] = iterations[name]!;
  say(`${name}: a step (${(sum / steps).toFixed(2)} iterations)`, `${times[name]!.toFixed(1)} ms`, goal);
}
for (const { elements, nodes, helixError, rodError } of pairs) {
  const errors = `${(100 * helixError).toFixed(2)} and ${(100 * rodError).toFixed(2)} %`;
  const ratio = times[`helix ${elements}`]! / times[`rod ${elements}`]!;
  say(`${elements} elements / rod of ${nodes} nodes (cantilever: ${errors} off)`, `${ratio.toFixed(2)}x`);
}
say('simplified / full, 10 elements, curly', `${(times['simplified']! / times['full']!).toFixed(2)}x`, 'below 1x');
