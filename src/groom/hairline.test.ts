import { describe, expect, it } from 'vitest';
import { makeMesh, type TriangleMesh } from '../body/mesh.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { densityAt, edgeDistances, Hairline, lengthShareAt, rootShade } from './hairline.ts';
import { scatterRoots } from './roots.ts';
import { hairlineParameters } from './style.ts';

const SEED = 5;
const style = completeParameters(hairlineParameters);

/** A flat square sheet of side 0.2 m; hair grows where x is above 0, weight rising from 0 to 1 over 8 mm. */
function sheet(): TriangleMesh {
  const side = 81;
  const positions = new Float32Array(3 * side * side);
  const weight = new Float32Array(side * side);
  const triangles: number[] = [];
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++) {
      const v = i * side + j;
      const x = (0.2 * i) / (side - 1) - 0.1;
      positions.set([x, (0.2 * j) / (side - 1), 0], 3 * v);
      weight[v] = Math.min(1, Math.max(0, 0.5 + x / 0.008));
      if (i + 1 < side && j + 1 < side) triangles.push(...[v, v + side, v + 1], ...[v + 1, v + side, v + side + 1]);
    }
  const regions = new Map([['scalp', { weight }]]);
  return makeMesh({ positions, triangles: Uint32Array.from(triangles), regions });
}

const flat = sheet();
const flatWeight = flat.regions.get('scalp')!.weight;
const distances = edgeDistances(flat, flatWeight, 0.05);

describe('edgeDistances', () => {
  it('measures how far vertices are within the region, and beyond it', () => {
    for (let v = 0; v < distances.length; v++) {
      const x = flat.positions[3 * v]!;
      const expected = Math.max(-0.05, Math.min(0.05, x));
      expect(Math.abs(distances[v]! - expected)).toBeLessThan(2e-5);
    }
  });

  it('does not care how dense the region is', () => {
    const thin = flatWeight.map((w) => 0.2 * w);
    const same = edgeDistances(flat, thin, 0.05).every((d, v) => Math.abs(d - distances[v]!) < 1e-6);
    expect(same).toBe(true);
  });

  it('is far everywhere on a mesh that is all hair', () => {
    const all = new Float32Array(flatWeight.length).fill(1);
    expect(edgeDistances(flat, all, 0.05).every((d) => d > 0.049)).toBe(true);
  });
});

describe(`the hairline (seed ${SEED})`, () => {
  const roots = scatterRoots(flat, { count: 3000, seed: SEED });
  const xOf = (i: number): number => roots.position[3 * i]!;

  it('is where the region ends if nothing makes it stray', () => {
    const line = new Hairline(flat, flatWeight, { ...style, irregularity: 0, temples: 0 }, SEED);
    for (let i = 0; i < 3000; i++)
      if (xOf(i) < line.reach) expect(line.depthOf(roots, i)).toBeCloseTo(xOf(i) / line.style.fade + 0.3, 2);
      else expect(line.depthOf(roots, i)).toBe(1);
  });

  it('strays by no more than it may, differently for another seed', () => {
    const one = new Hairline(flat, flatWeight, { ...style, temples: 0 }, SEED);
    const other = new Hairline(flat, flatWeight, { ...style, temples: 0 }, SEED + 1);
    let different = 0;
    for (let i = 0; i < 3000; i++) {
      const strayed = Math.abs((one.depthOf(roots, i) - 0.3) * one.style.fade - xOf(i));
      if (xOf(i) >= one.reach) expect(one.depthOf(roots, i)).toBe(1);
      else expect(strayed).toBeLessThan(one.style.irregularity + 1e-4);
      if (one.depthOf(roots, i) !== other.depthOf(roots, i)) different++;
    }
    expect(different).toBeGreaterThan(100);
  });
});

describe('what grows at a depth', () => {
  const depths = Array.from({ length: 41 }, (_, k) => k / 20 - 0.6);

  it('is denser the farther from the line, from nothing to full', () => {
    for (let k = 1; k < depths.length; k++)
      expect(densityAt(style, depths[k]!)).toBeGreaterThanOrEqual(densityAt(style, depths[k - 1]!));
    expect(densityAt(style, -0.5)).toBe(0);
    expect(densityAt(style, 0)).toBe(style.sparse);
    expect(densityAt(style, 1)).toBe(1);
  });

  it('is the longer the farther from the line, on the average', () => {
    const mean = (depth: number): number => {
      let sum = 0;
      for (let id = 0; id < 4000; id++) sum += lengthShareAt(style, depth, 0.3, id, SEED) / 4000;
      return sum;
    };
    const means = [0, 0.25, 0.5, 0.75, 1].map(mean);
    for (let k = 1; k < means.length; k++) expect(means[k]!).toBeGreaterThan(means[k - 1]!);
    expect(means[0]!).toBeLessThan(0.1);
    expect(means[4]!).toBeCloseTo(1, 9);
  });

  it('is never longer than the guides’ hair', () => {
    for (let id = 0; id < 500; id++) expect(lengthShareAt(style, 0.1, 0.001, id, SEED)).toBe(1);
  });
});

describe('rootShade', () => {
  it('darkens the skin where hair is full, and less towards the line', () => {
    const shade = rootShade(flat);
    for (let v = 0; v < shade.length; v++) {
      const x = flat.positions[3 * v]!;
      if (x > 0.03) expect(shade[v]).toBe(1);
      if (x < -0.008) expect(shade[v]).toBe(0);
      expect(shade[v]!).toBeLessThanOrEqual(flatWeight[v]!);
    }
  });

  it('leaves a body without a scalp as it is', () => {
    const bare = makeMesh({ positions: flat.positions, triangles: flat.triangles });
    expect(rootShade(bare).every((shade) => shade === 0)).toBe(true);
  });
});
