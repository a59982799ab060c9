/** Sparse symmetric matrices, by rows. */

/** All entries, diagonal included: row i has columns `column[first[i]] .. column[first[i + 1] − 1]`, each once. */
export interface SparseMatrix {
  readonly size: number;
  readonly first: Uint32Array;
  readonly column: Uint32Array;
  readonly value: Float64Array;
}

/** Entries in any order; those at one place are added, in the order in which they came. */
export class SparseBuilder {
  private row = new Uint32Array(64);
  private column = new Uint32Array(64);
  private value = new Float64Array(64);
  private count = 0;
  private readonly size: number;

  constructor(size: number, entries = 64) {
    this.size = size;
    if (entries > 64) this.enlarge(entries);
  }

  add(i: number, j: number, value: number): void {
    const n = this.count++;
    if (n === this.row.length) this.enlarge(2 * n);
    this.row[n] = i;
    this.column[n] = j;
    this.value[n] = value;
  }

  /** value · (xᵢ − xⱼ)² as a part of xᵀ A x. */
  addDifference(i: number, j: number, value: number): void {
    this.add(i, i, value);
    this.add(j, j, value);
    this.add(i, j, -value);
    this.add(j, i, -value);
  }

  private enlarge(capacity: number): void {
    const { row, column, value } = this;
    this.row = new Uint32Array(capacity);
    this.column = new Uint32Array(capacity);
    this.value = new Float64Array(capacity);
    this.row.set(row);
    this.column.set(column);
    this.value.set(value);
  }

  build(): SparseMatrix {
    const { size, count, row } = this;
    const start = new Uint32Array(size + 1);
    for (let n = 0; n < count; n++) start[row[n]! + 1] = start[row[n]! + 1]! + 1;
    for (let i = 0; i < size; i++) start[i + 1] = start[i + 1]! + start[i]!;
    const next = start.slice(0, size);
    const column = new Uint32Array(count);
    const value = new Float64Array(count);
    for (let n = 0; n < count; n++) {
      const at = next[row[n]!]!++;
      column[at] = this.column[n]!;
      value[at] = this.value[n]!;
    }
    return merged(size, start, column, value);
  }
}

/** Sorts each row by insertion, which keeps the order of equals and suits rows of a dozen entries, and adds up equals. */
function merged(size: number, start: Uint32Array, column: Uint32Array, value: Float64Array): SparseMatrix {
  const first = new Uint32Array(size + 1);
  let end = 0;
  for (let i = 0; i < size; i++) {
    const from = start[i]!;
    const to = start[i + 1]!;
    for (let n = from + 1; n < to; n++) {
      const c = column[n]!;
      const v = value[n]!;
      let k = n;
      for (; k > from && column[k - 1]! > c; k--) {
        column[k] = column[k - 1]!;
        value[k] = value[k - 1]!;
      }
      column[k] = c;
      value[k] = v;
    }
    for (let n = from; n < to; n++) {
      if (end > first[i]! && column[end - 1] === column[n]) {
        value[end - 1] = value[end - 1]! + value[n]!;
        continue;
      }
      column[end] = column[n]!;
      value[end++] = value[n]!;
    }
    first[i + 1] = end;
  }
  return { size, first, column: column.slice(0, end), value: value.slice(0, end) };
}

/** out = A x. */
export function multiplySparse({ size, first, column, value }: SparseMatrix, x: Float64Array, out: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let n = first[i]!; n < first[i + 1]!; n++) sum += value[n]! * x[column[n]!]!;
    out[i] = sum;
  }
}

/** Where the entry of row i and column j is among the values; −1 where there is none. */
export function entryAt({ first, column }: SparseMatrix, i: number, j: number): number {
  for (let n = first[i]!; n < first[i + 1]!; n++) if (column[n] === j) return n;
  return -1;
}

/** The diagonal; 0 where a row has none. */
export function diagonalOf({ size, first, column, value }: SparseMatrix): Float64Array {
  const out = new Float64Array(size);
  for (let i = 0; i < size; i++)
    for (let n = first[i]!; n < first[i + 1]!; n++) if (column[n] === i) out[i] = value[n]!;
  return out;
}
