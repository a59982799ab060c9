import { describe, expect, it } from 'vitest';
import { hashArrays } from '../strands/hash.ts';
import { prepareScene } from './instance.ts';
import { LiveScene } from './live.ts';
import { oneGroomScene, styled } from './scene.fixture.ts';
import type { Scene } from './schema.ts';

const GUIDES = 24;

const scene: Scene = oneGroomScene({
  name: 'levels',
  body: { resolution: 64 },
  groom: { source: styled('bob'), guides: GUIDES, strands: GUIDES },
  levels: { dwell: 0.05 },
  camera: { target: [0, 0, 0], distance: 90 },
});

const look = (live: LiveScene, distance: number): void =>
  live.look({ target: [0, 0, 0], azimuth: 0.2, elevation: 0.1, distance, fieldOfView: 0.4 });

/** Holds a tool beside the head. */
function use(live: LiveScene, tool: string, parameters: Record<string, unknown>, steps: number): void {
  live.take(tool, parameters, tool);
  for (let n = 0; n < steps; n += 2) {
    live.move({ origin: [-0.25, -0.02, 0], direction: [1, 0, 0], up: [0, 0, 1], press: 1, aperture: 1 });
    live.advance(2);
  }
  live.letGo();
}

const bytes = (live: LiveScene): string => hashArrays([live.snapshot()]);

describe('work on a scene with levels', () => {
  const live = new LiveScene(scene);
  const { simulation } = live.instance;
  const moving: number[] = [];
  live.advance(2);
  moving.push(simulation.moving);
  use(live, 'water', { reach: 0.5 }, 4);
  moving.push(simulation.moving);
  const wet = (id: number): number => simulation.salon!.products.get(id)?.wet.reduce((sum, one) => sum + one, 0) ?? 0;
  const wetted = [...simulation.ids].filter((id) => wet(id) > 0);
  live.advance(40);
  moving.push(simulation.moving);
  const water = wetted.map(wet);
  look(live, 0.2);
  live.advance(40);
  moving.push(simulation.moving);
  use(live, 'scissors', { blades: 0.3 }, 2);
  look(live, 80);
  live.advance(60);
  moving.push(simulation.moving);
  const end = bytes(live);

  it('raises what a tool touches, lets it join again, and follows the view', () => {
    const [far, touched, joined, near, farAgain] = moving as [number, number, number, number, number];
    expect(far).toBeLessThan(6);
    expect(wetted.length).toBeGreaterThan(3);
    expect(touched).toBeGreaterThanOrEqual(wetted.length);
    expect(joined).toBeLessThan(touched);
    expect(near).toBe(GUIDES);
    expect(farAgain).toBeLessThan(simulation.ids.length);
  });

  it('goes back and forth to the byte, looks and strokes alike', () => {
    expect(live.commands.map(({ label }) => label)).toEqual(['water', 'View', 'scissors', 'View']);
    const { step } = live;
    while (live.undo());
    while (live.redo());
    live.seek(step);
    expect(bytes(live)).toBe(end);
  });

  it('is in the document: whoever replays it makes the same choices', () => {
    const replayed = prepareScene(JSON.parse(JSON.stringify(live.document())) as Scene).simulation;
    replayed.advance(live.step);
    expect(hashArrays([replayed.snapshot()])).toBe(end);
  });

  it('goes on elsewhere from what was kept', () => {
    const other = new LiveScene(scene);
    other.resume(structuredClone(live.keep(1e9)));
    for (const one of [live, other]) one.advance(6);
    expect(bytes(other)).toBe(bytes(live));
  });

  it('keeps water on its strands while they follow others, but for what dries', () => {
    wetted.forEach((id, n) => {
      expect(wet(id)).toBeGreaterThan(0.25 * water[n]!);
    });
  });

  it('takes no look back nor forward: whoever only looks about loses nothing', () => {
    live.undo();
    const before = bytes(live);
    look(live, 0.5);
    expect(bytes(live)).toBe(before);
    expect(live.undone).toHaveLength(1);
    live.redo();
  });
});
