import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashStrands } from './hash.ts';
import { InputError } from './input-error.ts';
import { concatenateStrands, selectStrands, takeStrands } from './selection.ts';
import { makeStrands, pointCount, type Strands, strandCount } from './strands.ts';

const seed = 71006;

/** Strands whose every number tells where it comes from. */
function numbered(sizes: readonly number[], base = 0): Strands {
  const first = Uint32Array.from([0, ...sizes.map((_, i) => sizes.slice(0, i + 1).reduce((a, b) => a + b, 0))]);
  const points = first[sizes.length]!;
  return makeStrands({
    first,
    positions: Float32Array.from({ length: 3 * points }, (_, i) => base + i),
    id: Uint32Array.from(sizes, (_, i) => base + 10 * i + 3),
    pointAttributes: new Map([['index', { size: 1, data: Uint32Array.from({ length: points }, (_, p) => base + p) }]]),
    strandAttributes: new Map([
      ['uv', { size: 2, data: Float32Array.from({ length: 2 * sizes.length }, (_, i) => i) }],
    ]),
  });
}

const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 });

/** Everything that belongs to one strand, as one list. */
function contents(strands: Strands, i: number): number[] {
  const begin = strands.first[i]!;
  const end = strands.first[i + 1]!;
  return [
    strands.id[i]!,
    ...strands.positions.slice(3 * begin, 3 * end),
    ...strands.pointAttributes.get('index')!.data.slice(begin, end),
    ...strands.strandAttributes.get('uv')!.data.slice(2 * i, 2 * i + 2),
  ];
}

describe(`selecting and joining strands (seed ${seed})`, () => {
  it('keeps all that belongs to a strand, in the order asked for', () => {
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.nat()), (list, keys) => {
        const strands = numbered(list);
        const order = list.map((_, i) => ({ i, key: keys.next().value! })).sort((a, b) => a.key - b.key);
        const picked = order.slice(0, 1 + Math.floor(list.length / 2)).map(({ i }) => i);
        const out = selectStrands(strands, picked);
        expect(strandCount(out)).toBe(picked.length);
        picked.forEach((from, to) => {
          expect(contents(out, to)).toEqual(contents(strands, from));
        });
      }),
      { seed },
    );
  });

  it('asks a question of every strand', () => {
    const out = selectStrands(numbered([2, 3, 4, 1]), (strand, id) => strand === 0 || id === 23);
    expect([...out.id]).toEqual([3, 23]);
    expect([...out.first]).toEqual([0, 2, 6]);
  });

  it('divides and joins to the same content', () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: 9 }), (list, cut) => {
        const strands = numbered(list);
        const head = takeStrands(strands, cut);
        const tail = selectStrands(strands, (i) => i >= cut);
        expect(strandCount(head)).toBe(Math.min(cut, list.length));
        expect(hashStrands(concatenateStrands(head, tail))).toBe(hashStrands(strands));
      }),
      { seed },
    );
  });

  it('gives strands of the second set new ids where the first set uses them', () => {
    const joined = concatenateStrands(numbered([1, 1]), numbered([2, 2, 2]));
    expect([...joined.id]).toEqual([3, 13, 24, 25, 23]);
    expect(new Set(joined.id).size).toBe(5);
    expect(pointCount(joined)).toBe(8);
    const full = makeStrands({ ...numbered([1]), id: Uint32Array.of(0xffffffff) });
    expect(() => concatenateStrands(full, full)).toThrow(InputError);
  });

  it('refuses, drops or fills attributes that only one set has', () => {
    const a = numbered([1, 2]);
    const b = makeStrands({ ...numbered([1], 100), strandAttributes: new Map() });
    expect(() => concatenateStrands(a, b)).toThrow(/attribute uv is only in the first set/);
    expect(() => concatenateStrands(b, a)).toThrow(/attribute uv is only in the second set/);
    expect(concatenateStrands(a, b, { missing: 'drop' }).strandAttributes.size).toBe(0);
    const filled = concatenateStrands(b, a, { missing: 'zero' }).strandAttributes.get('uv')!;
    expect([...filled.data]).toEqual([0, 0, 0, 1, 2, 3]);
    const other = makeStrands({
      ...a,
      strandAttributes: new Map([['uv', { size: 1, data: new Float32Array(2) }]]),
    });
    expect(() => concatenateStrands(a, other)).toThrow(/attribute uv differs in size or type/);
    expect(concatenateStrands(a, other, { missing: 'zero' }).strandAttributes.size).toBe(0);
  });

  it('refuses indices that do not exist or come twice', () => {
    const strands = numbered([1, 1]);
    for (const pick of [[2], [-1], [0.5], [1, 1]]) expect(() => selectStrands(strands, pick)).toThrow(InputError);
  });
});
