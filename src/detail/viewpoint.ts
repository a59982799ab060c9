import { addScaled, dot, length, subtract, type Vec3 } from '../numeric/vector.ts';

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

/** Whether any of a ball may be in the picture. */
export function isInView(view: Viewpoint, centre: Vec3, radius: number): boolean {
  const [right, up, back] = view.axes;
  const from = subtract(centre, view.eye);
  const ahead = -dot(from, back);
  if (ahead < -radius) return false;
  const isBeside = (axis: Vec3, tangent: number): boolean => {
    const slope = Math.sqrt(1 + tangent * tangent);
    return Math.abs(dot(from, axis)) - tangent * ahead > radius * slope;
  };
  return !isBeside(right, view.across) && !isBeside(up, view.upwards);
}

/** A point so far before the eye. */
export const ahead = ({ eye, axes }: Viewpoint, distance: number): Vec3 => addScaled(eye, axes[2], -distance);
