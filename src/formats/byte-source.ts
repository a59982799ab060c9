/** Where a reader finds bytes: memory, or a file too large for it. */
export interface ByteSource {
  /** Bytes in all. */
  readonly size: number;
  /** So many bytes from a place, all of which must lie within the source. The result may be a view: do not write to it. */
  read(offset: number, length: number): Uint8Array;
}

export function memorySource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

/** The first bytes, as many as there are up to `length`: enough to tell a format by its mark. */
export const opening = (source: ByteSource, length: number): Uint8Array =>
  source.read(0, Math.min(length, source.size));
