import { describe, expect, it } from 'vitest';
import { makeContacts } from '../contact/response/strand-contacts.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { models } from './index.ts';
import type { PointForces, Roots, StrandModel } from './model.ts';

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const NODES = 16;
const LENGTH = 0.06;
const roots: Roots = {
  sample(ids, _time, out) {
    for (let row = 0; row < ids.length; row++) out.orientation.set([0, 0, 0, 1], 4 * row);
  },
};
/** Acceleration of the anchors, m/s², rate of the springs and of the drag towards the anchors' velocity, 1/s. */
const ACCELERATION = 20;
const RATE = 40;

/** How far the middle of a free piece is behind its anchor after half a second, metres. */
function lag(model: StrandModel, h: number): number {
  const points = Array.from({ length: NODES }, (_, i) => [0, (-LENGTH * i) / (NODES - 1), 0]);
  const rest = makeStrands({ first: uniformFirst(1, NODES), positions: Float32Array.from(points.flat()) });
  const gravity = [0, 0, 0] as const;
  const setup = {
    rest,
    roots,
    time: 0,
    gravity,
    restState: 'as-groomed' as const,
    obstacles: null,
    fibre,
    makeContacts,
  };
  const dynamics = model.create(setup, completeParameters(model.parameters));
  dynamics.split([{ id: 0, s: 0.02, newId: 5 }]);
  dynamics.remove(new Uint32Array([0]));
  const from = dynamics.positionAt(5, 0.02);
  const count = 11;
  const width = (LENGTH - 0.02) / (count - 1);
  const steps = Math.round(0.5 / h);
  for (let n = 0; n < steps; n++) {
    const forces = pulls(count, width, (n + 1) * h);
    dynamics.step(h, {
      time: n * h,
      gravity,
      roots,
      fields: [],
      obstacles: null,
      forces,
      contacts: null,
      clamps: null,
    });
  }
  return 0.5 * ACCELERATION * (steps * h) ** 2 - (dynamics.positionAt(5, 0.02)[0] - from[0]);
}

/** Springs along the piece to anchors that have been accelerated along x for so long, damped critically. */
function pulls(count: number, width: number, time: number): PointForces {
  const mass = Math.PI * fibre.radius ** 2 * fibre.density * width;
  const rows = Array.from({ length: count }, (_, i) => (i === 0 || i === count - 1 ? 0.5 : 1) * mass);
  const matrix = (value: number): number[] => rows.flatMap((m) => [m * value, 0, 0, m * value, 0, m * value]);
  const vectors = (value: (i: number) => readonly number[]): Float64Array =>
    Float64Array.from(rows.flatMap((_, i) => [...value(i)]));
  return {
    count,
    id: new Uint32Array(count).fill(5),
    s: Float64Array.from(rows, (_, i) => i * width),
    force: vectors((i) => [2 * RATE * rows[i]! * ACCELERATION * time, 0, 0]),
    anchor: vectors((i) => [0.5 * ACCELERATION * time * time, -0.02 - i * width, 0]),
    stiffness: Float64Array.from(matrix(RATE * RATE)),
    damping: Float64Array.from(matrix(2 * RATE)),
  };
}

const flying = models.filter(({ cutPieces = 'fly' }) => cutPieces === 'fly');

describe.each(flying.map((model) => [model.name, model] as const))('springs on %s', (name, model) => {
  it('lag a/ω² behind anchors that are accelerated, to an error that halves with the step; none for the rod', () => {
    const known = ACCELERATION / (RATE * RATE);
    const [coarse, fine] = [1 / 120, 1 / 240].map((h) => Math.abs(lag(model, h) / known - 1)) as [number, number];
    expect(fine).toBeLessThan(0.51 * coarse + 1e-6);
    if (name === 'rod') expect(coarse).toBeLessThan(1e-6);
  });
});
