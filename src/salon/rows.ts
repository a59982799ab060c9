/** A small table of numbers that outlives a step: a growable list of rows of equal width, kept whole in snapshots. */
export class Rows {
  readonly width: number;
  data: number[] = [];

  constructor(width: number) {
    this.width = width;
  }

  get count(): number {
    return this.data.length / this.width;
  }

  at(row: number, column: number): number {
    return this.data[row * this.width + column]!;
  }

  set(row: number, column: number, value: number): void {
    this.data[row * this.width + column] = value;
  }

  push(...row: number[]): void {
    for (let c = 0; c < this.width; c++) this.data.push(row[c] ?? 0);
  }

  /** Keeps the rows for which `isKept` says so, in their order. */
  filter(isKept: (row: number) => boolean): void {
    const kept: number[] = [];
    for (let row = 0; row < this.count; row++)
      if (isKept(row)) for (let c = 0; c < this.width; c++) kept.push(this.at(row, c));
    this.data = kept;
  }
}

/** Rows that name a place on a strand: id in column 0 and arc length in column 1. A cut moves those beyond it. */
export function cutPlaces(rows: Rows, id: number, s: number, newId: number, column = 0): void {
  for (let row = 0; row < rows.count; row++) {
    if (rows.at(row, column) !== id || rows.at(row, column + 1) <= s) continue;
    rows.set(row, column, newId);
    rows.set(row, column + 1, rows.at(row, column + 1) - s);
  }
}

/** Places on a strand whose length changed by a factor move with it. */
export function stretchPlaces(rows: Rows, id: number, factor: number, column = 0): void {
  for (let row = 0; row < rows.count; row++)
    if (rows.at(row, column) === id) rows.set(row, column + 1, factor * rows.at(row, column + 1));
}
