import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { readTfxBone } from './tfxbone.ts';

const i32 = (...values: number[]): Uint8Array => new Uint8Array(Int32Array.from(values).buffer);
const f32 = (value: number): Uint8Array => new Uint8Array(Float32Array.of(value).buffer);
const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
const bone = (index: number, name: string): Uint8Array =>
  join(i32(index, name.length + 1), Buffer.from(`${name}\0`, 'latin1'));
const row = (strand: number, joints: [number, number][]): Uint8Array =>
  join(i32(strand), ...joints.map(([b, weight]) => join(i32(b), f32(weight))));

const bones = join(i32(2), bone(1, 'neck'), bone(0, 'head'));
const second = row(1, [
  [0, 0.5],
  [1, 0.5],
  [-1, 0],
  [0, 0],
]);
const rest = row(0, [
  [1, 1],
  [0, 0],
  [0, 0],
  [0, 0],
]);

describe('.tfxbone', () => {
  it('gives four joints a strand, in the order of the strands', () => {
    const bytes = join(bones, i32(2), second, rest);
    const budget = new Budget(bytes.length);
    expect(readTfxBone('a.tfxbone', bytes, { budget })).toEqual({
      bones: ['head', 'neck'],
      joints: Uint32Array.of(1, 0, 0, 0, 0, 1, 0, 0),
      weights: Float32Array.of(1, 0, 0, 0, 0.5, 0.5, 0, 0),
      notes: [],
    });
    expect(budget.total).toBeLessThan(bytes.length + 16);
  });
  it('mentions what it ignores', () => {
    expect(readTfxBone('a.tfxbone', join(i32(0), i32(0), i32(5))).notes).toEqual([
      '4 bytes after the last strand were ignored',
    ]);
  });
  it.each([
    ['tfxbone/truncated', new Uint8Array(3)],
    ['tfxbone/truncated', i32(0x7fffffff)],
    ['tfxbone/truncated', join(i32(1), i32(0, 100), i32(0))],
    ['tfxbone/truncated', bones],
    ['tfxbone/truncated', join(bones, i32(3), second, rest)],
    ['tfxbone/truncated', join(bones, i32(2), second, rest).slice(0, -1)],
    ['tfxbone/count', i32(-1)],
    ['tfxbone/count', join(i32(1), i32(0, -4), i32(0))],
    ['tfxbone/count', join(bones, i32(-2))],
    ['tfxbone/bone-index', join(i32(2), bone(0, 'a'), bone(0, 'b'), i32(0))],
    ['tfxbone/bone-index', join(i32(1), bone(1, 'a'), i32(0))],
    ['tfxbone/strand-index', join(bones, i32(2), rest, rest)],
    ['tfxbone/strand-index', join(bones, i32(1), second)],
    [
      'tfxbone/joint',
      join(
        bones,
        i32(1),
        row(0, [
          [2, 0.1],
          [0, 0],
          [0, 0],
          [0, 0],
        ]),
      ),
    ],
  ])('%s', (code, bytes) => {
    expect(() => readTfxBone('a.tfxbone', bytes)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(/^a\.tfxbone: /) }),
    );
  });
});
