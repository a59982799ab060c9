import { describe, expect, it } from 'vitest';
import { makeBust } from '../body/bust.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { InputError } from '../strands/input-error.ts';
import { Hairline } from './hairline.ts';
import { type Roots, rootCount, scatterRoots, sliceRoots } from './roots.ts';
import { showRoots } from './shown-roots.ts';
import { hairlineParameters } from './style.ts';

const SEED = 9;
const mesh = makeBust();
const style = completeParameters(hairlineParameters);
const sharp = { ...style, fade: 0 };
const COUNT = 12000;
const options = { count: COUNT, least: 0, seed: SEED, region: 'scalp' };
const shown = showRoots(mesh, style, options);
const line = new Hairline(mesh, mesh.regions.get('scalp')!.weight, style, SEED);

/** Roots by their distance from the edge, in bins of 2 mm from 2 mm before it. */
function histogram(roots: Roots): Float64Array {
  const bins = new Float64Array(16);
  for (let i = 0; i < rootCount(roots); i++) {
    const bin = Math.floor((line.distanceOf(roots, i) + 0.002) / 0.002);
    if (bin >= 0 && bin < bins.length) bins[bin]!++;
  }
  return bins;
}

describe(`showRoots (seed ${SEED})`, () => {
  it.each([0, 1, 7, 1000])('gives exactly %i roots', (count) => {
    const few = showRoots(mesh, style, { ...options, count });
    expect(rootCount(few.roots)).toBe(count);
    expect(few.depth.length).toBe(count);
    expect(new Set(few.roots.id).size).toBe(count);
  });

  it('gives the same bytes for the same seed, and more where more are asked for', () => {
    expect(showRoots(mesh, style, { ...options, count: 1000 }).roots).toEqual(sliceRoots(shown.roots, 0, 1000));
  });

  it('rises from a small share of the density on the line to all of it', () => {
    const all = histogram(shown.all);
    const left = histogram(shown.roots);
    const share = Array.from(all, (count, bin) => left[bin]! / count);
    // Roots after the last chosen one were not looked at.
    const full = COUNT / shown.roots.id[COUNT - 1]!;
    for (let bin = 1; bin < share.length; bin++) expect(share[bin]!).toBeGreaterThan(share[bin - 1]! - 0.03);
    expect(share[0]!).toBeLessThan(0.12);
    expect(share[4]!).toBeGreaterThan(0.25);
    expect(share[4]!).toBeLessThan(0.75);
    expect(share[15]!).toBeGreaterThan(0.9 * full);
  });

  it('leaves every root behind the fade where it is without one', () => {
    const plain = scatterRoots(mesh, { count: 4000, seed: SEED });
    const place = new Map(Array.from(shown.roots.id, (id, i) => [id, i]));
    let looked = 0;
    for (let i = 0; i < 4000; i++) {
      if (line.distanceOf(plain, i) < line.reach) continue;
      const same = place.get(plain.id[i]!)!;
      for (let k = 0; k < 3; k++) expect(shown.roots.position[3 * same + k]).toBe(plain.position[3 * i + k]);
      expect(shown.depth[same]).toBeGreaterThanOrEqual(1);
      looked++;
    }
    expect(looked).toBeGreaterThan(1500);
  });

  it('is the plain sequence without a fade', () => {
    const { all, roots, depth } = showRoots(mesh, sharp, { ...options, count: 500, least: 800 });
    expect(rootCount(all)).toBe(800);
    expect(roots).toEqual(scatterRoots(mesh, { count: 500, seed: SEED }));
    expect(depth.every((one) => one === 1)).toBe(true);
  });

  it('says so where hardly anything would be left', () => {
    const endless = { ...style, irregularity: 0, temples: 0, sparse: 0, fade: 10 };
    expect(() => showRoots(mesh, endless, options)).toThrow(InputError);
  });
});

describe('the hairline of the bust', () => {
  it('draws back at both temples of the bust and nowhere else', () => {
    const { weight } = mesh.regions.get('scalp')!;
    const even = new Hairline(mesh, weight, { ...style, irregularity: 0, temples: 0 }, SEED).densities();
    const drawn = new Hairline(mesh, weight, { ...style, irregularity: 0, temples: 0.02 }, SEED).densities();
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
