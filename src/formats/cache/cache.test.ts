import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import { MemorySink } from '../byte-sink.ts';
import { memorySource } from '../byte-source.ts';
import { openAnimation } from '../index.ts';
import { chunkAt } from './chunks.ts';
import { AnimationCacheWriter } from './write.ts';

const seed = 20261202;
const STRANDS = 5;
const POINTS = 6;
const FRAMES = 9;

const random = new Random(seed);
const frames = Array.from({ length: FRAMES }, (_, k) =>
  Float32Array.from({ length: 3 * STRANDS * POINTS }, (_, i) => 0.01 * i + 0.1 * k + random.between(-1e-3, 1e-3)),
);
const strands = makeStrands({ first: uniformFirst(STRANDS, POINTS), positions: frames[0]! });

/** The bytes of the animation, and where each frame ends. */
function animation(options = {}): { bytes: Uint8Array; ends: number[] } {
  const sink = new MemorySink();
  const writer = new AnimationCacheWriter(sink, strands, { keyEvery: 4, ...options });
  const ends = frames.map((frame, k) => {
    writer.add(frame, k / 30);
    return sink.position;
  });
  writer.finish();
  return { bytes: sink.bytes().slice(), ends };
}

const open = (bytes: Uint8Array): ReturnType<typeof openAnimation> => openAnimation('a.pelage', memorySource(bytes));

function worst(a: Float32Array, b: Float32Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i += 3)
    most = Math.max(most, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!));
  return most;
}

describe(`animation caches (seed ${seed})`, () => {
  it('give any frame, in any order, with less error than was asked for', () => {
    for (const error of [1e-3, 4.5e-5, 1e-6]) {
      const opened = open(animation({ error }).bytes).animation;
      // The rounding of 32-bit floats comes on top.
      const check = (k: number): void => {
        expect(worst(opened.frame(k), frames[k]!)).toBeLessThanOrEqual(error + 3e-7);
      };
      fc.assert(fc.property(fc.nat(FRAMES - 1), check), { seed, numRuns: 50 });
    }
  });

  it('keep every whole frame wherever a run is cut off', () => {
    const { bytes, ends } = animation();
    const check = (length: number): void => {
      const whole = ends.filter((end) => end <= length).length;
      if (whole === 0) {
        expect(() => open(bytes.subarray(0, length))).toThrow(/no whole frame|damaged or cut off|does not|extension/);
        return;
      }
      const { animation: cut, notes } = open(bytes.subarray(0, length));
      expect(cut.times).toHaveLength(whole);
      expect(worst(cut.frame(whole - 1), frames[whole - 1]!)).toBeLessThan(5e-5);
      expect(notes.some((note) => note.includes(`cut off; ${whole} frames can be read`))).toBe(length < bytes.length);
    };
    fc.assert(fc.property(fc.integer({ min: 9, max: bytes.length }), check), { seed, numRuns: 150 });
  });

  it('name a frame that was changed, and give the others', () => {
    const { bytes, ends } = animation();
    const damaged = bytes.slice();
    damaged[ends[4]! - 1]! ^= 1;
    const opened = open(damaged).animation;
    // Frame 4 stands alone, and 5 to 7 follow from it.
    expect(() => opened.frame(4)).toThrow(/frame 4 is damaged: its checksum is wrong/);
    expect(() => opened.frame(6)).toThrow(/frame 4 is damaged/);
    for (const k of [3, 8, 0]) expect(worst(opened.frame(k), frames[k]!)).toBeLessThan(5e-5);
  });

  it('read no more of a long file than a frame needs', () => {
    const { bytes, ends } = animation();
    let read = 0;
    const source = {
      size: bytes.length,
      read: (offset: number, length: number): Uint8Array => {
        read += length;
        return bytes.subarray(offset, offset + length);
      },
    };
    const { animation: opened } = openAnimation('a.pelage', source);
    read = 0;
    opened.frame(8);
    expect(read).toBeLessThanOrEqual(ends[8]! - ends[7]!);
  });

  it('refuse times that do not rise and frames of another size', () => {
    const writer = new AnimationCacheWriter(new MemorySink(), strands);
    writer.add(frames[0]!, 1);
    expect(() => writer.add(frames[1]!, 1)).toThrow(/does not follow/);
    expect(() => writer.add(new Float32Array(3), 2)).toThrow(RangeError);
  });

  it('hold chunks that a program can walk', () => {
    const { bytes } = animation();
    const names: string[] = [];
    for (
      let chunk = chunkAt(memorySource(bytes), 8);
      chunk;
      chunk = chunkAt(memorySource(bytes), chunk.start + chunk.size)
    )
      names.push(chunk.name);
    expect(names).toEqual(['HEAD', ...Array(FRAMES).fill('FRAM'), 'INDX', 'DONE']);
  });
});
