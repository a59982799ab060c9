import { cos, sin } from '../../src/numeric/elementary.ts';
import type { Vec3 } from '../../src/numeric/vector.ts';
import type { Shape } from '../clay/clay.ts';
import type { Implicit } from '../clay/implicit.ts';
import { type Axes, DEGREE, placed } from '../clay/solids.ts';

/**
 * The head is modelled in its own coordinates: u to its left, v up, w to the nose, with the closed mouth level and the origin
 * where it turns on the neck. It is carried a little nose down.
 */
export const HEAD_ORIGIN: Vec3 = [0, 0.393, 0.217];
const PITCH = 10 * DEGREE;
const [C, S] = [cos(PITCH), sin(PITCH)];
const AXES: Axes = [
  [1, 0, 0],
  [0, C, S],
  [0, -S, C],
];

/** How much larger it is than it was modelled. */
const SIZE = 1.08;

export const onHead = ({ box, distance }: Shape): Shape => {
  const scaled = (p: Vec3): Vec3 => [SIZE * p[0], SIZE * p[1], SIZE * p[2]];
  const large: Shape = {
    box: { low: scaled(box.low), high: scaled(box.high) },
    distance: (u, v, w) => SIZE * distance(u / SIZE, v / SIZE, w / SIZE),
  };
  return placed(large, HEAD_ORIGIN, AXES);
};

/** A point of the head in the world. */
export const headPoint = ([u, v, w]: Vec3): Vec3 => [
  HEAD_ORIGIN[0] + SIZE * u,
  HEAD_ORIGIN[1] + SIZE * (C * v - S * w),
  HEAD_ORIGIN[2] + SIZE * (S * v + C * w),
];

/** A function of the head's coordinates as one of the world's. */
export const fromHead =
  (f: Implicit): Implicit =>
  (x, y, z) => {
    const [a, b, c] = [(x - HEAD_ORIGIN[0]) / SIZE, (y - HEAD_ORIGIN[1]) / SIZE, (z - HEAD_ORIGIN[2]) / SIZE];
    return SIZE * f(a, C * b + S * c, C * c - S * b);
  };

/** A point of the world in the head's coordinates. */
export function inHead(x: number, y: number, z: number): Vec3 {
  const [b, c] = [(y - HEAD_ORIGIN[1]) / SIZE, (z - HEAD_ORIGIN[2]) / SIZE];
  return [(x - HEAD_ORIGIN[0]) / SIZE, C * b + S * c, C * c - S * b];
}
