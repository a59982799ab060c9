import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Environment, Roots, StrandDynamics } from '../model.ts';
import { rod } from './rod.ts';

const fibre = { radius: 45e-6, ellipticity: 1.2, density: 1300, youngsModulus: 2e9, poissonRatio: 0.45 };
const NODES = 16;
const FRAME = 1 / 60;

/** Roots that swing to and fro by so much, once a second. */
const swinging = (amplitude: number): Roots => ({
  sample(ids, time, out) {
    const rate = 2 * Math.PI;
    for (let row = 0; row < ids.length; row++) {
      out.orientation.set([0, 0, 0, 1], 4 * row);
      out.position.set([amplitude * (1 - Math.cos(rate * time)), 0, 0], 3 * row);
      out.velocity.set([amplitude * rate * Math.sin(rate * time), 0, 0], 3 * row);
    }
  },
});

/** Hair of 20 cm that hangs from such roots. */
function hanging(roots: Roots): { dynamics: StrandDynamics; step: (time: number, dt: number) => number } {
  const positions = new Float32Array(3 * NODES);
  for (let i = 0; i < NODES; i++) positions[3 * i + 1] = (-0.2 * i) / (NODES - 1);
  const rest = makeStrands({ first: uniformFirst(1, NODES), positions });
  const gravity = [0, -9.81, 0] as const;
  const setup = { rest, roots, time: 0, gravity, restState: 'sag-free' as const, obstacles: null, fibre, makeContacts };
  const dynamics = rod.create(setup, completeParameters(rod.parameters));
  const still = { gravity, roots, fields: [], obstacles: null, forces: null, contacts: null, clamps: null };
  return {
    dynamics,
    step: (time, dt) => dynamics.step(dt, { ...still, time } as Environment).substeps,
  };
}

function positionsOf(dynamics: StrandDynamics): Float64Array {
  const x = new Float64Array(3 * NODES);
  dynamics.positions(x);
  return x;
}

describe('a step of 1/60 s', () => {
  it('is two of 1/120 s for a strand that swings, to the last bit', () => {
    const [whole, halves] = [hanging(swinging(0.1)), hanging(swinging(0.1))];
    let divided = 0;
    for (let frame = 0; frame < 30; frame++) {
      const parts = whole.step(frame * FRAME, FRAME);
      if (parts === 2) divided++;
      for (let part = 0; part < parts; part++) halves.step(frame * FRAME + (part * FRAME) / parts, FRAME / parts);
      expect(positionsOf(whole.dynamics)).toEqual(positionsOf(halves.dynamics));
    }
    expect(divided).toBeGreaterThan(15);
  });

  it('is one for a calm strand, which goes where smaller steps bring it', () => {
    const [whole, fine] = [hanging(swinging(0.01)), hanging(swinging(0.01))];
    for (let frame = 0; frame < 60; frame++) {
      expect(whole.step(frame * FRAME, FRAME)).toBe(1);
      for (let part = 0; part < 8; part++) fine.step((frame + part / 8) * FRAME, FRAME / 8);
    }
    const [a, b] = [positionsOf(whole.dynamics), positionsOf(fine.dynamics)];
    // It swings by 20 mm.
    for (let i = 0; i < a.length; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThan(4e-4);
  });
});
