import type { ByteSink } from '../byte-sink.ts';
import { viewOf } from '../bytes.ts';
import type { Timing } from './headers.ts';
import type { Reference } from './ogawa.ts';
import { EMPTY_DATA, OgawaWriter } from './ogawa-write.ts';
import { STRING } from './pod.ts';
import { sampleKey } from './sample-key.ts';

/** A property to write; `data` are its stored samples. */
export interface PropertySpec {
  readonly name: string;
  readonly kind: 'scalar' | 'array';
  readonly pod: number;
  readonly extent: number;
  readonly meta?: string;
  readonly timing?: number;
  readonly data: readonly Reference[];
  /** Samples in all: more than are stored where nothing changes. */
  readonly samples?: number;
  /** Every sample of an array has one element. */
  readonly isSingle?: boolean;
  /** Elements of each sample; needed for texts. */
  readonly elements?: number;
}

export interface CompoundSpec {
  readonly name: string;
  readonly meta?: string;
  readonly properties: readonly (PropertySpec | CompoundSpec)[];
}

export interface ObjectSpec {
  readonly name: string;
  readonly meta: string;
  readonly properties: readonly (PropertySpec | CompoundSpec)[];
  readonly children?: readonly ObjectSpec[];
}

/** What the Alembic library 1.8.5 would be; readers use it to know the quirks of old writers. */
const LIBRARY_VERSION = 10805;
const MOST_INDEXED = 254;
const INLINE = 255;

/** Writes an Alembic archive. Samples go to the sink as they come; names and structure follow at the end. */
export class ArchiveWriter {
  readonly #ogawa: OgawaWriter;
  readonly #version: Reference;
  readonly #library: Reference;
  readonly #indices = new Map<string, number>([['', 0]]);
  /** Samples that were written, by key: equal ones are stored once, as Alembic's own library does it. */
  readonly #written = new Map<string, Reference>();

  constructor(sink: ByteSink) {
    this.#ogawa = new OgawaWriter(sink);
    this.#version = this.#ogawa.data(words(0));
    this.#library = this.#ogawa.data(words(LIBRARY_VERSION));
  }

  /** The numbers of one sample, little-endian. */
  sample(bytes: Uint8Array): Reference {
    const key = sampleKey(bytes);
    const name = `${bytes.length} ${key.join(' ')}`;
    const known = this.#written.get(name);
    if (known) return known;
    const reference = this.#ogawa.data(key, bytes);
    this.#written.set(name, reference);
    return reference;
  }

  /** Ends the file. */
  finish(root: readonly ObjectSpec[], meta: string, timings: readonly (Timing & { samples: number })[]): void {
    const top = this.#object({ name: '', meta: '', properties: [], children: root });
    const parts = [
      this.#version,
      this.#library,
      top,
      this.#ogawa.data(utf8(meta)),
      this.#ogawa.data(...timings.map(packTiming)),
      this.#ogawa.data(...this.#packIndexed()),
    ];
    this.#ogawa.finish(this.#ogawa.group(parts));
  }

  #packIndexed(): Uint8Array[] {
    return [...this.#indices.keys()].slice(1).map((text) => {
      const bytes = utf8(text);
      return Uint8Array.of(bytes.length, ...bytes);
    });
  }

  /** Descriptions that come again are written once. */
  #index(meta: string): number {
    const known = this.#indices.get(meta);
    if (known !== undefined) return known;
    if (utf8(meta).length > 255 || this.#indices.size > MOST_INDEXED) return INLINE;
    this.#indices.set(meta, this.#indices.size);
    return this.#indices.size - 1;
  }

  #object({ properties, children = [] }: ObjectSpec): Reference {
    const own = this.#compound(properties);
    const below = children.map((child) => this.#object(child));
    const headers = children.flatMap(({ name, meta }) => {
      const text = utf8(name);
      const index = this.#index(meta);
      const inline = utf8(meta);
      return [
        words(text.length),
        text,
        Uint8Array.of(index),
        ...(index === INLINE ? [words(inline.length), inline] : []),
      ];
    });
    const packed = joined(headers);
    // Two hashes that tell whether an object changed; their values are free.
    const hashes = [sampleKey(packed), sampleKey(Uint8Array.of(...sampleKey(packed), children.length))];
    return this.#ogawa.group([own, ...below, this.#ogawa.data(packed, ...hashes)]);
  }

  #compound(properties: readonly (PropertySpec | CompoundSpec)[]): Reference {
    if (properties.length === 0) return this.#ogawa.group([]);
    const groups = properties.map((property) =>
      'properties' in property ? this.#compound(property.properties) : this.#ogawa.group(this.#samples(property)),
    );
    return this.#ogawa.group([...groups, this.#ogawa.data(...properties.map((property) => this.#header(property)))]);
  }

  /** Arrays have their dimensions beside each sample; they follow from its size except for texts. */
  #samples({ kind, data, pod, elements = 0 }: PropertySpec): Reference[] {
    if (kind === 'scalar') return [...data];
    return data.flatMap((sample) => [sample, pod === STRING ? this.#ogawa.data(wide(elements)) : EMPTY_DATA]);
  }

  #header(property: PropertySpec | CompoundSpec): Uint8Array {
    const meta = property.meta ?? '';
    const index = this.#index(meta);
    const name = utf8(property.name);
    const inline = utf8(meta);
    const samples = 'properties' in property ? 0 : (property.samples ?? property.data.length);
    const timing = 'properties' in property ? 0 : (property.timing ?? 0);
    const most = Math.max(name.length, inline.length, samples, timing);
    const hint = most > 65535 ? 2 : most > 255 ? 1 : 0;
    const number = (value: number): Uint8Array => words(value).subarray(0, [1, 2, 4][hint]);
    const info = (index << 20) | (hint << 2) | ('properties' in property ? 0 : infoOf(property));
    return joined([
      words(info),
      ...('properties' in property ? [] : [number(samples), ...(timing > 0 ? [number(timing)] : [])]),
      number(name.length),
      name,
      ...(index === INLINE ? [number(inline.length), inline] : []),
    ]);
  }
}

const HAS_TIMING = 0x100;
const IS_HOMOGENEOUS = 0x400;
const IS_CONSTANT = 0x800;

function infoOf({ kind, pod, extent, timing = 0, data, isSingle = false }: PropertySpec): number {
  const type = kind === 'scalar' ? 1 : isSingle ? 3 : 2;
  return (
    type |
    (pod << 4) |
    (extent << 12) |
    IS_HOMOGENEOUS |
    (timing > 0 ? HAS_TIMING : 0) |
    (data.length <= 1 ? IS_CONSTANT : 0)
  );
}

const encoder = /* @__PURE__ */ new TextEncoder();
const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** A whole number in four bytes. */
function words(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setInt32(0, value, true);
  return bytes;
}

/** A whole number in eight bytes: Alembic's library takes dimensions of four bytes for none at all. */
const wide = (value: number): Uint8Array => joined([words(value), words(0)]);

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function packTiming({ perCycle, times, samples }: Timing & { samples: number }): Uint8Array {
  const bytes = new Uint8Array(16 + 8 * times.length);
  const view = viewOf(bytes);
  view.setUint32(0, samples, true);
  view.setFloat64(4, perCycle, true);
  view.setUint32(12, times.length, true);
  times.forEach((time, k) => {
    view.setFloat64(16 + 8 * k, time, true);
  });
  return bytes;
}
