import { describe, expect, it } from 'vitest';
import { CLEARANCE } from '../core.ts';
import { ellipsoidField, ellipsoidHead } from '../ellipsoid-head.fixture.ts';
import { CoreScratch } from '../growth.ts';
import { Path } from '../path.ts';
import { scatterRoots } from '../roots.ts';
import { makePlace, makeSkin, placeAt, visitPlaces } from '../skin.ts';
import { Head } from './head.ts';
import { type HeadStyleInput, makeHeadStyle } from './style.ts';

const SEED = 3;
const LENGTH = 0.25;
const LEVEL = 0.12;
const skin = makeSkin({ mesh: ellipsoidHead(), field: ellipsoidField() }, 'scalp');
const roots = scatterRoots(skin, { count: 60, seed: SEED });
const head = (style: HeadStyleInput): Head => new Head(skin, makeHeadStyle(style), 1);

describe('the way of hair over a head', () => {
  it(`leaves the root, stays out of the body and ends by falling (seed ${SEED})`, () => {
    const g = head({ comb: { parted: true, front: 1.2, back: -0.3 } });
    const path = new Path();
    visitPlaces(roots, (place) => {
      expect(g.lead(place, LENGTH, 0, path, new CoreScratch()).cut).toBe(Number.POSITIVE_INFINITY);
      expect(path.points.subarray(0, 3)).toEqual(place.position);
      expect(path.length).toBeGreaterThan(LENGTH);
      for (let k = 3; k < path.count; k++) {
        const p = 3 * k;
        expect(g.field.distance(path.points[p]!, path.points[p + 1]!, path.points[p + 2]!)).toBeGreaterThan(
          0.9 * CLEARANCE,
        );
      }
      const last = 3 * (path.count - 1);
      expect(path.points[last + 1]! - path.points[last - 2]!).toBeLessThan(-0.002);
    });
  });

  it('says where a level cut meets it', () => {
    const g = head({ length: { level: LEVEL } });
    const path = new Path();
    const { cut } = g.lead(placeAt(roots, 1, makePlace()), LENGTH, 0, path, new CoreScratch());
    const height = g.shape.top - LEVEL * g.shape.scale;
    let at = 0;
    while (path.arc[at]! < cut) at++;
    expect(path.points[3 * at + 1]).toBeLessThanOrEqual(height);
    expect(path.points[3 * at - 2]).toBeGreaterThan(height);
  });

  it('keeps the face free', () => {
    const g = head({
      face: { opening: 0.05, top: 0.06, bottom: 0.26 },
      comb: { parted: true, front: 1.2, back: -0.3 },
    });
    const { shape } = g;
    const path = new Path();
    visitPlaces(roots, (place) => {
      g.lead(place, LENGTH, 0, path, new CoreScratch());
      for (let k = 0; k < path.count; k++) {
        const [x, y, z] = path.points.subarray(3 * k, 3 * k + 3) as unknown as [number, number, number];
        const isBeforeFace = z > shape.z + 0.5 * shape.halfDepth && y < shape.top - 0.11 && y > shape.top - 0.21;
        if (isBeforeFace) expect(Math.abs(x)).toBeGreaterThan(0.036);
      }
    });
  });
});
