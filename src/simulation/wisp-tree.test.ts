import { describe, expect, it } from 'vitest';
import { headMotion } from '../body/head-motion.ts';
import type { Viewpoint } from '../detail/viewpoint.ts';
import { findModel } from '../models/index.ts';
import type { ForceField } from '../models/model.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { oneGroom } from './setup.ts';
import { Simulation } from './simulation.ts';

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const NODES = 9;
const ROWS = 5;

/** A lock that hangs from a square, 3 mm from root to root. */
function lock(): Strands {
  const points: number[] = [];
  for (let k = 0; k < ROWS * ROWS; k++)
    for (let i = 0; i < NODES; i++)
      points.push(0.003 * (k % ROWS) + 0.002 * Math.sin(i), -0.02 * i, 0.003 * Math.floor(k / ROWS));
  return makeStrands({ first: uniformFirst(ROWS * ROWS, NODES), positions: Float32Array.from(points) });
}

const VIEW: Viewpoint = {
  eye: [0, 0, 1.2],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  across: 0.7,
  upwards: 0.4,
};

/** Still air. */
const AIR: ForceField = {
  apply({ count, length }, _time, { damping }) {
    for (let i = 0; i < count; i++)
      for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + 6e-5 * length[i]!;
  },
};

const treeOf = (model: string): Simulation =>
  new Simulation(
    oneGroom({
      guides: lock(),
      model: findModel(model),
      fibre,
      fields: [AIR],
      motion: headMotion('shake', { period: 0.5, amplitude: 0.5, start: 0.2, cycles: 2 }),
      levels: { viewpoint: () => VIEW, settings: { tips: true, dwell: 0.1, spread: 0.02, speed: 4 } },
    }),
  );

/** Branches of the tree at each node: strands that are free there. */
function branches(simulation: Simulation): number[] {
  const { front } = (
    simulation as unknown as { parts: { levels: { levels: { front: import('../detail/front.ts').Front } } } }
  ).parts.levels.levels;
  return Array.from(
    { length: NODES },
    (_, i) => Array.from(front.leaderOf).filter((l, m) => l === m && (front.ties!.of.get(m)?.station ?? 0) <= i).length,
  );
}

const placesOf = (simulation: Simulation): Float64Array => {
  const out = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(simulation.time, out);
  return out;
};
const farthest = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]!)), 0);

describe.each(['rod', 'mass-spring'])('an adaptive wisp tree of %s', (model) => {
  const simulation = treeOf(model);
  const counts: number[][] = [];
  let jump = 0;
  for (let step = 0; step < 120 * 5; step++) {
    const before = placesOf(simulation);
    const { time } = simulation;
    simulation.advance(1);
    const out = new Float64Array(before.length);
    simulation.positionsAt(time, out);
    jump = Math.max(jump, farthest(before, out));
    counts.push(branches(simulation));
  }

  it('starts as one wisp, has no fewer branches at its tips than at its roots, and refines where it moves', () => {
    expect(counts[10]).toEqual(new Array(NODES).fill(1));
    for (const count of counts) for (let i = 1; i < NODES; i++) expect(count[i]).toBeGreaterThanOrEqual(count[i - 1]!);
    const most = counts.map((count) => count[NODES - 1]!).reduce((a, b) => Math.max(a, b));
    expect(most).toBeGreaterThan(3);
    // Roots go with the head: they need no branches.
    expect(counts.map((count) => count[1]!).reduce((a, b) => Math.max(a, b))).toBeLessThan(most);
  });

  it('does not jump when it branches', () => {
    expect(jump).toBeLessThan(1e-6);
  });

  it('ends as one wisp without jitter: nothing moves faster than 1 mm/s', () => {
    expect(counts.at(-1)).toEqual(new Array(NODES).fill(1));
    const before = placesOf(simulation);
    simulation.advance(1);
    expect(farthest(before, placesOf(simulation)) * 120).toBeLessThan(1e-3);
  });

  it('is part of the state', () => {
    const one = treeOf(model);
    one.advance(70);
    const early = one.snapshot();
    one.advance(60);
    const late = one.snapshot();
    one.restore(early);
    one.advance(60);
    expect(Buffer.compare(one.snapshot(), late)).toBe(0);
  });
});
