import { describe, expect, it } from 'vitest';
import { adaptScene, distribute } from './adapt.ts';
import { parseScene } from './read-scene.ts';

const scene = parseScene(
  {
    format: 'pelage-scene',
    version: 2,
    grooms: [
      { name: 'hair', guides: 300, strands: 9000, model: { name: 'rod', parameters: { stiffness: 2 } } },
      { name: 'brows', guides: 20, strands: 1000 },
      { name: 'lashes', guides: 1, strands: 0 },
    ],
  },
  'three',
);
const counts = (adapted: typeof scene) => adapted.grooms.map(({ guides, strands }) => [guides, strands]);

describe('a scene with other numbers', () => {
  it('shares a total out as the scene has it, nobody without a guide', () => {
    expect(counts(adaptScene(scene, { guides: 32, strands: 100 }))).toEqual([
      [30, 90],
      [1, 10],
      [1, 0],
    ]);
    expect(counts(adaptScene(scene, { guides: 1 })).map(([guides]) => guides)).toEqual([1, 1, 1]);
    expect(counts(adaptScene(scene, {}))).toEqual(counts(scene));
  });

  it('takes numbers and models by the names of grooms', () => {
    const adapted = adaptScene(scene, { guides: { brows: 5 }, model: { lashes: 'chain' }, seed: 4 });
    expect(counts(adapted).map(([guides]) => guides)).toEqual([300, 5, 1]);
    expect(adapted.grooms.map(({ model }) => model.name)).toEqual(['rod', 'rod', 'chain']);
    expect(adapted.seed).toBe(4);
    expect(() => adaptScene(scene, { guides: { brow: 5 } })).toThrow('There is no groom "brow"; did you mean brows?');
  });

  it('gives another model what it knows of the parameters', () => {
    expect(adaptScene(scene, { model: 'super-helix' }).grooms[0]!.model).toEqual({
      name: 'super-helix',
      parameters: { stiffness: 2 },
    });
    expect(adaptScene(scene, { model: 'rod' }).grooms[0]!.model).toBe(scene.grooms[0]!.model);
  });
});

describe('sharing out', () => {
  it('sums to the total where all can have their least', () => {
    for (const total of [3, 7, 100, 101, 12345]) {
      const parts = distribute(total, [5, 3, 1], 1);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
    }
    expect(distribute(10, [0, 0], 0)).toEqual([10, 0]);
    expect(distribute(5, [7], 1)).toEqual([5]);
  });
});
