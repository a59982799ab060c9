import { viewOf } from '../bytes.ts';
import type { Ogawa, Reference } from './ogawa.ts';

/** What an archive says about its objects and properties. */

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

export function parseMeta(text: string): Map<string, string> {
  const meta = new Map<string, string>();
  for (const pair of text.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) meta.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return meta;
}

export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The index of a description that stands beside the name. */
export const INLINE = 255;

/** Packed headers of objects and properties. */
export class HeaderReader {
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
