import { describe, expect, it } from 'vitest';
import { CLEARANCE } from '../core.ts';
import { ellipsoidField, ellipsoidHead } from '../ellipsoid-head.fixture.ts';
import { CoreScratch } from '../growth.ts';
import { Path } from '../path.ts';
import { scatterRoots } from '../roots.ts';
import { makeSkin, visitPlaces } from '../skin.ts';
import { type GatherGrowth, growToTie, makeTail } from './gather.ts';
import { measureHead } from './shape.ts';
import { makeHeadStyle } from './style.ts';

const SEED = 12;
const skin = makeSkin({ mesh: ellipsoidHead(), field: ellipsoidField() }, 'scalp');
const style = makeHeadStyle({ comb: { mode: 'gather' }, length: { base: 0.35 }, body: { volume: 0.005, lift: 0.1 } });
const growth: GatherGrowth = { style, shape: measureHead(skin), field: skin.field, seed: 1 };
const tail = makeTail(growth, new CoreScratch());

describe('makeTail', () => {
  it('begins at the tie behind the head and hangs down from it', () => {
    const [x, y, z] = tail.path.points.subarray(0, 3) as unknown as [number, number, number];
    expect(x).toBeCloseTo(0, 6);
    expect(growth.shape.top - y).toBeCloseTo(style.gather.height * growth.shape.scale, 6);
    expect(growth.field.distance(x, y, z)).toBeCloseTo(style.gather.stand * growth.shape.scale, 4);
    expect(z).toBeLessThan(growth.shape.z);
    const last = 3 * (tail.path.count - 1);
    expect(tail.path.points[last + 1]! - tail.path.points[last - 2]!).toBeLessThan(-0.0029);
  });
});

describe('growToTie', () => {
  it(`leads every hair through the tie, over the head and not through it (seed ${SEED})`, () => {
    const roots = scatterRoots(skin, { count: 80, seed: SEED });
    const path = new Path();
    visitPlaces(roots, (place) => {
      const atTie = growToTie(growth, tail, place, 0, path, new CoreScratch());
      let k = 0;
      while (path.arc[k]! < atTie) k++;
      const gap = Math.hypot(...[0, 1, 2].map((c) => path.points[3 * k + c]! - tail.path.points[c]!));
      expect(gap).toBeLessThan(style.gather.tie * growth.shape.scale + 1e-6);
      expect(path.length - atTie).toBeGreaterThan(0.35);
      for (let p = 9; p < 3 * path.count; p += 3)
        expect(growth.field.distance(path.points[p]!, path.points[p + 1]!, path.points[p + 2]!)).toBeGreaterThan(
          0.9 * CLEARANCE,
        );
    });
  });
});
