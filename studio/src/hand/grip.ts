import { fromAxisAngle, rotate } from '../../../src/numeric/rotation.ts';
import { add, addScaled, normalize, scale, type Vec3 } from '../../../src/numeric/vector.ts';
import type { HandSample } from '../../../src/scene/live.ts';
import type { CameraAxes, Ray } from './ray.ts';

/** What a device says about the hand besides its place. */
export interface Touch {
  /** 0..1. */
  readonly press: number;
  /** 0..1. */
  readonly aperture: number;
  /** How a pen stands: above the screen, and to which side, radian (0 right, π/2 towards the person). */
  readonly altitude: number;
  readonly azimuth: number;
  /** About the tool's own axis, radian. */
  readonly roll: number;
}

export const PLAIN_TOUCH: Touch = { press: 1, aperture: 1, altitude: 0.5 * Math.PI, azimuth: 0, roll: 0 };

/**
 * How a hand holds a tool at the place that it points at.
 * - spout: points at the hair from a distance, a fraction of its reach;
 * - flat: its upper side looks up in the picture, so that a comb's row of teeth lies across hanging hair;
 * - edge: its upper side looks to the right, so that blades lie across hanging hair;
 * - bar: lies across hanging hair itself.
 */
export type GripKind = 'spout' | 'flat' | 'edge' | 'bar';

export interface Grip {
  readonly kind: GripKind;
  /** How far its origin is from the place, metres: before it, or for a bar to its left. */
  readonly away: number;
}

/** A reading of the hand from a place in the world and the ray that leads there. */
export function sampleAt(place: Vec3, ray: Ray, axes: CameraAxes, grip: Grip, touch: Touch): HandSample {
  const tilted = tilt(ray.direction, axes, touch);
  const roll = fromAxisAngle(tilted, touch.roll);
  const direction = grip.kind === 'bar' ? rotate(roll, axes.right) : tilted;
  const up = rotate(roll, grip.kind === 'edge' ? axes.right : axes.up);
  return {
    origin: rounded(addScaled(place, direction, -grip.away), 1e5),
    direction: rounded(direction, 1e6),
    up: rounded(up, 1e6),
    press: Math.round(1000 * touch.press) / 1000,
    aperture: Math.round(1000 * touch.aperture) / 1000,
  };
}

/** A pen that leans points where it leans from: its tip stays, its body goes to its side. */
function tilt(direction: Vec3, { right, up }: CameraAxes, { altitude, azimuth }: Touch): Vec3 {
  const lean = Math.cos(altitude);
  if (lean < 1e-6) return direction;
  const aside = add(scale(right, -lean * Math.cos(azimuth)), scale(up, lean * Math.sin(azimuth)));
  return normalize(addScaled(aside, direction, Math.sin(altitude)));
}

/** Documents need no more digits than a hand has. */
const rounded = (v: Vec3, per: number): [number, number, number] => [
  Math.round(v[0] * per) / per,
  Math.round(v[1] * per) / per,
  Math.round(v[2] * per) / per,
];

/** Altitude and azimuth of a pen that tells the tilts of its projections, in degrees (W3C Pointer Events 3, 4.1.4). */
export function fromTilts(tiltX: number, tiltY: number): { altitude: number; azimuth: number } {
  const [x, y] = [Math.tan((tiltX * Math.PI) / 180), Math.tan((tiltY * Math.PI) / 180)];
  const lean = Math.hypot(x, y);
  return { altitude: Math.atan2(1, lean), azimuth: lean === 0 ? 0 : (Math.atan2(y, x) + 2 * Math.PI) % (2 * Math.PI) };
}
