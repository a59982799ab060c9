import { describe, expect, it } from 'vitest';
import { headMotion } from '../body/head-motion.ts';
import { findModel, models } from '../models/index.ts';
import { makeStrands, type Strands, uniformFirst } from '../strands/strands.ts';
import { oneGroom } from './setup.ts';
import { Simulation } from './simulation.ts';

const fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1.5e9, poissonRatio: 0.48 };
const NODES = 24;

/** A straight strand, a wave and a curl. */
function hair(): Strands {
  const shapes = [
    (s: number): number[] => [0, -0.15 * s, 0],
    (s: number): number[] => [0.02 + 0.005 * Math.sin(9 * s), -0.14 * s, 0],
    (s: number): number[] => [0.04 + 0.005 * Math.cos(15 * s), -0.1 * s, 0.005 * Math.sin(15 * s)],
  ];
  const points = shapes.flatMap((shape) => Array.from({ length: NODES }, (_, i) => shape(i / (NODES - 1))).flat());
  return makeStrands({ first: uniformFirst(3, NODES), positions: Float32Array.from(points) });
}

const make = (name: string): Simulation =>
  new Simulation(
    oneGroom({ guides: hair(), model: findModel(name), fibre, motion: headMotion('shake', { period: 0.6 }) }),
  );

function stateOf(simulation: Simulation): { x: Float64Array; v: Float64Array } {
  const [x, v] = [new Float64Array(9 * NODES), new Float64Array(9 * NODES)];
  simulation.positionsAt(simulation.time, x);
  simulation.velocities(v);
  return { x, v };
}

const farthest = (a: Float64Array, b: Float64Array): number => {
  let most = 0;
  for (let i = 0; i < a.length; i += 3)
    most = Math.max(most, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!));
  return most;
};

const pairs = models.flatMap((from) => models.map((to) => [from.name, to.name] as const)).filter(([a, b]) => a !== b);

describe('a running simulation that changes its model', () => {
  it.each(pairs)('from %s to %s keeps shape and velocity', (from, to) => {
    const simulation = make(from);
    simulation.advance(24);
    const before = stateOf(simulation);
    const change = simulation.changeModel(0, findModel(to));
    const after = stateOf(simulation);
    expect(change.model).toBe(to);
    expect(Math.abs(farthest(before.x, after.x) - change.farthest)).toBeLessThan(1e-12);
    // What has one bend alone comes as near to long hair as that can.
    expect(change.farthest).toBeLessThan(findModel(to).bends === 1 ? 0.02 : 0.003);
    expect(farthest(before.v, after.v)).toBeLessThan(1e-9);
    simulation.advance(6);
    // It went on from there: no jump, no NaN.
    expect(farthest(stateOf(simulation).x, before.x)).toBeLessThan(0.1);
  });

  it('keeps the rest state: a swing later the hair hangs where it was groomed', () => {
    const simulation = new Simulation(
      oneGroom({
        guides: hair(),
        model: findModel('rod'),
        fibre,
        motion: headMotion('still'),
      }),
    );
    simulation.advance(10);
    simulation.changeModel(0, findModel('super-helix'));
    simulation.advance(240);
    expect(farthest(stateOf(simulation).x, Float64Array.from(hair().positions))).toBeLessThan(0.001);
    simulation.reset();
    expect(simulation.step).toBe(0);
    simulation.advance(10);
    expect(farthest(stateOf(simulation).x, Float64Array.from(hair().positions))).toBeLessThan(0.001);
  });
});
