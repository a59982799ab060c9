import { describe, expect, it } from 'vitest';
import { at, cross, dot, length, normalize, subtract, type Vec3 } from '../numeric/vector.ts';
import { prepareScene } from './instance.ts';
import { type GroomInput, oneGroomScene } from './scene.fixture.ts';

const ball = { shape: { kind: 'sphere', radius: 0.1 } } as const;
const coat = (fields: GroomInput['fields'], change: Record<string, unknown> = {}) =>
  prepareScene(
    oneGroomScene({
      body: ball,
      groom: {
        source: {
          kind: 'coat',
          change: { points: 6, length: { variation: 0 }, body: { noise: 0, jitter: 0 }, ...change },
        },
        fields,
        guides: 60,
        strands: 0,
      },
    }),
  ).grooms[0]!.guides;

describe('a coat in a scene', () => {
  it('lies as its direction says and is as long as its length says, wherever it grows', () => {
    const guides = coat({
      length: { kind: 'gradient', axis: [0, 1, 0], from: -0.1, to: 0.1, low: 0.01, high: 0.03 },
      direction: { kind: 'around', axis: [0, 1, 0] },
    });
    const asked = guides.strandAttributes.get('length')!.data;
    for (let k = 0; k < guides.id.length; k++) {
      const root = at(guides.positions, guides.first[k]!);
      expect(asked[k]).toBeCloseTo(0.02 + 0.1 * root[1], 3);
      const tip = at(guides.positions, guides.first[k + 1]! - 1);
      const way = normalize(cross([0, 1, 0], root));
      if (Math.abs(root[1]) < 0.08) expect(dot(normalize(subtract(tip, root)), way)).toBeGreaterThan(0.6);
    }
  });

  it('can be painted: strokes say how long it is, and comb it the way that they go', () => {
    const path: [number, number, number][] = [
      [-0.1, 0, 0],
      [0, 0, 0.1],
      [0.1, 0, 0],
    ];
    const guides = coat({
      length: { kind: 'painted', base: 0.01, strokes: [{ path, radius: 0.04, hardness: 0.9, value: 0.03 }] },
      direction: { kind: 'painted', strokes: [{ path, radius: 0.5, hardness: 0.9 }] },
    });
    const asked = guides.strandAttributes.get('length')!.data;
    const lengths = Array.from(asked, (l) => Math.round(1000 * l));
    expect(new Set(lengths)).toContain(10);
    expect(new Set(lengths)).toContain(30);
    for (let k = 0; k < guides.id.length; k++) {
      const root: Vec3 = at(guides.positions, guides.first[k]!);
      const tip = at(guides.positions, guides.first[k + 1]! - 1);
      if (root[2] > 0.09) expect(subtract(tip, root)[0]).toBeGreaterThan(0);
      if (lengths[k] === 30) expect(length(subtract(root, [0, root[1], 0]))).toBeGreaterThan(0.06);
    }
  });

  it('may differ at every vertex, and says where the numbers are too few', () => {
    expect(() => coat({ length: { kind: 'vertices', values: [0.01, 0.02] } })).toThrow(/length.*2 values.*vertices/);
    expect(() => coat({ length: { kind: 'texture', file: 'a.png' } })).toThrow(
      /The field "length" asks for the picture a\.png\..*beside the scene, or give the field a number/,
    );
    expect(() => coat({ length: { kind: 'region', region: 'mane', low: 0.01, high: 0.02 } })).toThrow(/"mane"/);
    expect(() => coat({}, { lenght: 3 })).toThrow(/lenght \(did you mean length\?\)/);
  });
});
