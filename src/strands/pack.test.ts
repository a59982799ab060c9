import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './pack.ts';

const seed = 20261118;

const arrays = fc.oneof(
  fc.float32Array(),
  fc.float64Array(),
  fc.uint32Array(),
  fc.int32Array(),
  fc.uint16Array(),
  fc.uint8Array(),
);
const data = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), arrays),
  value: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('value')),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('value')),
    fc.array(fc.tuple(fc.string(), tie('value'))).map((entries) => new Map(entries)),
  ),
})).value;

describe(`packed data (seed ${seed})`, () => {
  it('comes back as it was, odd numbers included, wherever the bytes lie', () => {
    fc.assert(
      fc.property(data, fc.nat(9), (value, offset) => {
        const packed = pack({ value });
        const moved = new Uint8Array(packed.length + offset).subarray(offset);
        moved.set(packed);
        expect(unpack(moved)).toEqual({ value });
      }),
      { seed },
    );
  });

  it('is refused where a byte is wrong or the end is missing', () => {
    fc.assert(
      fc.property(data, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, place, change) => {
        const packed = pack({ value });
        const wrong = packed.slice();
        wrong[place % wrong.length] = wrong[place % wrong.length]! ^ change;
        expect(unpack(wrong)).toBeNull();
        expect(unpack(packed.subarray(0, place % packed.length))).toBeNull();
      }),
      { seed },
    );
  });
});
