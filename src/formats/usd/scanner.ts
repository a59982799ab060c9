import { InputError } from '../../strands/input-error.ts';
import { namedNumber, parseDecimal, textAt } from '../decimal.ts';

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
const OPENING = new Set(['(', '[', '{'].map(code));
const CLOSING = new Set([')', ']', '}'].map(code));

/** 1 where a byte is part of a word: letters, digits, and what stands within names, types and numbers. */
const IS_WORD = new Uint8Array(256);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:.+-!|*')
  IS_WORD[code(character)] = 1;
for (let c = 128; c < 256; c++) IS_WORD[c] = 1;

export class UsdaScanner {
  readonly name: string;
  readonly bytes: Uint8Array;
  at = 0;
  readonly #note: (sentence: string) => void;
  #hasBadNumber = false;

  constructor(name: string, bytes: Uint8Array, note: (sentence: string) => void) {
    this.name = name;
    this.bytes = bytes;
    this.#note = note;
  }

  error(kind: string, what: string, at: number = this.at): InputError {
    return new InputError(`usd/${kind}`, `${this.name}, line ${this.#line(at)}: ${what}`);
  }

  #line(at: number): number {
    let line = 1;
    for (let i = 0; i < Math.min(at, this.bytes.length); i++) if (this.bytes[i] === LF) line++;
    return line;
  }

  /** Moves over blanks, line ends and comments; `sameLine` stops before a line end. */
  skip(sameLine = false): void {
    const { bytes } = this;
    for (; this.at < bytes.length; this.at++) {
      const c = bytes[this.at]!;
      if (c === HASH) {
        while (this.at < bytes.length && bytes[this.at] !== LF) this.at++;
        this.at--;
      } else if (c > 32 || (sameLine && (c === LF || c === CR))) return;
    }
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
    while (this.at < this.bytes.length && IS_WORD[this.bytes[this.at]!] === 1) this.at++;
    return textAt(this.bytes, start, this.at);
  }

  /** Moves over one value and gives the place behind it. */
  passValue(): number {
    const { bytes } = this;
    const start = this.at;
    let depth = 0;
    do {
      const c = bytes[this.at];
      if (c === undefined) throw this.error('syntax', 'the file ends within the value that starts here', start);
      if (c === DOUBLE || c === SINGLE) this.#passString(c);
      else if (c === AT) this.#passUntil(AT);
      else if (c === LESS) this.#passUntil(GREATER);
      else if (c === HASH) this.skip();
      else if (OPENING.has(c)) {
        depth++;
        this.at++;
      } else if (depth > 0 && CLOSING.has(c)) {
        depth--;
        this.at++;
      } else if (IS_WORD[c] === 1) while (IS_WORD[bytes[this.at]!] === 1) this.at++;
      else if (depth > 0) this.at++;
      else throw this.error('syntax', `a value is expected, not "${this.peek()}"`);
    } while (depth > 0);
    return this.at;
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

  /** Calls `use` for every number between two places; tuples and lists are passed through. */
  numbers(start: number, end: number, use: (value: number, index: number) => void): number {
    const { bytes } = this;
    let count = 0;
    for (let at = start; at < end; ) {
      const c = bytes[at]!;
      if (IS_WORD[c] !== 1) {
        if (c === DOUBLE || c === SINGLE || c === AT || c === LESS)
          throw this.error('type', 'a number is expected', at);
        if (c === HASH) while (at < end && bytes[at] !== LF) at++;
        else at++;
        continue;
      }
      const from = at;
      while (at < end && IS_WORD[bytes[at]!] === 1) at++;
      use(this.#number(from, at), count++);
    }
    return count;
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

  /** How many numbers stand between two places. */
  countNumbers(start: number, end: number): number {
    const { bytes } = this;
    let count = 0;
    let wasWord = 0;
    for (let at = start; at < end; at++) {
      const c = bytes[at]!;
      const isWord = IS_WORD[c]!;
      if (isWord > wasWord) count++;
      wasWord = isWord;
      if (c === HASH) while (at < end && bytes[at] !== LF) at++;
    }
    return count;
  }

  /** Texts between two places: in quotes, in @ @, in < >, or plain words. */
  texts(start: number, end: number): string[] {
    const texts: string[] = [];
    const before = this.at;
    for (this.at = start; this.at < end; ) {
      const from = this.at;
      const c = this.bytes[from]!;
      if (c === HASH) this.skip();
      else if (c === DOUBLE || c === SINGLE || c === AT || c === LESS || IS_WORD[c] === 1) {
        this.passValue();
        texts.push(plain(textAt(this.bytes, from, this.at)));
      } else this.at++;
    }
    this.at = before;
    return texts;
  }
}

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
