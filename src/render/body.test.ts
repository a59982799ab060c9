import { expect, test } from 'vitest';
import { rootColours } from './body.ts';

test('paint hides the skin, and dense roots hide three quarters of the paint', () => {
  const painted = Float32Array.of(0.8, 0.4, 0.2, 1, 0.8, 0.4, 0.2, 1);
  const root = { region: 'coat', colour: [0, 0, 0] as const };
  const [bare, dense] = [0, 1].map((v) => {
    const out = rootColours(2, [root], [Float32Array.of(0, 1)], painted).subarray(4 * v, 4 * v + 4);
    return [out[0]! / out[3]!, out[1]! / out[3]!, out[2]! / out[3]!, out[3]!];
  });
  // The shader sees by the last number that nothing of the skin shows.
  expect(bare).toEqual([...painted.subarray(0, 3), 2]);
  dense!.forEach((value, c) => {
    expect(value).toBeCloseTo(c < 3 ? 0.25 * painted[c]! : 2, 6);
  });
});
