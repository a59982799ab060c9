import type { Source } from '../format.ts';
import { UsdaScanner } from './scanner.ts';
import type { UsdArray, UsdPrim, UsdProperty, UsdStage, UsdValue } from './types.ts';

/** USD text (.usda) to a stage. No recursion: prims are kept on a stack, so deep nesting costs memory only. */

export const isUsda = (bytes: Uint8Array): boolean => MARK.every((c, i) => bytes[i] === c);

const MARK = [...'#usda '].map((c) => c.charCodeAt(0));

class TextValue implements UsdValue {
  readonly #scanner: UsdaScanner;
  readonly #start: number;
  readonly #end: number;
  readonly #count: number;

  /** The value that stands next in the text. */
  constructor(scanner: UsdaScanner) {
    this.#scanner = scanner;
    this.#start = scanner.at;
    this.#end = scanner.passValue();
    this.#count = scanner.words;
  }

  count(): number {
    return this.#count;
  }

  fill(out: UsdArray): void {
    this.#scanner.fill(this.#start, this.#end, out);
  }

  texts(): string[] {
    return this.#scanner.texts(this.#start, this.#end);
  }
}

/** Words before a type that say nothing about values. */
const PREFIXES = new Set(['custom', 'uniform', 'varying', 'config', 'prepend', 'append', 'delete', 'add', 'reorder']);
const SPECIFIERS = new Set(['def', 'over', 'class']);

interface Draft extends UsdPrim {
  readonly isHidden: boolean;
}

interface Sampled {
  readonly times: number[];
  readonly values: TextValue[];
}

const NO_SAMPLE = (): UsdValue => {
  throw new RangeError('this property has no samples');
};

class UsdaParser {
  readonly #scanner: UsdaScanner;
  readonly #note: Source['note'];
  readonly #prims: UsdPrim[] = [];
  readonly #stack: Draft[] = [];
  #metadata: ReadonlyMap<string, UsdValue> = new Map();
  #variants = 0;

  constructor({ name, bytes, note }: Pick<Source, 'name' | 'bytes' | 'note'>) {
    this.#scanner = new UsdaScanner(name, bytes, note);
    this.#note = note;
  }

  parse(): UsdStage {
    const scanner = this.#scanner;
    scanner.skip();
    this.#metadata = this.#optionalMetadata();
    for (scanner.skip(); scanner.peek() !== ''; scanner.skip()) this.#statement();
    if (this.#stack.length > 0)
      throw scanner.ended(`the file ends within the prim ${this.#stack[this.#stack.length - 1]!.path}`);
    if (this.#variants > 0) this.#note(`${this.#variants} sets of variants were left out`);
    return { metadata: this.#metadata, prims: this.#prims };
  }

  #statement(): void {
    const scanner = this.#scanner;
    if (scanner.take('}')) {
      if (!this.#stack.pop()) throw scanner.error('syntax', 'a bracket is closed that was never opened');
      return;
    }
    if (scanner.take(';')) return;
    const word = scanner.word();
    if (SPECIFIERS.has(word)) this.#prim(word);
    else if (word === 'variantSet') this.#passVariants();
    else if (word === '' || this.#stack.length === 0)
      throw scanner.error(
        'syntax',
        `"${word || scanner.peek()}" is not known here; a prim starts with def, over or class`,
      );
    else this.#property(word);
  }

  #prim(specifier: string): void {
    const scanner = this.#scanner;
    scanner.skip();
    const type = scanner.word();
    scanner.skip();
    const start = scanner.at;
    if (scanner.peek() !== '"' && scanner.peek() !== "'")
      throw scanner.error('syntax', 'the name of a prim is expected in quotes');
    scanner.passValue();
    const [name = ''] = scanner.texts(start, scanner.at);
    scanner.skip();
    const metadata = this.#optionalMetadata();
    if (metadata.has('references') || metadata.has('payload'))
      this.#note(`${name} refers to other files or prims, which are not loaded`);
    scanner.skip();
    scanner.expect('{', `after the prim "${name}"`);
    const parent = this.#stack[this.#stack.length - 1];
    const isHidden = specifier === 'class' || parent?.isHidden === true;
    const prim: Draft = { path: `${parent?.path ?? ''}/${name}`, type, parent, properties: new Map(), isHidden };
    this.#stack.push(prim);
    if (!isHidden) this.#prims.push(prim);
  }

  #passVariants(): void {
    const scanner = this.#scanner;
    this.#variants++;
    scanner.skip();
    scanner.passValue();
    scanner.skip();
    scanner.expect('=', 'after a set of variants');
    scanner.skip();
    scanner.passValue();
  }

  /** `( key = value … )`, where one stands here on the same line. */
  #optionalMetadata(): ReadonlyMap<string, UsdValue> {
    const scanner = this.#scanner;
    const metadata = new Map<string, UsdValue>();
    if (!scanner.take('(')) return metadata;
    for (scanner.skip(); !scanner.take(')'); scanner.skip()) {
      if (scanner.take(';') || scanner.take(',')) continue;
      const word = scanner.word();
      if (word === '') {
        if (scanner.peek() === '') throw scanner.ended('the file ends within metadata');
        scanner.passValue();
        continue;
      }
      scanner.skip();
      if (scanner.take('=')) metadata.set(word, this.#value());
    }
    return metadata;
  }

  #value(): TextValue {
    const scanner = this.#scanner;
    scanner.skip();
    return new TextValue(scanner);
  }

  #property(first: string): void {
    const scanner = this.#scanner;
    let word = first;
    while (PREFIXES.has(word)) {
      scanner.skip();
      word = scanner.word();
    }
    const isArray = scanner.take('[');
    if (isArray) scanner.expect(']', `after the type ${word}[`);
    scanner.skip(true);
    const [name = '', suffix = ''] = splitSuffix(scanner.word());
    if (name === '') throw scanner.error('syntax', `a name is expected after "${word}"`);
    scanner.skip(true);
    const hasValue = scanner.take('=');
    const sampled = hasValue && suffix === 'timeSamples' ? this.#samples() : undefined;
    const value = hasValue && !sampled ? this.#value() : undefined;
    scanner.skip(true);
    const metadata = this.#optionalMetadata();
    if (suffix === 'connect' || word === 'nameChildren') return;
    this.#addProperty(name, word === 'rel' ? '' : `${word}${isArray ? '[]' : ''}`, value, sampled, metadata);
  }

  /** Values, samples and metadata of one property may stand in several lines. */
  #addProperty(
    name: string,
    type: string,
    value: UsdValue | undefined,
    sampled: Sampled | undefined,
    metadata: ReadonlyMap<string, UsdValue>,
  ): void {
    const { properties } = this.#stack[this.#stack.length - 1]!;
    const known: UsdProperty = properties.get(name) ?? { name, type, value, times: [], sample: NO_SAMPLE, metadata };
    properties.set(name, {
      ...known,
      value: value ?? known.value,
      metadata: metadata.size > 0 ? metadata : known.metadata,
      ...(sampled ? { times: sampled.times, sample: (index: number) => sampled.values[index]! } : {}),
    });
  }

  /** `{ time: value, … }`. Times rise in files of all writers; where they do not, the samples are put in order. */
  #samples(): Sampled {
    const scanner = this.#scanner;
    scanner.skip();
    scanner.expect('{', 'before time samples');
    const samples: [number, TextValue][] = [];
    for (scanner.skip(); !scanner.take('}'); scanner.skip()) {
      if (scanner.take(',')) continue;
      const start = scanner.at;
      const word = scanner.word().replace(/:$/, '');
      const time = Number(word);
      if (word === '' || !Number.isFinite(time)) throw scanner.error('syntax', 'a time is expected', start);
      if (scanner.bytes[scanner.at - 1] !== COLON) {
        scanner.skip();
        scanner.expect(':', `after the time ${time}`);
      }
      samples.push([time, this.#value()]);
    }
    samples.sort(([a], [b]) => a - b);
    return { times: samples.map(([time]) => time), values: samples.map(([, value]) => value) };
  }
}

const COLON = 58;

function splitSuffix(word: string): string[] {
  const match = /^(.*)\.(timeSamples|connect|default|spline)$/.exec(word);
  return match ? [match[1]!, match[2]!] : [word];
}

export function parseUsda(source: Pick<Source, 'name' | 'bytes' | 'note'>): UsdStage {
  return new UsdaParser(source).parse();
}
