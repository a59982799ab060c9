import type { Vec3 } from '../../numeric/vector.ts';
import { lengthText } from '../table.ts';

export interface Bounds {
  readonly min: Vec3;
  readonly max: Vec3;
}

const triple = (vector: Vec3): string => `(${vector.map((x) => Number(x.toPrecision(4))).join(', ')})`;

/** Two corners and the size between them. */
export function boundsText(bounds: Bounds | null): string {
  if (!bounds) return 'none';
  const { min, max } = bounds;
  const size = max.map((high, c) => lengthText(high - min[c]!)).join(' × ');
  return `${triple(min)} to ${triple(max)} m: ${size}`;
}
