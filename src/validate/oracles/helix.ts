import type { Vec3 } from '../../numeric/vector.ts';
import { addScaled, at, cross, dot, length, normalize, subtract } from '../../numeric/vector.ts';

/** A helix; a positive hand is right-handed. */
export interface Helix {
  /** Metres. */
  readonly radius: number;
  /** Advance in one turn, metres. */
  readonly pitch: number;
  readonly hand: 1 | -1;
}

/** Points at equal arc lengths from the origin, going down about a vertical axis. */
export function helixShape({ radius, pitch, hand }: Helix, nodes: number, arc: number): Vec3[] {
  const perAngle = Math.hypot(radius, pitch / (2 * Math.PI));
  return Array.from({ length: nodes }, (_, i) => {
    const angle = (i * arc) / (nodes - 1) / perAngle;
    // Turning from x to −z while going down is right-handed, as turning from x to z while going up is left-handed.
    const turned = -hand * angle;
    return [radius * (Math.cos(turned) - 1), -(pitch * angle) / (2 * Math.PI), -radius * Math.sin(turned)];
  });
}

/** Tangent and binormal at arc length s of `helixShape`. */
export function helixFrame({ radius, pitch, hand }: Helix, s: number): { tangent: Vec3; binormal: Vec3 } {
  const rise = pitch / (2 * Math.PI);
  const perAngle = Math.hypot(radius, rise);
  const turned = (-hand * s) / perAngle;
  const tangent = normalize([hand * radius * Math.sin(turned), -rise, hand * radius * Math.cos(turned)]);
  return { tangent, binormal: cross(tangent, [-Math.cos(turned), 0, Math.sin(turned)]) };
}

/**
 * The helix through equidistant points of a polyline, from each run of four of them; the mean of the middle runs.
 * Second differences of points on a helix point to the axis and turn about it by the angle of one step.
 */
export function fitHelix(points: Float64Array, from: number, to: number): Helix {
  let [radius, pitch, hands, count] = [0, 0, 0, 0];
  for (let i = from + 1; i + 2 < to; i++) {
    const bend = (k: number): Vec3 => addScaled(addScaled(at(points, k - 1), at(points, k), -2), at(points, k + 1), 1);
    const [a, b] = [bend(i), bend(i + 1)];
    const axis = normalize(cross(a, b));
    const turn = Math.atan2(length(cross(a, b)), dot(a, b));
    const step = subtract(at(points, i + 1), at(points, i));
    const advance = dot(step, axis);
    radius += (0.25 * (length(a) + length(b))) / (1 - Math.cos(turn));
    pitch += (Math.abs(advance) * 2 * Math.PI) / turn;
    hands += Math.sign(advance);
    count++;
  }
  return { radius: radius / count, pitch: pitch / count, hand: hands >= 0 ? 1 : -1 };
}
