import { deflateSync } from 'fflate';
import { InputError } from '../../strands/input-error.ts';
import type { Strands } from '../../strands/strands.ts';
import { pointCount } from '../../strands/strands.ts';
import type { HairAnimation } from '../animation.ts';
import { stillAnimation } from '../animation.ts';
import { type ByteSink, MemorySink } from '../byte-sink.ts';
import { viewOf } from '../bytes.ts';
import type { AnimationTarget, Metadata, Target } from '../format.ts';
import type { UpAxis } from '../units.ts';
import { MARK, writeChunk } from './chunks.ts';
import { encodeSteps, quantise } from './frame-code.ts';
import { headOf } from './head.ts';

export interface AnimationCacheOptions {
  /** Most distance between a point and where it is read back, metres. Files grow by 3 bits a point when it is halved. */
  readonly error?: number;
  /** Frames from one that stands alone to the next: so many are decoded, at most, to show any. */
  readonly keyEvery?: number;
  /** Of zlib: 0 stores, 9 packs longest. */
  readonly level?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly unit?: number;
  readonly up?: UpAxis;
  readonly metadata?: Metadata;
}

/** `level`: 20,000 wavy strands of 32 points pack to 14.8 % of raw floats at level 1, to 14.6 % at 3, 6 and 9. */
export const ANIMATION_CACHE_DEFAULTS: Required<AnimationCacheOptions> = /* @__PURE__ */ Object.freeze({
  error: 4.5e-5,
  keyEvery: 12,
  level: 1,
  unit: 1,
  up: 'y',
  metadata: {},
});

/** The bytes before the packed part of a frame: time, frames since the last key, and three sizes. */
export const FRAME_HEADER = 24;
/** Bytes of a frame's entry in the index: time, place, frames since the last key. */
export const INDEX_ENTRY = 24;

/** Writes an animation frame by frame. Whatever happens, the frames added so far can be read. */
export class AnimationCacheWriter {
  frames = 0;
  readonly #sink: ByteSink;
  readonly #strands: Strands;
  readonly #settings: Required<AnimationCacheOptions>;
  readonly #step: number;
  readonly #index: { time: number; place: number; sinceKey: number }[] = [];
  #now: Int32Array;
  #last: Int32Array;
  readonly #scratch: Int32Array;

  constructor(sink: ByteSink, strands: Strands, options: AnimationCacheOptions = {}) {
    this.#sink = sink;
    this.#strands = strands;
    this.#settings = { ...ANIMATION_CACHE_DEFAULTS, ...options };
    const { error, unit, up, metadata, level } = this.#settings;
    // Half a step in each of three directions, and a hair's breadth for the rounding of 32-bit floats.
    this.#step = (2 * error) / Math.sqrt(3) / unit;
    this.#now = new Int32Array(strands.positions.length);
    this.#last = new Int32Array(strands.positions.length);
    this.#scratch = new Int32Array(strands.positions.length);
    sink.write(new TextEncoder().encode(MARK));
    const { head, arrays } = headOf(strands, { unit, up, step: this.#step }, metadata);
    const text = new TextEncoder().encode(JSON.stringify(head));
    const size = new Uint8Array(4);
    viewOf(size).setUint32(0, text.length, true);
    writeChunk(sink, 'HEAD', size, text, deflateSync(joined(arrays), { level }));
  }

  add(positions: Float32Array, time: number): void {
    if (positions.length !== this.#strands.positions.length)
      throw new RangeError(`a frame of ${positions.length} numbers for strands of ${this.#strands.positions.length}`);
    const before = this.#index[this.#index.length - 1];
    if (before && !(time > before.time))
      throw new InputError(
        'animation/time',
        `frame ${this.frames} at ${time} s does not follow the one at ${before.time} s`,
      );
    const sinceKey = this.frames % this.#settings.keyEvery;
    [this.#now, this.#last] = [this.#last, this.#now];
    const odd = quantise(positions, this.#step, this.#now);
    const { plain, escapes } = encodeSteps(
      this.#strands.first,
      this.#now,
      sinceKey > 0 ? this.#last : undefined,
      this.#scratch,
    );
    const exceptions = packExceptions(odd, positions);
    const header = new Uint8Array(FRAME_HEADER);
    const view = viewOf(header);
    view.setFloat64(0, time, true);
    view.setUint32(8, sinceKey, true);
    view.setUint32(12, escapes.length, true);
    view.setUint32(16, exceptions.length, true);
    const packed = deflateSync(joined([plain, escapes, exceptions]), { level: this.#settings.level });
    const place = writeChunk(this.#sink, 'FRAM', header, packed);
    this.#index.push({ time, place, sinceKey });
    this.frames++;
  }

  /** Writes the index. An animation without it can be read too; finding its frames takes a little longer. */
  finish(): void {
    const bytes = new Uint8Array(INDEX_ENTRY * this.#index.length);
    const view = viewOf(bytes);
    this.#index.forEach(({ time, place, sinceKey }, k) => {
      view.setFloat64(INDEX_ENTRY * k, time, true);
      view.setFloat64(INDEX_ENTRY * k + 8, place, true);
      view.setUint32(INDEX_ENTRY * k + 16, sinceKey, true);
    });
    const place = new Uint8Array(8);
    viewOf(place).setFloat64(0, writeChunk(this.#sink, 'INDX', bytes), true);
    writeChunk(this.#sink, 'DONE', place);
  }
}

/** Points as they are: an index and three floats each. */
function packExceptions(points: readonly number[], positions: Float32Array): Uint8Array {
  const bytes = new Uint8Array(16 * points.length);
  const view = viewOf(bytes);
  points.forEach((p, k) => {
    view.setUint32(16 * k, p, true);
    for (let c = 0; c < 3; c++) view.setFloat32(16 * k + 4 + 4 * c, positions[3 * p + c]!, true);
  });
  return bytes;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

export function writeCacheAnimation(animation: HairAnimation, { sink, unit, up, metadata }: AnimationTarget): void {
  const writer = new AnimationCacheWriter(sink, animation.strands, { unit, up, metadata });
  for (let k = 0; k < animation.times.length; k++)
    writer.add(k === 0 ? animation.strands.positions : animation.frame(k), animation.times[k]!);
  writer.finish();
}

export function writeCacheHair(strands: Strands, target: Target): Uint8Array {
  const sink = new MemorySink(65_536 + 6 * pointCount(strands));
  writeCacheAnimation(stillAnimation(strands), { ...target, sink });
  return sink.bytes();
}
