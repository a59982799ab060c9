import { describe, expect, it } from 'vitest';
import { makeContacts } from '../contact/response/strand-contacts.ts';
import { completeParameters } from '../numeric/parameters.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { models } from './index.ts';
import type { Environment, Fibre, PointForces, Roots, StrandDynamics, StrandModel } from './model.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const NODES = 12;
const ALL = Uint32Array.of(0, 1);

const roots: Roots = {
  sample(ids, _time, out) {
    for (let row = 0; row < ids.length; row++) {
      out.position.set([0.02 * ids[row]!, 0, 0], 3 * row);
      out.orientation.set([0, 0, 0, 1], 4 * row);
    }
  },
};

/** Two curls that reach out and down. */
function create(model: StrandModel): StrandDynamics {
  const points: number[] = [];
  for (let k = 0; k < 2; k++)
    for (let i = 0; i < NODES; i++) {
      const a = 0.7 * i;
      points.push(0.02 * k + 0.005 * i, -0.005 * i + 0.003 * (1 - Math.cos(a)), 0.003 * Math.sin(a));
    }
  const rest = makeStrands({ first: uniformFirst(2, NODES), positions: Float32Array.from(points) });
  const setup = {
    rest,
    roots,
    time: 0,
    gravity: [0, -9.81, 0] as Vec3,
    restState: 'sag-free' as const,
    obstacles: null,
  };
  return model.create({ ...setup, fibre, makeContacts }, completeParameters(model.parameters));
}

const CALM: Environment = {
  time: 0,
  gravity: [0, -9.81, 0],
  roots,
  fields: [],
  obstacles: null,
  forces: null,
  contacts: null,
  clamps: null,
};

/** A steady pull on both strands. */
const pull: PointForces = {
  count: 2,
  id: ALL,
  s: Float64Array.of(0.06, 0.06),
  force: Float64Array.of(0, 0, 4e-6, 0, 0, 4e-6),
  anchor: new Float64Array(6),
  stiffness: new Float64Array(12),
  damping: Float64Array.of(1e-5, 0, 0, 1e-5, 0, 1e-5, 1e-5, 0, 0, 1e-5, 0, 1e-5),
};

function run(dynamics: StrandDynamics, steps: number, more: Partial<Environment> = {}): Float64Array {
  for (let n = 0; n < steps; n++) dynamics.step(1 / 120, { ...CALM, time: n / 120, ...more });
  const out = new Float64Array(6 * NODES);
  dynamics.positions(out);
  return out;
}

const worst = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

describe.each(models)('edits of $name', (model) => {
  it('that are taken back leave no trace: mass, thickness, length, stiffness, and a shape that was set and reset', () => {
    const there = Float64Array.from({ length: 2 * NODES }, (_, i) => 1 + 0.1 * (i % 5));
    const [plain, edited] = [create(model), create(model)];
    const bent = [plain, edited].map((dynamics) => run(dynamics, 20, { forces: pull }));
    expect(bent[1]).toEqual(bent[0]);
    const before = edited.snapshot();
    edited.edit(ALL, { mass: there, thickness: there });
    expect(Buffer.compare(edited.snapshot(), before)).not.toBe(0);
    edited.edit(ALL, { mass: 1, thickness: 1 });
    expect(Buffer.compare(edited.snapshot(), before)).toBe(0);
    edited.edit(ALL, { stiffness: there, shapeSet: 0.7 });
    edited.edit(ALL, { stiffness: 1, shapeReset: 1 });
    expect(run(edited, 20)).toEqual(run(plain, 20));
  });

  it('make it as heavy, as thick and as long as they say, node by node', () => {
    const dynamics = create(model);
    const [short, long] = [new Float64Array(2 * NODES), new Float64Array(2 * NODES)];
    dynamics.arcLengths!(short);
    dynamics.edit(Uint32Array.of(1), { lengthen: 1.25 });
    dynamics.arcLengths!(long);
    for (let i = 0; i < NODES; i++) {
      expect(long[i]).toBe(short[i]);
      expect(long[NODES + i]! / 1.25).toBeCloseTo(short[NODES + i]!, 12);
    }
    const light = dynamics.inverseMass(0, short[6]!, [0, 0, 1]);
    dynamics.edit(Uint32Array.of(0), { mass: 2, stiffness: 2 });
    expect(dynamics.inverseMass(0, short[6]!, [0, 0, 1]) / light).toBeCloseTo(0.5, 6);
  });

  it('of stiffness move nothing, and hold the shape that hair has then', () => {
    const dynamics = create(model);
    const soft = create(model);
    const groomed = run(dynamics, 0);
    dynamics.edit(ALL, { stiffness: 5 });
    // As far as it would drift by itself, and a little.
    expect(worst(run(dynamics, 40), groomed)).toBeLessThan(2e-4 + worst(run(create(model), 40), groomed));
    const moved = worst(run(dynamics, 40, { forces: pull }), groomed);
    expect(moved).toBeLessThan(0.7 * worst(run(soft, 40, { forces: pull }), groomed));
  });

  it('of the shape stay: set by heat, and as the new groom', () => {
    for (const change of [{ restFromShape: true }, { shapeSet: 1 }]) {
      const dynamics = create(model);
      const groomed = run(dynamics, 0);
      const bent = run(dynamics, 90, { forces: pull });
      expect(worst(bent, groomed)).toBeGreaterThan(0.004);
      dynamics.edit(ALL, change);
      const drag: PointForces = { ...pull, force: new Float64Array(6) };
      const later = run(dynamics, 90, { forces: drag });
      if (change.restFromShape) expect(worst(later, bent)).toBeLessThan(0.0015);
      // Heat sets the fibre, not what it takes to carry its weight: it gives way a little.
      else expect(worst(later, bent)).toBeLessThan(0.7 * worst(bent, groomed));
    }
  });
});
