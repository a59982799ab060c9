/** A rim whose edges are off by no more than this fraction is as long as it should be. */
const TOLERANCE = 1e-5;
/** Newton squares what is off: a rim that was off by less than this before a solve need not be looked at after it. */
const NEAR = 1e-3;
const MOST_SOLVES = 4;

/** Arrays that a projection writes to, for the longest rim. */
export interface RimScratch {
  readonly edge: Float64Array;
  readonly lambda: Float64Array;
  readonly upper: Float64Array;
}

export const makeRimScratch = (nodes: number): RimScratch => ({
  edge: new Float64Array(3 * nodes),
  lambda: new Float64Array(nodes),
  upper: new Float64Array(nodes),
});

/**
 * Kernel. Moves the points of one rim to the nearest places, weighted by their masses, at which its edges are `rest` long: Newton on
 * |e|² = l² with one tridiagonal solve each (`rod-explicit/project-lengths.ts` is the reference). `weight` is 1/m, 0 where a point is held.
 * The rim has `count` points; it begins at 3 `x0` of x and at `from` of the rest.
 */
export function projectRim(
  x: Float64Array,
  x0: number,
  rest: Float64Array,
  weight: Float64Array,
  from: number,
  count: number,
  { edge, lambda, upper }: RimScratch,
): void {
  const edges = count - 1;
  for (let n = 0; n < MOST_SOLVES; n++) {
    let worst = 0;
    let left = 0;
    let leftUpper = 0;
    for (let j = 0; j < edges; j++) {
      const a = 3 * (x0 + j);
      const ex = x[a + 3]! - x[a]!;
      const ey = x[a + 4]! - x[a + 1]!;
      const ez = x[a + 5]! - x[a + 2]!;
      edge[3 * j] = ex;
      edge[3 * j + 1] = ey;
      edge[3 * j + 2] = ez;
      const w0 = weight[from + j]!;
      const w1 = weight[from + j + 1]!;
      if (w0 + w1 === 0) {
        lambda[j] = 0;
        upper[j] = 0;
        left = 0;
        leftUpper = 0;
        continue;
      }
      const l = rest[from + j]!;
      const square = ex * ex + ey * ey + ez * ez;
      const off = square - l * l;
      const error = off < 0 ? -off : off;
      if (error > worst * l * l) worst = error / (l * l);
      // Forward elimination as the rows come.
      let diagonal = 4 * square * (w0 + w1) + 1e-30;
      let right = off;
      if (j > 0 && w0 > 0) {
        const b = -4 * w0 * (edge[3 * j - 3]! * ex + edge[3 * j - 2]! * ey + edge[3 * j - 1]! * ez);
        diagonal -= b * leftUpper * b;
        right -= b * left;
        upper[j - 1] = b * leftUpper;
      } else if (j > 0) upper[j - 1] = 0;
      // A rim that is pressed flat between holds has no such place: it stays as it is there.
      const inverse = diagonal > 1e-12 * square * (w0 + w1) ? 1 / diagonal : 0;
      leftUpper = inverse;
      left = right * inverse;
      lambda[j] = left;
    }
    if (worst <= 2 * TOLERANCE) return;
    for (let j = edges - 2; j >= 0; j--) lambda[j] = lambda[j]! - upper[j]! * lambda[j + 1]!;
    for (let j = 0; j < edges; j++) {
      const a = 3 * (x0 + j);
      const f0 = 2 * lambda[j]! * weight[from + j]!;
      const f1 = 2 * lambda[j]! * weight[from + j + 1]!;
      for (let c = 0; c < 3; c++) {
        const e = edge[3 * j + c]!;
        x[a + c] = x[a + c]! + f0 * e;
        x[a + 3 + c] = x[a + 3 + c]! - f1 * e;
      }
    }
    if (worst <= 2 * NEAR) return;
  }
}
