import { acos, atan2, cos, sin } from './elementary.ts';
import { cross, dot, normalize, perpendicular, scale, type Vec3 } from './vector.ts';

/** Unit quaternion (x, y, z, w): rotates v by q v q*. */
export type Quat = readonly [number, number, number, number];

export const IDENTITY: Quat = /* @__PURE__ */ Object.freeze([0, 0, 0, 1] as const);

/** The rotation that applies b first, then a. */
export function multiply(a: Quat, b: Quat): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

export function normalizeQuat(q: Quat): Quat {
  const n = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return n > 1e-300 ? [q[0] / n, q[1] / n, q[2] / n, q[3] / n] : IDENTITY;
}

export function rotate(q: Quat, v: Vec3): Vec3 {
  const u: Vec3 = [q[0], q[1], q[2]];
  const t = scale(cross(u, v), 2);
  const c = cross(u, t);
  return [v[0] + q[3] * t[0] + c[0], v[1] + q[3] * t[1] + c[1], v[2] + q[3] * t[2] + c[2]];
}

export function fromAxisAngle(axis: Vec3, angle: number): Quat {
  const a = normalize(axis);
  const s = sin(0.5 * angle);
  return [a[0] * s, a[1] * s, a[2] * s, cos(0.5 * angle)];
}

/** The rotation by the angle |v| about v. */
export function expMap(v: Vec3): Quat {
  const a2 = dot(v, v);
  const a = Math.sqrt(a2);
  const s = a < 1e-4 ? 0.5 - a2 / 48 : sin(0.5 * a) / a;
  return [v[0] * s, v[1] * s, v[2] * s, cos(0.5 * a)];
}

/** The rotation vector of q, of length at most pi: expMap(logMap(q)) is q or -q. */
export function logMap(q: Quat): Vec3 {
  const sign = q[3] < 0 ? -1 : 1;
  const s = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const factor = s < 1e-9 ? 2 * sign : (sign * 2 * atan2(s, sign * q[3])) / s;
  return [q[0] * factor, q[1] * factor, q[2] * factor];
}

/** The shortest rotation that takes the unit vector a to the unit vector b; for opposite vectors, half a turn. */
export function between(a: Vec3, b: Vec3): Quat {
  const w = 1 + dot(a, b);
  if (w < 1e-12) {
    const p = perpendicular(a);
    return [p[0], p[1], p[2], 0];
  }
  const c = cross(a, b);
  return normalizeQuat([c[0], c[1], c[2], w]);
}

export function slerp(a: Quat, b: Quat, t: number): Quat {
  let d = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = d < 0 ? -1 : 1;
  d *= sign;
  let wa = 1 - t;
  let wb = t * sign;
  if (d < 0.9995) {
    const angle = acos(d);
    const s = sin(angle);
    wa = sin((1 - t) * angle) / s;
    wb = (sin(t * angle) / s) * sign;
  }
  return normalizeQuat([wa * a[0] + wb * b[0], wa * a[1] + wb * b[1], wa * a[2] + wb * b[2], wa * a[3] + wb * b[3]]);
}

/** The quaternion of the frame whose x, y, z axes are the given orthonormal right-handed vectors. */
export function fromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return normalizeQuat([(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, 0.25 * s]);
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return normalizeQuat([0.25 * s, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s]);
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return normalizeQuat([(y[0] + x[1]) / s, 0.25 * s, (z[1] + y[2]) / s, (z[0] - x[2]) / s]);
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return normalizeQuat([(z[0] + x[2]) / s, (z[1] + y[2]) / s, 0.25 * s, (x[1] - y[0]) / s]);
}

/**
 * Parallel transport of v from the unit tangent a to the unit tangent b: the rotation about a × b and nothing else.
 * Bergou et al. 2008; no trigonometry. Opposite tangents have no transport: v is returned as it is.
 */
export function transport(a: Vec3, b: Vec3, v: Vec3): Vec3 {
  const c = dot(a, b);
  const k = cross(a, b);
  const denominator = 1 + c;
  const f = denominator > 1e-12 ? dot(k, v) / denominator : 0;
  const kv = cross(k, v);
  if (denominator <= 1e-12) return v;
  return [c * v[0] + kv[0] + f * k[0], c * v[1] + kv[1] + f * k[1], c * v[2] + kv[2] + f * k[2]];
}

/** Writes the matrix of q by rows (9 numbers): for hot loops, which rotate by nine products instead of by `rotate`. */
export function writeMatrix(q: Quat, out: Float64Array): void {
  const [x, y, z, w] = q;
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
}
