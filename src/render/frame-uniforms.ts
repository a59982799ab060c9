import type { Vec3 } from '../numeric/vector.ts';
import { addScaled, normalize } from '../numeric/vector.ts';
import type { Sphere } from './bounds.ts';
import { eyeOf, type OrbitCamera, viewProjection } from './camera.ts';
import type { Look } from './look.ts';
import { lookAt, type Mat4, multiply4, orthographic } from './matrix.ts';

/** Bytes of the uniform block `Frame` in frame.wgsl.ts. */
export const FRAME_BYTES: number = 4 * 88;

export interface FrameState {
  readonly camera: OrbitCamera;
  readonly width: number;
  readonly height: number;
  /** Holds everything that throws or takes shadow. */
  readonly lit: Sphere;
  readonly bodyPose: Mat4;
  readonly hairCentre: Vec3;
  readonly hairWidth: number;
  readonly look: Look;
}

/** The lights turn with the camera about the vertical, as a photographer's do: every side is lit for its picture. */
function turned(azimuth: number, right: number, up: number, front: number): Vec3 {
  const s = Math.sin(azimuth);
  const c = Math.cos(azimuth);
  return normalize([c * right + s * front, up, -s * right + c * front]);
}

export function writeFrameUniforms(state: FrameState): Float32Array<ArrayBuffer> {
  const { camera, look } = state;
  const out = new Float32Array(FRAME_BYTES / 4);
  const aspect = state.width / Math.max(1, state.height);
  const key = turned(camera.azimuth, -0.62, 0.8, 0.75);
  const { centre, radius } = state.lit;
  const light = multiply4(orthographic(radius, 0, 2 * radius), lookAt(addScaled(centre, key, radius), centre));
  const rows: readonly (readonly [Vec3, number])[] = [
    [eyeOf(camera), (2 * Math.tan(0.5 * camera.fieldOfView)) / Math.max(1, state.height)],
    [key, 2 * radius],
    [turned(camera.azimuth, 0.85, 0.15, 0.6), 0.5 * state.hairWidth],
    [turned(camera.azimuth, 0.55, 0.65, -0.85), aspect],
    [state.hairCentre, state.height],
    [look.hairRoot, look.shadow],
    [look.hairTip, 0],
    [look.body, 0],
    [look.backgroundCentre, 0],
    [look.backgroundEdge, 0],
  ];
  out.set(viewProjection(camera, aspect), 0);
  out.set(light, 16);
  out.set(state.bodyPose, 32);
  rows.forEach(([vector, last], i) => {
    out.set([...vector, last], 48 + 4 * i);
  });
  return out;
}
