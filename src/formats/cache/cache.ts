import { inflateSync } from 'fflate';
import { InputError } from '../../strands/input-error.ts';
import type { Strands } from '../../strands/strands.ts';
import { hairOf } from '../animation-content.ts';
import type { ByteSource } from '../byte-source.ts';
import { viewOf } from '../bytes.ts';
import { cutOff } from '../cut-off.ts';
import type { AnimationContent, AnimationSource, FileFormat } from '../format.ts';
import { behind, type Chunk, chunkAt, contentOf, isAnimation, MARK_BYTES } from './chunks.ts';
import { decodeSteps, restore } from './frame-code.ts';
import { arrayBytes, type Head, metadataFrom, parseHead, strandsFrom } from './head.ts';
import { FRAME_HEADER, INDEX_ENTRY, writeCacheAnimation, writeCacheHair } from './write.ts';

/**
 * Pelage's own animation cache (.pelage): packed, any frame at once, readable up to where a run was cut off. Positions are rounded
 * (by less than 0.05 mm): an animation is for looking at and for export, not to go on simulating from.
 */

interface Entry {
  readonly time: number;
  readonly chunk: Chunk;
  /** Frames since the last one that stands alone. */
  readonly sinceKey: number;
}

const DONE_BYTES = 24;

/** Frames by the index at the end; undefined where there is none or where it does not fit the file. */
function readIndex({ data, budget }: AnimationSource): Entry[] | undefined {
  const done = chunkAt(data, data.size - DONE_BYTES);
  const content = done?.name === 'DONE' && done.size === 8 ? contentOf(data, done) : undefined;
  const index = content && chunkAt(data, viewOf(content).getFloat64(0, true));
  const bytes = index?.name === 'INDX' ? contentOf(data, index) : undefined;
  if (!bytes) return undefined;
  const count = Math.floor(bytes.length / INDEX_ENTRY);
  budget.claim(64 * count, 'the index');
  const view = viewOf(bytes);
  const entries: Entry[] = [];
  for (let k = 0; k < count; k++) {
    const chunk = chunkAt(data, view.getFloat64(INDEX_ENTRY * k + 8, true));
    if (chunk?.name !== 'FRAM' || chunk.size < FRAME_HEADER) return undefined;
    entries.push({
      time: view.getFloat64(INDEX_ENTRY * k, true),
      chunk,
      sinceKey: view.getUint32(INDEX_ENTRY * k + 16, true),
    });
  }
  return areInOrder(entries) ? entries : undefined;
}

/** Frames one after the other, up to the first that is cut off. */
function scanFrames({ data, budget }: AnimationSource, from: number): Entry[] {
  const entries: Entry[] = [];
  for (let chunk = chunkAt(data, from); chunk; chunk = chunkAt(data, behind(chunk))) {
    if (chunk.name !== 'FRAM' || chunk.size < FRAME_HEADER) continue;
    budget.claim(64, 'frames');
    const view = viewOf(data.read(chunk.start, FRAME_HEADER));
    entries.push({ time: view.getFloat64(0, true), chunk, sinceKey: view.getUint32(8, true) });
    if (!areInOrder(entries.slice(-2))) {
      entries.pop();
      break;
    }
  }
  return entries;
}

const areInOrder = (entries: readonly Entry[]): boolean =>
  entries.every(
    ({ time, sinceKey }, k) =>
      Number.isFinite(time) &&
      (k === 0 || (time > entries[k - 1]!.time && (sinceKey === 0 || sinceKey === entries[k - 1]!.sinceKey + 1))),
  );

/** Unpacks to exactly `size` bytes. */
function inflate(name: string, packed: Uint8Array, size: number, what: string): Uint8Array {
  try {
    const out = inflateSync(packed, { out: new Uint8Array(size) });
    if (out.length === size) return out;
  } catch {
    // Told below, as what it is: damage.
  }
  throw new InputError('animation/damaged', `${name}: ${what} cannot be unpacked: the file is damaged`);
}

class AnimationReader {
  readonly #name: string;
  readonly #data: ByteSource;
  readonly #entries: readonly Entry[];
  readonly #step: number;
  readonly #first: Uint32Array;
  readonly #budget: AnimationSource['budget'];
  /** The most bytes that a frame was unpacked to: later ones take the same room again. */
  #room = 0;
  #now: Int32Array;
  #last: Int32Array;
  /** The frame whose steps are in `now`, and the points that have none. */
  #decoded = -1;
  #exceptions: Uint8Array = new Uint8Array();

  constructor(source: AnimationSource, entries: readonly Entry[], { step }: Head, first: Uint32Array) {
    this.#name = source.name;
    this.#data = source.data;
    this.#entries = entries;
    this.#step = step;
    this.#first = first;
    this.#budget = source.budget;
    const size = 3 * first[first.length - 1]!;
    this.#now = source.budget.int32(size, 'frames');
    this.#last = source.budget.int32(size, 'frames');
  }

  #decode(index: number): void {
    const { chunk, sinceKey } = this.#entries[index]!;
    this.#decoded = -1;
    const content = contentOf(this.#data, chunk);
    if (!content) throw this.#damaged(index, 'its checksum is wrong');
    const view = viewOf(content);
    const size = this.#now.length;
    const escapes = view.getUint32(12, true);
    const exceptions = view.getUint32(16, true);
    // Every coordinate may escape with four bytes, and every point be an exception.
    if (escapes > 4 * size || exceptions > 16 * (size / 3) || exceptions % 16 !== 0)
      throw this.#damaged(index, 'its sizes are impossible');
    this.#claim(size + escapes + exceptions, escapes + exceptions);
    const bytes = inflate(this.#name, content.subarray(FRAME_HEADER), size + escapes + exceptions, `frame ${index}`);
    [this.#now, this.#last] = [this.#last, this.#now];
    const coded = { plain: bytes.subarray(0, size), escapes: bytes.subarray(size, size + escapes) };
    if (!decodeSteps(this.#first, coded, sinceKey > 0 ? this.#last : undefined, this.#now))
      throw this.#damaged(index, 'it ends early');
    this.#exceptions = bytes.slice(size + escapes);
    this.#decoded = index;
  }

  #claim(bytes: number, beyond: number): void {
    if (bytes <= this.#room) return;
    this.#budget.unpack(beyond, 'a frame');
    this.#budget.claim(bytes - this.#room, 'a frame');
    this.#room = bytes;
  }

  #damaged(index: number, why: string): InputError {
    return new InputError('animation/damaged', `${this.#name}: frame ${index} is damaged: ${why}`);
  }

  frame(index: number, out: Float32Array): Float32Array {
    const key = index - this.#entries[index]!.sinceKey;
    const start = this.#decoded >= key && this.#decoded <= index ? this.#decoded + 1 : key;
    for (let k = start; k <= index; k++) this.#decode(k);
    restore(this.#now, this.#step, out);
    const view = viewOf(this.#exceptions);
    for (let at = 0; at + 16 <= view.byteLength; at += 16) {
      const p = view.getUint32(at, true);
      if (3 * p < out.length) for (let c = 0; c < 3; c++) out[3 * p + c] = view.getFloat32(at + 4 + 4 * c, true);
    }
    return out;
  }
}

function readHead(source: AnimationSource): {
  head: Head;
  strands: (positions: Float32Array) => Strands;
  next: number;
} {
  const { name, data, budget } = source;
  const chunk = chunkAt(data, MARK_BYTES);
  const content = chunk?.name === 'HEAD' ? contentOf(data, chunk) : undefined;
  const fail = (): InputError =>
    cutOff('animation/head', `${name}: the beginning of the animation is damaged or cut off, nothing can be read`);
  if (!chunk || !content || content.length < 4) throw fail();
  const end = 4 + viewOf(content).getUint32(0, true);
  if (end > content.length) throw fail();
  const head = parseHead(new TextDecoder().decode(content.subarray(4, end)));
  if (!head) throw fail();
  const size = arrayBytes(head);
  budget.unpack(size + 12 * head.points, 'the animation');
  budget.claim(2 * size, 'strands');
  const arrays = inflate(name, content.subarray(end), size, 'the strands');
  const strands = (positions: Float32Array): Strands => {
    const made = strandsFrom(head, arrays, positions);
    if (!made) throw fail();
    return made;
  };
  return { head, strands, next: behind(chunk) };
}

export function openCache(source: AnimationSource): AnimationContent {
  const { name, data, budget, note } = source;
  if (!isAnimation(data.read(0, Math.min(data.size, MARK_BYTES))))
    throw new InputError('animation/magic', `${name}: a Pelage animation starts with PELAGE1, this file does not`);
  const { head, strands: make, next } = readHead(source);
  let entries = readIndex(source);
  if (!entries) {
    entries = scanFrames(source, next);
    note(`the animation has no index: the run that wrote it was cut off; ${entries.length} frames can be read`);
  }
  // Frames before the first that stands alone cannot be decoded.
  const start = entries.findIndex(({ sinceKey }) => sinceKey === 0);
  const usable = start < 0 ? [] : entries.slice(start);
  if (usable.length === 0) throw new InputError('animation/empty', `${name}: the animation has no whole frame`);
  const bare = make(budget.float32(3 * head.points, 'points'));
  const reader = new AnimationReader(source, usable, head, bare.first);
  const strands: Strands = { ...bare, positions: reader.frame(0, bare.positions) };
  const animation = {
    strands,
    times: Float64Array.from(usable, ({ time }) => time),
    frame: (index: number) => reader.frame(index, new Float32Array(3 * head.points)),
  };
  return { animation, metadata: metadataFrom(head), unit: head.unit, up: head.up };
}

export const PELAGE_ANIMATION: FileFormat = /* @__PURE__ */ Object.freeze({
  title: 'Pelage animation cache',
  extensions: ['pelage'],
  budgetFactor: 4,
  matches: isAnimation,
  readHair: /* @__PURE__ */ hairOf(openCache),
  writeHair: writeCacheHair,
  openAnimation: openCache,
  writeAnimation: writeCacheAnimation,
});
