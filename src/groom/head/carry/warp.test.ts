import { describe, expect, it } from 'vitest';
import { Random } from '../../../numeric/random.ts';
import { fitWarp, type Pairs, scaleOf } from './warp.ts';

const seed = 20261116;

function pairsOf(count: number, map: (p: readonly number[]) => number[]): Pairs {
  const random = new Random(seed);
  const from = Array.from({ length: count }, () => [0, 0, 0].map(() => random.between(-0.1, 0.1)));
  return {
    from: Float64Array.from(from.flat()),
    to: Float64Array.from(from.flatMap(map)),
    weight: new Float64Array(count).fill(1),
  };
}

describe(`fitWarp (seed ${seed})`, () => {
  it('is the affine map where the pairs are', () => {
    const map = ([x, y, z]: readonly number[]): number[] => [2 * x! + y!, 3 * y! - z! + 1, x! - 0.5 * z!];
    const out = new Float64Array(3);
    for (const smoothing of [0, 1]) {
      fitWarp(pairsOf(40, map), smoothing)!.apply(0.7, -0.3, 0.9, out);
      const wanted = map([0.7, -0.3, 0.9]);
      for (let c = 0; c < 3; c++) expect(out[c]).toBeCloseTo(wanted[c]!, 9);
    }
    expect(scaleOf(pairsOf(40, (p) => p.map((x) => 7 * x)))).toBeCloseTo(7, 9);
  });

  it('meets every pair, and the less the smoother it is', () => {
    const pairs = pairsOf(60, ([x, y, z]) => [x! + 3 * y! * y!, y! + 2 * x! * z!, z! - x! * x!]);
    const misses = [0, 0.1, 10].map((smoothing) => {
      const warp = fitWarp(pairs, smoothing)!;
      const out = new Float64Array(3);
      let miss = 0;
      for (let k = 0; k < pairs.from.length; k += 3) {
        warp.apply(pairs.from[k]!, pairs.from[k + 1]!, pairs.from[k + 2]!, out);
        for (let c = 0; c < 3; c++) miss = Math.max(miss, Math.abs(out[c]! - pairs.to[k + c]!));
      }
      return miss;
    });
    expect(misses[0]).toBeLessThan(1e-12);
    expect(misses[1]).toBeGreaterThan(1e-6);
    expect(misses[2]).toBeGreaterThan(misses[1]!);
  });

  it('needs places that span a volume', () => {
    expect(
      fitWarp(
        pairsOf(4, (p) => [...p]),
        0,
      ),
    ).toBeNull();
  });
});
