import { InputError } from '../../strands/input-error.ts';
import type { Budget } from '../budget.ts';
import { grouped } from '../budget.ts';
import type { ByteSource } from '../byte-source.ts';
import { readText, viewOf } from '../bytes.ts';
import { cutOff } from '../cut-off.ts';

/**
 * Ogawa, the container of Alembic files: groups of references, and data. A reference is 64 bits: the highest says that
 * it names data, the others are a place in the file. Both start with a count (of references or of bytes).
 */

export const HEADER_BYTES = 16;

export interface Reference {
  readonly isData: boolean;
  /** Bytes from the file's start; 0 for an empty group or empty data. */
  readonly place: number;
}

/** Bytes in the file. */
export interface Extent {
  readonly start: number;
  readonly size: number;
}

const NOTHING: Extent = /* @__PURE__ */ Object.freeze({ start: 0, size: 0 });

/** What a group costs besides its references, in budget: it bounds how often a damaged file can lead to the same one. */
const GROUP_BYTES = 32;

export const isOgawa = (bytes: Uint8Array): boolean => bytes.length >= 5 && readText(bytes, 0, 5) === 'Ogawa';

export class Ogawa {
  readonly name: string;
  readonly source: ByteSource;
  readonly budget: Budget;
  readonly root: readonly Reference[];

  constructor(name: string, source: ByteSource, budget: Budget) {
    this.name = name;
    this.source = source;
    this.budget = budget;
    this.root = this.group({ isData: false, place: this.#rootPlace() });
  }

  #rootPlace(): number {
    const { size } = this.source;
    const bytes = this.source.read(0, Math.min(size, HEADER_BYTES));
    if (isHdf(bytes))
      throw this.error(
        'abc/hdf5',
        'an Alembic file in the old HDF5 container cannot be read: save it again with a program of after 2013 (abcconvert -toOgawa does it)',
      );
    if (!isOgawa(bytes)) throw this.error('abc/magic', 'an Alembic file starts with Ogawa, this one does not');
    if (size < HEADER_BYTES)
      throw this.cutOff(`an Ogawa header has ${HEADER_BYTES} bytes but the file ends at ${size}`);
    const view = viewOf(bytes);
    const version = view.getUint16(6, false);
    if (version !== 1) throw this.error('abc/version', `version ${version} of the container is unknown, 1 can be read`);
    const place = wide(view, 8);
    if (bytes[5] !== 0xff && place === 0)
      throw this.error('abc/unfinished', 'the program that wrote the file did not finish it: export it again');
    return place;
  }

  cutOff(what: string): InputError {
    return cutOff('abc/truncated', `${this.name}: ${what}`);
  }

  error(code: string, what: string): InputError {
    return new InputError(code, `${this.name}: ${what}`);
  }

  #count(place: number, what: string): number {
    if (place + 8 > this.source.size)
      throw this.cutOff(
        `${what} is said to be at byte ${grouped(place)} but the file ends at ${grouped(this.source.size)}`,
      );
    if (!(place >= HEADER_BYTES))
      throw this.error(
        'abc/place',
        `${what} is said to be at byte ${grouped(place)} of a file of ${grouped(this.source.size)} bytes`,
      );
    return wide(viewOf(this.source.read(place, 8)), 0);
  }

  /** The references of a group. */
  group({ isData, place }: Reference, what = 'a group'): Reference[] {
    if (isData) throw this.error('abc/structure', `${what} is data where a group is expected`);
    if (place === 0) return [];
    const count = this.#count(place, what);
    const start = place + 8;
    if (!(start + 8 * count <= this.source.size))
      throw this.cutOff(
        `${what} promises ${grouped(count)} entries at byte ${grouped(start)} but the file ends at ${grouped(this.source.size)}`,
      );
    this.budget.claim(GROUP_BYTES + 8 * count, what);
    const view = viewOf(this.source.read(start, 8 * count));
    return Array.from({ length: count }, (_, i) => ({
      isData: (view.getUint32(8 * i + 4, true) & 0x80000000) !== 0,
      place: wide(view, 8 * i),
    }));
  }

  /** Where data lies. */
  data(reference: Reference | undefined, what = 'data'): Extent {
    if (!reference?.isData) throw this.error('abc/structure', `${what} is a group where data is expected`);
    if (reference.place === 0) return NOTHING;
    const size = this.#count(reference.place, what);
    const start = reference.place + 8;
    if (!(start + size <= this.source.size))
      throw this.cutOff(
        `${what} promises ${grouped(size)} bytes at byte ${grouped(start)} but the file ends at ${grouped(this.source.size)}`,
      );
    return { start, size };
  }

  bytes({ start, size }: Extent): Uint8Array {
    return this.source.read(start, size);
  }
}

const isHdf = (bytes: Uint8Array): boolean => bytes.length >= 4 && readText(bytes, 0, 4) === '\x89HDF';

/** The lower 63 bits. Beyond 2^53 the number is rounded, and lies beyond every file all the same. */
const wide = (view: DataView, at: number): number =>
  view.getUint32(at, true) + 4294967296 * (view.getUint32(at + 4, true) & 0x7fffffff);
