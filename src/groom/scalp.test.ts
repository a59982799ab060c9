import { describe, expect, it } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import { ellipsoidHead, SEMI_AXES } from './ellipsoid-head.fixture.ts';
import { groupOf, isSameHair, measureScalp, partAt, ZONE_CREST, ZONE_FRINGE, ZONE_REST } from './scalp.ts';
import { makeStyle } from './style.ts';

const head = ellipsoidHead();
const shape = measureScalp(head);

describe('measureScalp', () => {
  it('finds crown, breadth and middle of the hair', () => {
    expect(shape.x).toBeCloseTo(0, 4);
    expect(shape.top).toBeCloseTo(0.02 + SEMI_AXES[1], 4);
    expect(shape.halfBreadth / SEMI_AXES[0]).toBeGreaterThan(0.95);
    expect(shape.halfBreadth).toBeLessThanOrEqual(SEMI_AXES[0] + 1e-6);
  });

  it('grows with the head', () => {
    const twice = measureScalp(makeMesh({ ...head, positions: head.positions.map((x) => 2 * x) }));
    expect(twice.scale / shape.scale).toBeCloseTo(2, 5);
    expect(twice.top / shape.top).toBeCloseTo(2, 5);
  });

  it('names the region that is missing or empty', () => {
    expect(() => measureScalp(head, 'beard')).toThrow(InputError);
    const bald = makeMesh({
      ...head,
      regions: new Map([['scalp', { weight: new Float32Array(head.positions.length / 3) }]]),
    });
    expect(() => measureScalp(bald)).toThrow(/no extent/);
  });
});

describe('parts of the hair', () => {
  it('divides at a parting in front of its end only', () => {
    const style = makeStyle({ comb: { parted: true, side: 0.3, front: 1, back: -0.2 } });
    const at = 0.3 * shape.halfBreadth;
    expect(partAt(style, shape, at + 0.001, 0, 0.05)).toEqual({ side: 1, zone: ZONE_REST });
    expect(partAt(style, shape, at - 0.001, 0, 0.05)).toEqual({ side: -1, zone: ZONE_REST });
    expect(partAt(style, shape, at + 0.001, 0, -0.08)).toEqual({ side: 0, zone: ZONE_REST });
  });

  it('knows fringe and crest', () => {
    const fringe = makeStyle({ fringe: { width: 0.5, depth: 0.5 } });
    expect(partAt(fringe, shape, 0, 0, shape.z + 0.7 * shape.halfDepth).zone).toBe(ZONE_FRINGE);
    expect(partAt(fringe, shape, 0, 0, shape.z).zone).toBe(ZONE_REST);
    const crest = makeStyle({ comb: { mode: 'crest' }, crest: { width: 0.2 } });
    expect(partAt(crest, shape, 0.1 * shape.halfBreadth, 0, 0).zone).toBe(ZONE_CREST);
    expect(partAt(crest, shape, 0.3 * shape.halfBreadth, 0, 0).zone).toBe(ZONE_REST);
  });

  it('blends neither the sides of a parting nor different zones', () => {
    const left = groupOf({ side: -1, zone: ZONE_REST });
    const right = groupOf({ side: 1, zone: ZONE_REST });
    const behind = groupOf({ side: 0, zone: ZONE_REST });
    const fringe = groupOf({ side: 0, zone: ZONE_FRINGE });
    expect(isSameHair(left, right)).toBe(false);
    expect(isSameHair(left, left)).toBe(true);
    expect(isSameHair(left, behind)).toBe(true);
    expect(isSameHair(behind, right)).toBe(true);
    expect(isSameHair(behind, fringe)).toBe(false);
  });
});
