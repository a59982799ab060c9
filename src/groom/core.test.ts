import { describe, expect, it } from 'vitest';
import type { GrowingHair, Growth } from './comb.ts';
import { CLEARANCE, CoreScratch, growCore, pushOut, type RootPoint } from './core.ts';
import { ellipsoidField, ellipsoidHead } from './ellipsoid-head.fixture.ts';
import { Path } from './path.ts';
import { type Roots, rootCount, scatterRoots } from './roots.ts';
import { measureScalp } from './scalp.ts';
import { makeStyle, type StyleInput } from './style.ts';

const SEED = 3;
const head = ellipsoidHead();
const roots = scatterRoots(head, { count: 60, seed: SEED });

function growth(style: StyleInput): Growth {
  return { style: makeStyle(style), shape: measureScalp(head), field: ellipsoidField(), seed: 1 };
}

const hair: GrowingHair = {
  zone: 0,
  height: 0.012,
  curlRoom: 0,
  length: 0.25,
  cut: Number.NEGATIVE_INFINITY,
  cutSlope: 0,
  stray: 0,
};

function rootAt(all: Roots, i: number): RootPoint {
  const [x, y, z] = all.position.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
  const [nx, ny, nz] = all.normal.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
  return { x, y, z, nx, ny, nz };
}

describe('growCore', () => {
  it(`leaves the root, stays out of the body and ends by falling (seed ${SEED})`, () => {
    const g = growth({ comb: { parted: true, front: 1.2, back: -0.3 } });
    const path = new Path();
    for (let i = 0; i < rootCount(roots); i++) {
      const root = rootAt(roots, i);
      expect(growCore(g, hair, root, path, new CoreScratch())).toBe(Number.POSITIVE_INFINITY);
      expect(Array.from(path.points.subarray(0, 3))).toEqual([root.x, root.y, root.z]);
      expect(path.length).toBeGreaterThan(hair.length);
      for (let k = 3; k < path.count; k++) {
        const p = 3 * k;
        expect(g.field.distance(path.points[p]!, path.points[p + 1]!, path.points[p + 2]!)).toBeGreaterThan(
          0.9 * CLEARANCE,
        );
      }
      const last = 3 * (path.count - 1);
      expect(path.points[last + 1]! - path.points[last - 2]!).toBeLessThan(-0.002);
    }
  });

  it('says where a level cut meets it', () => {
    const g = growth({});
    const path = new Path();
    const cut = growCore(g, { ...hair, cut: 0 }, rootAt(roots, 1), path, new CoreScratch());
    let at = 0;
    while (path.arc[at]! < cut) at++;
    expect(path.points[3 * at + 1]).toBeLessThanOrEqual(0);
    expect(path.points[3 * at - 2]).toBeGreaterThan(0);
  });

  it('keeps the face free', () => {
    const g = growth({
      face: { opening: 0.05, top: 0.06, bottom: 0.26 },
      comb: { parted: true, front: 1.2, back: -0.3 },
    });
    const { shape } = g;
    const path = new Path();
    for (let i = 0; i < rootCount(roots); i++) {
      growCore(g, hair, rootAt(roots, i), path, new CoreScratch());
      for (let k = 0; k < path.count; k++) {
        const [x, y, z] = path.points.subarray(3 * k, 3 * k + 3) as unknown as [number, number, number];
        const isBeforeFace = z > shape.z + 0.5 * shape.halfDepth && y < shape.top - 0.11 && y > shape.top - 0.21;
        if (isBeforeFace) expect(Math.abs(x)).toBeGreaterThan(0.036);
      }
    }
  });
});

describe('pushOut', () => {
  it('brings a point to the clearance and leaves points outside alone', () => {
    const g = growth({});
    const sample = new Float64Array(4);
    const inside = Float64Array.of(0.07, 0.03, 0.01);
    pushOut(g, inside, sample, 0.001);
    expect(g.field.distance(inside[0]!, inside[1]!, inside[2]!)).toBeGreaterThan(0.00099);
    const outside = Float64Array.of(0.2, 0, 0);
    pushOut(g, outside, sample, 0.001);
    expect(Array.from(outside)).toEqual([0.2, 0, 0]);
  });
});
