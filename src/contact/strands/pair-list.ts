import { LANES, type StrandsKernels } from '../../kernels/kernels.ts';
import { wordsFor } from './growable.ts';

/** Pairs of capsules of different strands, the lower one first. */
export class PairList {
  count = 0;
  first: Uint32Array = new Uint32Array(1024);
  second: Uint32Array = new Uint32Array(1024);
  /** Their distance in the reference, metres; UNKNOWN where it does not know one of them. */
  groomed: Float32Array = new Float32Array(1024);

  add(first: number, second: number): void {
    this.makeRoom(this.count + 1);
    this.first[this.count] = first;
    this.second[this.count++] = second;
  }

  /** Becomes those pairs of another list that are wanted. */
  copy(list: PairList, isWanted: (first: number, second: number) => boolean): this {
    this.count = 0;
    for (let n = 0; n < list.count; n++) {
      if (!isWanted(list.first[n]!, list.second[n]!)) continue;
      this.add(list.first[n]!, list.second[n]!);
      this.groomed[this.count - 1] = list.groomed[n]!;
    }
    return this;
  }

  /** Becomes three lists in the kernels' memory, one after the other. */
  take({ words, numbers }: StrandsKernels, row: number, count: number): this {
    this.makeRoom(count);
    const from = LANES * row;
    this.first.set(words.subarray(from, from + count));
    this.second.set(words.subarray(from + count, from + 2 * count));
    this.groomed.set(numbers.subarray(from + 2 * count, from + 3 * count));
    this.count = count;
    return this;
  }

  makeRoom(count: number): void {
    this.first = wordsFor(this.first, count);
    this.second = wordsFor(this.second, count);
    if (this.groomed.length < this.first.length) {
      const had = this.groomed;
      this.groomed = new Float32Array(this.first.length);
      this.groomed.set(had);
    }
  }
}
