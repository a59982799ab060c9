import { describe, expect, it } from 'vitest';
import { makeBust } from '../../body/bust.ts';
import { InputError } from '../../strands/input-error.ts';
import { ellipsoidField } from '../ellipsoid-head.fixture.ts';
import { type Roots, rootCount, scatterRoots, sliceRoots } from '../roots.ts';
import { showRoots } from '../shown-roots.ts';
import { makePlace, makeSkin, placeAt } from '../skin.ts';
import { Head } from './head.ts';
import { type HairlineStyle, makeHeadStyle } from './style.ts';

const SEED = 9;
const mesh = makeBust();
const skin = makeSkin({ mesh, field: ellipsoidField() }, 'scalp');
const plain = makeHeadStyle();
const headWith = (hairline: Partial<HairlineStyle>): Head =>
  new Head(skin, { ...plain, hairline: { ...plain.hairline, ...hairline } }, SEED);
const head = headWith({});
const COUNT = 12000;
const options = { count: COUNT, least: 0 };
const shown = showRoots(head, options);
const line = head.edge!;
const place = makePlace();
const distanceOf = (roots: Roots, i: number): number => line.distanceAt(placeAt(roots, i, place));

/** Roots by their distance from the edge, in bins of 2 mm from 2 mm before it. */
function histogram(roots: Roots): Float64Array {
  const bins = new Float64Array(16);
  for (let i = 0; i < rootCount(roots); i++) {
    const bin = Math.floor((distanceOf(roots, i) + 0.002) / 0.002);
    if (bin >= 0 && bin < bins.length) bins[bin]!++;
  }
  return bins;
}

describe(`showRoots (seed ${SEED})`, () => {
  it.each([0, 1, 7, 1000])('gives exactly %i roots', (count) => {
    const few = showRoots(head, { ...options, count });
    expect(rootCount(few.roots)).toBe(count);
    expect(few.depth.length).toBe(count);
    expect(new Set(few.roots.id).size).toBe(count);
  });

  it('gives the same bytes for the same seed, and more where more are asked for', () => {
    expect(showRoots(head, { ...options, count: 1000 }).roots).toEqual(sliceRoots(shown.roots, 0, 1000));
  });

  it('rises from a small fraction of the density on the line to all of it', () => {
    const all = histogram(shown.all);
    const left = histogram(shown.roots);
    const fraction = Array.from(all, (count, bin) => left[bin]! / count);
    // Roots after the last chosen one were not looked at.
    const full = COUNT / shown.roots.id[COUNT - 1]!;
    for (let bin = 1; bin < fraction.length; bin++) expect(fraction[bin]!).toBeGreaterThan(fraction[bin - 1]! - 0.03);
    expect(fraction[0]!).toBeLessThan(0.12);
    expect(fraction[4]!).toBeGreaterThan(0.25);
    expect(fraction[4]!).toBeLessThan(0.75);
    expect(fraction[15]!).toBeGreaterThan(0.9 * full);
  });

  it('leaves every root behind the fade where it is without one', () => {
    const all = scatterRoots(skin, { count: 4000, seed: SEED });
    const same = new Map(Array.from(shown.roots.id, (id, i) => [id, i]));
    let looked = 0;
    for (let i = 0; i < 4000; i++) {
      if (distanceOf(all, i) < line.reach) continue;
      const at = same.get(all.id[i]!)!;
      for (let k = 0; k < 3; k++) expect(shown.roots.position[3 * at + k]).toBe(all.position[3 * i + k]);
      expect(shown.depth[at]).toBeGreaterThanOrEqual(1);
      looked++;
    }
    expect(looked).toBeGreaterThan(1500);
  });

  it('is the plain sequence without a fade', () => {
    const { all, roots, depth } = showRoots(headWith({ fade: 0 }), { ...options, count: 500, least: 800 });
    expect(rootCount(all)).toBe(800);
    expect(roots).toEqual(scatterRoots(skin, { count: 500, seed: SEED }));
    expect(depth.every((one) => one === 1)).toBe(true);
  });

  it('says so where hardly anything would be left', () => {
    const endless = headWith({ irregularity: 0, temples: 0, sparse: 0, fade: 10 });
    expect(() => showRoots(endless, options)).toThrow(InputError);
  });
});

describe('the hairline of the bust', () => {
  it('draws back at both temples of the bust and nowhere else', () => {
    const even = headWith({ irregularity: 0, temples: 0 }).edge!.densities();
    const drawn = headWith({ irregularity: 0, temples: 0.02 }).edge!.densities();
    const sides = [0, 0];
    for (let v = 0; v < even.length; v++) {
      if (drawn[v]! > even[v]!) expect.fail(`vertex ${v} has more hair than without temples`);
      if (drawn[v]! > even[v]! - 0.2) continue;
      expect(Math.abs(mesh.positions[3 * v]!)).toBeGreaterThan(0.015);
      expect(mesh.positions[3 * v + 2]!).toBeGreaterThan(0.01);
      sides[mesh.positions[3 * v]! > 0 ? 1 : 0]!++;
    }
    expect(Math.min(...sides)).toBeGreaterThan(5);
  });
});
