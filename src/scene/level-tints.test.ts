import { describe, expect, it } from 'vitest';
import { makeStrands, uniformFirst } from '../strands/strands.ts';
import { levelColour, levelTints } from './level-tints.ts';

describe('levels in false colour', () => {
  const guides = makeStrands({ id: Uint32Array.of(7, 8), first: uniformFirst(2, 2), positions: new Float32Array(12) });
  const followed = { guides: Uint32Array.of(0, 1, 1, 1, 0, 0), weights: Float32Array.of(0.5, 0.3, 0.2, 0.6, 0.4, 0) };
  const first = uniformFirst(3, 2);

  it('show each strand in the colour of who moves for the guide that it follows most, and leave pieces alone', () => {
    const colourOf = (tints: Float32Array, k: number): number[] => [...tints.subarray(8 * k, 8 * k + 4)];
    const apart = levelTints({ guides, followed }, first, 2, new Map());
    const led = levelTints({ guides, followed }, first, 2, new Map([[8, 7]]));
    for (const [k, id] of [7, 8].entries())
      expect(colourOf(apart, k)).toEqual([1, ...Float32Array.from(levelColour(id))]);
    expect(colourOf(led, 1)).toEqual(colourOf(led, 0));
    expect(colourOf(led, 0)).toEqual(colourOf(apart, 0));
    expect(colourOf(led, 2)).toEqual([0, 0, 0, 0]);
  });
});
