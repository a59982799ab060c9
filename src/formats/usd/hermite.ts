import type { Budget } from '../budget.ts';
import { placeOf } from '../sample-times.ts';
import type { UsdPrim } from './types.ts';

/** `HermiteCurves` as Bézier curves: between two points p and q with tangents a and b stand p + a / 3 and q - b / 3. */

export function bezierCounts(points: Uint32Array, budget: Budget): Uint32Array {
  const counts = budget.uint32(points.length, 'curve sizes');
  for (let s = 0; s < points.length; s++) counts[s] = Math.max(0, 3 * points[s]! - 2);
  return counts;
}

type Fill = (sample: number, out: Float32Array) => void;

/** Writes the Bézier control points of a sample. Without tangents, or with too few, the curves are straight. */
export function hermiteFill(prim: UsdPrim, points: Uint32Array, times: Float64Array, fill: Fill, budget: Budget): Fill {
  const property = prim.properties.get('tangents');
  const numbers = 3 * points.reduce((sum, count) => sum + count, 0);
  budget.claim(8 * numbers, 'tangents');
  return (sample, out) => {
    const own = new Float32Array(numbers);
    const tangents = new Float32Array(numbers);
    fill(sample, own);
    const isMoving = property !== undefined && property.times.length > 0;
    const value = isMoving ? property.sample(placeOf(property.times, times[sample]!).index) : property?.value;
    if (value?.count() === numbers) value.fill(tangents);
    let from = 0;
    let to = 0;
    for (const count of points) {
      for (let k = 0; k < count; k++) {
        for (let c = 0; c < 3; c++) {
          const p = own[from + c]!;
          const third = tangents[from + c]! / 3;
          if (k > 0) out[to - 3 + c] = p - third;
          out[to + c] = p;
          if (k + 1 < count) out[to + 3 + c] = p + third;
        }
        from += 3;
        to += k + 1 < count ? 9 : 3;
      }
    }
  };
}
