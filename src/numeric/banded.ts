/**
 * Symmetric banded systems, factored as L D Lᵀ in place without pivoting: for matrices that are positive definite or
 * quasi-definite (Vanderbei 1995: such matrices have this factorisation in every order).
 *
 * Row i keeps its entries i − band .. i side by side: entry (i, j) is at `i * (band + 1) + band + j − i`.
 */

/** Place of entry (i, j), i − band ≤ j ≤ i. */
export const bandIndex = (band: number, i: number, j: number): number => i * (band + 1) + band + j - i;

/** Factors the matrix of `size` rows that starts at `a[0]`. Cost: size · band² / 2 multiplications. */
export function factorBanded(a: Float64Array, size: number, band: number): void {
  const width = band + 1;
  for (let i = 0; i < size; i++) {
    const first = i > band ? i - band : 0;
    const row = i * width + band - i;
    let diagonal = a[row + i]!;
    for (let j = first; j < i; j++) {
      const other = j * width + band - j;
      const start = j > band && j - band > first ? j - band : first;
      // Entries of row i hold L·D until their column is done, entries of row j hold L.
      let sum = a[row + j]!;
      for (let k = start; k < j; k++) sum -= a[row + k]! * a[other + k]!;
      a[row + j] = sum;
    }
    for (let j = first; j < i; j++) {
      const scaled = a[row + j]!;
      const l = scaled / a[j * width + band]!;
      diagonal -= l * scaled;
      a[row + j] = l;
    }
    a[row + i] = diagonal;
  }
}

/** Solves with the factors; `x` holds the right side before and the solution after. */
export function solveBanded(a: Float64Array, x: Float64Array, size: number, band: number): void {
  const width = band + 1;
  for (let i = 0; i < size; i++) {
    const row = i * width + band - i;
    let sum = x[i]!;
    for (let k = i > band ? i - band : 0; k < i; k++) sum -= a[row + k]! * x[k]!;
    x[i] = sum;
  }
  for (let i = 0; i < size; i++) x[i] = x[i]! / a[i * width + band]!;
  for (let i = size - 1; i >= 0; i--) {
    const row = i * width + band - i;
    const value = x[i]!;
    for (let k = i > band ? i - band : 0; k < i; k++) x[k] = x[k]! - a[row + k]! * value;
  }
}

/**
 * The same from the last row to the first: rows last .. first of `size` are factored, those after them have been. Reads the
 * matrix `a`, writes the factors `f`: the entry of rows i < j at `bandIndex(band, j, i)`.
 */
export function factorFromEnd(
  a: Float64Array,
  f: Float64Array,
  { size, band, first, last }: { size: number; band: number; first: number; last: number },
): void {
  const width = band + 1;
  for (let i = last; i >= first; i--) {
    const end = i + band < size ? i + band : size - 1;
    let diagonal = a[i * width + band]!;
    for (let j = end; j > i; j--) {
      const row = j * width + band - j;
      let sum = a[row + i]!;
      // Entries of row i hold L·D until all are done, entries of other rows hold L.
      for (let k = j + 1; k <= end; k++) sum -= f[k * width + band - k + i]! * f[k * width + band - k + j]!;
      f[row + i] = sum;
    }
    for (let j = end; j > i; j--) {
      const place = j * width + band - j + i;
      const scaled = f[place]!;
      const l = scaled / f[j * width + band]!;
      diagonal -= l * scaled;
      f[place] = l;
    }
    f[i * width + band] = diagonal;
  }
}

/** Forward substitution with those factors, in place. */
export function forwardFromEnd(
  f: Float64Array,
  y: Float64Array,
  { size, band, first, last }: { size: number; band: number; first: number; last: number },
): void {
  const width = band + 1;
  for (let i = last; i >= first; i--) {
    const end = i + band < size ? i + band : size - 1;
    let sum = y[i]!;
    for (let k = end; k > i; k--) sum -= f[k * width + band - k + i]! * y[k]!;
    y[i] = sum;
  }
}

/** Back substitution, rows first .. last: those before them have been. */
export function backwardFromEnd(
  f: Float64Array,
  y: Float64Array,
  x: Float64Array,
  { band, first, last }: { band: number; first: number; last: number },
): void {
  const width = band + 1;
  for (let i = first; i <= last; i++) {
    const row = i * width + band - i;
    let sum = y[i]! / f[row + i]!;
    for (let k = i > band ? i - band : 0; k < i; k++) sum -= f[row + k]! * x[k]!;
    x[i] = sum;
  }
}
