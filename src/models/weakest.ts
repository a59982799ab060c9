/** The smallest strength at which something holds, 0 where it holds by itself; within 5 %, never below, at most about `most`. */
export function weakest(holds: (strength: number) => boolean, most: number): number {
  if (holds(0)) return 0;
  let high = 1;
  while (high < most && !holds(high)) high *= 4;
  let low = high === 1 ? 0 : high / 4;
  while (high - low > 0.05 * high) {
    const middle = 0.5 * (low + high);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
