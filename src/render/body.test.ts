import { expect, test } from 'vitest';
import { rootColours } from './body.ts';

test('paint hides the skin, and dense roots hide three quarters of the paint', () => {
  const painted = Float32Array.of(0.8, 0.4, 0.2, 1, 0.8, 0.4, 0.2, 1);
  const root = { region: 'coat', colour: [0, 0, 0] as const };
  const [bare, dense] = [0, 1].map((v) => {
    const out = rootColours(2, [root], [Float32Array.of(0, 1)], painted).subarray(4 * v, 4 * v + 4);
    return [out[0]! / out[3]!, out[1]! / out[3]!, out[2]! / out[3]!, out[3]!];
  });
  // The shader sees by the last number that nothing of the skin shows, and how dense hair is: 2 more than that.
  expect(bare).toEqual([...painted.subarray(0, 3), 2]);
  dense!.forEach((value, c) => {
    expect(value).toBeCloseTo(c < 3 ? 0.25 * painted[c]! : 3, 6);
  });
});

test('hair with colours of its own leaves the paint as it is, and says how dense it is', () => {
  const painted = Float32Array.of(0.5, 0.25, 0.125, 1);
  const coat = { region: 'coat', colour: null };
  expect([...rootColours(1, [coat], [Float32Array.of(1)], painted)]).toEqual([1.5, 0.75, 0.375, 3]);
  const dark = { region: 'coat', colour: [0, 0, 0] as const };
  const both = [Float32Array.of(1), Float32Array.of(0)];
  expect([...rootColours(1, [coat, dark], both, painted)]).toEqual([1.5, 0.75, 0.375, 3]);
  expect([...rootColours(1, [coat], [Float32Array.of(1)])]).toEqual([0, 0, 0, 0]);
});
