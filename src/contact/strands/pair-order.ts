import { wordsFor } from './growable.ts';

/** Pairs of pieces in any order, the lower piece first. */
export interface LoosePairs {
  readonly pairs: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  /** How far apart they are, where that is known. */
  readonly distance?: Float32Array;
}

/**
 * Pairs in the order of their first and second piece: counting sort by the second, then by the first. What is moved is what is
 * asked for next, side by side, and not a number under which to look it up: that took three times as long.
 */
export class PairOrder {
  /** Pairs of piece p end at end[p], where those of the next begin. */
  end: Uint32Array = new Uint32Array(0);
  /** Their second piece and their distance, two words a pair. */
  words: Uint32Array = new Uint32Array(0);
  numbers: Float32Array = new Float32Array(0);
  private start: Uint32Array = new Uint32Array(0);
  /** The same in the order of the second piece, with the first. */
  private loose: Uint32Array = new Uint32Array(0);
  private looseNumbers: Float32Array = new Float32Array(0);

  sort({ pairs, first, second, distance }: LoosePairs, pieces: number): void {
    this.makeRoom(pairs, pieces);
    const { start, end, words, numbers, loose, looseNumbers } = this;
    tally(second, pairs, pieces, start);
    for (let n = 0; n < pairs; n++) {
      const at = 2 * start[second[n]!]!++;
      loose[at] = first[n]!;
      looseNumbers[at + 1] = distance ? distance[n]! : 0;
    }
    tally(first, pairs, pieces, end);
    // `start` has become where the pairs of each second piece end.
    for (let q = 0, n = 0; q < pieces; q++)
      for (; n < start[q]!; n++) {
        const at = 2 * end[loose[2 * n]!]!++;
        words[at] = q;
        numbers[at + 1] = looseNumbers[2 * n + 1]!;
      }
  }

  private makeRoom(pairs: number, pieces: number): void {
    this.start = wordsFor(this.start, pieces + 1);
    this.end = wordsFor(this.end, pieces + 1);
    if (this.words.length >= 2 * pairs) return;
    this.words = wordsFor(this.words, 2 * pairs);
    this.numbers = new Float32Array(this.words.buffer);
    this.loose = wordsFor(this.loose, 2 * pairs);
    this.looseNumbers = new Float32Array(this.loose.buffer);
  }
}

/** Where the pairs of every piece begin. */
function tally(piece: Uint32Array, pairs: number, pieces: number, start: Uint32Array): void {
  start.fill(0, 0, pieces + 1);
  for (let n = 0; n < pairs; n++) start[piece[n]! + 1]!++;
  for (let p = 0; p < pieces; p++) start[p + 1]! += start[p]!;
}
