import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { fromAxisAngle } from '../../numeric/rotation.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import type { Fibre, KernelChoice, StrandDynamics } from '../model.ts';
import { environmentOf, type Motion, pointsOf, rootsOf, strandsOf } from '../world.fixture.ts';
import { massSpring } from './mass-spring.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const H = 1 / 120;
const nodding: Motion = (t) => ({
  position: [0.03 * Math.sin(9 * t), 0, 0],
  velocity: [0.27 * Math.cos(9 * t), 0, 0],
  orientation: fromAxisAngle([0, 0.6, 0.8], 0.4 * Math.sin(7 * t)),
  spin: [0, 1.68 * Math.cos(7 * t), 2.24 * Math.cos(7 * t)],
});

const curl = (nodes: number, k: number): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => [
    0.01 * k + 0.003 * Math.cos(0.8 * i + k),
    -0.004 * i,
    0.003 * Math.sin(0.8 * i + k),
  ]);
const hair = strandsOf(curl(8, 0), curl(8, 1), curl(5, 2), curl(8, 3), curl(3, 4));

function run(kernels: KernelChoice, steps: number): StrandDynamics {
  const world = { motion: nodding, drag: 2e-5 };
  const motor = { amplitude: 3, frequency: 2 };
  const dynamics = massSpring.create(
    {
      ...{ rest: hair, roots: rootsOf(nodding), time: 0, gravity: [0, -9.81, 0], restState: 'sag-free' },
      ...{ obstacles: null, fibre, makeContacts, kernels },
    },
    completeParameters(massSpring.parameters, { motor }),
  );
  for (let n = 0; n < steps; n++) dynamics.step(H, environmentOf(n * H, world));
  return dynamics;
}

describe('two strands at a time', () => {
  it('move as one at a time by the readable assembly, to round-off', () => {
    const [pairs, alone] = [pointsOf(run('simd', 40)), pointsOf(run('double', 40))];
    let moved = 0;
    for (let i = 0; i < pairs.length / 3; i++) {
      expect(distance(at(pairs, i), at(alone, i))).toBeLessThan(1e-9);
      moved = Math.max(moved, distance(at(pairs, i), at(Float64Array.from(hair.positions), i)));
    }
    expect(moved).toBeGreaterThan(0.005);
  });

  it('have the bytes of the twin', () => {
    expect(Buffer.compare(run('simd', 40).snapshot(), run('twin', 40).snapshot())).toBe(0);
  });
});
