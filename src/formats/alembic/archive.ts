import { viewOf } from '../bytes.ts';
import { frameTime, meantRate } from '../frame-rates.ts';
import { survive } from '../survive.ts';
import {
  type AbcObject,
  type AbcProperty,
  decode,
  HeaderReader,
  INLINE,
  type Properties,
  parseMeta,
  type Timing,
} from './headers.ts';
import { ObjectWalk, type Visit } from './object-walk.ts';
import type { Extent, Ogawa, Reference } from './ogawa.ts';
import { PODS, STRING } from './pod.ts';

/** Objects, properties and times of an Alembic archive, read when they are asked for. */

/** A time that says that there are no cycles: every sample has a time of its own. */
export const ACYCLIC: number = Number.MAX_VALUE / 32;

export class Archive {
  readonly file: Ogawa;
  readonly meta: ReadonlyMap<string, string>;
  readonly timings: readonly Timing[];
  readonly #indexed: readonly string[];
  /** Samples of properties, by place: an animation asks for them frame after frame. */
  readonly #sampleGroups = new Map<number, Reference[]>();
  /** Places of first samples that a property names: Ogawa stores equal samples once. */
  readonly #named = new Set<number>();
  /** The group that was read last: an object's is asked for its properties, then for its children. */
  #lastGroup: { readonly of: Reference; readonly references: readonly Reference[] } | undefined;
  #lastProperties: { readonly of: Reference; readonly properties: Properties } | undefined;
  /** Places of properties that the instance under work has asked for; undefined outside of instances. */
  #instanceNames: Set<number> | undefined;
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

  /**
   * Calls `visit` for every object, parents first; where it answers false, the objects below are passed over. An object
   * reached through an instance is visited with the instance's path and ancestors. What cannot be read is named and left out.
   */
  objects(visit: Visit): void {
    new ObjectWalk(this, visit, this.#note).from(this.#top);
  }

  get #top(): AbcObject {
    return { path: '', meta: new Map(), group: this.file.root[2]! };
  }

  /** Does work on an object below an instance: what it names is counted as named again. */
  withinInstance<T>(work: () => T): T {
    const before = this.#instanceNames;
    this.#instanceNames = new Set();
    this.file.budget.share(INSTANCE_BYTES);
    try {
      return work();
    } finally {
      this.#instanceNames = before;
    }
  }

  /** The object at a path; undefined where there is none. */
  find(path: string): AbcObject | undefined {
    let object: AbcObject | undefined = this.#top;
    for (const name of path.split('/').slice(1)) {
      const parent: AbcObject = object;
      object = this.childrenOf(parent).find((child) => child.path === `${parent.path}/${name}`);
      if (!object) return undefined;
    }
    return object;
  }

  survive<T>(what: string, work: () => T): T | undefined {
    return survive({ name: this.file.name, note: this.#note }, what, work);
  }

  childrenOf(parent: AbcObject): AbcObject[] {
    const group = this.#groupOf(parent);
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

  #groupOf({ group, path }: AbcObject): readonly Reference[] {
    if (this.#lastGroup?.of !== group)
      this.#lastGroup = { of: group, references: this.file.group(group, `the object ${path || '/'}`) };
    return this.#lastGroup.references;
  }

  /** The properties of an object. */
  propertiesOf(object: AbcObject): Properties {
    if (this.#lastProperties?.of === object.group) return this.#lastProperties.properties;
    const first = this.#groupOf(object)[0];
    const properties = !first || first.isData ? new Map() : this.#compound(first, object.path);
    this.#lastProperties = { of: object.group, properties };
    return properties;
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
    const group = this.#samplesOf(property);
    const stored = storedIndex(property, index);
    const extent = this.file.data(
      group[property.kind === 'array' ? 2 * stored : stored],
      `sample ${index} of ${property.name}`,
    );
    return extent.size < KEY_BYTES
      ? { start: 0, size: 0 }
      : { start: extent.start + KEY_BYTES, size: extent.size - KEY_BYTES };
  }

  /** References of a property's samples. Data that another property or instance names too is told to the budget. */
  #samplesOf({ group, name }: AbcProperty): Reference[] {
    const known = this.#sampleGroups.get(group.place);
    const isAgain = this.#instanceNames?.has(group.place) === false;
    if (known && !isAgain) return known;
    const references = known ?? this.file.group(group, name);
    this.#sampleGroups.set(group.place, references);
    this.#instanceNames?.add(group.place);
    const [first] = references;
    if (first?.isData && first.place > 0) {
      if (this.#named.has(first.place)) this.file.budget.share(this.file.data(first, name).size);
      this.#named.add(first.place);
    }
    return references;
  }

  /** The first sample that is not empty; 0 where all are. Hair that appears later has nothing in its first ones. */
  firstFilled(property: AbcProperty): number {
    for (const k of this.changes(property)) if (this.sample(property, k).size > 0) return k;
    return 0;
  }

  /** Samples that differ from the one before, the first among them. */
  *changes({ samples, firstChanged, lastChanged }: AbcProperty): Generator<number> {
    if (samples > 0) yield 0;
    if (lastChanged > 0) for (let k = Math.max(1, firstChanged); k <= Math.min(lastChanged, samples - 1); k++) yield k;
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
    if (property.kind === 'compound' || property.pod !== STRING || property.samples === 0) return [];
    return decode(this.sampleBytes(property)).split('\0').slice(0, -1);
  }

  /** Seconds of a sample. */
  time(property: AbcProperty, index: number): number {
    const { perCycle, times } = this.timings[property.timing] ?? { perCycle: 1, times: [0] };
    const count = times.length;
    if (count === 0) return index;
    if (perCycle >= ACYCLIC) return times[Math.min(index, count - 1)]! + Math.max(0, index - count + 1);
    const cycle = Math.floor(index / count);
    return frameTime(times[index - cycle * count]!, meantRate(1 / perCycle), cycle);
  }
}

const HASH_BYTES = 32;
const KEY_BYTES = 16;
/** Names and groups of an object, which every instance reads again. */
const INSTANCE_BYTES = 256;

/** Only samples that differ from the one before are stored. */
export function storedIndex({ firstChanged, lastChanged }: AbcProperty, index: number): number {
  if (lastChanged === 0 || index < firstChanged) return 0;
  return Math.min(index, lastChanged) - firstChanged + 1;
}
