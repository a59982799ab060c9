import type { Source } from '../format.ts';
import { plainTarget, UsdaScanner } from './scanner.ts';
import {
  ARC_KINDS,
  type UsdArc,
  type UsdArray,
  type UsdLayer,
  type UsdProperty,
  type UsdSpec,
  type UsdValue,
} from './types.ts';

/** USD text (.usda) to a layer. No recursion: prims are kept on a stack, so deep nesting costs memory only. */

export const isUsda = (bytes: Uint8Array): boolean => MARK.every((c, i) => bytes[i] === c);

const MARK = [...'#usda '].map((c) => c.charCodeAt(0));

class TextValue implements UsdValue {
  readonly #scanner: UsdaScanner;
  readonly #start: number;
  #end: number;
  readonly #count: number;

  /** The value that stands next in the text. */
  constructor(scanner: UsdaScanner) {
    this.#scanner = scanner;
    this.#start = scanner.at;
    this.#end = scanner.passValue();
    this.#count = scanner.words;
  }

  /** The file that stands next in the text, with the prim in it that may follow. */
  static target(scanner: UsdaScanner): TextValue {
    const file = new TextValue(scanner);
    scanner.skip(true);
    if (scanner.peek() === '<') file.#end = scanner.passValue();
    return file;
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

  size(): number {
    return this.#end - this.#start;
  }

  /** `None`: the value is taken away. */
  isNone(): boolean {
    return this.#count === 1 && this.#end - this.#start === 4 && this.texts()[0] === 'None';
  }

  /** `@file@</prim>`, either part of which may be missing. */
  arcs(kind: UsdArc['kind']): UsdArc[] {
    const arcs: { kind: UsdArc['kind']; asset: string; path: string }[] = [];
    for (const target of this.#scanner.targets(this.#start, this.#end)) {
      const last = arcs[arcs.length - 1];
      if (target.startsWith('@')) arcs.push({ kind, asset: plainTarget(target), path: '' });
      else if (last && last.asset !== '' && last.path === '') last.path = plainTarget(target);
      else arcs.push({ kind, asset: '', path: plainTarget(target) });
    }
    return arcs;
  }
}

/** Words before a type that say nothing about values. */
const PREFIXES = new Set(['custom', 'uniform', 'varying', 'config', 'prepend', 'append', 'delete', 'add', 'reorder']);
const SPECIFIERS = new Set(['def', 'over', 'class']);

interface Draft extends UsdSpec {
  readonly path: string;
}

/** Metadata by name; of lists that are put together from several, all parts except what is deleted. */
interface Metadata {
  readonly values: Map<string, TextValue>;
  readonly lists: Map<string, TextValue[]>;
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
  readonly #root: Draft = draft('', 'def', '', []);
  readonly #stack: Draft[] = [];
  #variants = 0;

  constructor({ name, bytes, note }: Pick<Source, 'name' | 'bytes' | 'note'>) {
    this.#scanner = new UsdaScanner(name, bytes, note);
  }

  parse(): UsdLayer {
    const scanner = this.#scanner;
    scanner.skip();
    const { values } = this.#optionalMetadata();
    for (scanner.skip(); scanner.peek() !== ''; scanner.skip()) this.#statement();
    if (this.#stack.length > 0)
      throw scanner.ended(`the file ends within the prim ${this.#stack[this.#stack.length - 1]!.path}`);
    const subLayers = values.get('subLayers')?.arcs('references') ?? [];
    return {
      metadata: values,
      root: this.#root,
      subLayers: subLayers.flatMap(({ asset }) => asset || []),
      variants: this.#variants,
    };
  }

  #statement(): void {
    const scanner = this.#scanner;
    if (scanner.take('}')) {
      if (!this.#stack.pop()) throw scanner.error('syntax', 'a bracket is closed that was never opened');
      return;
    }
    if (scanner.take(';')) return;
    const word = scanner.word();
    if (SPECIFIERS.has(word)) this.#prim(word as UsdSpec['specifier']);
    else if (word === 'variantSet') this.#passVariants();
    else if (word === 'reorder') this.#passOrder();
    else if (word === '' || this.#stack.length === 0)
      throw scanner.error(
        'syntax',
        `"${word || scanner.peek()}" is not known here; a prim starts with def, over or class`,
      );
    else this.#property(word);
  }

  #prim(specifier: UsdSpec['specifier']): void {
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
    const { values, lists } = this.#optionalMetadata();
    scanner.skip();
    scanner.expect('{', `after the prim "${name}"`);
    const parent = this.#stack[this.#stack.length - 1] ?? this.#root;
    const arcs = ARC_KINDS.flatMap((kind) => lists.get(kind)?.flatMap((value) => value.arcs(kind)) ?? []);
    const prim = draft(`${parent.path}/${name}`, specifier, type, arcs, activeOf(values.get('active')));
    this.#stack.push(prim);
    parent.children.set(parent.children.has(name) ? `${name} (${parent.children.size})` : name, prim);
  }

  /** `reorder nameChildren = […]`: nothing here depends on the order. */
  #passOrder(): void {
    const scanner = this.#scanner;
    scanner.skip();
    // Relationships may be put in order too, with their type before their name.
    if (scanner.word() === 'rel') {
      scanner.skip();
      scanner.word();
    }
    scanner.skip();
    scanner.expect('=', 'after reorder');
    scanner.skip();
    scanner.passValue();
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
  #optionalMetadata(): Metadata {
    const scanner = this.#scanner;
    const metadata: Metadata = { values: new Map(), lists: new Map() };
    if (!scanner.take('(')) return metadata;
    let before = '';
    for (scanner.skip(); !scanner.take(')'); scanner.skip()) {
      if (scanner.take(';') || scanner.take(',')) continue;
      const word = scanner.word();
      if (word === '') {
        if (scanner.peek() === '') throw scanner.ended('the file ends within metadata');
        scanner.passValue();
        continue;
      }
      scanner.skip();
      if (scanner.take('=')) this.#metadatum(metadata, word, before);
      before = word;
    }
    return metadata;
  }

  #metadatum({ values, lists }: Metadata, name: string, change: string): void {
    this.#scanner.skip();
    const isTarget = this.#scanner.peek() === '@';
    const value = isTarget ? TextValue.target(this.#scanner) : this.#value();
    if (change === 'delete' || change === 'reorder') return;
    values.set(name, value);
    if (value.isNone()) lists.delete(name);
    else if (change === 'append' || change === 'add') lists.set(name, [...(lists.get(name) ?? []), value]);
    else lists.set(name, [value, ...(change === 'prepend' ? (lists.get(name) ?? []) : [])]);
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
    const given = hasValue && !sampled ? this.#value() : undefined;
    const value = given?.isNone() ? undefined : given;
    scanner.skip(true);
    const { values: metadata } = this.#optionalMetadata();
    if (suffix === 'connect' || suffix === 'spline') return;
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
      const word = scanner.key();
      const time = Number(word);
      if (word === '' || !Number.isFinite(time)) throw scanner.error('syntax', 'a time is expected', start);
      scanner.skip();
      scanner.expect(':', `after the time ${time}`);
      const value = this.#value();
      if (!value.isNone()) samples.push([time, value]);
    }
    samples.sort(([a], [b]) => a - b);
    return { times: samples.map(([time]) => time), values: samples.map(([, value]) => value) };
  }
}

const draft = (
  path: string,
  specifier: UsdSpec['specifier'],
  type: string,
  arcs: readonly UsdArc[],
  isActive?: boolean,
): Draft => ({ path, specifier, type, properties: new Map(), children: new Map(), arcs, isActive });

/** `active = false` or `active = 0`. */
function activeOf(value: UsdValue | undefined): boolean | undefined {
  const text = value?.texts()[0]?.toLowerCase();
  return text === undefined ? undefined : text !== 'false' && text !== '0';
}

function splitSuffix(word: string): string[] {
  const match = /^(.*)\.(timeSamples|connect|default|spline)$/.exec(word);
  return match ? [match[1]!, match[2]!] : [word];
}

export function parseUsda(source: Pick<Source, 'name' | 'bytes' | 'note'>): UsdLayer {
  return new UsdaParser(source).parse();
}
