import { add, addScaled, cross, dot, normalize, scale, subtract, UP, type Vec3 } from '../../../src/numeric/vector.ts';
import { eyeOf, type OrbitCamera, type Size } from '../../../src/render/index.ts';

export interface Ray {
  readonly origin: Vec3;
  /** Unit. */
  readonly direction: Vec3;
}

/** The camera's axes in the world. */
export interface CameraAxes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
}

export function axesOf(camera: OrbitCamera): CameraAxes {
  const forward = normalize(subtract(camera.target, eyeOf(camera)));
  const right = normalize(cross(forward, UP));
  return { right, up: cross(right, forward), forward };
}

/** The ray through a place of the picture, in pixels from its upper left corner. */
export function rayThrough(camera: OrbitCamera, x: number, y: number, { width, height }: Size): Ray {
  const { right, up, forward } = axesOf(camera);
  const unit = (2 * Math.tan(0.5 * camera.fieldOfView)) / height;
  const across = scale(right, (x - 0.5 * width) * unit);
  const raised = scale(up, (0.5 * height - y) * unit);
  return { origin: eyeOf(camera), direction: normalize(add(forward, add(across, raised))) };
}

/** A place in the picture, and how many pixels a metre takes there. */
export interface Projected {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Where points are in the picture; null for what is behind the eye. */
export function projector(camera: OrbitCamera, { width, height }: Size): (point: Vec3) => Projected | null {
  const eye = eyeOf(camera);
  const { right, up, forward } = axesOf(camera);
  const unit = height / (2 * Math.tan(0.5 * camera.fieldOfView));
  return (point) => {
    const d = subtract(point, eye);
    const depth = dot(d, forward);
    if (depth < 1e-3) return null;
    const size = unit / depth;
    return { x: 0.5 * width + size * dot(d, right), y: 0.5 * height - size * dot(d, up), scale: size };
  };
}

export const alongRay = ({ origin, direction }: Ray, distance: number): Vec3 => addScaled(origin, direction, distance);
