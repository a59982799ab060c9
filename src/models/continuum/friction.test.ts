import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { selectStrands } from '../../strands/selection.ts';
import type { Fibre } from '../model.ts';
import { createIn, environmentOf, pointsOf, strandsOf, type World } from '../world.fixture.ts';
import { continuum } from './continuum.ts';
import type { ContinuumState } from './fields.ts';
import { divergenceAt, frictionAt, keptMotion } from './friction.ts';
import { findNeighbours } from './neighbours.ts';

/** Samples on the plane y = 0, as the table of neighbours sees them. */
function plane(points: readonly Vec3[]): ContinuumState {
  const count = points.length;
  return {
    ids: Uint32Array.from(points, (_, k) => k),
    home: Float64Array.from(points.flat()),
    rubbing: new Float64Array(count).fill(1),
    normal: Float64Array.from(points.flatMap(() => [0, 1, 0])),
  } as unknown as ContinuumState;
}

const grid = (side: number, place: (x: number, z: number) => Vec3): Vec3[] =>
  Array.from({ length: side * side }, (_, i) =>
    place((i % side) - (side - 1) / 2, Math.floor(i / side) - (side - 1) / 2),
  );

/** f at all points. */
const field = (points: readonly Vec3[], f: (p: Vec3) => Vec3): Float64Array => Float64Array.from(points.flatMap(f));

describe('divergence from neighbours', () => {
  it('of −0.3 x is −0.6, on even and on uneven samples (seed 2)', () => {
    const random = new Random(2);
    const even = grid(9, (x, z) => [0.01 * x, 0, 0.01 * z]);
    const uneven = even.map(
      ([x, , z]): Vec3 => [x + random.between(-0.003, 0.003), 0, z + random.between(-0.003, 0.003)],
    );
    for (const points of [even, uneven]) {
      const table = findNeighbours(plane(points), 6);
      const f = field(points, ([x, , z]) => [-0.3 * x, 0, -0.3 * z]);
      for (let k = 0; k < points.length; k++) expect(divergenceAt(table, f, k)).toBeCloseTo(-0.6, 9);
    }
  });

  it('of a shear is nothing and of a stretch one way that way, on the mean', () => {
    // Neighbours of a triangular grid are spread evenly.
    const points = grid(11, (x, z) => [0.01 * (x + 0.5 * (Math.abs(z) % 2)), 0, 0.01 * z * Math.sqrt(0.75)]);
    const table = findNeighbours(plane(points), 6);
    const middle = 5 * 11 + 5;
    expect(
      divergenceAt(
        table,
        field(points, ([x, , z]) => [0.4 * z, 0, 0 * x]),
        middle,
      ),
    ).toBeCloseTo(0, 9);
    expect(
      divergenceAt(
        table,
        field(points, ([x]) => [0.4 * x, 0, 0]),
        middle,
      ),
    ).toBeCloseTo(0.4, 9);
    expect(table.area[middle]).toBeCloseTo(6 * (Math.sqrt(3) / 4) * 1e-4, 9);
  });

  it('minds no samples that are too far, in the same place, or on the other side of a thin body', () => {
    const points: Vec3[] = [
      [0, 0, 0],
      [0.01, 0, 0],
      [5, 0, 0],
      [0, 0, 0],
      [0, -0.001, 0.01],
    ];
    const state = plane(points);
    state.normal.set([0, -1, 0], 12);
    const table = findNeighbours(state, 6);
    expect([...table.index.subarray(0, table.count[0])]).toEqual([1]);
  });
});

describe('friction between hairs', () => {
  it('is that of standing hair at its groomed volume, most where tips are squeezed, less where they spread', () => {
    expect([0, 0.5, 1, 1.5].map((volume) => frictionAt(volume, 0.1, 0.9))).toEqual([0.9, 0.5, 0.1, 0]);
    expect(keptMotion(0.1, 1, 1)).toBeCloseTo(0.9, 12);
    expect(keptMotion(0.1, 0.5, 2)).toBeCloseTo(0.9 * 0.25, 12);
    // Stretched skin adds no motion.
    expect(keptMotion(0, 4, 1)).toBe(1);
  });

  const FUR: Fibre = { radius: 20e-6, ellipticity: 1, density: 1300, youngsModulus: 2e9, poissonRatio: 0.48 };
  const L = 0.03;
  const places = grid(7, (x, z) => [0.01 * x, 0, 0.01 * z]);
  const fur = strandsOf(...places.map(([x, , z]) => Array.from({ length: 5 }, (_, i): Vec3 => [x, (L * i) / 4, z])));
  const swaying: World = {
    motion: (time) => ({
      position: [0.01 * Math.sin(9 * time), 0, 0],
      velocity: [0.09 * Math.cos(9 * time), 0, 0],
    }),
  };

  it('takes as much in many small steps as in few large ones', () => {
    const spread = (h: number): Float64Array => {
      const world: World = {
        gravity: [0, 0, 0],
        parameters: { friction: 0.3, packedFriction: 0.6, stiffness: 0.01, dampingRatio: 0 },
      };
      const dynamics = createIn(continuum, fur, FUR, world);
      const x = pointsOf(dynamics);
      // All tips move to the middle.
      const v = x.map((_, i) => (i % 3 === 1 ? 0 : -2 * x[i]! * (x[i - (i % 3) + 1]! / L) ** 2));
      dynamics.setState(x, v, environmentOf(0, world).roots, 0);
      for (let n = 0; n * h < 0.2 - 1e-9; n++) dynamics.step(h, environmentOf(n * h, world));
      return pointsOf(dynamics);
    };
    const [coarse, fine] = [spread(1 / 120), spread(1 / 960)];
    expect(Math.max(...coarse.map((value, i) => Math.abs(value - fine[i]!)))).toBeLessThan(0.02 * L);
  });

  it('is read before any hair moves: the order of the strands changes nothing, to the bit', () => {
    const order = places.map((_, k) => (k * 17) % places.length);
    const [one, other] = [
      createIn(continuum, fur, FUR, swaying),
      createIn(continuum, selectStrands(fur, order), FUR, swaying),
    ];
    for (let n = 0; n < 40; n++)
      for (const dynamics of [one, other]) dynamics.step(1 / 120, environmentOf(n / 120, swaying));
    const [a, b] = [pointsOf(one), pointsOf(other)];
    const moved = Float64Array.from(order.flatMap((k) => [...a.subarray(15 * k, 15 * k + 15)]));
    expect(b).toEqual(moved);
  });
});
