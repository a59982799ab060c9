import { grouped } from '../strands/grouped.ts';
import { InputError } from '../strands/input-error.ts';

export { grouped } from '../strands/grouped.ts';

export interface BudgetOptions {
  /** Bytes allowed for each byte of the file. */
  factor?: number;
  /** Bytes allowed on top, so that small files never meet the limit. */
  extra?: number;
  /** The file's name, for the message. */
  name?: string;
}

export const BUDGET_DEFAULTS: Required<BudgetOptions> = /* @__PURE__ */ Object.freeze({
  factor: 2,
  extra: 1_000_000,
  name: 'the file',
});

/** Hair compresses to a third or a tenth; a file that would grow by more than this is damaged or meant to do harm. */
const MOST_UNPACKED = 16;

/**
 * Bytes that data stored once and named again may take in all: a mesh of 2 MB repeated a hundred times is usual, and a
 * file of a few kilobytes can name its data millions of times.
 */
const MOST_SHARED = 1 << 28;

/**
 * What a reader may allocate. All readers take their arrays from here, so a few bytes of header that promise billions
 * of points end in a sentence and not in an exhausted machine.
 */
export class Budget {
  /** Bytes. */
  limit: number;
  /** Bytes allocated so far; nothing is given back, so this is the peak too. */
  total = 0;
  readonly #name: string;
  readonly #fileBytes: number;
  readonly #factor: number;
  #unpacked = 0;
  #shared = 0;

  constructor(fileBytes: number, options: BudgetOptions = {}) {
    const { factor, extra, name } = { ...BUDGET_DEFAULTS, ...options };
    this.limit = factor * fileBytes + extra;
    this.#name = name;
    this.#factor = factor;
    this.#fileBytes = fileBytes;
  }

  /** Whether so many more bytes may be allocated: for things that a reader can leave out. */
  has(bytes: number): boolean {
    return this.total + bytes <= this.limit;
  }

  /** Counts bytes that are allocated elsewhere. */
  claim(bytes: number, what = 'data'): void {
    if (!(bytes >= 0 && this.has(bytes)))
      throw new InputError(
        'format/budget',
        `${this.#name}: ${what} would take ${grouped(bytes)} bytes on top of ${grouped(this.total)}, more than the ` +
          `${grouped(this.limit)} allowed for a file of ${grouped(this.#fileBytes)} bytes: its counts are damaged`,
      );
    this.total += bytes;
  }

  /**
   * Raises the limit for compressed data that unpacks to so many bytes, as if the file held it unpacked; to be called
   * before it is unpacked. Files that claim to unpack to more than `MOST_UNPACKED` times their size are refused.
   */
  unpack(bytes: number, what = 'data'): void {
    this.#unpacked += bytes;
    if (!(bytes >= 0 && this.#unpacked <= MOST_UNPACKED * this.#fileBytes + BUDGET_DEFAULTS.extra))
      throw new InputError(
        'format/budget',
        `${this.#name}: ${what} would unpack to ${grouped(bytes)} bytes, from a file of ${grouped(this.#fileBytes)}: ` +
          'its counts are damaged',
      );
    this.limit += this.#factor * bytes;
  }

  /** Raises the limit for another file of so many bytes that is read with this one. */
  join(bytes: number): void {
    this.limit += this.#factor * bytes;
  }

  /** Raises the limit for data that the file stores once and names again, as if it were stored each time. */
  share(bytes: number): void {
    this.#shared += bytes;
    if (!(this.#shared <= Math.max(MOST_SHARED, MOST_UNPACKED * this.#fileBytes)))
      throw new InputError(
        'format/budget',
        `${this.#name}: the file names the same data again and again, ${grouped(this.#shared)} bytes in all from a file of ` +
          `${grouped(this.#fileBytes)}: it is damaged, or to be exported in parts`,
      );
    this.limit += this.#factor * bytes;
  }

  float32(count: number, what?: string): Float32Array {
    this.claim(4 * count, what);
    return new Float32Array(count);
  }

  uint32(count: number, what?: string): Uint32Array {
    this.claim(4 * count, what);
    return new Uint32Array(count);
  }

  int32(count: number, what?: string): Int32Array {
    this.claim(4 * count, what);
    return new Int32Array(count);
  }

  float64(count: number, what?: string): Float64Array {
    this.claim(8 * count, what);
    return new Float64Array(count);
  }

  uint8(count: number, what?: string): Uint8Array {
    this.claim(count, what);
    return new Uint8Array(count);
  }
}
