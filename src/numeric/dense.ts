/**
 * Solves a dense system of `size` rows in place, by elimination with row pivoting; `right` holds `columns` right sides
 * row by row before and the solutions after. Answers false, with both arrays overwritten, where the matrix is singular.
 * Cost: size³ / 3 multiplications.
 */
export function solveDense(a: Float64Array, right: Float64Array, size: number, columns: number): boolean {
  for (let k = 0; k < size; k++) {
    const pivot = largestBelow(a, size, k);
    if (!(Math.abs(a[pivot * size + k]!) > 0)) return false;
    if (pivot !== k) {
      swapRows(a, size, k, pivot);
      swapRows(right, columns, k, pivot);
    }
    const inverse = 1 / a[k * size + k]!;
    for (let i = k + 1; i < size; i++) {
      const factor = a[i * size + k]! * inverse;
      if (factor === 0) continue;
      const row = i * size;
      const top = k * size;
      for (let j = k + 1; j < size; j++) a[row + j] = a[row + j]! - factor * a[top + j]!;
      for (let c = 0; c < columns; c++)
        right[i * columns + c] = right[i * columns + c]! - factor * right[k * columns + c]!;
    }
  }
  substituteBack(a, right, size, columns);
  return true;
}

function largestBelow(a: Float64Array, size: number, k: number): number {
  let pivot = k;
  for (let i = k + 1; i < size; i++) if (Math.abs(a[i * size + k]!) > Math.abs(a[pivot * size + k]!)) pivot = i;
  return pivot;
}

function swapRows(a: Float64Array, width: number, i: number, j: number): void {
  for (let c = 0; c < width; c++) {
    const kept = a[i * width + c]!;
    a[i * width + c] = a[j * width + c]!;
    a[j * width + c] = kept;
  }
}

function substituteBack(a: Float64Array, right: Float64Array, size: number, columns: number): void {
  for (let i = size - 1; i >= 0; i--)
    for (let c = 0; c < columns; c++) {
      let sum = right[i * columns + c]!;
      for (let j = i + 1; j < size; j++) sum -= a[i * size + j]! * right[j * columns + c]!;
      right[i * columns + c] = sum / a[i * size + i]!;
    }
}
