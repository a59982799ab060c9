/** Lossless packing of typed arrays into one buffer: what `snapshot()` and `restore()` of every model are made of. */

export type PackedArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;

const KINDS = [Float64Array, Float32Array, Uint32Array, Int32Array, Uint8Array] as const;

/** Header: one (kind, length) pair of u32 per array after their count; then the arrays, each aligned to eight bytes. */
export function packArrays(arrays: readonly PackedArray[]): Uint8Array {
  const head = align(4 + 8 * arrays.length);
  let size = head;
  for (const array of arrays) size += align(array.byteLength);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, arrays.length, true);
  let offset = head;
  arrays.forEach((array, i) => {
    view.setUint32(
      4 + 8 * i,
      KINDS.findIndex((kind) => array instanceof kind),
      true,
    );
    view.setUint32(8 + 8 * i, array.length, true);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += align(array.byteLength);
  });
  return bytes;
}

/** The arrays of `packArrays`, as copies. */
export function unpackArrays(bytes: Uint8Array): PackedArray[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  let offset = align(4 + 8 * count);
  const arrays: PackedArray[] = [];
  for (let i = 0; i < count; i++) {
    const Kind = KINDS[view.getUint32(4 + 8 * i, true)]!;
    const length = view.getUint32(8 + 8 * i, true);
    const size = length * Kind.BYTES_PER_ELEMENT;
    arrays.push(new Kind(bytes.slice(offset, offset + size).buffer));
    offset += align(size);
  }
  return arrays;
}

function align(size: number): number {
  return (size + 7) & ~7;
}
