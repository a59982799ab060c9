import { addScaled, length, subtract, type Vec3 } from '../numeric/vector.ts';

/** Where the hair is looked at from: of the document, never of a page. */
export interface Viewpoint {
  readonly eye: Vec3;
  /** Unit vectors of the picture: right, up, and from what is seen to the eye. */
  readonly axes: readonly [Vec3, Vec3, Vec3];
  /** Tangents of half the angles of view, across and upwards. */
  readonly across: number;
  readonly upwards: number;
}

/** Rows of the picture that errors are told in. */
const ROWS = 1080;

/**
 * What may be off at a distance so that it is seen as so many pixels: the world-space error of Ward and Lin, whose "distance per pixel" is half
 * a pixel's footprint, an error to either side.
 */
export const worldError = ({ upwards }: Viewpoint, distance: number, pixels: number): number =>
  (distance * pixels * upwards) / ROWS;

/** Distance of a ball from the eye. */
export const distanceTo = ({ eye }: Viewpoint, centre: Vec3, radius: number): number =>
  Math.max(0, length(subtract(centre, eye)) - radius);

/** Whether any of a ball about (x, y, z) may be in the picture. */
export function isInView(
  { eye, axes, across, upwards }: Viewpoint,
  x: number,
  y: number,
  z: number,
  radius: number,
): boolean {
  const [dx, dy, dz] = [x - eye[0], y - eye[1], z - eye[2]];
  const [right, up, back] = axes;
  const ahead = -(dx * back[0] + dy * back[1] + dz * back[2]);
  if (ahead < -radius) return false;
  const beside = Math.abs(dx * right[0] + dy * right[1] + dz * right[2]) - across * ahead;
  if (beside > radius * Math.sqrt(1 + across * across)) return false;
  const above = Math.abs(dx * up[0] + dy * up[1] + dz * up[2]) - upwards * ahead;
  return above <= radius * Math.sqrt(1 + upwards * upwards);
}

/** A point so far before the eye. */
export const ahead = ({ eye, axes }: Viewpoint, distance: number): Vec3 => addScaled(eye, axes[2], -distance);
