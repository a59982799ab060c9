import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HairState } from '../contact/interaction.ts';
import { HairView } from './hair-view.ts';
import { Products } from './products.ts';

function hairOf(strands: readonly { id: number; s: readonly number[] }[]): HairState {
  const first = new Uint32Array(strands.length + 1);
  strands.forEach(({ s }, k) => {
    first[k + 1] = first[k]! + s.length;
  });
  const nodes = first[strands.length]!;
  return {
    time: 0,
    dt: 0.01,
    ids: Uint32Array.from(strands, ({ id }) => id),
    first,
    position: new Float64Array(3 * nodes),
    velocity: new Float64Array(3 * nodes),
    s: Float64Array.from(strands.flatMap(({ s }) => s)),
    inverseMass: new Float64Array(nodes),
    radius: new Float64Array(nodes),
  };
}

/** ∫ wet ds by trapezia. */
function waterOf(products: Products, id: number): number {
  const { s, wet } = products.get(id)!;
  let sum = 0;
  for (let i = 0; i + 1 < s.length; i++) sum += 0.5 * (wet[i]! + wet[i + 1]!) * (s[i + 1]! - s[i]!);
  return sum;
}

describe('products on hair (seed 3)', () => {
  it('keep their water and their places when the strand is cut anywhere, and again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 12 }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        (wet, fraction, again) => {
          const s = wet.map((_, i) => 0.01 * i);
          const hair = hairOf([{ id: 7, s }]);
          const products = new Products();
          products.open(hair, 0).wet.set(wet);
          const before = waterOf(products, 7);
          const end = s[s.length - 1]!;
          products.cut(7, fraction * end, 100);
          products.cut(100, again * (1 - fraction) * end, 101);
          expect(waterOf(products, 7) + waterOf(products, 100) + waterOf(products, 101)).toBeCloseTo(before, 12);
          expect(products.get(101)!.wet.at(-1)).toBe(wet.at(-1));
          expect(products.get(7)!.wet[0]).toBe(wet[0]);
          expect(products.get(100)!.wet[0]).toBeCloseTo(products.get(7)!.wet.at(-1)!, 12);
        },
      ),
      { seed: 3, numRuns: 100 },
    );
  });

  it('follow the nodes of the hair and forget what is gone', () => {
    const hair = hairOf([
      { id: 1, s: [0, 0.1, 0.2] },
      { id: 2, s: [0, 0.1] },
    ]);
    const products = new Products();
    products.open(hair, 0).spray.set([0, 0.5, 1]);
    products.open(hair, 1).wet.set([1, 1]);
    const next = hairOf([{ id: 1, s: [0, 0.05, 0.1, 0.15] }]);
    products.follow(next, new HairView(next).place);
    expect([...products.get(1)!.spray]).toEqual([0, 0.25, 0.5, 0.75].map((value) => expect.closeTo(value, 12)));
    expect(products.get(2)).toBeUndefined();
  });

  it('are kept whole', () => {
    const hair = hairOf([{ id: 9, s: [0, 0.1, 0.2] }]);
    const products = new Products();
    Object.assign(products.open(hair, 0), { length: 1.25 });
    products.get(9)!.dye.set([0.1, 0.2, 0.3]);
    const copy = new Products();
    copy.takeArrays(products.arrays(), 0);
    expect(copy.arrays()).toEqual(products.arrays());
  });
});
