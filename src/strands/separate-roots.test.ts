import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { at, dot, normalize, subtract } from '../numeric/vector.ts';
import { findCoincidentRoots } from './root-grid.ts';
import { selectStrands } from './selection.ts';
import { separateRoots } from './separate-roots.ts';
import { strandsFromPolylines } from './strands.ts';

const seed = 71016;
const options = { coincidence: 1e-4, jitter: 0.25 };
const random = new Random(seed);
const grow = (x: number, z: number, lean: number): number[][] =>
  [0, 1, 2, 3].map((k) => [x + lean * k, 0.01 * k, z - lean * k]);
const lawn = Array.from({ length: 400 }, (_, i) => grow(0.01 * (i % 20), 0.01 * Math.floor(i / 20), 0.004));

describe(`separating roots (seed ${seed})`, () => {
  it('returns the strands themselves where none coincide', () => {
    const strands = strandsFromPolylines(lawn);
    const out = separateRoots(strands, options);
    expect(out.strands).toBe(strands);
    expect(out.moved).toEqual([]);
  });

  it('moves the later strand, rigidly, across its first edge, by a fraction of the spacing', () => {
    const strands = strandsFromPolylines([...lawn, lawn[7]!, lawn[33]!]);
    const out = separateRoots(strands, options);
    expect(out.moved.map(({ strand, twin }) => [strand, twin])).toEqual([
      [400, 7],
      [401, 33],
    ]);
    expect(out.strands.positions.slice(0, 4800)).toEqual(strands.positions.slice(0, 4800));
    for (const { strand, distance } of out.moved) {
      const shift = [0, 1, 2, 3].map((k) =>
        subtract(at(out.strands.positions, 4 * strand + k), at(strands.positions, 4 * strand + k)),
      );
      for (const s of shift) for (let c = 0; c < 3; c++) expect(Math.abs(s[c]! - shift[0]![c]!)).toBeLessThan(1e-7);
      const edge = subtract(at(strands.positions, 4 * strand + 1), at(strands.positions, 4 * strand));
      expect(Math.abs(dot(normalize(edge), shift[0]!))).toBeLessThan(1e-6);
      expect(distance).toBeGreaterThan(0.0005);
      expect(distance).toBeLessThan(0.005);
    }
    expect(findCoincidentRoots(out.strands, 1e-4).twin.every((t) => t < 0)).toBe(true);
  });

  it('moves a strand to the same place whatever the other strands are', () => {
    const strands = strandsFromPolylines([...lawn, lawn[7]!, lawn[33]!]);
    const without = selectStrands(strands, (i) => i !== 400);
    const tip = (list: typeof strands) => [...separateRoots(list, options).strands.positions.slice(-3)];
    tip(strands).forEach((x, c) => {
      expect(Math.abs(tip(without)[c]! - x)).toBeLessThan(1e-4);
    });
  });

  it('separates hundreds from one spot, with and without others, near and far from the origin', () => {
    for (const [others, far] of [
      [0, 0],
      [1, 0],
      [1, 300],
    ] as const) {
      const spot = Array.from({ length: 500 }, () => grow(0.05, 0.05, random.between(-0.01, 0.01)));
      const lines = [...(others ? lawn : []), ...spot].map((line) => line.map(([x, y, z]) => [x! + far, y!, z!]));
      const strands = strandsFromPolylines(lines);
      const out = separateRoots(strands, options);
      expect(out.moved.length).toBe(others ? 500 : 499);
      expect(findCoincidentRoots(out.strands, 1e-4).twin.every((t) => t < 0)).toBe(true);
    }
  });
});
