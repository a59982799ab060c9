import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHair, writeHair } from '../src/formats/index.ts';
import { prepareScene } from '../src/scene/instance.ts';
import { parseScene } from '../src/scene/read-scene.ts';
import { strandCount } from '../src/strands/strands.ts';

const folder = new URL('../examples/octopus/', import.meta.url);
const beard = readHair('beard.usda', readFileSync(new URL('beard.usda', folder))).strands;
const text = readFileSync(new URL('octopus.json', folder), 'utf8');

/** How far tips come from where they begin, in 20 steps: with controls for all chains and those of the file for each. */
function reach(motor: object, strands = beard): number[] {
  const scene = JSON.parse(text);
  scene.bodies[0].motion = { kind: 'head', name: 'still' };
  Object.assign(scene.grooms[0].model.parameters.motor, motor);
  const { simulation } = prepareScene(parseScene(scene, 'octopus'), {
    files: () => writeHair('beard.usda', strands),
    guides: 46,
  });
  const [x, moved] = [new Float64Array(beard.positions.length), new Float64Array(beard.positions.length)];
  simulation.positionsAt(0, x);
  simulation.advance(20);
  simulation.positionsAt(simulation.time, moved);
  return Array.from({ length: strandCount(strands) }, (_, k) => {
    const tip = 3 * (strands.first[k + 1]! - 1);
    return Math.hypot(...[0, 1, 2].map((c) => moved[tip + c]! - x[tip + c]!));
  });
}

describe('the beard of tentacles', () => {
  it('is that of the published shot: 46 chains, 492 bodies, 446 joints', () => {
    const points = beard.positions.length / 3;
    expect(strandCount(beard)).toBe(46);
    expect(points - 46).toBe(492);
    expect(points - 2 * 46).toBe(446);
  });

  it('moves by controls for all, and by those of each chain', () => {
    const still = reach({ amplitude: 0 });
    const all = reach({});
    expect(Math.max(...still)).toBeLessThan(2e-4);
    expect(Math.min(...all)).toBeGreaterThan(5e-4);
    // One chain's own amplitude stops it, and no other.
    const attributes = new Map(beard.strandAttributes);
    const amplitude = Float32Array.from(attributes.get('motorAmplitude')!.data);
    amplitude[5] = 0;
    attributes.set('motorAmplitude', { size: 1, data: amplitude });
    const five = reach({}, { ...beard, strandAttributes: attributes });
    expect(five[5]).toBeLessThan(2e-4);
    five.forEach((d, k) => {
      if (k !== 5) expect(d).toBe(all[k]);
    });
  });
});
