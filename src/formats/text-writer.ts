import { DECIMAL_BYTES, writeDecimal, writeInteger } from './decimal-write.ts';

const COMMA = 44;
const BLANK = 32;
const OPENING = 40;
const CLOSING = 41;

/** Text that grows, kept as bytes: a string of a million lines would cost twice the memory and the time. */
export class TextWriter {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(65_536);
  #length = 0;

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }

  /** Plain ASCII. */
  text(text: string): this {
    this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
    return this;
  }

  float(value: number): this {
    this.#reserve(DECIMAL_BYTES);
    this.#length = writeDecimal(this.#bytes, this.#length, value);
    return this;
  }

  integer(value: number): this {
    this.#reserve(DECIMAL_BYTES);
    this.#length = writeInteger(this.#bytes, this.#length, value);
    return this;
  }

  /** A line of a keyword and `size` numbers from `values`. */
  floats(keyword: string, values: ArrayLike<number>, from: number, size: number): this {
    this.text(keyword);
    for (let k = 0; k < size; k++) this.text(' ').float(values[from + k]!);
    return this.text('\n');
  }

  /** Numbers with `, ` between them, `size` at a time in round brackets where that is more than one. */
  list(values: Float32Array, size: number): this {
    const inBrackets = size > 1;
    for (let i = 0; i < values.length; i += size) {
      this.#reserve((DECIMAL_BYTES + 2) * size + 4);
      const bytes = this.#bytes;
      let at = this.#length;
      if (i > 0) {
        bytes[at++] = COMMA;
        bytes[at++] = BLANK;
      }
      if (inBrackets) bytes[at++] = OPENING;
      for (let k = i; k < i + size; k++) {
        if (k > i) {
          bytes[at++] = COMMA;
          bytes[at++] = BLANK;
        }
        at = writeDecimal(bytes, at, values[k]!);
      }
      if (inBrackets) bytes[at++] = CLOSING;
      this.#length = at;
    }
    return this;
  }

  /** What was written since the last `clear`, as long as nothing more is written. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
