import { type Quat, writeMatrix } from '../../numeric/rotation.ts';

/** 4x4 matrices, column after column. */

export function multiplyMatrices(a: ArrayLike<number>, b: ArrayLike<number>, out: Float64Array): void {
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row]! * b[4 * column + k]!;
      out[4 * column + row] = sum;
    }
}

const turn = new Float64Array(9);

/** Translation times rotation times scale. */
export function composeMatrix(
  translation: ArrayLike<number>,
  rotation: Quat,
  scale: ArrayLike<number>,
  out: Float64Array,
): void {
  writeMatrix(rotation, turn);
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) out[4 * column + row] = turn[3 * row + column]! * scale[column]!;
    out[4 * column + 3] = 0;
    out[12 + column] = translation[column]!;
  }
  out[15] = 1;
}

/** The point times the matrix. */
export function transformInto(
  m: ArrayLike<number>,
  x: number,
  y: number,
  z: number,
  out: Float32Array | Float64Array,
  at: number,
): void {
  out[at] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
  out[at + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
  out[at + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
}
