/** Vectors and 3x3 matrices in flat arrays, for loops that may not allocate: `at` and `o` are places of first numbers. */

export function setThree(out: Float64Array, o: number, x: number, y: number, z: number): void {
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

export function addThree(out: Float64Array, o: number, x: number, y: number, z: number): void {
  out[o] = out[o]! + x;
  out[o + 1] = out[o + 1]! + y;
  out[o + 2] = out[o + 2]! + z;
}

/** Adds a × b. */
export function addCross(
  out: Float64Array,
  o: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): void {
  out[o] = out[o]! + ay * bz - az * by;
  out[o + 1] = out[o + 1]! + az * bx - ax * bz;
  out[o + 2] = out[o + 2]! + ax * by - ay * bx;
}

/** Writes M v of a matrix by rows. */
export function multiplyMatrix(
  m: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  o: number,
): void {
  out[o] = m[at]! * x + m[at + 1]! * y + m[at + 2]! * z;
  out[o + 1] = m[at + 3]! * x + m[at + 4]! * y + m[at + 5]! * z;
  out[o + 2] = m[at + 6]! * x + m[at + 7]! * y + m[at + 8]! * z;
}

/** Writes Mᵀ v of a matrix by rows. */
export function multiplyTransposed(
  m: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  o: number,
): void {
  out[o] = m[at]! * x + m[at + 3]! * y + m[at + 6]! * z;
  out[o + 1] = m[at + 1]! * x + m[at + 4]! * y + m[at + 7]! * z;
  out[o + 2] = m[at + 2]! * x + m[at + 5]! * y + m[at + 8]! * z;
}

/** Writes A v of a symmetric matrix (xx, xy, xz, yy, yz, zz). */
export function multiplySymmetric(
  a: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  o: number,
): void {
  out[o] = a[at]! * x + a[at + 1]! * y + a[at + 2]! * z;
  out[o + 1] = a[at + 1]! * x + a[at + 3]! * y + a[at + 4]! * z;
  out[o + 2] = a[at + 2]! * x + a[at + 4]! * y + a[at + 5]! * z;
}
