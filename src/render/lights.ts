import { normalize, type Vec3 } from '../numeric/vector.ts';

/** A distant light. */
export interface LightSettings {
  /** About +Y, radians; 0 comes from the camera's side of the figure (or from +Z), positive from its right (or +X). */
  readonly azimuth: number;
  /** Above the horizon, radians. */
  readonly elevation: number;
  /** Whether it stands in the world or turns with the camera about the vertical, as a photographer's does. */
  readonly follows: 'camera' | 'world';
  /** Linear colour times strength: irradiance on a surface that faces it. */
  readonly colour: Vec3;
  /** Half width of the body's penumbra, m. */
  readonly softness: number;
  readonly shadow: boolean;
}

export const MOST_LIGHTS = 4;

/**
 * A portrait: a large warm key from the upper left, a cool hair light from behind on the right, a weak fill. None stands high: hair
 * that hangs sends light down again at the angle at which it came, so that light from far above misses the eye.
 */
export const DEFAULT_LIGHTS: readonly LightSettings[] = Object.freeze([
  { azimuth: -0.62, elevation: 0.5, follows: 'camera', colour: [3.9, 3.65, 3.35], softness: 0.012, shadow: true },
  { azimuth: 2.55, elevation: 0.3, follows: 'camera', colour: [2.7, 2.8, 3.0], softness: 0.008, shadow: true },
  { azimuth: 0.95, elevation: 0.1, follows: 'camera', colour: [1.0, 1.05, 1.15], softness: 0.02, shadow: true },
] as const);

/** Unit vector to a light for a camera at `azimuth`. */
export function lightDirection(light: LightSettings, azimuth: number): Vec3 {
  const a = light.azimuth + (light.follows === 'camera' ? azimuth : 0);
  const horizontal = Math.cos(light.elevation);
  return normalize([horizontal * Math.sin(a), Math.sin(light.elevation), horizontal * Math.cos(a)]);
}
