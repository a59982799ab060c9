import type { Budget } from './budget.ts';
import { grouped } from './budget.ts';

/**
 * Control points of each curve, as many curves as the points suffice for: behind a curve that reaches beyond the points
 * nothing can be trusted. Whatever is wrong is named with the object's path and the curve's number.
 */
export function checkedCounts(
  path: string,
  raw: Int32Array,
  points: number,
  budget: Budget,
  note: (sentence: string) => void,
): Uint32Array {
  const counts = budget.uint32(raw.length, 'curve sizes');
  let sum = 0;
  let negative = 0;
  for (let s = 0; s < raw.length; s++) {
    if (raw[s]! < 0 && negative++ === 0) note(`${path}, curve ${s}: it has ${raw[s]} points, which counts as none`);
    counts[s] = Math.max(0, raw[s]!);
    sum += counts[s]!;
    if (sum > points) {
      note(
        `${path}, curve ${s}: its ${grouped(counts[s]!)} points lie beyond the ${grouped(points)} that there are; it and the ` +
          `${grouped(raw.length - 1 - s)} after it were left out`,
      );
      return counts.subarray(0, s);
    }
  }
  if (sum < points) note(`${path}: ${grouped(points - sum)} points belong to no curve and were left out`);
  return counts;
}
