import type { Budget } from './budget.ts';

/** Little-endian numbers in files. Whole blocks are copied as bytes: eight times as fast as a DataView call a number. */

export type FileData = Uint8Array | ArrayBuffer;

export function asBytes(data: FileData): Uint8Array {
  return data instanceof Uint8Array ? data : new Uint8Array(data);
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Reverses the bytes of every 32-bit word between two places. */
export function swapWords(bytes: Uint8Array, start: number, end: number): void {
  for (let i = start; i < end; i += 4) {
    const a = bytes[i]!;
    const b = bytes[i + 1]!;
    bytes[i] = bytes[i + 3]!;
    bytes[i + 1] = bytes[i + 2]!;
    bytes[i + 2] = b;
    bytes[i + 3] = a;
  }
}

type Words = Float32Array | Uint32Array | Int32Array;

/** The bytes of numbers as files have them: a view where the machine has the same order. */
export function littleEndian(numbers: ArrayBufferView & { readonly BYTES_PER_ELEMENT: number }): Uint8Array {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  if (isLittleEndian) return bytes;
  const size = numbers.BYTES_PER_ELEMENT;
  return bytes.map((_, i) => bytes[i - (i % size) + (size - 1 - (i % size))]!);
}

/** Fills `words` from the file; the place needs no alignment. */
export function getWords(words: Words, bytes: Uint8Array, offset: number): void {
  const target = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  target.set(bytes.subarray(offset, offset + words.byteLength));
  if (!isLittleEndian) swapWords(target, 0, target.length);
}

/** Writes `words` into the file; the place needs no alignment. */
export function putWords(bytes: Uint8Array, offset: number, words: Words): void {
  bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), offset);
  if (!isLittleEndian) swapWords(bytes, offset, offset + words.byteLength);
}

export function readFloats(budget: Budget, bytes: Uint8Array, offset: number, count: number): Float32Array {
  const words = budget.float32(count);
  getWords(words, bytes, offset);
  return words;
}

export function readUnsigned(budget: Budget, bytes: Uint8Array, offset: number, count: number): Uint32Array {
  const words = budget.uint32(count);
  getWords(words, bytes, offset);
  return words;
}

/** One character a byte (ISO 8859-1), which loses nothing whatever the bytes are. */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

/** Writes at most `room` characters; what is not in ISO 8859-1 becomes a question mark. */
export function putText(bytes: Uint8Array, offset: number, text: string, room: number): void {
  const length = Math.min(text.length, room);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    bytes[offset + i] = code < 256 ? code : 63;
  }
}
