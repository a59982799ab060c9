import { viewOf } from '../bytes.ts';

/** Builds a binary glTF file: JSON and one block of bytes. */

export type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

const FLOAT = 5126;
const UNSIGNED = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_BUFFER = 34963;
const TYPES = ['', 'SCALAR', 'VEC2', 'VEC3', 'VEC4'] as const;

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

export class GlbBuilder {
  private readonly parts: Uint8Array[] = [];
  private readonly views: Json[] = [];
  private readonly accessors: Json[] = [];
  private length = 0;

  /** Numbers of a vertex, `size` each. `bounded` writes their range, which positions must have. */
  vertices(values: Float32Array, size: 1 | 2 | 3 | 4, bounded = false): number {
    return this.floats(values, size, bounded, ARRAY_BUFFER);
  }

  /** Numbers of an animation, which a graphics processor never sees. */
  keys(values: Float32Array, bounded = false): number {
    return this.floats(values, 1, bounded);
  }

  indices(values: Uint32Array): number {
    const view = this.view(bytesOf(values), ELEMENT_BUFFER);
    return this.accessor({ bufferView: view, componentType: UNSIGNED, count: values.length, type: 'SCALAR' });
  }

  /** Bytes of any kind, for example a picture; returns the buffer view. */
  bytes(bytes: Uint8Array): number {
    return this.view(bytes);
  }

  build(document: { readonly [key: string]: Json }): Uint8Array {
    const json = new TextEncoder().encode(
      JSON.stringify({
        asset: { version: '2.0', generator: 'Pelage' },
        ...document,
        buffers: [{ byteLength: this.length }],
        bufferViews: this.views,
        accessors: this.accessors,
      }),
    );
    const jsonLength = aligned(json.length);
    const bytes = new Uint8Array(12 + 8 + jsonLength + 8 + this.length);
    const view = viewOf(bytes);
    const words = [MAGIC, 2, bytes.length, jsonLength, JSON_CHUNK];
    words.forEach((word, i) => {
      view.setUint32(4 * i, word, true);
    });
    bytes.fill(0x20, 20, 20 + jsonLength);
    bytes.set(json, 20);
    view.setUint32(20 + jsonLength, this.length, true);
    view.setUint32(24 + jsonLength, BINARY_CHUNK, true);
    let at = 28 + jsonLength;
    for (const part of this.parts) {
      bytes.set(part, at);
      at += aligned(part.length);
    }
    return bytes;
  }

  private floats(values: Float32Array, size: 1 | 2 | 3 | 4, bounded: boolean, target?: number): number {
    const view = this.view(bytesOf(values), target);
    const range = bounded ? rangeOf(values, size) : {};
    return this.accessor({
      bufferView: view,
      componentType: FLOAT,
      count: values.length / size,
      type: TYPES[size],
      ...range,
    });
  }

  private view(bytes: Uint8Array, target?: number): number {
    this.parts.push(bytes);
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength: bytes.length, ...(target ? { target } : {}) });
    this.length += aligned(bytes.length);
    return this.views.length - 1;
  }

  private accessor(accessor: { readonly [key: string]: Json }): number {
    this.accessors.push(accessor);
    return this.accessors.length - 1;
  }
}

const aligned = (length: number): number => (length + 3) & ~3;

const bytesOf = (values: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

function rangeOf(values: Float32Array, size: number): { min: number[]; max: number[] } {
  const min = new Array<number>(size).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(size).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < values.length; i++) {
    const c = i % size;
    if (values[i]! < min[c]!) min[c] = values[i]!;
    if (values[i]! > max[c]!) max[c] = values[i]!;
  }
  return { min, max };
}
