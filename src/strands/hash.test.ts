import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashArrays, hashStrands } from './hash.ts';
import { type Attribute, makeStrands, strandsFromPolylines } from './strands.ts';

const seed = 71007;
const line = [
  [0, 0, 0],
  [1, 2, 3],
  [2, 2, 2],
];
const strands = strandsFromPolylines([line, line]);

describe(`content hash (seed ${seed})`, () => {
  it('is the same on every machine', () => {
    expect(hashStrands(strands)).toBe('2a194fb265831a35');
    expect(hashArrays([])).toMatch(/^[0-9a-f]{16}$/);
  });

  it('changes with every single bit, and with two flipped signs', () => {
    const seen = new Set([hashStrands(strands)]);
    let count = 1;
    for (let word = 0; word < strands.positions.length; word++)
      for (let bit = 0; bit < 32; bit++) {
        const positions = strands.positions.slice();
        const bits = new Uint32Array(positions.buffer);
        bits[word] = bits[word]! ^ (1 << bit);
        seen.add(hashStrands({ ...strands, positions }));
        count++;
      }
    const positions = strands.positions.map((x) => -x);
    seen.add(hashStrands({ ...strands, positions }));
    expect(seen.size).toBe(count + 1);
  });

  it('of different words differ, also in one half of the digits', () => {
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 8 }), fc.uint32Array({ maxLength: 8 }), (a, b) => {
        fc.pre(a.join() !== b.join());
        const [x, y] = [hashArrays([a]), hashArrays([b])];
        expect(x.slice(0, 8)).not.toBe(y.slice(0, 8));
        expect(x.slice(8)).not.toBe(y.slice(8));
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('depends on ids, offsets, attributes and where arrays end, not on the order in which attributes were set', () => {
    const radius: [string, Attribute] = ['radius', { size: 1, data: new Float32Array(6) }];
    const group: [string, Attribute] = ['group', { size: 1, data: new Uint8Array(6) }];
    const withAttributes = (...list: [string, Attribute][]) =>
      hashStrands(makeStrands({ ...strands, pointAttributes: new Map(list) }));
    expect(withAttributes(radius, group)).toBe(withAttributes(group, radius));
    const variants = [
      hashStrands(strands),
      withAttributes(radius),
      withAttributes(group),
      hashStrands(
        makeStrands({ ...strands, strandAttributes: new Map([['radius', { size: 3, data: new Float32Array(6) }]]) }),
      ),
      hashStrands({ ...strands, id: Uint32Array.of(0, 2) }),
      hashStrands({ ...strands, first: Uint32Array.of(0, 2, 6) }),
      hashArrays([Uint32Array.of(1, 2), Uint32Array.of(3)]),
      hashArrays([Uint32Array.of(1), Uint32Array.of(2, 3)]),
    ];
    expect(new Set(variants).size).toBe(variants.length);
  });

  it('takes every NaN for the same', () => {
    const payload = new Float32Array(Uint32Array.of(0x7fc12345, 0x3f800000).buffer);
    expect(hashArrays([payload])).toBe(hashArrays([Float32Array.of(Number.NaN, 1)]));
    const wide = new Float64Array(Uint32Array.of(77, 0xfff80001).buffer);
    expect(hashArrays([wide])).toBe(hashArrays([Float64Array.of(Number.NaN)]));
    expect(hashArrays([Float64Array.of(0)])).not.toBe(hashArrays([Float64Array.of(-0)]));
  });
});
