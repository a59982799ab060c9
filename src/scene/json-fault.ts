/** Where a text stops to be JSON. Engines say it in their own words, some of them without the place. */
export interface JsonFault {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly what: string;
}

const SPACE = /[ \t\n\r]*/y;
/** One letter of a string: whole strings are not matched at once, which can take for ever where the end is missing. */
const LETTER = /[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'next' | 'end';

const WORDS: Readonly<Record<Wanted, string>> = {
  value: 'a value was expected',
  'value or ]': 'a value or ] was expected',
  key: 'a name in double quotes was expected (no comma after the last entry)',
  'key or }': 'a name in double quotes or } was expected',
  colon: 'a colon was expected',
  next: 'a comma or the closing bracket was expected',
  end: 'the scene has ended here, but more follows',
};

/** The first fault; null where there is none. */
export function findJsonFault(text: string): JsonFault | null {
  const scan = new Scan(text);
  while (scan.advance());
  return scan.fault;
}

class Scan {
  fault: JsonFault | null = null;
  private at = 0;
  private wanted: Wanted = 'value';
  /** Closing brackets of what is open. */
  private readonly closing: ('}' | ']')[] = [];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads one token; false at the end and at a fault. */
  advance(): boolean {
    this.match(SPACE);
    if (this.at === this.text.length) {
      if (this.wanted !== 'end') this.fail('the file ends too early: is it complete?');
      return false;
    }
    const begin = this.at;
    if (this.take()) return true;
    const isInString = this.at > begin;
    this.fail(isInString ? 'this text in quotes does not end, or holds what it may not' : WORDS[this.wanted]);
    return false;
  }

  private take(): boolean {
    const { wanted } = this;
    const mark = this.text[this.at]!;
    if (wanted === 'colon') return mark === ':' && this.step('value');
    if (wanted === 'next') return this.takeNext(mark);
    if (wanted === 'key' || wanted === 'key or }') {
      if (mark === '}' && wanted === 'key or }') return this.close();
      return this.matchString() && this.expect('colon');
    }
    if (wanted === 'end') return false;
    if (mark === ']' && wanted === 'value or ]') return this.close();
    return this.takeValue(mark);
  }

  private takeNext(mark: string): boolean {
    const closing = this.closing.at(-1)!;
    if (mark === ',') return this.step(closing === '}' ? 'key' : 'value');
    return mark === closing && this.close();
  }

  private takeValue(mark: string): boolean {
    if (mark === '{' || mark === '[') {
      this.closing.push(mark === '{' ? '}' : ']');
      return this.step(mark === '{' ? 'key or }' : 'value or ]');
    }
    return (this.matchString() || this.match(PLAIN)) && this.ended();
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.test(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  /** Where it is cut off or holds what no string may, the fault lies there. */
  private matchString(): boolean {
    if (this.text[this.at] !== '"') return false;
    this.at++;
    // What lies before the space are control characters, which must be written as escapes.
    while (this.text[this.at]! >= ' ' && this.match(LETTER));
    if (this.text[this.at] !== '"') return false;
    this.at++;
    return true;
  }

  private close(): boolean {
    this.at++;
    this.closing.pop();
    return this.ended();
  }

  private ended(): boolean {
    return this.expect(this.closing.length > 0 ? 'next' : 'end');
  }

  private step(wanted: Wanted): boolean {
    this.at++;
    return this.expect(wanted);
  }

  private expect(wanted: Wanted): true {
    this.wanted = wanted;
    return true;
  }

  private fail(what: string): void {
    const before = this.text.slice(0, this.at).split('\n');
    this.fault = { line: before.length, column: before.at(-1)!.length + 1, what };
  }
}
