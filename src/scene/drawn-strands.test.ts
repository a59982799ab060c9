import { describe, expect, it } from 'vitest';
import { at, distance } from '../numeric/vector.ts';
import { drawnStrands, wispsAlong } from './drawn-strands.ts';
import type { DrawnSource } from './groom-schema.ts';
import { prepareScene } from './instance.ts';
import { SCENE_VERSION, sceneSchema } from './schema.ts';

const SOURCE = {
  kind: 'drawn',
  strands: [
    {
      points: [
        [0, 0, 0],
        [0, 0.02, 0],
        [0, 0.04, 0],
        [0, 0.06, 0],
      ],
      girth: 4,
    },
    {
      points: [
        [0, 0.04, 0],
        [0.02, 0.05, 0],
        [0.04, 0.05, 0],
      ],
      parent: 0,
      at: 0.04,
    },
  ],
  copies: 3,
  spacing: 0.2,
} as const;

const scene = (source: object, model = 'oriented') =>
  sceneSchema.parse({
    format: 'pelage-scene',
    version: SCENE_VERSION,
    bodies: [{ shape: { kind: 'none' } }],
    grooms: [{ source, model: { name: model } }],
  });

describe('strands that a scene draws', () => {
  it('are all simulated, every copy with branches of its own', () => {
    const source = scene(SOURCE).grooms[0]!.source as DrawnSource;
    const strands = drawnStrands('hair', source);
    expect([...strands.strandAttributes.get('parent')!.data]).toEqual([-1, 0, -1, 2, -1, 4]);
    expect([...strands.strandAttributes.get('girth')!.data]).toEqual([4, 1, 4, 1, 4, 1]);
    expect(distance(at(strands.positions, 0), at(strands.positions, 7))).toBeGreaterThan(0.05);
    const lengths = [0, 7, 14].map((i) => distance(at(strands.positions, i), at(strands.positions, i + 6)));
    for (const length of lengths) expect(Math.abs(length - lengths[0]!)).toBeLessThan(1e-6);
  });

  it('move with what they grow on, on a model that knows of it, and run on the others', () => {
    for (const model of ['oriented', 'rod']) {
      const { simulation } = prepareScene(scene(SOURCE, model), { files: () => new Uint8Array(0) });
      simulation.advance(20);
      const x = new Float32Array(3 * 21);
      simulation.positionsAt(simulation.time, x);
      expect(x.every(Number.isFinite)).toBe(true);
    }
  });

  it('are shown as wisps that begin as one, keep their distance and follow their own strand', () => {
    const source = scene({ ...SOURCE, wisp: { strands: 5, radius: 0.003 } }).grooms[0]!.source as DrawnSource;
    const drawn = drawnStrands('hair', source);
    const { strands, leader } = wispsAlong(drawn, source.wisp);
    expect([...leader]).toEqual([0, 1, 2, 3, 4, 5].flatMap((k) => [k, k, k, k, k]));
    leader.forEach((g, k) => {
      const points = drawn.first[g + 1]! - drawn.first[g]!;
      const finer = (strands.first[k + 1]! - strands.first[k]! - 1) / (points - 1);
      expect(Number.isInteger(finer)).toBe(true);
      const apart = Array.from({ length: points }, (_, i) =>
        distance(at(strands.positions, strands.first[k]! + finer * i), at(drawn.positions, drawn.first[g]! + i)),
      );
      expect(apart[0]).toBe(0);
      expect(Math.max(...apart)).toBeLessThan(0.003);
      expect(apart[1]! > 0).toBe(k % 5 > 0);
    });
  });

  it('must name strands of the list as parents', () => {
    const strands = [
      {
        points: [
          [0, 0, 0],
          [0, 1, 0],
        ],
        parent: 5,
      },
    ];
    expect(() => drawnStrands('vine', scene({ kind: 'drawn', strands }).grooms[0]!.source as DrawnSource)).toThrow(
      /vine: strand 0 grows on strand 5; .*0 to 0/,
    );
  });
});
