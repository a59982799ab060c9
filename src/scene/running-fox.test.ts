import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MeshDistance } from '../body/mesh-distance.ts';
import { loadScene } from './instance.ts';
import { parseScene } from './read-scene.ts';

const file = new URL('../../../shared/data/animals/fox.glb', import.meta.url);
/** A fox of a metre: 155 units from nose to tail. */
const UNIT = 1 / 155;

/** The coat of the example `fox` on somebody else's fox, with one stroke of direction. */
const coat = (name: string, length: number, body: object) => ({
  name,
  body: 'fox',
  guides: 200,
  strands: 1000,
  model: { name: 'continuum' },
  source: { kind: 'coat', change: { body, length: { variation: 0.35 } } },
  fields: {
    length,
    direction: {
      kind: 'combed',
      limbs: true,
      strokes: [
        {
          path: [
            [0, 0.4, 0.3],
            [0, 0.41, 0],
            [0, 0.38, -0.3],
          ],
        },
      ],
    },
  },
});

const scene = () =>
  parseScene(
    {
      format: 'pelage-scene',
      version: 2,
      bodies: [{ name: 'fox', shape: { kind: 'mesh', file: 'fox.glb', unit: UNIT, animation: 'Run', loop: true } }],
      contact: { hair: [] },
      grooms: [
        coat('undercoat', 0.016, { lift: 0.6, tip: 0.35, jitter: 0.4 }),
        coat('guard hairs', 0.03, { lift: 0.5, tip: 0.22, jitter: 0.25 }),
      ],
    },
    'fox',
  );

if (existsSync(file))
  describe('a fox of a file that runs in the coat of the example', async () => {
    const instance = await loadScene(scene(), { files: () => new Uint8Array(readFileSync(file)) });
    const { bodies, grooms, simulation } = instance;

    it('carries every root on its skin: 0.1 mm', () => {
      for (const time of [0, 0.2, 0.4]) {
        simulation.advanceTo(time);
        const all = new Float32Array(3 * simulation.first.at(-1)!);
        simulation.positionsAt(time, all);
        const skin = new MeshDistance(bodies[0]!.meshAt(time)!);
        let from = 0;
        for (const { hair, guides } of grooms) {
          const { first, positions } = hair.strands;
          const out = new Float32Array(positions.length);
          hair.update(all.subarray(from, from + guides.positions.length), time, out);
          from += guides.positions.length;
          let farthest = 0;
          for (const i of first.subarray(0, -1))
            farthest = Math.max(farthest, Math.abs(skin.distance(out[3 * i]!, out[3 * i + 1]!, out[3 * i + 2]!)));
          expect(farthest).toBeLessThan(1e-4);
          expect(out.every(Number.isFinite)).toBe(true);
        }
      }
    });

    /** Those too whose roots the animation has put into another part of the body. */
    it('lets less than one point in a thousand into any skin: 0.5 mm', () => {
      let [points, inside] = [0, 0];
      for (const time of [0.5, 0.6, 0.8]) {
        simulation.advanceTo(time);
        const all = new Float32Array(3 * simulation.first.at(-1)!);
        simulation.positionsAt(time, all);
        const skin = new MeshDistance(bodies[0]!.meshAt(time)!);
        let from = 0;
        for (const { hair, guides } of grooms) {
          const { first, positions } = hair.strands;
          const out = new Float32Array(positions.length);
          hair.update(all.subarray(from, from + guides.positions.length), time, out);
          from += guides.positions.length;
          for (let i = 0; i < 3 * first.at(-1)!; i += 3, points++)
            if (skin.distance(out[i]!, out[i + 1]!, out[i + 2]!) < -5e-4) inside++;
        }
      }
      expect(points).toBeGreaterThan(60_000);
      expect(inside / points).toBeLessThan(1e-3);
    });
  });
else
  describe('a fox of a file', () => {
    it('does not run here', () => {
      console.log('The fox was left out: ../shared/data is not beside the checkout.');
      expect(existsSync(file)).toBe(false);
    });
  });
