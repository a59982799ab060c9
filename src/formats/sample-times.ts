/** Where a time lies between samples. */
export interface Place {
  readonly index: number;
  /** 0 at the sample itself, below 1. */
  readonly fraction: number;
}

/** Times nearer than this part of a step are the sample's own. */
const NEAR = 1e-6;

/** The place of a time among rising times; before the first and after the last the end samples stand. */
export function placeOf(times: ArrayLike<number>, time: number): Place {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  if (low + 1 >= times.length) return { index: low, fraction: 0 };
  const fraction = (time - times[low]!) / (times[low + 1]! - times[low]!);
  if (!(fraction > NEAR)) return { index: low, fraction: 0 };
  return fraction < 1 - NEAR ? { index: low, fraction } : { index: low + 1, fraction: 0 };
}

/** All times of several lists, rising, each once. */
export function unionOf(lists: readonly ArrayLike<number>[]): Float64Array {
  const all = Float64Array.from(lists.flatMap((list) => Array.from(list))).sort();
  let kept = 0;
  for (let k = 0; k < all.length; k++) {
    const isNew = kept === 0 || all[k]! - all[kept - 1]! > 1e-9 * Math.max(1, Math.abs(all[k]!));
    if (isNew) all[kept++] = all[k]!;
  }
  return all.slice(0, kept);
}
