import { distance, type Vec3 } from '../numeric/vector.ts';

/** An axis-aligned box; empty where low > high. */
export interface Bounds {
  readonly low: Vec3;
  readonly high: Vec3;
}

export const NO_BOUNDS: Bounds = Object.freeze({
  low: [Infinity, Infinity, Infinity] as const,
  high: [-Infinity, -Infinity, -Infinity] as const,
});

export const isEmpty = (bounds: Bounds): boolean => !(bounds.low[0] <= bounds.high[0]);

/** The box of every `stride`-th point of a packed xyz array; points that are not finite are left out. */
export function boundsOf(positions: ArrayLike<number>, stride = 1): Bounds {
  const low: [number, number, number] = [...NO_BOUNDS.low];
  const high: [number, number, number] = [...NO_BOUNDS.high];
  for (let i = 0; i + 2 < positions.length; i += 3 * stride) {
    if (!Number.isFinite(positions[i]! + positions[i + 1]! + positions[i + 2]!)) continue;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i + axis]!;
      if (value < low[axis]!) low[axis] = value;
      if (value > high[axis]!) high[axis] = value;
    }
  }
  return { low, high };
}

export function union(a: Bounds, b: Bounds): Bounds {
  return {
    low: [Math.min(a.low[0], b.low[0]), Math.min(a.low[1], b.low[1]), Math.min(a.low[2], b.low[2])],
    high: [Math.max(a.high[0], b.high[0]), Math.max(a.high[1], b.high[1]), Math.max(a.high[2], b.high[2])],
  };
}

/** The box with `room` more on every side. */
export function grown({ low, high }: Bounds, room: number): Bounds {
  return {
    low: [low[0] - room, low[1] - room, low[2] - room],
    high: [high[0] + room, high[1] + room, high[2] + room],
  };
}

export function cornersOf({ low, high }: Bounds): readonly Vec3[] {
  return Array.from({ length: 8 }, (_, k) => [
    (k & 1 ? high : low)[0],
    (k & 2 ? high : low)[1],
    (k & 4 ? high : low)[2],
  ]);
}

export interface Sphere {
  readonly centre: Vec3;
  readonly radius: number;
}

/** The sphere around the box. An empty box gives a sphere of half a metre at the origin. */
export function sphereOf(bounds: Bounds): Sphere {
  if (isEmpty(bounds)) return { centre: [0, 0, 0], radius: 0.5 };
  const { low, high } = bounds;
  return {
    centre: [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2])],
    radius: Math.max(1e-3, 0.5 * Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2])),
  };
}

export function isWithin(bounds: Bounds, { centre, radius }: Sphere): boolean {
  return isEmpty(bounds) || cornersOf(bounds).every((corner) => distance(corner, centre) <= radius * (1 + 1e-6));
}
