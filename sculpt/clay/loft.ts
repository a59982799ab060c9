import type { Shape } from './clay.ts';
import { type Knots, naturalSpline } from './spline.ts';

/** Curves over height: where the elliptic section of a loft is how wide, and where it begins and ends in depth. */
export interface Sections {
  readonly halfWidth: Knots;
  readonly front: Knots;
  readonly back: Knots;
}

const STEPS = 48;
const ROW = 6;

/** Value and slope of half width, middle and half depth at even steps of height. */
function sectionTable(sections: Sections, low: number, high: number): Float64Array {
  const [width, front, back] = [sections.halfWidth, sections.front, sections.back].map(naturalSpline);
  const table = new Float64Array(ROW * (STEPS + 1));
  for (let i = 0; i <= STEPS; i++) {
    const y = low + ((high - low) * i) / STEPS;
    const [f, fSlope] = front!(y);
    const [b, bSlope] = back!(y);
    table.set([...width!(y), 0.5 * (f + b), 0.5 * (fSlope + bSlope), 0.5 * (f - b), 0.5 * (fSlope - bSlope)], ROW * i);
  }
  return table;
}

/**
 * Upright ellipses whose width and depth change with height; first-order distance. It has no ends: beyond its box it is
 * ignored, so its ends must lie inside other clay or be cut off.
 */
export function loft(sections: Sections): Shape {
  const low = sections.halfWidth[0]![0];
  const high = sections.halfWidth[sections.halfWidth.length - 1]![0];
  const table = sectionTable(sections, low, high);
  const step = (high - low) / STEPS;
  const bound = (knots: Knots, sign: number): number => sign * Math.max(...knots.map(([, value]) => sign * value));
  const widest = bound(sections.halfWidth, 1);
  return {
    box: { low: [-widest, low, bound(sections.back, -1)], high: [widest, high, bound(sections.front, 1)] },
    distance: (x, y, z) => {
      const place = (y - low) / step;
      const i = place < 0 ? 0 : place >= STEPS ? STEPS - 1 : Math.floor(place);
      const b = place - i;
      const k = ROW * i;
      // Hermite weights of value and slope at both ends of the step, and their derivatives.
      const h1 = b * b * (3 - 2 * b);
      const h0 = 1 - h1;
      const g0 = step * b * (1 - b) * (1 - b);
      const g1 = step * b * b * (b - 1);
      const dh = (6 * b * (1 - b)) / step;
      const dg0 = (1 - b) * (1 - 3 * b);
      const dg1 = b * (3 * b - 2);
      const width = h0 * table[k]! + g0 * table[k + 1]! + h1 * table[k + 6]! + g1 * table[k + 7]!;
      const middle = h0 * table[k + 2]! + g0 * table[k + 3]! + h1 * table[k + 8]! + g1 * table[k + 9]!;
      const depth = h0 * table[k + 4]! + g0 * table[k + 5]! + h1 * table[k + 10]! + g1 * table[k + 11]!;
      const widthSlope = dh * (table[k + 6]! - table[k]!) + dg0 * table[k + 1]! + dg1 * table[k + 7]!;
      const middleSlope = dh * (table[k + 8]! - table[k + 2]!) + dg0 * table[k + 3]! + dg1 * table[k + 9]!;
      const depthSlope = dh * (table[k + 10]! - table[k + 4]!) + dg0 * table[k + 5]! + dg1 * table[k + 11]!;
      const u = x / width;
      const v = (z - middle) / depth;
      const n = Math.sqrt(u * u + v * v) || 1e-9;
      const gx = u / (n * width);
      const gz = v / (n * depth);
      const gy = gx * u * widthSlope + gz * (middleSlope + v * depthSlope);
      return (n - 1) / Math.sqrt(gx * gx + gy * gy + gz * gz);
    },
  };
}
