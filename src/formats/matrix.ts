import { cos, sin } from '../numeric/elementary.ts';

/** Transforms as Alembic and USD write them: 4 x 4, row by row, points as rows from the left (translation in the last row). */
export type Matrix = Float64Array;

export const identity = (): Matrix => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

export const isIdentity = (m: Matrix): boolean => m.every((x, i) => x === (i % 5 === 0 ? 1 : 0));

/** First `a`, then `b`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const result = new Float64Array(16);
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * i + k]! * b[4 * k + j]!;
      result[4 * i + j] = sum;
    }
  return result;
}

export function translation(x: number, y: number, z: number): Matrix {
  const m = identity();
  m[12] = x;
  m[13] = y;
  m[14] = z;
  return m;
}

export function scaling(x: number, y: number, z: number): Matrix {
  const m = identity();
  m[0] = x;
  m[5] = y;
  m[10] = z;
  return m;
}

/** Counter-clockwise about an axis of any length, by degrees. */
export function rotation(x: number, y: number, z: number, degrees: number): Matrix {
  const l = Math.sqrt(x * x + y * y + z * z);
  if (!(l > 0)) return identity();
  const [a, b, c] = [x / l, y / l, z / l];
  const angle = (degrees * Math.PI) / 180;
  const s = sin(angle);
  const k = cos(angle);
  const v = 1 - k;
  const m = identity();
  m[0] = a * a * v + k;
  m[1] = a * b * v + c * s;
  m[2] = a * c * v - b * s;
  m[4] = a * b * v - c * s;
  m[5] = b * b * v + k;
  m[6] = b * c * v + a * s;
  m[8] = a * c * v + b * s;
  m[9] = b * c * v - a * s;
  m[10] = c * c * v + k;
  return m;
}

/** The inverse of a matrix with the last column 0, 0, 0, 1; the identity where there is none. */
export function invert(m: Matrix): Matrix {
  const [a, b, c] = [m[0]!, m[1]!, m[2]!];
  const [d, e, f] = [m[4]!, m[5]!, m[6]!];
  const [g, h, i] = [m[8]!, m[9]!, m[10]!];
  const volume = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!(Math.abs(volume) > 0)) return identity();
  const r = identity();
  r[0] = (e * i - f * h) / volume;
  r[1] = (c * h - b * i) / volume;
  r[2] = (b * f - c * e) / volume;
  r[4] = (f * g - d * i) / volume;
  r[5] = (a * i - c * g) / volume;
  r[6] = (c * d - a * f) / volume;
  r[8] = (d * h - e * g) / volume;
  r[9] = (b * g - a * h) / volume;
  r[10] = (a * e - b * d) / volume;
  for (let k = 0; k < 3; k++) r[12 + k] = -(m[12]! * r[k]! + m[13]! * r[4 + k]! + m[14]! * r[8 + k]!);
  return r;
}

/** Moves points, in place. */
export function transformPoints(points: Float32Array, m: Matrix, from = 0, to: number = points.length): void {
  for (let i = from; i < to; i += 3) {
    const x = points[i]!;
    const y = points[i + 1]!;
    const z = points[i + 2]!;
    points[i] = x * m[0]! + y * m[4]! + z * m[8]! + m[12]!;
    points[i + 1] = x * m[1]! + y * m[5]! + z * m[9]! + m[13]!;
    points[i + 2] = x * m[2]! + y * m[6]! + z * m[10]! + m[14]!;
  }
}

/** The mean factor by which lengths grow: the cube root of the volume's. */
export function growth(m: Matrix): number {
  const volume = Math.abs(
    m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
      m[1]! * (m[4]! * m[10]! - m[6]! * m[8]!) +
      m[2]! * (m[4]! * m[9]! - m[5]! * m[8]!),
  );
  if (!(volume > 0) || !Number.isFinite(volume)) return 1;
  // Newton's method for the cube root, from above.
  let root = Math.max(1, volume);
  for (let k = 0; k < 200; k++) {
    const next = (2 * root + volume / (root * root)) / 3;
    if (Math.abs(next - root) <= 1e-15 * root) return next;
    root = next;
  }
  return root;
}

/** Numbers between two matrices, each by itself: what Alembic's and USD's own readers do between samples. */
export const blend = (a: Matrix, b: Matrix, t: number): Matrix =>
  Float64Array.from(a, (x, i) => (t === 0 ? x : x + t * (b[i]! - x)));
