import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findModel, models } from '../models/index.ts';
import type { Environment, Roots, StrandDynamics } from '../models/model.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { cross, dot, length, normalize, type Vec3 } from '../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { Comb, combForce, combParameters } from './comb.ts';

const parameters = completeParameters(combParameters);
const LENGTH = 0.12;

const roots: Roots = {
  sample(ids, _time, out) {
    for (let k = 0; k < ids.length; k++) {
      out.position.set([0, 0, 0], 3 * k);
      out.orientation.set([0, 0, 0, 1], 4 * k);
    }
  },
};

function hanging(name: string): StrandDynamics {
  const model = findModel(name);
  const points = Array.from({ length: 25 }, (_, i) => [0, (-LENGTH * i) / 24, 0]).flat();
  const rest = makeStrands({ first: uniformFirst(1, 25), positions: Float32Array.from(points) });
  const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
  const setup = { rest, roots, time: 0, gravity: [0, -9.81, 0] as Vec3, restState: 'sag-free' as const, fibre };
  return model.create({ ...setup, obstacles: null }, completeParameters(model.parameters));
}

const environment = (time: number, forces: Environment['forces']): Environment => ({
  time,
  gravity: [0, -9.81, 0],
  roots,
  fields: [],
  obstacles: null,
  forces,
  contacts: null,
  clamps: null,
});

describe("the comb's force", () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  const vector: fc.Arbitrary<Vec3> = fc.tuple(number, number, number);
  it('pushes across the strand and slides along it, never backwards', () => {
    fc.assert(
      fc.property(vector, vector, (velocity, direction) => {
        fc.pre(length(direction) > 0.01);
        const t = normalize(direction);
        const f = combForce(parameters, velocity, t);
        expect(dot(f, t)).toBeCloseTo(parameters.slide * dot(velocity, t), 12);
        expect(length(cross(f, t))).toBeCloseTo(parameters.push * length(cross(velocity, t)), 12);
        expect(dot(f, velocity)).toBeGreaterThanOrEqual(-1e-15);
      }),
      { seed: 41 },
    );
  });
});

describe.each(models.map(({ name }) => name))('a comb in %s hair', (name) => {
  it('takes the hair with it sideways', () => {
    const dynamics = hanging(name);
    const comb = new Comb(parameters);
    comb.attach(0, 0.08, LENGTH);
    for (let n = 0; n < 24; n++)
      dynamics.step(1 / 240, environment(n / 240, comb.step(dynamics, [0.3, 0, 0], 1 / 240)));
    expect(dynamics.positionAt(0, 0.08)[0]).toBeGreaterThan(0.015);
  });

  it('slides down and off the tip, and is free then', () => {
    const dynamics = hanging(name);
    const comb = new Comb(parameters);
    comb.attach(0, 0.08, LENGTH);
    for (let n = 0; n < 60; n++)
      dynamics.step(1 / 240, environment(n / 240, comb.step(dynamics, [0, -0.3, 0], 1 / 240)));
    expect(comb.ids).toEqual([]);
    expect(dynamics.positionAt(0, 0.08)[1]).toBeCloseTo(-0.08, 3);
  });
});
