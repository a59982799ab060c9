import { describe, expect, it } from 'vitest';
import { at, distance } from '../numeric/vector.ts';
import { toBodySpace } from './body-space.ts';
import { COAT_EXAMPLES } from './coat-examples.ts';
import { loadScene } from './instance.ts';
import { parseScene } from './read-scene.ts';
import type { Scene, SceneInput } from './schema.ts';

const [GUIDES, STEPS] = [6, 3];

/** An example with few hairs that lie one way: combing takes seconds, and has laws of its own. */
function smallScene(input: SceneInput): Scene {
  const scene = parseScene(input, input.name!);
  return {
    ...scene,
    bodies: scene.bodies.map((body) => ({ ...body, resolution: 64 })),
    grooms: scene.grooms.map((groom) => ({
      ...groom,
      guides: GUIDES,
      fields: { ...groom.fields, direction: [0, 0, -1] },
    })),
  };
}

function lengthOf(points: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let p = from; p + 1 < to; p++) sum += distance(at(points, p), at(points, p + 1));
  return sum;
}

describe('examples with fur', () => {
  it.each(COAT_EXAMPLES.map((scene) => [scene.name!, scene] as const))(
    '%s moves: all stays finite and as long as it was, roots stay on the skin',
    async (_, input) => {
      const scene = smallScene(input);
      const { simulation, bodies } = await loadScene(scene, { strands: 0 });
      const { first } = simulation;
      expect(first.length - 1).toBe(GUIDES * scene.grooms.length);
      const [before, after, onBody] = [0, 1, 2].map(() => new Float32Array(3 * first.at(-1)!)) as [
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      simulation.positionsAt(0, before);
      simulation.advance(STEPS);
      const { time } = simulation;
      simulation.positionsAt(time, after);
      expect(after.every(Number.isFinite)).toBe(true);
      const body = bodies.find(({ name }) => name === scene.grooms[0]!.body)!;
      const skin = body.exactDistance(time);
      toBodySpace(after, body.motion.at(time), onBody);
      for (let s = 0; s + 1 < first.length; s++) {
        const [from, to] = [first[s]!, first[s + 1]!];
        expect(Math.abs(skin.distance(...at(onBody, from)))).toBeLessThan(1e-4);
        expect(lengthOf(after, from, to) / lengthOf(before, from, to)).toBeCloseTo(1, 2);
      }
    },
  );
});
