import { describe, expect, it } from 'vitest';
import { headMotion } from '../body/head-motion.ts';
import type { Viewpoint } from '../detail/viewpoint.ts';
import { findModel } from '../models/index.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { oneGroom } from './setup.ts';
import { Simulation } from './simulation.ts';

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const NODES = 7;

/** A tuft of wavy strands that hang from a square, 4 mm from root to root. */
function tuft(rows: number): Strands {
  const points: number[] = [];
  for (let k = 0; k < rows * rows; k++)
    for (let i = 0; i < NODES; i++) {
      const phase = i + 0.3 * k;
      points.push(
        0.004 * (k % rows) + 0.003 * Math.sin(phase),
        -0.015 * i,
        0.004 * Math.floor(k / rows) + 0.003 * Math.cos(phase),
      );
    }
  return makeStrands({ first: uniformFirst(rows * rows, NODES), positions: Float32Array.from(points) });
}

const view = (distance: number): Viewpoint => ({
  eye: [0, 0, distance],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  across: 0.7,
  upwards: 0.4,
});

const shaken = (model: string, viewpoint: (time: number) => Viewpoint): Simulation =>
  new Simulation(
    oneGroom({
      guides: tuft(6),
      model: findModel(model),
      fibre,
      motion: headMotion('shake', { period: 0.5, amplitude: 0.2, start: 0 }),
      levels: { viewpoint, settings: { dwell: 0.1 } },
    }),
  );

const shownAt = (simulation: Simulation, time: number): Float64Array => {
  const out = new Float64Array(3 * simulation.first.at(-1)!);
  simulation.positionsAt(time, out);
  return out;
};

const farthest = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]!)), 0);

describe.each(['rod', 'super-helix', 'curly'])('levels of %s', (model) => {
  it('let few move for all far away, and nothing jumps when they part and join', () => {
    // Comes near, and goes away again.
    const simulation = shaken(model, (time) => view(time < 0.2 ? 12 : time < 0.4 ? 0.1 : 12));
    const moving: number[] = [];
    let jump = 0;
    for (let step = 0; step < 90; step++) {
      const before = shownAt(simulation, simulation.time);
      const { time } = simulation;
      simulation.advance(1);
      jump = Math.max(jump, farthest(before, shownAt(simulation, time)));
      moving.push(simulation.moving);
    }
    expect(moving[10]).toBeLessThan(8);
    expect(moving[45]).toBe(36);
    expect(moving[89]).toBeLessThan(20);
    expect(jump).toBeLessThan(1e-6);
    expect(simulation.events).toEqual([]);
  });
});

describe('levels', () => {
  const passing = (time: number): Viewpoint => view(time < 0.1 ? 12 : time < 0.3 ? 0.1 : 12);

  it('are part of the state: a snapshot goes on to the same bytes', () => {
    const simulation = shaken('rod', passing);
    simulation.advance(20);
    const early = simulation.snapshot();
    simulation.advance(40);
    const late = simulation.snapshot();
    simulation.restore(early);
    simulation.advance(40);
    expect(Buffer.compare(simulation.snapshot(), late)).toBe(0);
    simulation.reset();
    simulation.advance(60);
    expect(Buffer.compare(simulation.snapshot(), late)).toBe(0);
  });

  it('leave hair as it is where it is looked at closely', () => {
    const near = shaken('rod', () => view(0.05));
    const plain = new Simulation(
      oneGroom({
        guides: tuft(6),
        model: findModel('rod'),
        fibre,
        motion: headMotion('shake', { period: 0.5, amplitude: 0.2, start: 0 }),
      }),
    );
    for (const simulation of [near, plain]) simulation.advance(30);
    expect(near.moving).toBe(36);
    expect(farthest(shownAt(near, near.time), shownAt(plain, plain.time))).toBe(0);
  });

  it('keep the lengths of those who follow', () => {
    const simulation = shaken('rod', () => view(12));
    const lengths = (x: Float64Array): number[] =>
      Array.from({ length: 36 * (NODES - 1) }, (_, e) => {
        const n = 3 * (Math.floor(e / (NODES - 1)) * NODES + (e % (NODES - 1)));
        return Math.hypot(x[n + 3]! - x[n]!, x[n + 4]! - x[n + 1]!, x[n + 5]! - x[n + 2]!);
      });
    const groomed = lengths(shownAt(simulation, 0));
    simulation.advance(60);
    lengths(shownAt(simulation, simulation.time)).forEach((length, e) => {
      expect(Math.abs(length / groomed[e]! - 1)).toBeLessThan(1e-3);
    });
  });
});
