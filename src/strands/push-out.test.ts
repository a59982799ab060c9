import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, distance } from '../numeric/vector.ts';
import { inspectDepth, makeDepth } from './depth.ts';
import { type BodyField, pushOut } from './push-out.ts';
import { makeWorkingStrand, type WorkingStrand } from './working-strand.ts';

const seed = 71015;
const limits = { rootDepth: 0.002, depth: 0.0005 };
const ball: BodyField = {
  distance: (x, y, z) => Math.hypot(x, y, z) - 0.1,
  sample(x, y, z, out) {
    const l = Math.hypot(x, y, z) || 1;
    out.set([l - 0.1, x / l, y / l, z / l]);
  },
};

function push(points: readonly (readonly number[])[]): { work: WorkingStrand; farthest: number } {
  const work = makeWorkingStrand(Float32Array.from(points.flat()));
  const depth = makeDepth();
  inspectDepth(ball, work.positions, 0, points.length, limits, depth);
  return { work, farthest: pushOut(work, ball, depth, 1e-4) };
}

describe(`pushing out of a body (seed ${seed})`, () => {
  it('moves what is too deep to the surface and nothing else', () => {
    const coordinate = fc.integer({ min: -150, max: 150 }).map((i) => i / 1000);
    const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(points, (list) => {
        const given = [[0, 0.1, 0], ...list];
        fc.pre(list.every((p) => Math.hypot(...p) > 0.01));
        const { work } = push(given);
        given.forEach((p, i) => {
          const before = Float32Array.from(p);
          const deep = ball.distance(before[0]!, before[1]!, before[2]!) < -limits.depth;
          const after = at(work.positions, i);
          if (!deep || i === 0) expect(after).toEqual([...before]);
          else {
            expect(ball.distance(...after)).toBeGreaterThan(0);
            expect(ball.distance(...after)).toBeLessThan(2e-4);
          }
        });
      }),
      { seed },
    );
  });

  it('mirrors an ingrown strand, so that it keeps its length', () => {
    const { work, farthest } = push([0, 1, 2, 3].map((k) => [0, 0.099 - 0.01 * k, 0]));
    expect(at(work.positions, 0)[1]).toBe(Math.fround(0.099));
    for (let k = 1; k < 4; k++) expect(distance(at(work.positions, k), [0, 0.1011 + 0.01 * k, 0])).toBeLessThan(1e-6);
    expect(farthest).toBeCloseTo(0.0621, 6);
  });
});
