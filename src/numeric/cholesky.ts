/** Pivots below this fraction of their diagonal mean that the matrix is not positive definite. */
const SMALLEST_PIVOT = 1e-13;

/** Cholesky factor of the lower triangle of a (n x n, by rows), in place. false where it is not positive definite. */
export function factorCholesky(a: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const ri = i * n;
    for (let j = 0; j < i; j++) {
      const rj = j * n;
      let sum = a[ri + j]!;
      for (let k = 0; k < j; k++) sum -= a[ri + k]! * a[rj + k]!;
      a[ri + j] = sum * a[rj + j]!;
    }
    const diagonal = a[ri + i]!;
    let sum = diagonal;
    for (let k = 0; k < i; k++) sum -= a[ri + k]! * a[ri + k]!;
    if (!(sum > SMALLEST_PIVOT * diagonal)) return false;
    // The reciprocal: every later use divides by it.
    a[ri + i] = 1 / Math.sqrt(sum);
  }
  return true;
}

/** Solves L Lᵀ x = b in place, with the factor of `factorCholesky`. */
export function solveCholesky(a: Float64Array, n: number, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    const ri = i * n;
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= a[ri + k]! * b[k]!;
    b[i] = sum * a[ri + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    const x = b[i]! * a[i * n + i]!;
    b[i] = x;
    for (let k = 0; k < i; k++) b[k] = b[k]! - a[i * n + k]! * x;
  }
}
