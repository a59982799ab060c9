import { wordsFor } from './growable.ts';

/** Pairs of segments in any order, the lower segment first. */
export interface LoosePairs {
  readonly pairs: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  /** How far apart they are, where that is known. */
  readonly distance?: Float32Array;
}

/**
 * Pairs in the order of their first and second segment: counting sort by the second, then by the first. What is moved is what is
 * asked for next, side by side, and not a number under which to look it up: that took three times as long.
 */
export class PairOrder {
  /** Pairs of segment p end at end[p], where those of the next begin. */
  end: Uint32Array = new Uint32Array(0);
  /** Their second segment and their distance, two words a pair. */
  words: Uint32Array = new Uint32Array(0);
  numbers: Float32Array = new Float32Array(0);
  private start: Uint32Array = new Uint32Array(0);
  /** The same in the order of the second segment, with the first. */
  private loose: Uint32Array = new Uint32Array(0);
  private looseNumbers: Float32Array = new Float32Array(0);

  sort({ pairs, first, second, distance }: LoosePairs, segments: number): void {
    this.makeRoom(pairs, segments);
    const { start, end, words, numbers, loose, looseNumbers } = this;
    tally(second, pairs, segments, start);
    for (let n = 0; n < pairs; n++) {
      const at = 2 * start[second[n]!]!++;
      loose[at] = first[n]!;
      looseNumbers[at + 1] = distance ? distance[n]! : 0;
    }
    tally(first, pairs, segments, end);
    // `start` has become where the pairs of each second segment end.
    for (let q = 0, n = 0; q < segments; q++)
      for (; n < start[q]!; n++) {
        const at = 2 * end[loose[2 * n]!]!++;
        words[at] = q;
        numbers[at + 1] = looseNumbers[2 * n + 1]!;
      }
  }

  private makeRoom(pairs: number, segments: number): void {
    this.start = wordsFor(this.start, segments + 1);
    this.end = wordsFor(this.end, segments + 1);
    if (this.words.length >= 2 * pairs) return;
    this.words = wordsFor(this.words, 2 * pairs);
    this.numbers = new Float32Array(this.words.buffer);
    this.loose = wordsFor(this.loose, 2 * pairs);
    this.looseNumbers = new Float32Array(this.loose.buffer);
  }
}

/** Where the pairs of every segment begin. */
function tally(segment: Uint32Array, pairs: number, segments: number, start: Uint32Array): void {
  start.fill(0, 0, segments + 1);
  for (let n = 0; n < pairs; n++) start[segment[n]! + 1]!++;
  for (let p = 0; p < segments; p++) start[p + 1]! += start[p]!;
}
