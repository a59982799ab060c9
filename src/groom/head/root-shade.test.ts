import { describe, expect, it } from 'vitest';
import { makeMesh } from '../../body/mesh.ts';
import { halfSheet } from '../half-sheet.fixture.ts';
import { rootShade } from './root-shade.ts';

const { mesh, weight: flatWeight } = halfSheet();
const flat = makeMesh({ ...mesh, regions: new Map([['scalp', { weight: flatWeight }]]) });

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

  it('darkens what a coat grows on by its weight, and the face little', () => {
    const regions = new Map(['back', 'beard', 'lashes'].map((name) => [name, { weight: flatWeight }]));
    const animal = makeMesh({ positions: flat.positions, triangles: flat.triangles, regions });
    expect(rootShade(animal, 'back')).toEqual(flatWeight);
    expect(Math.max(...rootShade(animal, 'beard'))).toBe(0.5);
    expect(Math.max(...rootShade(animal, 'lashes'))).toBe(0);
    expect(Math.max(...rootShade(animal, 'tail'))).toBe(0);
  });
});
