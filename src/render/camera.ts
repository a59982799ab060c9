import { clamp } from '../numeric/curve.ts';
import { add, addScaled, cross, dot, normalize, scale, subtract, UP, type Vec3 } from '../numeric/vector.ts';
import { type Bounds, cornersOf, isEmpty, sphereOf } from './bounds.ts';
import { lookAt, type Mat4, multiply4, perspective } from './matrix.ts';

/** A camera that circles a target. A value: every operation gives a new one. */
export interface OrbitCamera {
  readonly target: Vec3;
  /** About +Y, radians; 0 looks at the face from +Z, positive moves the eye towards +X. */
  readonly azimuth: number;
  /** Above the horizon, radians, short of the poles. */
  readonly elevation: number;
  /** Eye to target, metres. */
  readonly distance: number;
  /** Vertical, radians. */
  readonly fieldOfView: number;
}

export const CAMERA_DEFAULTS: OrbitCamera = Object.freeze({
  target: [0, 0, 0] as const,
  azimuth: 0.45,
  elevation: 0.08,
  distance: 1,
  // A portrait lens: 85 mm on a 24 mm high frame is 16°; a little wider keeps some depth in small windows.
  fieldOfView: 0.4,
});

const STEEPEST = 0.5 * Math.PI - 0.02;
const NEAREST = 0.02;
// Far enough for hair from a file whose unit was taken for metres.
const FARTHEST = 1e4;

/** Unit vector from the target to the eye. */
export function eyeDirection(camera: OrbitCamera): Vec3 {
  const horizontal = Math.cos(camera.elevation);
  return [horizontal * Math.sin(camera.azimuth), Math.sin(camera.elevation), horizontal * Math.cos(camera.azimuth)];
}

export function eyeOf(camera: OrbitCamera): Vec3 {
  return addScaled(camera.target, eyeDirection(camera), camera.distance);
}

export function viewMatrix(camera: OrbitCamera): Mat4 {
  return lookAt(eyeOf(camera), camera.target);
}

/** Near and far follow the distance, so that the depth buffer is as fine for a curl as for a whole figure. */
export function projectionMatrix(camera: OrbitCamera, aspect: number): Mat4 {
  return perspective(camera.fieldOfView, aspect, 0.05 * camera.distance, 3 * camera.distance + 10);
}

export function viewProjection(camera: OrbitCamera, aspect: number): Mat4 {
  return multiply4(projectionMatrix(camera, aspect), viewMatrix(camera));
}

export function orbit(camera: OrbitCamera, azimuth: number, elevation: number): OrbitCamera {
  return {
    ...camera,
    azimuth: camera.azimuth + azimuth,
    elevation: clamp(camera.elevation + elevation, -STEEPEST, STEEPEST),
  };
}

/** A factor below 1 comes nearer. */
export function zoom(camera: OrbitCamera, factor: number): OrbitCamera {
  return { ...camera, distance: clamp(camera.distance * factor, NEAREST, FARTHEST) };
}

/** The camera's right, up and back in world coordinates. */
export function axesOf(camera: OrbitCamera): readonly [Vec3, Vec3, Vec3] {
  const back = eyeDirection(camera);
  const right = normalize(cross(UP, back));
  return [right, cross(back, right), back];
}

/** Moves the picture by fractions of its height, right and up: what lies at the target's depth follows the pointer. */
export function pan(camera: OrbitCamera, right: number, up: number): OrbitCamera {
  const [x, y] = axesOf(camera);
  const height = 2 * camera.distance * Math.tan(0.5 * camera.fieldOfView);
  const move = add(scale(x, -right * height), scale(y, -up * height));
  return { ...camera, target: add(camera.target, move) };
}

/** Sees the whole box, from the present direction and no farther than needed, with `margin` (of the picture) around it. */
export function frame(camera: OrbitCamera, bounds: Bounds, aspect: number, margin = 0.12): OrbitCamera {
  const { centre } = sphereOf(bounds);
  if (isEmpty(bounds)) return { ...camera, target: centre, distance: CAMERA_DEFAULTS.distance };
  const [right, up, back] = axesOf(camera);
  const vertical = Math.tan(0.5 * camera.fieldOfView) * (1 - margin);
  const horizontal = vertical * aspect;
  let distance = 0;
  for (const corner of cornersOf(bounds)) {
    const d = subtract(corner, centre);
    const sideways = Math.max(Math.abs(dot(d, right)) / horizontal, Math.abs(dot(d, up)) / vertical);
    const ahead = dot(d, back);
    // A thin box seen end on must not reach the eye.
    distance = Math.max(distance, sideways + ahead, 1.2 * ahead);
  }
  return { ...camera, target: centre, distance: clamp(distance, NEAREST, FARTHEST) };
}
