import { describe, expect, it } from 'vitest';
import { makeMesh } from '../body/mesh.ts';
import { InputError } from '../strands/input-error.ts';
import { ellipsoidField, ellipsoidHead } from './ellipsoid-head.fixture.ts';
import { type Ground, idealSpacing, type Roots, rootCount, scatterRoots, skinArea, sliceRoots } from './roots.ts';
import { makeSkin, type SkinPlace } from './skin.ts';

const SEED = 77;
const head = ellipsoidHead();
const skin = makeSkin({ mesh: head, field: ellipsoidField() }, 'scalp');

/** Distance of every root to its nearest other root, by looking at all pairs within a sorted window. */
function nearestDistances(roots: Roots, count: number): Float64Array {
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => roots.position[3 * a]! - roots.position[3 * b]!,
  );
  const result = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const a = 3 * order[i]!;
      const b = 3 * order[j]!;
      const dx = roots.position[b]! - roots.position[a]!;
      if (dx > Math.min(0.03, Math.max(result[order[i]!]!, 0.005))) break;
      const d = Math.hypot(
        dx,
        roots.position[b + 1]! - roots.position[a + 1]!,
        roots.position[b + 2]! - roots.position[a + 2]!,
      );
      result[order[i]!] = Math.min(result[order[i]!]!, d);
      result[order[j]!] = Math.min(result[order[j]!]!, d);
    }
  return result;
}

/** A flat square of side 1 in the plane z = 0 with a density at its four corners. */
function square(weights: readonly [number, number, number, number]): Ground {
  const mesh = makeMesh({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  });
  return { mesh, weight: Float32Array.from(weights), name: 'the square' };
}

describe('scatterRoots', () => {
  const many = scatterRoots(skin, { count: 10000, seed: SEED });

  it.each([100, 1000, 10000])(`%i roots and every prefix are well spread (seed ${SEED})`, (count) => {
    const nearest = nearestDistances(many, count);
    const ideal = idealSpacing(skinArea(skin), count);
    expect(Math.min(...nearest)).toBeGreaterThan(0.62 * ideal);
    const mean = nearest.reduce((sum, d) => sum + d, 0) / count;
    expect(mean).toBeGreaterThan(0.72 * ideal);
    expect(mean).toBeLessThan(1.1 * ideal);
  });

  it('has a prefix that does not depend on the count', () => {
    const few = scatterRoots(skin, { count: 700, seed: SEED });
    expect(sliceRoots(many, 0, 700)).toEqual(few);
    expect(Array.from(few.id.subarray(0, 3))).toEqual([0, 1, 2]);
  });

  it('depends on the seed and on nothing else', () => {
    const a = scatterRoots(skin, { count: 300, seed: 5 });
    expect(scatterRoots(skin, { count: 300, seed: 5 })).toEqual(a);
    expect(scatterRoots(skin, { count: 300, seed: 6 }).position).not.toEqual(a.position);
  });

  it('puts every root on a triangle of the region, with its normal and uv', () => {
    const roots = sliceRoots(many, 0, 500);
    const weight = head.regions.get('scalp')!.weight;
    for (let i = 0; i < rootCount(roots); i++) {
      const corners = head.triangles.subarray(3 * roots.triangle[i]!, 3 * roots.triangle[i]! + 3);
      const w = roots.weights.subarray(3 * i, 3 * i + 3);
      expect(w[0]! + w[1]! + w[2]!).toBeCloseTo(1, 6);
      let density = 0;
      const point = [0, 0, 0];
      const uv = [0, 0];
      corners.forEach((v, c) => {
        density += w[c]! * weight[v]!;
        for (let k = 0; k < 3; k++) point[k]! += w[c]! * head.positions[3 * v + k]!;
        for (let k = 0; k < 2; k++) uv[k]! += w[c]! * head.uv![2 * v + k]!;
      });
      expect(density).toBeGreaterThan(0);
      for (let k = 0; k < 3; k++) expect(Math.abs(point[k]! - roots.position[3 * i + k]!)).toBeLessThan(1e-7);
      for (let k = 0; k < 2; k++) expect(Math.abs(uv[k]! - roots.uv[2 * i + k]!)).toBeLessThan(1e-6);
      expect(Math.hypot(...roots.normal.subarray(3 * i, 3 * i + 3))).toBeCloseTo(1, 6);
    }
  });

  it('is as dense as the region says', () => {
    const roots = scatterRoots(square([0.2, 1, 1, 0.2]), { count: 8000, seed: SEED });
    const bins = new Float64Array(4);
    for (let i = 0; i < 8000; i++) bins[Math.min(3, Math.floor(4 * roots.position[3 * i]!))]! += 1;
    // The density rises from 0.2 to 1 with x; its mean over the square is 0.6.
    for (let b = 0; b < 4; b++) expect(bins[b]! / 8000).toBeCloseTo((0.2 + 0.8 * (b / 4 + 0.125)) / 0.6 / 4, 1.7);
  });

  it('follows a density on top of that of the skin', () => {
    const density = { at: ({ position }: SkinPlace) => (position[0]! < 0.5 ? 1 : 0.25) };
    const roots = scatterRoots(square([1, 1, 1, 1]), { count: 6000, seed: SEED, density });
    let left = 0;
    for (let i = 0; i < 6000; i++) if (roots.position[3 * i]! < 0.5) left++;
    expect(left / 6000).toBeCloseTo(0.8, 1.5);
    expect(Math.min(...nearestDistances(roots, 6000))).toBeGreaterThan(0.6 * idealSpacing(0.625, 6000));
  });

  it('says what is wrong with a mesh without hair', () => {
    expect(() => scatterRoots(square([0, 0, 0, 0]), { count: 1 })).toThrow(InputError);
    expect(() => scatterRoots(square([0, 0, 0, 0]), { count: 1 })).toThrow(/the square: its weights are all zero/);
    expect(() => scatterRoots(skin, { count: 1, density: { at: () => 0 } })).toThrow(/zero everywhere/);
    expect(() => scatterRoots(skin, { count: -1 })).toThrow(/whole number/);
  });
});
