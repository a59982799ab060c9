import { InputError } from '../strands/input-error.ts';
import { namedNumber, parseDecimal, textAt } from './decimal.ts';

/** Words of Wavefront .obj lines, straight from the bytes. */

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const HASH = 35;
const SLASH = 47;
const BACKSLASH = 92;

/** The first two characters of a keyword in one number; 0 for longer ones. */
export const V = 118;
export const VT: number = 118 | (116 << 8);
export const VN: number = 118 | (110 << 8);
export const F = 102;
export const L = 108;
export const P = 112;
export const G = 103;

export class ObjScanner {
  /** The physical line, from 1. */
  line = 1;
  /** The keyword of the current line, as above. */
  keyword = 0;
  /** Where the current word lies. */
  start = 0;
  end = 0;
  readonly name: string;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.#bytes = bytes;
  }

  /** Moves to the next line that has a keyword; false at the end of the file. */
  nextLine(): boolean {
    for (;;) {
      this.#skipRest();
      if (this.#at >= this.#bytes.length) return false;
      this.#passLineEnd();
      if (this.#startLine()) return true;
    }
  }

  /** To the end of the line, without looking for words: most lines are skipped in most passes. */
  #skipRest(): void {
    const bytes = this.#bytes;
    const size = bytes.length;
    let at = this.#at;
    for (; at < size; at++) {
      const c = bytes[at]!;
      if (c > HASH && c !== BACKSLASH) continue;
      if (c === LF || c === CR) break;
      if (c === HASH && isBlank(bytes[at - 1])) {
        while (at < size && !isLineEnd(bytes[at])) at++;
        break;
      }
      if (c === BACKSLASH && isLineEnd(bytes[at + 1])) {
        this.#at = at + 1;
        this.#passLineEnd();
        at = this.#at - 1;
      }
    }
    this.#at = at;
  }

  /** Goes back to the first line that has a keyword; false where there is none. */
  firstLine(): boolean {
    const bytes = this.#bytes;
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.#at = hasMark ? 3 : 0;
    this.line = 1;
    return this.#startLine() || this.nextLine();
  }

  #startLine(): boolean {
    if (!this.nextWord()) return false;
    const bytes = this.#bytes;
    const length = this.end - this.start;
    this.keyword = length > 2 ? 0 : bytes[this.start]! | (length === 2 ? bytes[this.start + 1]! << 8 : 0);
    return true;
  }

  /** Moves to the next word of this line; false where there is none. */
  nextWord(): boolean {
    this.#passBlanks();
    const bytes = this.#bytes;
    const size = bytes.length;
    let at = this.#at;
    if (at < size && bytes[at] === HASH) {
      while (at < size && bytes[at] !== LF && bytes[at] !== CR) at++;
      this.#at = at;
      return false;
    }
    this.start = at;
    for (; at < size; at++) {
      const c = bytes[at]!;
      if (c <= SPACE && (c === SPACE || c === LF || c === CR || c === TAB)) break;
      if (c === BACKSLASH && isLineEnd(bytes[at + 1])) break;
    }
    this.#at = at;
    this.end = at;
    return at > this.start;
  }

  /** Blanks, and a backslash before a line end, which continues the line. */
  #passBlanks(): void {
    const bytes = this.#bytes;
    for (;;) {
      const c = bytes[this.#at];
      if (c === SPACE || c === TAB) this.#at++;
      else if (c === BACKSLASH && isLineEnd(bytes[this.#at + 1])) {
        this.#at++;
        this.#passLineEnd();
      } else return;
    }
  }

  #passLineEnd(): void {
    const isPair = this.#bytes[this.#at] === CR && this.#bytes[this.#at + 1] === LF;
    this.#at += isPair ? 2 : 1;
    this.line++;
  }

  /** The current word. */
  word(): string {
    return textAt(this.#bytes, this.start, this.end);
  }

  /** The next word as a number; NaN and infinity may be written out. `otherwise` stands where the line ends before. */
  number(otherwise?: number): number {
    if (!this.nextWord()) {
      if (otherwise !== undefined) return otherwise;
      throw this.error('obj/number', 'a number is missing');
    }
    const value = parseDecimal(this.#bytes, this.start, this.end);
    if (!Number.isNaN(value)) return value;
    const named = namedNumber(this.word());
    if (named === undefined) throw this.error('obj/number', `"${this.word().slice(0, 40)}" is no number`);
    return named;
  }

  /**
   * Reference `which` (0 vertex, 1 texture, 2 normal) of the current word, as v, v/t, v//n or v/t/n, turned into an index
   * from 0. `before` are the elements up to this line, from which negative references count back; `count` are all.
   * -1 where the reference is absent.
   */
  reference(which: number, before: number, count: number): number {
    const bytes = this.#bytes;
    let at = this.start;
    for (let slashes = which; slashes > 0; slashes--) {
      while (at < this.end && bytes[at] !== SLASH) at++;
      at++;
    }
    let end = at;
    while (end < this.end && bytes[end] !== SLASH) end++;
    if (at >= end && which > 0) return -1;
    const written = parseDecimal(bytes, at, end);
    const index = written < 0 ? before + written : written - 1;
    if (!(index >= 0 && index < count && Number.isInteger(index)))
      throw this.error(
        'obj/index',
        `"${this.word().slice(0, 40)}" names ${KINDS[which]} that the file does not have (it has ${count})`,
      );
    return index;
  }

  error(code: string, what: string): InputError {
    return new InputError(code, `${this.name}, line ${this.line}: ${what}`);
  }
}

const KINDS = ['a vertex', 'texture coordinates', 'a normal'];

const isBlank = (c: number | undefined): boolean => c === undefined || c === SPACE || c === TAB || isLineEnd(c);

const isLineEnd = (c: number | undefined): boolean => c === LF || c === CR;
