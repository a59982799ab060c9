import { describe, expect, it } from 'vitest';
import { FOX_CLIPS } from '../body/fox/clips.ts';
import { at, distance } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import { loadScene, prepareScene } from './instance.ts';
import { parseScene } from './read-scene.ts';
import type { Scene, SceneInput } from './schema.ts';

/** A few whiskers and a few hairs of the ruff on a fox. */
const foxScene = (shape: object): Scene =>
  parseScene(
    {
      format: 'pelage-scene',
      version: 2,
      bodies: [{ name: 'fox', shape: { kind: 'fox', ...shape }, resolution: 64 }],
      grooms: [
        {
          name: 'ruff',
          body: 'fox',
          region: 'ruff',
          source: { kind: 'coat' },
          fields: { length: 0.03, lift: 0.5 },
          guides: 12,
          model: { name: 'chain' },
        },
      ],
    } as SceneInput,
    'fox',
  );

describe('the built-in fox in a scene', () => {
  it('stands where no animation is asked for', async () => {
    const { bodies, notes } = await loadScene(foxScene({}), { strands: 0 });
    expect(bodies[0]!.deformation).toBeNull();
    expect(bodies[0]!.mesh!.regions.has('coat')).toBe(true);
    expect(3 * bodies[0]!.mesh!.colours!.length).toBe(4 * bodies[0]!.mesh!.positions.length);
    expect(notes).toEqual([]);
  });

  it('says that it takes loadScene, and which animations there are', () => {
    expect(() => prepareScene(foxScene({}))).toThrow(InputError);
    expect(() => prepareScene(foxScene({}))).toThrow(/^The fox takes time to read: .* loadScene/);
    expect(() => foxScene({ animation: 'fly' })).toThrow(FOX_CLIPS.join(', '));
  });

  it('walks as a body from a file does: hair rides on its skin and stays outside', async () => {
    const { bodies, simulation, notes } = await loadScene(foxScene({ animation: 'walk' }), { strands: 0 });
    expect(notes[0]).toBe('The fox moves by itself for 1 s, then begins again.');
    const [body] = bodies;
    const start = body!.meshAt(0)!.positions;
    const later = body!.meshAt(0.25)!.positions;
    expect(start.reduce((most, x, i) => Math.max(most, Math.abs(x - later[i]!)), 0)).toBeGreaterThan(0.05);
    simulation.advance(12);
    const exact = body!.exactDistance(simulation.time);
    const { first } = simulation;
    const positions = new Float64Array(3 * first.at(-1)!);
    simulation.positionsAt(simulation.time, positions);
    for (let s = 0; s + 1 < first.length; s++) {
      const root = at(positions, first[s]!);
      const tip = at(positions, first[s + 1]! - 1);
      expect(Math.abs(exact.distance(...root))).toBeLessThan(1e-4);
      expect(exact.distance(...tip)).toBeGreaterThan(-5e-4);
      expect(distance(root, tip)).toBeGreaterThan(0.02);
    }
  });
});
