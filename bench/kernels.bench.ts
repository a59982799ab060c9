import { LANES } from '../src/kernels/kernels.ts';
import { FIXED } from '../src/kernels/rod-layout.ts';
import { factorRod, solveRod } from '../src/models/rod/factor.ts';
import { transportFrames } from '../src/models/rod/frames.ts';
import { addJoint } from '../src/models/rod/joint.ts';
import { measureJoint } from '../src/models/rod/kernel.ts';
import { MovingRods } from '../src/models/rod/lanes.fixture.ts';
import { RodLanes } from '../src/models/rod/lanes.ts';
import { layNodes } from '../src/models/rod/system.ts';
import { Random } from '../src/numeric/random.ts';
import { interleaved, processorTime, say } from './measure.ts';

/**
 * What does a kernel of the rod cost for 1,000 strands of 32 nodes: in TypeScript with double precision, a strand at a time; as the twin
 * of the lanes; in WebAssembly, four strands at a time? Milliseconds of the processor.
 */
const STRANDS = 1000;
const NODES = 32;
const STEP = 1 / 240;
const rods = new MovingRods(new Random(5), LANES, NODES);
const { work, solver } = rods;
const { system } = solver;
const simd = new RodLanes(rods.rows, NODES, true);
const twin = new RodLanes(rods.rows, NODES, false);
const FIRST_SYSTEM = simd.system;
const FIRST_FIXED = simd.fixed;

function load(lanes: RodLanes): void {
  lanes.clear();
  for (let k = 0; k < LANES; k++) rods.load(lanes, k, STEP);
}

/** What is given to a kernel is put back before each call: factors take the place of the system. */
function kept(lanes: RodLanes): () => void {
  const { memory } = lanes.kernels;
  const whole = memory.slice(0, LANES * (FIRST_FIXED + FIXED * NODES));
  return () => memory.set(whole);
}

const times = (count: number, task: (i: number) => void) => (): void => {
  for (let i = 0; i < count; i++) task(i);
};
const packs = STRANDS / LANES;

function lanesTasks(name: string, lanes: RodLanes): Record<string, () => void> {
  const { run: kernels } = lanes.kernels;
  load(lanes);
  kernels.measure(0, FIRST_FIXED, NODES);
  kernels.assemble(0, FIRST_FIXED, FIRST_SYSTEM, NODES);
  const restore = kept(lanes);
  return {
    [`restore ${name}`]: times(packs, restore),
    [`measure ${name}`]: times(packs, () => kernels.measure(0, FIRST_FIXED, NODES)),
    [`assemble ${name}`]: times(packs, () => kernels.assemble(0, FIRST_FIXED, FIRST_SYSTEM, NODES)),
    [`factor, substitute ${name}`]: times(packs, () => {
      restore();
      kernels.factor(FIRST_SYSTEM, NODES - 2);
      kernels.substitute(FIRST_SYSTEM, NODES - 2);
    }),
    [`load ${name}`]: times(packs, () => {
      load(lanes);
      lanes.load(rods.outer);
    }),
    [`step ${name}`]: times(packs, () => {
      load(lanes);
      lanes.solve(rods.outer);
    }),
  };
}

rods.solve(0, STEP);
layNodes(work, system);
for (let node = 1; node < NODES - 1; node++)
  addJoint(system.matrix, system.rhs, work.edges, work.m1, work.joints, node);
const matrix = system.led.matrix.slice();
const rhs = system.led.rhs.slice();
const tasks: Record<string, () => void> = {
  'restore before': times(STRANDS, () => {
    system.led.matrix.set(matrix);
    system.led.rhs.set(rhs);
  }),
  'measure before': times(STRANDS, () => {
    transportFrames(work, NODES);
    for (let node = 1; node < NODES - 1; node++) measureJoint(work, node, null);
  }),
  'assemble before': times(STRANDS, () => {
    layNodes(work, system);
    for (let node = 1; node < NODES - 1; node++)
      addJoint(system.matrix, system.rhs, work.edges, work.m1, work.joints, node);
  }),
  'factor, substitute before': times(STRANDS, () => {
    system.led.matrix.set(matrix);
    system.led.rhs.set(rhs);
    factorRod(system.led.matrix, NODES);
    solveRod(system.led.matrix, system.led.rhs, NODES);
  }),
  'step before': times(STRANDS, (i) => rods.solve(i % LANES, STEP)),
  ...lanesTasks('twin', twin),
  ...lanesTasks('simd', simd),
};
for (let round = 0; round < 5; round++) for (const task of Object.values(tasks)) task();
const ms = interleaved(15, tasks, processorTime);
say(`${STRANDS} strands x ${NODES} nodes, CPU ms:  double / twin / simd`, '');
const own = (kernel: string, side: string): number =>
  ms[`${kernel} ${side}`]! - (kernel.startsWith('factor') ? ms[`restore ${side}`]! : 0);
for (const kernel of ['measure', 'assemble', 'factor, substitute', 'step']) {
  const [before, slow, fast] = ['before', 'twin', 'simd'].map((side) => own(kernel, side));
  say(
    `${kernel}:  ${[before, slow, fast].map((value) => value!.toFixed(2)).join(' / ')}`,
    `${(before! / fast!).toFixed(1)}x`,
    'at least 4x',
  );
}
say('load alone', `${ms['load simd']!.toFixed(2)} ms`);
