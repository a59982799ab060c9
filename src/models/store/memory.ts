/**
 * Memory that stores lie in: plain, shared between threads, or a WebAssembly memory. The caller of a simulation hands it in, and all
 * stores of the simulation take their parts of it.
 */
export interface StrandMemory {
  /** Room for so many numbers of eight bytes, aligned to 16 bytes. A store that grows asks again and gives the old room back. */
  allocate(numbers: number): Float64Array;
  release(room: Float64Array): void;
}

/** Memory of the process that runs. */
export const plainMemory: StrandMemory = Object.freeze({
  allocate: (numbers: number) => new Float64Array(numbers),
  release: () => {},
});

/** Room that is free again is joined and used before the buffer's end is. */
export class BufferMemory implements StrandMemory {
  private readonly buffer: ArrayBufferLike;
  /** Byte ranges, sorted, none touching another. */
  private free: { from: number; to: number }[];

  constructor(buffer: ArrayBufferLike) {
    this.buffer = buffer;
    this.free = [{ from: 0, to: buffer.byteLength }];
  }

  allocate(numbers: number): Float64Array {
    const bytes = align(8 * numbers);
    const hole = this.free.find(({ from, to }) => to - from >= bytes);
    if (!hole)
      throw new RangeError(
        `strands need ${bytes} bytes more, and the memory of ${this.buffer.byteLength} bytes that was handed in is full`,
      );
    const { from } = hole;
    this.free = this.free.flatMap((range) =>
      range !== hole ? [range] : hole.to - from > bytes ? [{ from: from + bytes, to: hole.to }] : [],
    );
    return new Float64Array(this.buffer, from, numbers).fill(0);
  }

  release({ byteOffset, length }: Float64Array): void {
    const ranges = [...this.free, { from: byteOffset, to: byteOffset + align(8 * length) }];
    ranges.sort((a, b) => a.from - b.from);
    const joined: { from: number; to: number }[] = [];
    for (const { from, to } of ranges) {
      const last = joined.at(-1);
      if (last && last.to === from) last.to = to;
      else joined.push({ from, to });
    }
    this.free = joined;
  }
}

const align = (bytes: number): number => (bytes + 15) & ~15;
