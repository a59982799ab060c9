import type { ByteSink } from '../byte-sink.ts';
import { viewOf } from '../bytes.ts';
import type { Reference } from './ogawa.ts';
import { HEADER_BYTES } from './ogawa.ts';

const EMPTY_GROUP: Reference = /* @__PURE__ */ Object.freeze({ isData: false, place: 0 });
export const EMPTY_DATA: Reference = /* @__PURE__ */ Object.freeze({ isData: true, place: 0 });

/** Writes an Ogawa container from the leaves up; the header is finished last, so a cut file says that it is unfinished. */
export class OgawaWriter {
  readonly #sink: ByteSink;

  constructor(sink: ByteSink) {
    this.#sink = sink;
    const header = new Uint8Array(HEADER_BYTES);
    header.set(new TextEncoder().encode('Ogawa'));
    header[7] = 1;
    sink.write(header);
  }

  /** Pieces of data, one after the other. */
  data(...pieces: readonly Uint8Array[]): Reference {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (size === 0) return EMPTY_DATA;
    const place = this.#sink.position;
    const count = new Uint8Array(8);
    putWide(viewOf(count), 0, size);
    this.#sink.write(count);
    for (const piece of pieces) this.#sink.write(piece);
    return { isData: true, place };
  }

  group(references: readonly Reference[]): Reference {
    if (references.length === 0) return EMPTY_GROUP;
    const place = this.#sink.position;
    const bytes = new Uint8Array(8 + 8 * references.length);
    const view = viewOf(bytes);
    putWide(view, 0, references.length);
    references.forEach((reference, k) => {
      putWide(view, 8 + 8 * k, reference.place);
      if (reference.isData) bytes[15 + 8 * k]! |= 0x80;
    });
    this.#sink.write(bytes);
    return { isData: false, place };
  }

  finish(root: Reference): void {
    const place = new Uint8Array(8);
    putWide(viewOf(place), 0, root.place);
    this.#sink.patch(8, place);
    this.#sink.patch(5, Uint8Array.of(0xff));
  }
}

function putWide(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 4294967296, true);
  view.setUint32(at + 4, Math.floor(value / 4294967296), true);
}
