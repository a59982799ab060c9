/** Rows of a table that belong to each strand, in their order: linked lists without allocation. */
export class RowsByStrand {
  private readonly head: Int32Array;
  private next: Int32Array = new Int32Array(16);

  constructor(strands: number) {
    this.head = new Int32Array(strands).fill(-1);
  }

  /** Sorts `count` rows with these ids; rows of unknown strands are left out. */
  fill(count: number, id: Uint32Array, index: ReadonlyMap<number, number>): void {
    this.head.fill(-1);
    if (this.next.length < count) this.next = new Int32Array(2 * count);
    for (let r = count - 1; r >= 0; r--) {
      const k = index.get(id[r]!);
      if (k === undefined) continue;
      this.next[r] = this.head[k]!;
      this.head[k] = r;
    }
  }

  clear(): void {
    this.head.fill(-1);
  }

  /** The first row of strand k, −1 where it has none. */
  first(k: number): number {
    return this.head[k]!;
  }

  after(row: number): number {
    return this.next[row]!;
  }
}
