/**
 * The words of kernels that TypeScript does not have: see translate.mjs. Kernels run as they stand, in double precision on the rows of one
 * strand: the readable reference of what is made from them.
 */

/** Numbers of one strand; in lanes, one number a strand in each row. */
export type Rows = Float64Array | Float32Array;

/** So many variables, all zero. Indices are constants once loops are written out. */
export function local(size: number): Float64Array {
  return new Float64Array(size);
}

/** Whether the condition holds for any strand of the pack. */
export function anyLane(condition: boolean): boolean {
  return condition;
}

/** Numbers that each lane looks up at places of its own: single precision, one after the other. */
export type Table = Float32Array;

/** A whole number, of each lane its own: a place in a table. */
export function placeOf(number: number): number {
  return number;
}

/** What a table holds at a place, moved on by an offset that all lanes share. */
export function lookUp(table: Table, place: number, offset: number): number {
  return table[place + offset]!;
}

/** Reads `rows` rows of four numbers from row at + from of a table on. */
export function take(into: Float64Array, table: Rows, at: number, from: number, rows: number): void {
  for (let c = 0; c < 4 * rows; c++) into[c] = table[4 * (at + from) + c]!;
}
