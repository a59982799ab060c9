import { wordsFor } from './growable.ts';

/** Pairs of pieces in any order, the lower piece first. */
export interface LoosePairs {
  readonly pairs: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

/** Puts pairs in the order of their first and second piece: counting sort by the second, then by the first. */
export class PairOrder {
  private start: Uint32Array = new Uint32Array(0);
  private order: Uint32Array = new Uint32Array(0);
  private bySecond: Uint32Array = new Uint32Array(0);

  /** Numbers of the pairs in their order; valid until the next call. */
  sort({ pairs, first, second }: LoosePairs, pieces: number): Uint32Array {
    this.start = wordsFor(this.start, pieces + 1);
    this.order = wordsFor(this.order, pairs);
    this.bySecond = wordsFor(this.bySecond, pairs);
    const { start, order, bySecond } = this;
    start.fill(0, 0, pieces + 1);
    for (let n = 0; n < pairs; n++) start[second[n]! + 1]!++;
    for (let p = 0; p < pieces; p++) start[p + 1]! += start[p]!;
    for (let n = 0; n < pairs; n++) bySecond[start[second[n]!]!++] = n;
    start.fill(0, 0, pieces + 1);
    for (let n = 0; n < pairs; n++) start[first[n]! + 1]!++;
    for (let p = 0; p < pieces; p++) start[p + 1]! += start[p]!;
    for (let n = 0; n < pairs; n++) order[start[first[bySecond[n]!]!]!++] = bySecond[n]!;
    return order;
  }
}
