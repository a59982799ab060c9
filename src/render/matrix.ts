import type { Quat } from '../numeric/rotation.ts';
import { rotate } from '../numeric/rotation.ts';
import { cross, dot, normalize, subtract, UP, type Vec3 } from '../numeric/vector.ts';

/** 4x4 matrices, column-major as WGSL reads them. Clip space as in WebGPU: y up, depth 0 (near) to 1 (far). */
export type Mat4 = Float32Array;

/** The transform that applies b first, then a. */
export function multiply4(a: Mat4, b: Mat4): Mat4 {
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row]! * b[4 * column + k]!;
      out[4 * column + row] = sum;
    }
  return out;
}

/** The point carried by the matrix, divided by w. */
export function transformPoint(m: Mat4, p: Vec3): Vec3 {
  const row = (i: number): number => m[i]! * p[0] + m[4 + i]! * p[1] + m[8 + i]! * p[2] + m[12 + i]!;
  const w = row(3);
  return [row(0) / w, row(1) / w, row(2) / w];
}

/** World to view: the eye at the origin looking along −z. */
export function lookAt(eye: Vec3, target: Vec3, up: Vec3 = UP): Mat4 {
  const z = normalize(subtract(eye, target));
  const x = normalize(cross(up, z));
  const y = cross(z, x);
  return Float32Array.of(
    ...[x[0], y[0], z[0], 0],
    ...[x[1], y[1], z[1], 0],
    ...[x[2], y[2], z[2], 0],
    ...[-dot(x, eye), -dot(y, eye), -dot(z, eye), 1],
  );
}

/** `fieldOfView` is vertical, in radians. */
export function perspective(fieldOfView: number, aspect: number, near: number, far: number): Mat4 {
  const f = 1 / Math.tan(0.5 * fieldOfView);
  const m = new Float32Array(16);
  m[0] = f / aspect;
  m[5] = f;
  m[10] = far / (near - far);
  m[11] = -1;
  m[14] = (near * far) / (near - far);
  return m;
}

/** A box of half width and half height `radius`, from `near` to `far` along −z. */
export function orthographic(radius: number, near: number, far: number): Mat4 {
  const m = new Float32Array(16);
  m[0] = 1 / radius;
  m[5] = 1 / radius;
  m[10] = 1 / (near - far);
  m[14] = near / (near - far);
  m[15] = 1;
  return m;
}

/** Rotates by `orientation`, then moves by `position`. */
export function rigid(position: Vec3, orientation: Quat): Mat4 {
  const x = rotate(orientation, [1, 0, 0]);
  const y = rotate(orientation, [0, 1, 0]);
  const z = rotate(orientation, [0, 0, 1]);
  return Float32Array.of(...x, 0, ...y, 0, ...z, 0, ...position, 1);
}
