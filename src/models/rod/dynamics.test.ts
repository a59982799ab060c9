import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Environment, Roots, StrandDynamics } from '../model.ts';
import { rod } from './rod.ts';

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const roots: Roots = {
  sample(ids, _time, out) {
    for (let row = 0; row < ids.length; row++) out.orientation.set([0, 0, 0, 1], 4 * row);
  },
};
const NODES = 24;

function straight(direction: Vec3, length: number, restState: 'sag-free' | 'as-groomed'): StrandDynamics {
  const points = Array.from({ length: NODES }, (_, i) => direction.map((c) => (c * i * length) / (NODES - 1)));
  const rest = makeStrands({ first: uniformFirst(1, NODES), positions: Float32Array.from(points.flat()) });
  const setup = {
    rest,
    roots,
    time: 0,
    gravity: [0, -9.81, 0] as Vec3,
    restState,
    obstacles: null,
    fibre,
    makeContacts,
  };
  return rod.create(setup, completeParameters(rod.parameters, { internalFriction: 0 }));
}

const environment: Environment = {
  time: 0,
  gravity: [0, -9.81, 0],
  roots,
  fields: [],
  obstacles: null,
  forces: null,
  contacts: null,
  clamps: null,
};

describe('the energy of rods', () => {
  it('is nothing at rest, and takes up what a falling strand loses', () => {
    const dynamics = straight([1, 0, 0], 0.1, 'as-groomed');
    expect(dynamics.energy!()).toEqual({ kinetic: 0, elastic: 0 });
    const height = (): number => {
      const x = new Float64Array(3 * NODES);
      dynamics.positions(x);
      const density = fibre.density * Math.PI * fibre.radius ** 2;
      let sum = 0;
      for (let i = 0; i < NODES; i++)
        sum += ((i === 0 || i === NODES - 1 ? 0.5 : 1) * density * 0.1 * 9.81 * x[3 * i + 1]!) / (NODES - 1);
      return sum;
    };
    for (let n = 0; n < 400; n++) dynamics.step(1 / 4000, environment);
    const { kinetic, elastic } = dynamics.energy!();
    expect(kinetic).toBeGreaterThan(0);
    expect(elastic).toBeGreaterThan(0);
    expect((kinetic + elastic) / -height()).toBeCloseTo(1, 2);
  });
});

describe('the report on the rest state', () => {
  it('counts what hangs, what lies and what cannot stand', () => {
    const strands = 1;
    expect(straight([0, -1, 0], 0.2, 'sag-free').restReport!()).toEqual({ strands, carried: 0, held: 0, helped: 0 });
    expect(straight([0, 1, 0], 0.05, 'sag-free').restReport!()).toEqual({ strands, carried: 0, held: 0, helped: 0 });
    expect(straight([0, 1, 0], 0.15, 'sag-free').restReport!()).toEqual({ strands, carried: 0, held: 1, helped: 1 });
    expect(straight([1, 0, 0], 0.3, 'as-groomed').restReport!().helped).toBe(0);
  });
});
