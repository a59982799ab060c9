import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { Capsules, squaredDistance } from './capsules.ts';
import { CLOSEST_ROW, closestPoints } from './closest.ts';

const row = new Float64Array(CLOSEST_ROW);

/** Distance of the segments (0, 1) and (2, 3) of xyz rows, by both ways. */
function bothWays(x: Float64Array): readonly [byRows: number, byPoints: number] {
  const capsules = new Capsules();
  capsules.begin(Uint32Array.of(0, 1, 2));
  capsules.write(0, x, x, 0, 0, 3, 0);
  capsules.write(1, x, x, 0, 6, 9, 0);
  closestPoints(x, 0, 1, 2, 3, row);
  return [Math.sqrt(squaredDistance(capsules.rows, 0, 1)), row[2]!];
}

describe('the distance of segments without branches', () => {
  it('is that of the closest points (seed 21)', () => {
    const random = new Random(21);
    for (let n = 0; n < 2000; n++) {
      const x = Float64Array.from({ length: 12 }, () => random.between(-0.01, 0.01));
      const [byRows, byPoints] = bothWays(x);
      expect(Math.abs(byRows - byPoints)).toBeLessThan(1e-14);
    }
  });

  it('is so for parallel segments, for segments in one line and for points, too (seed 22)', () => {
    const random = new Random(22);
    for (let n = 0; n < 500; n++) {
      const start = Array.from({ length: 6 }, () => random.between(-0.01, 0.01));
      const way = Array.from({ length: 3 }, () => random.between(-0.01, 0.01));
      const [first, second] = [
        [1, 0, 1],
        [random.between(-2, 2), 0, 0],
      ].map((lengths) => lengths[n % 3]!) as [number, number];
      const apart = n % 2 === 0 ? start.slice(3) : start.slice(0, 3).map((c, k) => c + 2.5 * way[k]!);
      const end = (from: readonly number[], by: number): number[] => from.map((c, k) => c + by * way[k]!);
      const head = start.slice(0, 3);
      const x = Float64Array.from([...head, ...end(head, first), ...apart, ...end(apart, second)]);
      const [byRows, byPoints] = bothWays(x);
      expect(Math.abs(byRows - byPoints)).toBeLessThan(1e-13);
    }
  });
});
