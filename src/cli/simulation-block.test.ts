import { describe, expect, it } from 'vitest';
import { writeHair } from '../formats/index.ts';
import { sceneFromHair } from '../scene/from-hair.ts';
import { prepareScene } from '../scene/instance.ts';
import { strandsFromPolylines } from '../strands/strands.ts';
import { SimulationBlock } from './simulation-block.ts';

/** Five hairs that hang from a line. */
const hairs = strandsFromPolylines(
  Array.from({ length: 5 }, (_, i) => Array.from({ length: 8 }, (_, j) => [0.01 * i, 1.5 - 0.02 * j, 0.002 * j * j])),
);
const bytes = writeHair('hairs.hair', hairs);
const scene = sceneFromHair('hairs.hair');
const prepare = () => prepareScene(scene, { files: () => bytes });

describe('SimulationBlock', () => {
  it('shows what the simulation itself shows', () => {
    const { simulation } = prepare();
    const block = new SimulationBlock(prepare().simulation);
    const expected = new Float32Array(hairs.positions.length);
    for (const time of [0, 0.5, 0.51, 0.9]) {
      simulation.advanceTo(time);
      simulation.positionsAt(time, expected);
      const frame = block.frameAt(time);
      expect(frame.positions).toEqual(expected);
      expect(frame.steps).toBe(simulation.step);
    }
  });

  it('starts as groomed and remembers the largest strain', () => {
    const block = new SimulationBlock(prepare().simulation);
    const start = block.frameAt(0);
    expect(start.positions).toEqual(hairs.positions);
    expect(start).toMatchObject({ steps: 0, strain: 0, events: [] });
    let most = 0;
    for (let k = 1; k <= 20; k++) {
      const { strain } = block.frameAt(k / 20);
      expect(strain).toBeGreaterThanOrEqual(most);
      most = strain;
    }
    expect(most).toBeGreaterThan(0);
  });
});
