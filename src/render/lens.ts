import { Random } from '../numeric/random.ts';

/**
 * Depth of field: every sub-frame looks through another point of the lens, and what lies at the focus distance stays where it
 * is. A point at distance d becomes a disc of diameter A |d − F| / d at the focus distance F, A the aperture's diameter.
 */

/** Where a sub-frame looks through the lens, metres to the right and up, and the distance that is sharp. */
export interface LensPoint {
  readonly x: number;
  readonly y: number;
  readonly focus: number;
}

/** Height of the animation that f-numbers refer to, m: 36 x 24 mm. */
const ANIMATION_HEIGHT = 0.024;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Half of the aperture's diameter, focal length over f-number, m. `fieldOfView` is vertical. */
export function apertureRadius(fieldOfView: number, fstop: number): number {
  const focalLength = (0.5 * ANIMATION_HEIGHT) / Math.tan(0.5 * fieldOfView);
  return (0.5 * focalLength) / fstop;
}

/**
 * Points that fill the unit disc evenly (Vogel 1979), in an order of the seed's: sub-frames follow each other in time, and a
 * lens that opened from its middle to its rim meanwhile would show in whatever moves.
 */
export function discPoints(count: number, seed: number): readonly (readonly [number, number])[] {
  if (count === 1) return [[0, 0]];
  const random = new Random(seed);
  const turn = random.between(0, 2 * Math.PI);
  const points = Array.from({ length: count }, (_, k) => {
    const radius = Math.sqrt((k + 0.5) / count);
    const angle = turn + k * GOLDEN_ANGLE;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
  for (let i = count - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [points[i], points[j]] = [points[j]!, points[i]!];
  }
  return points;
}
