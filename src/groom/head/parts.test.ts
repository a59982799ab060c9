import { describe, expect, it } from 'vitest';
import { ellipsoidField, ellipsoidHead } from '../ellipsoid-head.fixture.ts';
import { makeSkin } from '../skin.ts';
import { PART_CREST, PART_FRINGE, PART_REST, partAt } from './parts.ts';
import { measureHead } from './shape.ts';
import { makeHeadStyle } from './style.ts';

const shape = measureHead(makeSkin({ mesh: ellipsoidHead(), field: ellipsoidField() }, 'scalp'));

describe('parts of the hair', () => {
  it('divides at a parting in front of its end only', () => {
    const style = makeHeadStyle({ comb: { parted: true, side: 0.3, front: 1, back: -0.2 } });
    const at = 0.3 * shape.halfBreadth;
    expect(partAt(style, shape, at + 0.001, 0.05)).toEqual({ side: 1, part: PART_REST });
    expect(partAt(style, shape, at - 0.001, 0.05)).toEqual({ side: -1, part: PART_REST });
    expect(partAt(style, shape, at + 0.001, -0.08)).toEqual({ side: 0, part: PART_REST });
  });

  it('knows fringe and crest', () => {
    const fringe = makeHeadStyle({ fringe: { width: 0.5, depth: 0.5 } });
    expect(partAt(fringe, shape, 0, shape.z + 0.7 * shape.halfDepth).part).toBe(PART_FRINGE);
    expect(partAt(fringe, shape, 0, shape.z).part).toBe(PART_REST);
    const crest = makeHeadStyle({ comb: { mode: 'crest' }, crest: { width: 0.2 } });
    expect(partAt(crest, shape, 0.1 * shape.halfBreadth, 0).part).toBe(PART_CREST);
    expect(partAt(crest, shape, 0.3 * shape.halfBreadth, 0).part).toBe(PART_REST);
  });
});
