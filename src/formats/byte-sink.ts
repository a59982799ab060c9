/** Where a writer puts bytes, one piece after the other: an animation need not fit into memory. */
export interface ByteSink {
  /** Bytes written so far. */
  readonly position: number;
  /** The sink has taken the bytes when this returns: the caller may use the array again. */
  write(bytes: Uint8Array): void;
  /** Changes bytes that were written before, for headers that are known at the end only. */
  patch(offset: number, bytes: Uint8Array): void;
}

/** A file in memory. */
export class MemorySink implements ByteSink {
  position = 0;
  #bytes: Uint8Array<ArrayBuffer>;

  /** `room` bytes are set aside at once: as much as is expected saves copies. */
  constructor(room = 65_536) {
    this.#bytes = new Uint8Array(room);
  }

  write(bytes: Uint8Array): void {
    const end = this.position + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.position));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.position);
    this.position = end;
  }

  patch(offset: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, offset);
  }

  /** All that was written. A view where the room was just right. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.position);
  }
}
