import { describe, expect, it } from 'vitest';
import { OBLIQUITY, streams, streamsBehind } from './two-streams.ts';

const HAIR: [string, number, number][] = [
  ['blond', 0.624, 0.172],
  ['brown', 0.305, 0.091],
  ['black', 0.02, 0.055],
];

describe('two streams of light', () => {
  it.each(HAIR)('satisfy their equations in %s hair', (_, f, b) => {
    const g = OBLIQUITY;
    for (const n of [0.2, 1, 3]) {
      const e = 1e-4;
      const slope = (which: 'down' | 'up'): number =>
        (streams(f, b, n + e)[which] - streams(f, b, n - e)[which]) / (2 * e);
      const { down, up } = streams(f, b, n);
      expect(slope('down')).toBeCloseTo(-g * (1 - f) * down + g * b * up + f * Math.exp(-n), 3);
      expect(slope('up')).toBeCloseTo(g * (1 - f) * up - g * b * down - b * Math.exp(-n), 3);
    }
  });

  it.each(HAIR)('begin with nothing from the light and die out in %s hair', (_, f, b) => {
    expect(streams(f, b, 0).down).toBeCloseTo(0, 12);
    expect(streams(f, b, 60).down + streams(f, b, 60).up).toBeLessThan(1e-4);
  });

  it('no more comes back than went in, and of white hair nearly all', () => {
    expect(streams(0.782, 0.218, 0).up).toBeLessThanOrEqual(1);
    expect(streams(0.782, 0.218, 0).up).toBeGreaterThan(0.9);
  });

  it.each(HAIR)(
    'in %s hair behind other hair are brighter the brighter that is, and their own behind their own',
    (_, f, b) => {
      for (const n of [0.3, 2, 6]) {
        expect(streamsBehind(f, b, n, 0)).toEqual(streams(f, b, n));
        const down = [-1, -0.3, -1e-6, 0, 1e-6, 0.3, 1].map((brighter) => streamsBehind(f, b, n, brighter).down);
        for (let k = 1; k < down.length; k++) expect(down[k]!).toBeGreaterThanOrEqual(down[k - 1]!);
        expect(down[4]! - down[2]!).toBeLessThan(1e-4);
        // Behind black hair nothing is left but what was not touched.
        expect(down[0]).toBeLessThan(1e-5);
      }
      // At the surface there is nothing before it.
      expect(streamsBehind(f, b, 0, -0.5).up).toBeCloseTo(streams(f, b, 0).up, 9);
    },
  );

  it('runs smoothly through the depth where both decays are equal', () => {
    // g times the decay is 1 near forward 0.2.
    const at = (f: number): number => streams(f, 0.05, 2).down;
    for (let f = 0.18; f < 0.23; f += 0.002) expect(Math.abs(at(f + 0.002) - at(f)) / at(f)).toBeLessThan(0.02);
  });
});
