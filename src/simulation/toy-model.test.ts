import { describe, expect, it } from 'vitest';
import { headMotion } from '../body/head-motion.ts';
import { findModel } from '../models/index.ts';
import { wire } from '../models/toy-model.fixture.ts';
import { at, subtract } from '../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { oneGroom } from './setup.ts';
import { Simulation } from './simulation.ts';

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const guides = makeStrands({
  first: uniformFirst(2, 8),
  positions: Float32Array.from(
    { length: 48 },
    (_, i) => [0.02 * Math.floor(i / 24), -0.01 * (Math.floor(i / 3) % 8), 0][i % 3]!,
  ),
});

describe('a model of somebody else', () => {
  it('runs in a simulation as ours do: same bytes after restore, and lengths kept', () => {
    const simulation = new Simulation(
      oneGroom({ guides, model: wire, fibre, motion: headMotion('shake', { period: 0.6 }) }),
    );
    simulation.advance(10);
    const middle = simulation.snapshot();
    simulation.advance(10);
    const end = simulation.snapshot();
    simulation.restore(middle);
    simulation.advance(10);
    expect(Buffer.compare(simulation.snapshot(), end)).toBe(0);
    const x = new Float64Array(48);
    simulation.positionsAt(simulation.time, x);
    for (const i of [0, 8]) expect(Math.hypot(...subtract(at(x, i + 7), at(x, i)))).toBeCloseTo(0.07, 6);
  });

  it('can be changed to and from', () => {
    const simulation = new Simulation(
      oneGroom({
        guides,
        model: findModel('rod'),
        fibre,
        motion: headMotion('shake', { period: 0.6 }),
      }),
    );
    simulation.advance(10);
    expect(simulation.changeModel(0, wire).model).toBe('wire');
    simulation.advance(5);
    expect(simulation.changeModel(0, findModel('super-helix')).farthest).toBeLessThan(1e-3);
  });
});
