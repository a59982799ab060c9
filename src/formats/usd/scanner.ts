import { InputError } from '../../strands/input-error.ts';
import { grouped } from '../budget.ts';
import { cutOff } from '../cut-off.ts';
import { namedNumber, parseDecimal, TEN, textAt } from '../decimal.ts';
import type { UsdArray } from './types.ts';

/** Reads .usda text straight from its bytes. Values are passed over first and read when they are asked for. */

const LF = 10;
const CR = 13;
const HASH = 35;
const BACKSLASH = 92;

const code = (character: string): number => character.charCodeAt(0);
const DOUBLE = code('"');
const SINGLE = code("'");
const AT = code('@');
const LESS = code('<');
const GREATER = code('>');
const MINUS = code('-');
const PLUS = code('+');
const POINT = code('.');
const ZERO = code('0');
const SLASH = code('/');
const STAR = code('*');
const COLON = code(':');

/** What a byte is: blanks and commas, part of a word (names, types, numbers), brackets, or the start of a text or comment. */
const WORD = 1;
const OPENING = 2;
const CLOSING = 3;
const SPECIAL = 4;
const KIND = new Uint8Array(256);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:.+-!|*')
  KIND[code(character)] = WORD;
for (let c = 128; c < 256; c++) KIND[c] = WORD;
for (const character of '([{') KIND[code(character)] = OPENING;
for (const character of ')]}') KIND[code(character)] = CLOSING;
for (const c of [DOUBLE, SINGLE, AT, LESS, HASH, SLASH]) KIND[c] = SPECIAL;

/** A mantissa of so many digits is exact. */
const EXACT_DIGITS = 15;

export class UsdaScanner {
  readonly name: string;
  readonly bytes: Uint8Array;
  at = 0;
  /** Words (numbers, where it has no others) of the value that was passed last. */
  words = 0;
  readonly #note: (sentence: string) => void;
  #hasBadNumber = false;

  constructor(name: string, bytes: Uint8Array, note: (sentence: string) => void) {
    this.name = name;
    this.bytes = bytes;
    this.#note = note;
  }

  error(kind: string, what: string, at: number = this.at): InputError {
    if (this.at >= this.bytes.length) return this.ended(what, at);
    return new InputError(`usd/${kind}`, `${this.name}, line ${this.#line(at)}: ${what}`);
  }

  /** The error for text that ends where more is expected. */
  ended(what: string, at: number = this.at): InputError {
    return cutOff('usd/truncated', `${this.name}, line ${grouped(this.#line(at))}: ${what}`);
  }

  #line(at: number): number {
    let line = 1;
    for (let i = 0; i < Math.min(at, this.bytes.length); i++) if (this.bytes[i] === LF) line++;
    return line;
  }

  /** Moves over blanks, line ends and comments; `sameLine` stops before a line end. */
  skip(sameLine = false): void {
    const { bytes } = this;
    while (this.at < bytes.length) {
      const c = bytes[this.at]!;
      const end = c === HASH || c === SLASH ? this.#commentEnd(this.at) : this.at;
      if (end > this.at) this.at = end;
      else if (c > 32 || (sameLine && (c === LF || c === CR))) return;
      else this.at++;
    }
  }

  /** The place behind a comment (#, two slashes, or between a slash with a star and its mirror); the same place where none is. */
  #commentEnd(start: number): number {
    const { bytes } = this;
    const next = bytes[start + 1];
    let at = start;
    if (bytes[start] === HASH || (bytes[start] === SLASH && next === SLASH))
      while (at < bytes.length && bytes[at] !== LF) at++;
    else if (bytes[start] === SLASH && next === STAR) {
      for (at += 2; at < bytes.length && !(bytes[at] === STAR && bytes[at + 1] === SLASH); ) at++;
      if (at >= bytes.length) throw this.ended('a comment that starts here does not end', start);
      at += 2;
    }
    return at;
  }

  /** The character here; empty at the end of the file. */
  peek(): string {
    return this.at < this.bytes.length ? String.fromCharCode(this.bytes[this.at]!) : '';
  }

  /** Takes this character if it stands here. */
  take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at++;
    return true;
  }

  expect(character: string, where: string): void {
    if (!this.take(character))
      throw this.error('syntax', `"${character}" is expected ${where}, not "${this.peek() || 'the end of the file'}"`);
  }

  /** A word; empty where none stands here. */
  word(): string {
    const start = this.at;
    while (this.at < this.bytes.length && KIND[this.bytes[this.at]!] === WORD) this.at++;
    return textAt(this.bytes, start, this.at);
  }

  /** A word that a colon ends, without it: the time of a sample. */
  key(): string {
    const start = this.at;
    while (this.at < this.bytes.length && KIND[this.bytes[this.at]!] === WORD && this.bytes[this.at] !== COLON)
      this.at++;
    return textAt(this.bytes, start, this.at);
  }

  /** Moves over one value, counts its `words` and gives the place behind it. */
  passValue(): number {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let depth = 0;
    let words = 0;
    do {
      if (at >= bytes.length) throw this.ended('the file ends within the value that starts here', start);
      const kind = KIND[bytes[at]!]!;
      if (kind === WORD) {
        words++;
        for (at++; at < bytes.length && KIND[bytes[at]!] === WORD; ) at++;
      } else if (kind === SPECIAL) at = this.#passSpecial(at);
      else if (kind === OPENING) {
        depth++;
        at++;
      } else if (depth > 0) {
        if (kind === CLOSING) depth--;
        at++;
      } else throw this.error('syntax', `a value is expected, not "${this.peek()}"`);
    } while (depth > 0);
    this.words = words;
    this.at = at;
    return at;
  }

  /** Moves over a text, a path or a comment. */
  #passSpecial(start: number): number {
    this.at = start;
    const c = this.bytes[start]!;
    if (c === HASH || c === SLASH) this.at = Math.max(start + 1, this.#commentEnd(start));
    else if (c === AT) this.#passAsset();
    else if (c === LESS) this.#passUntil(GREATER);
    else this.#passString(c);
    return this.at;
  }

  /** A file's name between single or triple @, the latter where it has an @ in it. */
  #passAsset(): void {
    const { bytes } = this;
    const start = this.at;
    if (!(bytes[start + 1] === AT && bytes[start + 2] === AT)) {
      this.#passUntil(AT);
      return;
    }
    const isEnd = (at: number): boolean => bytes[at] === AT && bytes[at + 1] === AT && bytes[at + 2] === AT;
    for (this.at += 3; this.at < bytes.length && bytes[this.at] !== LF; this.at++)
      if (bytes[this.at] === BACKSLASH) this.at += isEnd(this.at + 1) ? 3 : 0;
      else if (isEnd(this.at)) {
        this.at += 3;
        // One or two @ may stand before the three that end it.
        while (bytes[this.at] === AT) this.at++;
        return;
      }
    throw this.error('syntax', 'the name of a file does not end', start);
  }

  #passString(quote: number): void {
    const { bytes } = this;
    const start = this.at;
    const isTriple = bytes[start + 1] === quote && bytes[start + 2] === quote;
    this.at += isTriple ? 3 : 1;
    for (; this.at < bytes.length; this.at++) {
      const c = bytes[this.at];
      if (c === BACKSLASH) this.at++;
      else if (c === quote && (!isTriple || (bytes[this.at + 1] === quote && bytes[this.at + 2] === quote))) {
        this.at += isTriple ? 3 : 1;
        return;
      } else if (c === LF && !isTriple) break;
    }
    throw this.error('syntax', 'a text in quotes does not end', start);
  }

  #passUntil(end: number): void {
    const start = this.at++;
    while (this.at < this.bytes.length && this.bytes[this.at] !== end && this.bytes[this.at] !== LF) this.at++;
    if (this.bytes[this.at] !== end) throw this.error('syntax', 'a path does not end', start);
    this.at++;
  }

  /** Writes every number between two places into `out`; tuples and lists are passed through. */
  fill(start: number, end: number, out: UsdArray): void {
    const { bytes } = this;
    let count = 0;
    for (let at = start; at < end; ) {
      const kind = KIND[bytes[at]!]!;
      if (kind === WORD) {
        // Digits, at most one point among them, and nothing more: the same rounding as in `parseDecimal`, in one pass.
        let p = at;
        let c = bytes[p]!;
        if (c === MINUS || c === PLUS) c = bytes[++p]!;
        const first = p;
        let mantissa = 0;
        for (; c >= ZERO && c < ZERO + 10; c = bytes[++p]!) mantissa = mantissa * 10 + (c - ZERO);
        let digits = p - first;
        let decimals = 0;
        if (c === POINT) {
          const point = ++p;
          for (c = bytes[p]!; c >= ZERO && c < ZERO + 10; c = bytes[++p]!) mantissa = mantissa * 10 + (c - ZERO);
          decimals = p - point;
          digits += decimals;
        }
        if (digits > 0 && digits <= EXACT_DIGITS && KIND[c] !== WORD) {
          const value = mantissa / TEN[decimals]!;
          out[count++] = bytes[at] === MINUS ? -value : value;
          at = p;
        } else {
          while (p < end && KIND[bytes[p]!] === WORD) p++;
          out[count++] = this.#number(at, p);
          at = p;
        }
      } else if (kind === SPECIAL) {
        const behind = this.#commentEnd(at);
        if (behind === at) throw this.error('type', 'a number is expected', at);
        at = behind;
      } else at++;
    }
  }

  /** A word that is no number spoils its point, not the file: it is not a number then, and the first one is named. */
  #number(from: number, to: number): number {
    const value = parseDecimal(this.bytes, from, to);
    if (!Number.isNaN(value)) return value;
    const text = textAt(this.bytes, from, Math.min(to, from + 40));
    const named = namedNumber(text) ?? WORDS[text];
    if (named === undefined && !this.#hasBadNumber) {
      this.#hasBadNumber = true;
      this.#note(`line ${this.#line(from)}: "${text}" is no number; what it stands for is not finite`);
    }
    return named ?? Number.NaN;
  }

  /** Files and prims named between two places, with what encloses them. */
  targets(start: number, end: number): string[] {
    const targets: string[] = [];
    const before = this.at;
    for (this.at = start; this.at < end; ) {
      const from = this.at;
      const c = this.bytes[from]!;
      if (c === HASH || c === SLASH || c === AT || c === LESS || c === DOUBLE || c === SINGLE) this.#passSpecial(from);
      else this.at++;
      if (c === AT || c === LESS) targets.push(textAt(this.bytes, from, this.at));
    }
    this.at = before;
    return targets;
  }

  /** Texts between two places: in quotes, in @ @, in < >, or plain words. */
  texts(start: number, end: number): string[] {
    const texts: string[] = [];
    const before = this.at;
    for (this.at = start; this.at < end; ) {
      const from = this.at;
      const c = this.bytes[from]!;
      if (c === HASH || c === SLASH) this.at = Math.max(from + 1, this.#commentEnd(from));
      else if (c === DOUBLE || c === SINGLE || c === AT || c === LESS || KIND[c] === WORD) {
        this.passValue();
        texts.push(plain(textAt(this.bytes, from, this.at)));
      } else this.at++;
    }
    this.at = before;
    return texts;
  }
}

/** A file or prim without what encloses it. */
export const plainTarget = (text: string): string => plain(text);

const WORDS: Readonly<Record<string, number | undefined>> = Object.assign(Object.create(null), {
  true: 1,
  false: 0,
  True: 1,
  False: 0,
});

/** A text without what encloses it. */
function plain(text: string): string {
  const quoted = /^("""|'''|"|'|@@@|@|<)([\s\S]*?)("""|'''|"|'|@@@|@|>)$/.exec(text);
  return quoted ? quoted[2]!.replace(/\\(.)/g, '$1') : text;
}
