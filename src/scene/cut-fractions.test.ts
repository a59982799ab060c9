import { describe, expect, it } from 'vitest';
import { at, distance, type Vec3 } from '../numeric/vector.ts';
import type { Strands } from '../strands/strands.ts';
import { LiveScene } from './live.ts';
import { LiveHair } from './live-hair.ts';
import { parseScene } from './read-scene.ts';

const tipOf = ({ first, positions }: Strands, k: number): Vec3 => at(positions, first[k + 1]! - 1);

function lengthOf({ first, positions }: Strands, k: number): number {
  let sum = 0;
  for (let i = first[k]! + 1; i < first[k + 1]!; i++) sum += distance(at(positions, i - 1), at(positions, i));
  return sum;
}

/** A ball of fur that stands out. */
const ball = parseScene(
  {
    ...{ format: 'pelage-scene', version: 2, name: 'ball', gravity: [0, 0, 0] },
    bodies: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.06 } }],
    grooms: [{ body: 'ball', source: { kind: 'coat', change: { length: { base: 0.06 } } }, guides: 60, strands: 300 }],
  },
  'ball',
);

describe('strands that follow guides under scissors', () => {
  it('end at the line of the blades, all but a few, and those beside the cut stay as they were', () => {
    const live = new LiveScene(ball, { isLive: true });
    const { grooms, simulation } = live.instance;
    const hair = new LiveHair(grooms[0]!, 0, simulation);
    const before = hair.grownAt(0);
    const line = 0.075;
    live.take('scissors', { blades: 0.4, opening: 2 }, 'Cut');
    live.move({ origin: [0, line, 0.15], direction: [0, 0, -1], up: [1, 0, 0], press: 1, aperture: 1 });
    live.advance(1);
    live.letGo();
    const after = hair.grownAt(live.time);
    const off: number[] = [];
    for (let k = 0; k < after.id.length; k++) {
      const j = before.id.indexOf(after.id[k]!);
      const tip = tipOf(after, k);
      if (lengthOf(after, k) < 0.99 * lengthOf(before, j)) off.push(Math.abs(tip[1] - line));
      else expect(distance(tip, tipOf(before, j))).toBeLessThan(0.01);
    }
    expect(off.length).toBeGreaterThan(30);
    off.sort((a, b) => a - b);
    expect(off[Math.floor(0.95 * off.length)]).toBeLessThan(0.005);
  });
});
