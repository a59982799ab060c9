import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { fromAxisAngle } from '../../numeric/rotation.ts';
import { at, distance } from '../../numeric/vector.ts';
import type { Fibre, KernelChoice, StrandDynamics } from '../model.ts';
import { environmentOf, type Motion, pointsOf, rootsOf, strandsOf } from '../world.fixture.ts';
import { helix } from './curl.fixture.ts';
import { curly } from './curly.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const H = 1 / 120;
/** Quick enough for core springs and both limiters to act. */
const thrown: Motion = (t) => ({
  position: [0.12 * Math.sin(25 * t), 0.02 * Math.cos(25 * t) - 0.02, 0],
  velocity: [3 * Math.cos(25 * t), -0.5 * Math.sin(25 * t), 0],
  orientation: fromAxisAngle([0, 0.6, 0.8], 0.4 * Math.sin(7 * t)),
  spin: [0, 1.68 * Math.cos(7 * t), 2.24 * Math.cos(7 * t)],
});

const curl = (nodes: number, edge: number) => {
  const x = helix(nodes, edge);
  return Array.from({ length: nodes }, (_, i) => at(x, i));
};
/** Two of three lanes full, others alone; the last asks for finer steps, one is a single edge. */
const hair = strandsOf(
  curl(24, 0.01),
  curl(24, 0.011),
  curl(24, 0.009),
  curl(10, 0.01),
  curl(2, 0.01),
  curl(24, 0.003),
);

function run(kernels: KernelChoice, core: string, steps: number): StrandDynamics {
  const world = { motion: thrown, drag: 2e-5 };
  const dynamics = curly.create(
    {
      ...{ rest: hair, roots: rootsOf(thrown), time: 0, gravity: [0, -9.81, 0], restState: 'sag-free' },
      ...{ obstacles: null, fibre, makeContacts, kernels },
    },
    completeParameters(curly.parameters, { integrator: 'published', core }),
  );
  for (let n = 0; n < steps; n++) dynamics.step(H, environmentOf(n * H, world));
  return dynamics;
}

describe.each(['consistent', 'published'])('four curls at a time, core %s', (core) => {
  it('move as one at a time by the readable steps, to single precision', () => {
    const [packs, alone] = [pointsOf(run('simd', core, 12)), pointsOf(run('double', core, 12))];
    let moved = 0;
    for (let i = 0; i < packs.length / 3; i++) {
      expect(distance(at(packs, i), at(alone, i))).toBeLessThan(2e-6);
      moved = Math.max(moved, distance(at(packs, i), at(Float64Array.from(hair.positions), i)));
    }
    expect(moved).toBeGreaterThan(0.03);
  });
});

describe('four curls at a time', () => {
  it('have the bytes of the twin', () => {
    expect(Buffer.compare(run('simd', 'consistent', 3).snapshot(), run('twin', 'consistent', 3).snapshot())).toBe(0);
  });
});
