import { describe, expect, it } from 'vitest';
import { addScaled, distance, dot, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import { type Braid, placeInBraid, windBun } from './weave.ts';

const braid: Braid = { pitch: 0.07, radius: 0.018, tie: 0.012, length: 0.5 };
const MIDDLE = { u: 0, v: 0 };
const at = (tress: number, s: number) => placeInBraid(braid, tress, MIDDLE, s);
const places = Array.from({ length: 200 }, (_, i) => 0.03 + 0.0019 * i);

describe('a braid', () => {
  it('has each tress over one and under the next, three times a pitch', () => {
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      let over = 0;
      let under = 0;
      for (let s = 0.03; s < 0.03 + 4 * braid.pitch; s += 1e-4) {
        const [p, q] = [at(a, s), at(b, s)];
        const [p1, q1] = [at(a, s + 1e-4), at(b, s + 1e-4)];
        if (p.u > q.u === p1.u > q1.u) continue;
        if (p.v > q.v) over++;
        else under++;
      }
      // Twice a pitch a tress passes another: to one side in front of it, back behind the third.
      expect(over + under).toBe(8);
      expect(Math.abs(over - under)).toBe(8);
    }
  });

  it('keeps its tresses apart by a tress at least, where they pass too', () => {
    for (const s of places) {
      const thinner = 1 - 0.4 * (s / braid.length);
      for (let a = 0; a < 3; a++) {
        const [p, q] = [at(a, s), at((a + 1) % 3, s)];
        const tress = distance(spread(a, s), [at(a, s).u, at(a, s).v, 0]);
        expect(Math.hypot(p.u - q.u, p.v - q.v)).toBeGreaterThan(1.5 * tress);
        expect(tress).toBeLessThan(0.4 * braid.radius * thinner);
      }
    }
  });

  it('begins and ends in a tie, where all tresses are one', () => {
    for (const s of [0, 0.9 * braid.length])
      for (let a = 0; a < 3; a++) expect(Math.hypot(at(a, s).u, at(a, s).v)).toBeLessThan(1e-12);
  });
});

/** The rim of a tress. */
function spread(tress: number, s: number): Vec3 {
  const { u, v } = placeInBraid(braid, tress, { u: 1, v: 0 }, s);
  return [u, v, 0];
}

describe('a bun', () => {
  const bun = {
    ...{ centre: [0, 0, -0.1] as Vec3, away: [0, 0, -1] as Vec3, right: [-1, 0, 0] as Vec3 },
    ...{ radius: 0.022, tail: 0.012, turns: 2.1 },
  };
  const line = windBun(bun, 0.003);

  it('is wound within its radius, away from the head, and leaves it downwards', () => {
    for (const point of line) {
      const off = subtract(point, bun.centre);
      expect(dot(off, bun.away)).toBeGreaterThan(-1e-9);
      expect(Math.hypot(...addScaled(off, bun.away, -dot(off, bun.away)))).toBeLessThan(bun.radius + 1e-9);
      expect(dot(off, bun.away)).toBeLessThan(bun.radius + bun.tail);
    }
    expect(normalize(subtract(line.at(-1)!, line.at(-2)!))[1]).toBeLessThan(-0.5);
  });

  it('has no corner', () => {
    for (let i = 2; i < line.length; i++) {
      const turn = dot(normalize(subtract(line[i]!, line[i - 1]!)), normalize(subtract(line[i - 1]!, line[i - 2]!)));
      expect(turn).toBeGreaterThan(0.85);
    }
  });
});
