import { viewOf } from '../bytes.ts';
import { survive } from '../survive.ts';
import type { Extent, Ogawa, Reference } from './ogawa.ts';
import { PODS, STRING } from './pod.ts';

/** Objects, properties and times of an Alembic archive, read when they are asked for. */

export interface AbcObject {
  readonly path: string;
  /** `schema` and so on. */
  readonly meta: ReadonlyMap<string, string>;
  readonly group: Reference;
}

export interface AbcProperty {
  readonly name: string;
  readonly kind: 'compound' | 'scalar' | 'array';
  readonly pod: number;
  /** Numbers an element. */
  readonly extent: number;
  readonly samples: number;
  /** Samples before this one equal the first, samples after `last` equal it. Both 0: nothing ever changes. */
  readonly firstChanged: number;
  readonly lastChanged: number;
  /** Index of the time sampling. */
  readonly timing: number;
  readonly meta: ReadonlyMap<string, string>;
  readonly group: Reference;
}

/** Times of samples: `times` in every cycle, which takes `perCycle` seconds. */
export interface Timing {
  readonly perCycle: number;
  readonly times: readonly number[];
}

export type Properties = ReadonlyMap<string, AbcProperty>;

/** Objects and properties nest no deeper than this; real scenes stay below 40. */
const MOST_DEPTH = 200;
/** A time that says that there are no cycles: every sample has a time of its own. */
export const ACYCLIC: number = Number.MAX_VALUE / 32;

export function parseMeta(text: string): Map<string, string> {
  const meta = new Map<string, string>();
  for (const pair of text.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) meta.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return meta;
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export class Archive {
  readonly file: Ogawa;
  readonly meta: ReadonlyMap<string, string>;
  readonly timings: readonly Timing[];
  readonly #indexed: readonly string[];
  /** Samples of properties, by place: an animation asks for them frame after frame. */
  readonly #sampleGroups = new Map<number, Reference[]>();
  readonly #note: (sentence: string) => void;

  constructor(file: Ogawa, note: (sentence: string) => void) {
    this.file = file;
    this.#note = note;
    const { root } = file;
    if (root.length < 6) throw file.cutOff(`an archive has 6 parts, this one has ${root.length}`);
    this.meta = parseMeta(decode(file.bytes(file.data(root[3], 'the archive description'))));
    this.timings = this.#readTimings(file.data(root[4], 'the table of times'));
    this.#indexed = this.#readIndexed(file.bytes(file.data(root[5], 'the table of descriptions')));
  }

  #readTimings(extent: Extent): Timing[] {
    const bytes = this.file.bytes(extent);
    const view = viewOf(bytes);
    const timings: Timing[] = [];
    for (let at = 0; at + 16 <= bytes.length; ) {
      const perCycle = view.getFloat64(at + 4, true);
      const count = view.getUint32(at + 12, true);
      at += 16;
      if (at + 8 * count > bytes.length) {
        this.#note('the table of times is cut off: later samples count as one a second');
        break;
      }
      const times = Array.from({ length: count }, (_, i) => view.getFloat64(at + 8 * i, true));
      timings.push({ perCycle, times });
      at += 8 * count;
    }
    return timings;
  }

  #readIndexed(bytes: Uint8Array): string[] {
    const texts = [''];
    for (let at = 0; at < bytes.length; at += 1 + bytes[at]!)
      texts.push(decode(bytes.subarray(at + 1, at + 1 + bytes[at]!)));
    return texts;
  }

  /** Calls `visit` for every object, parents first. What cannot be read is named and left out. */
  objects(visit: (object: AbcObject, ancestors: readonly AbcObject[]) => void): void {
    this.#walk({ path: '', meta: new Map(), group: this.file.root[2]! }, [], visit);
  }

  #walk(
    parent: AbcObject,
    ancestors: readonly AbcObject[],
    visit: (object: AbcObject, ancestors: readonly AbcObject[]) => void,
  ): void {
    const below = [...ancestors, parent];
    if (below.length > MOST_DEPTH) {
      this.#note(`objects below ${parent.path.slice(0, 100)} nest deeper than ${MOST_DEPTH} and were left out`);
      return;
    }
    for (const child of this.survive(`what is below ${parent.path || '/'}`, () => this.#children(parent)) ?? []) {
      this.survive(child.path, () => visit(child, below));
      this.#walk(child, below, visit);
    }
  }

  survive<T>(what: string, work: () => T): T | undefined {
    return survive({ name: this.file.name, note: this.#note }, what, work);
  }

  #children(parent: AbcObject): AbcObject[] {
    const group = this.file.group(parent.group, `the object ${parent.path || '/'}`);
    const last = group[group.length - 1];
    if (!last?.isData) return [];
    const extent = this.file.data(last, `the names of objects below ${parent.path || '/'}`);
    if (extent.size <= HASH_BYTES) return [];
    const reader = new HeaderReader(this.file.bytes(extent).subarray(0, extent.size - HASH_BYTES), this.file);
    const children: AbcObject[] = [];
    while (!reader.isDone()) {
      const name = reader.text(reader.number(2));
      const index = reader.number(0);
      const meta = index === INLINE ? reader.text(reader.number(2)) : (this.#indexed[index] ?? '');
      const reference = group[1 + children.length];
      if (!reference || reference === last) break;
      children.push({ path: `${parent.path}/${name}`, meta: parseMeta(meta), group: reference });
    }
    return children;
  }

  /** The properties of an object. */
  propertiesOf(object: AbcObject): Properties {
    const group = this.file.group(object.group, `the object ${object.path}`);
    const first = group[0];
    return !first || first.isData ? new Map() : this.#compound(first, object.path);
  }

  /** The properties within a compound; none where it is absent. */
  within(property: AbcProperty | undefined): Properties {
    return property?.kind === 'compound' ? this.#compound(property.group, property.name) : new Map();
  }

  #compound(reference: Reference, what: string): Properties {
    const group = this.file.group(reference, `the properties of ${what}`);
    const properties = new Map<string, AbcProperty>();
    const last = group[group.length - 1];
    if (!last?.isData) return properties;
    const reader = new HeaderReader(
      this.file.bytes(this.file.data(last, `the names of properties of ${what}`)),
      this.file,
    );
    for (let k = 0; !reader.isDone() && k < group.length - 1; k++) {
      const property = reader.property(group[k]!, this.#indexed);
      properties.set(property.name, property);
    }
    return properties;
  }

  /** Where the sample of an index lies, without its key. */
  sample(property: AbcProperty, index: number): Extent {
    const { place } = property.group;
    const group = this.#sampleGroups.get(place) ?? this.file.group(property.group, property.name);
    this.#sampleGroups.set(place, group);
    const stored = storedIndex(property, index);
    const extent = this.file.data(
      group[property.kind === 'array' ? 2 * stored : stored],
      `sample ${index} of ${property.name}`,
    );
    return extent.size < KEY_BYTES
      ? { start: 0, size: 0 }
      : { start: extent.start + KEY_BYTES, size: extent.size - KEY_BYTES };
  }

  /** The bytes of a sample. */
  sampleBytes(property: AbcProperty, index = 0): Uint8Array {
    return this.file.bytes(this.sample(property, index));
  }

  /** Elements of a sample. */
  elements(property: AbcProperty, index = 0): number {
    const size = (PODS[property.pod]?.bytes ?? 0) * Math.max(1, property.extent);
    return size === 0 ? 0 : Math.floor(this.sample(property, index).size / size);
  }

  /** Texts of a sample of strings. */
  texts(property: AbcProperty): string[] {
    if (property.pod !== STRING || property.samples === 0) return [];
    return decode(this.sampleBytes(property)).split('\0').slice(0, -1);
  }

  /** Seconds of a sample. */
  time(property: AbcProperty, index: number): number {
    const { perCycle, times } = this.timings[property.timing] ?? { perCycle: 1, times: [0] };
    const count = times.length;
    if (count === 0) return index;
    if (perCycle >= ACYCLIC) return times[Math.min(index, count - 1)]! + Math.max(0, index - count + 1);
    const cycle = Math.floor(index / count);
    return times[index - cycle * count]! + cycle * perCycle;
  }
}

const HASH_BYTES = 32;
const KEY_BYTES = 16;
/** The index of a description that stands beside the name. */
const INLINE = 255;

/** Only samples that differ from the one before are stored. */
export function storedIndex({ firstChanged, lastChanged }: AbcProperty, index: number): number {
  if (lastChanged === 0 || index < firstChanged) return 0;
  return Math.min(index, lastChanged) - firstChanged + 1;
}

/** Packed headers of objects and properties. */
class HeaderReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #file: Ogawa;
  #at = 0;

  constructor(bytes: Uint8Array, file: Ogawa) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#file = file;
  }

  isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  #take(size: number): number {
    const at = this.#at;
    if (at + size > this.#bytes.length)
      throw this.#file.error('abc/header', 'a list of names ends in the middle of an entry: the file is damaged');
    this.#at += size;
    return at;
  }

  /** A whole number of 1, 2 or 4 bytes. */
  number(hint: number): number {
    if (hint === 0) return this.#view.getUint8(this.#take(1));
    return hint === 1 ? this.#view.getUint16(this.#take(2), true) : this.#view.getUint32(this.#take(4), true);
  }

  text(size: number): string {
    const at = this.#take(size);
    return decode(this.#bytes.subarray(at, at + size));
  }

  property(group: Reference, indexed: readonly string[]): AbcProperty {
    const info = this.number(2);
    const kind = info & 3;
    const hint = (info >> 2) & 3;
    let samples = 0;
    let firstChanged = 0;
    let lastChanged = 0;
    let timing = 0;
    if (kind !== 0) {
      samples = this.number(hint);
      firstChanged = 1;
      lastChanged = Math.max(0, samples - 1);
      if (info & 0x200) {
        firstChanged = this.number(hint);
        lastChanged = this.number(hint);
      } else if (info & 0x800) firstChanged = lastChanged = 0;
      if (info & 0x100) timing = this.number(hint);
    }
    const name = this.text(this.number(hint));
    const index = (info >> 20) & 0xff;
    const meta = index === INLINE ? this.text(this.number(hint)) : (indexed[index] ?? '');
    return {
      name,
      kind: kind === 0 ? 'compound' : kind === 1 ? 'scalar' : 'array',
      pod: (info >> 4) & 15,
      extent: (info >> 12) & 255,
      samples,
      firstChanged,
      lastChanged,
      timing,
      meta: parseMeta(meta),
      group,
    };
  }
}
