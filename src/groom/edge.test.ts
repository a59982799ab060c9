import { describe, expect, it } from 'vitest';
import { densityAt, Edge, edgeDistances, lengthFractionAt } from './edge.ts';
import { halfSheet } from './half-sheet.fixture.ts';
import { scatterRoots } from './roots.ts';
import { visitPlaces } from './skin.ts';

const SEED = 5;
const style = { fade: 0.014, irregularity: 0.0045, sparse: 0.07, fine: 0.02, stray: 0.35 };

const { mesh: flat, weight: flatWeight } = halfSheet();
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

describe(`the edge of hair (seed ${SEED})`, () => {
  const skin = { mesh: flat, weight: flatWeight, name: 'half a sheet' };
  const roots = scatterRoots(skin, { count: 3000, seed: SEED });

  it('is where the region ends if nothing makes it stray', () => {
    const edge = new Edge(skin, { ...style, irregularity: 0 }, { seed: SEED });
    visitPlaces(roots, (place) => {
      const x = place.position[0]!;
      if (x < edge.reach) expect(edge.depthAt(place)).toBeCloseTo(x / style.fade + 0.3, 2);
      else expect(edge.depthAt(place)).toBe(1);
    });
  });

  it('strays by no more than it may, differently for another seed', () => {
    const one = new Edge(skin, style, { seed: SEED });
    const other = new Edge(skin, style, { seed: SEED + 1 });
    let different = 0;
    visitPlaces(roots, (place) => {
      const x = place.position[0]!;
      const strayed = Math.abs((one.depthAt(place) - 0.3) * style.fade - x);
      if (x >= one.reach) expect(one.depthAt(place)).toBe(1);
      else expect(strayed).toBeLessThan(style.irregularity + 1e-4);
      if (one.depthAt(place) !== other.depthAt(place)) different++;
    });
    expect(different).toBeGreaterThan(100);
  });

  it('is drawn back where it is told', () => {
    const even = new Edge(skin, { ...style, irregularity: 0 }, { seed: SEED });
    const setback = { most: 0.01, at: (_x: number, y: number) => (y > 0.1 ? 1 : 0) };
    const drawn = new Edge(skin, { ...style, irregularity: 0 }, { seed: SEED, setback });
    visitPlaces(roots, (place) => {
      const x = place.position[0]!;
      if (x >= even.reach) return;
      const back = place.position[1]! > 0.1 ? 0.01 / style.fade : 0;
      expect(even.depthAt(place) - drawn.depthAt(place)).toBeCloseTo(back, 6);
    });
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
      for (let id = 0; id < 4000; id++) sum += lengthFractionAt(style, depth, 0.3, id, SEED) / 4000;
      return sum;
    };
    const means = [0, 0.25, 0.5, 0.75, 1].map(mean);
    for (let k = 1; k < means.length; k++) expect(means[k]!).toBeGreaterThan(means[k - 1]!);
    expect(means[0]!).toBeLessThan(0.1);
    expect(means[4]!).toBeCloseTo(1, 9);
  });

  it('is never longer than the guides’ hair', () => {
    for (let id = 0; id < 500; id++) expect(lengthFractionAt(style, 0.1, 0.001, id, SEED)).toBe(1);
  });
});
