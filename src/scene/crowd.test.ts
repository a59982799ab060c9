import { describe, expect, it } from 'vitest';
import { inThreads } from '../simulation/threads.fixture.ts';
import { crowdScene } from './crowd-example.ts';
import { prepareScene, type SceneInstance } from './instance.ts';
import type { SceneThreadRequest } from './scene-thread.fixture.ts';
import { type SceneInput, sceneSchema } from './schema.ts';

/** Two heads of one hair, the second elsewhere. */
function pair(change: (scene: SceneInput) => void = () => {}): SceneInstance {
  const scene = crowdScene(2, 6);
  for (const groom of scene.grooms!) groom.source = { kind: 'style', style: 'bob' };
  for (const body of scene.bodies!) body.motion = { kind: 'head', name: 'turn', start: 0 };
  scene.camera = { ...scene.camera, distance: 80 };
  change(scene);
  return prepareScene(sceneSchema.parse(scene));
}

const run = inThreads<SceneThreadRequest, Float64Array>(new URL('./scene-thread.fixture.ts', import.meta.url));

describe('heads of one hair', () => {
  const alike = pair();
  const [one, other] = alike.grooms as [SceneInstance['grooms'][0], SceneInstance['grooms'][0]];
  const shift = alike.bodies[1]!.state(0).position.map((x, c) => x - alike.bodies[0]!.state(0).position[c]!);

  it('share guides, but not ids', () => {
    expect(other.like).toBe(0);
    expect(new Set([...one.guides.id, ...other.guides.id]).size).toBe(12);
    other.guides.positions.forEach((x, i) => {
      expect(x).toBeCloseTo(one.guides.positions[i]! + shift[i % 3]!, 5);
    });
  });

  it('are balanced once: carried over, they are where those are that were balanced there', () => {
    // What is said of a fibre makes hair another one, to the computer.
    const apart = pair((scene) => {
      scene.grooms![1]!.fibre = { ellipticity: prepareScene(sceneSchema.parse(scene)).grooms[1]!.fibre.ellipticity };
    });
    expect(apart.grooms[1]!.like).toBe(-1);
    for (const { simulation } of [alike, apart]) simulation.advance(12);
    const [a, b] = [alike, apart].map(({ simulation }) => {
      const out = new Float64Array(3 * simulation.first.at(-1)!);
      simulation.positionsAt(simulation.time, out);
      return out;
    }) as [Float64Array, Float64Array];
    const farthest = a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]!)), 0);
    expect(farthest).toBeLessThan(2e-5);
  });

  it('move to the same bytes in two threads, levels included', async () => {
    const { scene, parts } = pair();
    const steps = 16;
    const { simulation } = prepareScene(scene, { made: parts });
    simulation.advance(steps);
    const whole = new Float64Array(3 * simulation.first.at(-1)!);
    simulation.positionsAt(simulation.time, whole);
    expect(simulation.moving).toBeLessThan(12);
    for (const block of await run(2, { scene, parts, steps })) expect(block).toEqual(whole);
  }, 30_000);
});
