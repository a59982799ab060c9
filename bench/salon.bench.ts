import { restMotion } from '../src/body/motion.ts';
import { Air, airParameters } from '../src/forces/air.ts';
import { findModel } from '../src/models/index.ts';
import { completeParameters } from '../src/numeric/parameters.ts';
import type { ToolSample } from '../src/salon/stroke.ts';
import { oneGroom } from '../src/simulation/setup.ts';
import { Simulation } from '../src/simulation/simulation.ts';
import { makeStrands, uniformFirst } from '../src/strands/strands.ts';
import { interleaved, say } from './measure.ts';

/** What does hair cost while somebody works on it, and what while it sleeps? */
const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };
/** Two internal steps make a frame of 1/60 s. */
const FRAME = 2;

/** Wavy hair on a square of scalp, 4 mm from root to root. */
function hairOf(strands: number, nodes: number, hasSleep: boolean): Simulation {
  const side = Math.ceil(Math.sqrt(strands));
  const positions = new Float32Array(3 * strands * nodes);
  for (let k = 0; k < strands; k++)
    for (let i = 0; i < nodes; i++) {
      const s = (0.2 * i) / (nodes - 1);
      const x = 0.004 * ((k % side) - 0.5 * side) + 0.003 * Math.sin(60 * s + k);
      positions.set([x, -s, 0.004 * Math.floor(k / side)], 3 * (k * nodes + i));
    }
  return new Simulation(
    oneGroom({
      guides: makeStrands({ first: uniformFirst(strands, nodes), positions }),
      model: findModel('rod'),
      fibre,
      motion: restMotion(),
      fields: [new Air(completeParameters(airParameters), 1)],
      salon: {},
      ...(hasSleep ? { sleep: {} } : {}),
    }),
  );
}

const WORK: Record<string, { parameters: Record<string, unknown>; pose: (n: number) => Partial<ToolSample> }> = {
  comb: {
    parameters: { teeth: 15, length: 0.06 },
    pose: (n) => ({ origin: [0.02 * Math.sin(0.05 * n), -0.06 - 0.04 * (1 + Math.sin(0.03 * n)), 0.07] }),
  },
  dryer: { parameters: {}, pose: () => ({ origin: [0, -0.1, 0.25] }) },
  water: { parameters: {}, pose: (n) => ({ origin: [0.03 * Math.sin(0.1 * n), -0.08, 0.15] }) },
  hairspray: { parameters: {}, pose: () => ({ origin: [0, -0.05, 0.2] }) },
};

/** One frame after another with a tool in the hand. */
function withTool(simulation: Simulation, tool: string): () => void {
  const { parameters, pose } = WORK[tool]!;
  const salon = simulation.salon!;
  const stroke = salon.begin(tool, parameters);
  let n = 0;
  return () => {
    for (let frame = 0; frame < 5; frame++) {
      const sample = { direction: [0, 0, -1], up: [0, 1, 0], press: 1, aperture: 1, ...pose(n++) } as ToolSample;
      salon.sample(stroke, { ...sample, step: simulation.step });
      simulation.advance(FRAME);
    }
  };
}

const published = '92 ms published (2.8 GHz Xeon)';
for (const strands of [37, 148, 296]) {
  const tasks: Record<string, () => void> = {};
  for (const tool of Object.keys(WORK)) {
    const simulation = hairOf(strands, 20, false);
    simulation.advance(10);
    tasks[tool] = withTool(simulation, tool);
  }
  const times = interleaved(5, tasks);
  for (const [tool, time] of Object.entries(times))
    say(`${strands} skeletons x 20 points, ${tool}, a frame`, `${(time / 5).toFixed(1)} ms`, published);
}

const large = hairOf(1000, 24, false);
const free = hairOf(1000, 24, false);
for (const simulation of [large, free]) simulation.advance(10);
const comb = withTool(large, 'comb');
const times = interleaved(3, { comb, free: () => free.advance(5 * FRAME) });
say('1,000 guides x 24 points with a comb, a frame', `${(times['comb']! / 5).toFixed(1)} ms`);
say('the same without any tool', `${(times['free']! / 5).toFixed(1)} ms`);
say('comb / no tool', `${(times['comb']! / times['free']!).toFixed(2)}x`);

const sleeping = hairOf(1000, 24, true);
sleeping.advance(240);
const asleep = interleaved(5, { asleep: () => sleeping.advance(10 * FRAME), free: () => free.advance(FRAME) });
say(
  `settled hair (${sleeping.sleeping} of 1,000 strands asleep) / awake`,
  `${((10 * asleep['asleep']!) / asleep['free']!).toFixed(2)} %`,
  'below 3 %',
);
