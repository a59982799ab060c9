import { areaOf, type Surface } from '../../../body/surface.ts';
import type { Vec3 } from '../../../numeric/vector.ts';

/** Where no axis is longer than another by this fraction, z counts as longest, then y: animals in files look along z. */
const PREFERENCE = 1e-3;
const SWEEPS = 12;

/**
 * From nose to tail: the direction in which a part of a surface is longest. Which end is the nose nobody knows; by the custom of files it
 * looks along z, and what stands upright has its head on top.
 */
export function longAxis(surface: Surface, part: number): Vec3 {
  const spread = spreadOf(surface, part);
  const total = spread[0]! + spread[4]! + spread[8]!;
  spread[4] = spread[4]! + 0.5 * PREFERENCE * total;
  spread[8] = spread[8]! + PREFERENCE * total;
  const axes = principalAxes(spread);
  let best = 0;
  for (let k = 1; k < 3; k++) if (spread[4 * k]! > spread[4 * best]!) best = k;
  const [x, y, z] = [axes[best]!, axes[3 + best]!, axes[6 + best]!];
  const main = Math.abs(z) >= Math.abs(y) && Math.abs(z) >= Math.abs(x) ? z : Math.abs(y) >= Math.abs(x) ? y : x;
  const sign = main > 0 ? -1 : 1;
  return [sign * x, sign * y, sign * z];
}

/** Second moments of the area about its middle: 3 x 3. */
function spreadOf({ positions: p, corner, part: partOf, faceCount }: Surface, part: number): Float64Array {
  const middle = [0, 0, 0];
  let whole = 0;
  const visit = (act: (area: number, f: number) => void): void => {
    for (let f = 0; f < faceCount; f++) if (partOf[f] === part) act(areaOf(p, corner, f), f);
  };
  const centre = (f: number, k: number): number =>
    (p[3 * corner[3 * f]! + k]! + p[3 * corner[3 * f + 1]! + k]! + p[3 * corner[3 * f + 2]! + k]!) / 3;
  visit((area, f) => {
    whole += area;
    for (let k = 0; k < 3; k++) middle[k] = middle[k]! + area * centre(f, k);
  });
  const spread = new Float64Array(9);
  if (!(whole > 0)) return spread;
  visit((area, f) => {
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        spread[3 * i + j] =
          spread[3 * i + j]! +
          (area / whole) * (centre(f, i) - middle[i]! / whole) * (centre(f, j) - middle[j]! / whole);
  });
  return spread;
}

/** Jacobi's rotations: the matrix becomes diagonal, the columns of what is returned are its axes. */
function principalAxes(a: Float64Array): Float64Array {
  const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const off = a[3 * i + j]!;
      if (off === 0) continue;
      const tau = (a[4 * j]! - a[4 * i]!) / (2 * off);
      const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
      const c = 1 / Math.sqrt(1 + t * t);
      const s = t * c;
      for (let k = 0; k < 3; k++) turnPair(a, 3 * k + i, 3 * k + j, c, s);
      for (let k = 0; k < 3; k++) turnPair(a, 3 * i + k, 3 * j + k, c, s);
      for (let k = 0; k < 3; k++) turnPair(axes, 3 * k + i, 3 * k + j, c, s);
    }
  return axes;
}

function turnPair(a: Float64Array, i: number, j: number, c: number, s: number): void {
  const [x, y] = [a[i]!, a[j]!];
  a[i] = c * x - s * y;
  a[j] = s * x + c * y;
}
