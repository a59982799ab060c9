import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Depth, inspectDepth, makeDepth } from './depth.ts';

const seed = 71011;
const limits = { rootDepth: 0.002, depth: 0.0005 };
const ball = { distance: (x: number, y: number, z: number) => Math.hypot(x, y, z) - 0.1 };

function inspect(points: readonly (readonly number[])[]): Depth {
  const depth = makeDepth();
  inspectDepth(ball, Float32Array.from(points.flat()), 0, points.length, limits, depth);
  return depth;
}
/** A strand along y whose points have the given distances from the surface. */
const radial = (...distances: number[]) => inspect(distances.map((d) => [0, 0.1 + d, 0]));

describe(`depth in a body (seed ${seed})`, () => {
  it('lets hair come out of the skin', () => {
    expect(radial(-0.001, -0.0005, 0.001, 0.01)).toMatchObject({ inside: 0, isRootBuried: false, isIngrown: false });
    expect(radial(-0.0015, -0.0019, 0.01).inside).toBe(0);
    expect(radial(0, 0.01, -0.0004, 0.01).inside).toBe(0);
  });

  it('names points that go back in, or deeper than roots do', () => {
    expect(radial(0, 0.01, -0.01, -0.02, 0.01)).toMatchObject({ inside: 2, deepestPoint: 3, isIngrown: false });
    expect(radial(-0.001, -0.003, 0.01)).toMatchObject({ inside: 1, deepestPoint: 1 });
    expect(radial(0, 0.01, -0.02).deepest).toBeCloseTo(0.02, 6);
  });

  it('names a buried root once, without its way out', () => {
    const depth = radial(-0.01, -0.005, 0.001, 0.02);
    expect(depth).toMatchObject({ inside: 0, isRootBuried: true });
    expect(depth.root).toBeCloseTo(0.01, 6);
    expect(radial(-0.01, -0.005, 0.001, -0.004)).toMatchObject({ inside: 1, isRootBuried: true });
  });

  it('names a strand that never comes out', () => {
    expect(radial(-0.001, -0.0011, -0.0012)).toMatchObject({ inside: 2, isIngrown: true, deepestPoint: 2 });
    expect(radial(-0.01, -0.02)).toMatchObject({ inside: 1, isIngrown: true, isRootBuried: true });
    expect(radial(-0.001)).toMatchObject({ inside: 0, isIngrown: false });
    expect(inspect([]).inside).toBe(0);
  });

  it('misses no point by stepping over those that cannot be inside', () => {
    const coordinate = fc.integer({ min: -200, max: 200 }).map((i) => i / 1000);
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 20 }), (list) => {
        const points = [[0, 0.1, 0], ...list];
        const { isInside, inside } = inspect(points);
        const deep = points.map(
          ([x, y, z]) => ball.distance(Math.fround(x!), Math.fround(y!), Math.fround(z!)) < -0.0005,
        );
        expect([...isInside]).toEqual(deep.map(Number));
        expect(inside).toBe(deep.filter(Boolean).length);
      }),
      { seed },
    );
  });

  it('measures few points of a strand that leaves the body', () => {
    let asked = 0;
    const counting = {
      distance(x: number, y: number, z: number): number {
        asked++;
        return ball.distance(x, y, z);
      },
    };
    const points = Array.from({ length: 64 }, (_, k) => [0, 0.1 + 0.005 * k, 0]);
    inspectDepth(counting, Float32Array.from(points.flat()), 0, 64, limits, makeDepth());
    expect(asked).toBeLessThan(12);
  });

  it('passes over points that are not finite', () => {
    expect(radial(0, Number.NaN, 0.01, -0.02).inside).toBe(1);
    expect(radial(Number.NaN, 0.01).inside).toBe(0);
  });
});
