import { describe, expect, it } from 'vitest';
import { copyAttributes, gatherAttributes, placeAttributes, zerosLike } from './attributes.ts';
import type { Attribute } from './strands.ts';

const attributes = new Map<string, Attribute>([
  ['colour', { size: 2, data: Float32Array.of(0, 10, 1, 20, 2, 30) }],
  ['group', { size: 1, data: Uint32Array.of(7, 8, 9) }],
  ['flag', { size: 1, data: Uint8Array.of(1, 2, 3) }],
  ['offset', { size: 1, data: Int32Array.of(-1, 0, 1) }],
]);

describe('attributes', () => {
  it('keep their element type and size in every operation', () => {
    const placement = { lower: Uint32Array.of(0), fraction: Float64Array.of(0.5) };
    for (const out of [
      gatherAttributes(attributes, [0]),
      placeAttributes(attributes, placement),
      copyAttributes(attributes),
    ])
      for (const [name, { size, data }] of attributes) {
        expect(out.get(name)!.size).toBe(size);
        expect(out.get(name)!.data.constructor).toBe(data.constructor);
        expect(out.get(name)!.data).not.toBe(data);
        expect(zerosLike(data, 3).constructor).toBe(data.constructor);
      }
  });

  it('are gathered by index', () => {
    const out = gatherAttributes(attributes, [2, 0]);
    expect([...out.get('colour')!.data]).toEqual([2, 30, 0, 10]);
    expect([...out.get('offset')!.data]).toEqual([1, -1]);
  });

  it('are interpolated where they are floats, taken from the nearer point where they are integers', () => {
    const out = placeAttributes(attributes, {
      lower: Uint32Array.of(0, 0, 1, 2),
      fraction: Float64Array.of(0, 0.25, 0.5, 0),
    });
    expect([...out.get('colour')!.data]).toEqual([0, 10, 0.25, 12.5, 1.5, 25, 2, 30]);
    expect([...out.get('group')!.data]).toEqual([7, 7, 9, 9]);
  });

  it('do not read past a place that falls on a point', () => {
    const data = Float32Array.of(1, Number.NaN);
    const out = placeAttributes(new Map([['radius', { size: 1, data }]]), {
      lower: Uint32Array.of(0),
      fraction: Float64Array.of(0),
    });
    expect([...out.get('radius')!.data]).toEqual([1]);
  });
});
