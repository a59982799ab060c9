import { describe, expect, it } from 'vitest';
import type { HairState } from '../contact/interaction.ts';
import { hashUnit } from '../numeric/random.ts';
import { ShelteringHair } from './sheltering-hair.ts';

const NODES = 12;

/** Strands of 11 cm that wind about in a ball of 10 cm. */
function ball(strands: number, seed: number): HairState {
  const nodes = NODES * strands;
  const position = Float64Array.from({ length: 3 * nodes }, (_, i) => 0.2 * hashUnit(i, seed, 1) - 0.1);
  return {
    time: 0,
    dt: 0.01,
    ids: Uint32Array.from({ length: strands }, (_, k) => k),
    first: Uint32Array.from({ length: strands + 1 }, (_, k) => NODES * k),
    position,
    velocity: new Float64Array(3 * nodes),
    s: Float64Array.from({ length: nodes }, (_, i) => 0.01 * (i % NODES)),
    inverseMass: new Float64Array(nodes).fill(1e6),
    radius: new Float64Array(nodes),
    groom: Uint16Array.from({ length: strands }, (_, k) => k % 2),
  };
}

describe('density of hair', () => {
  const hair = new ShelteringHair([2e-3, 3e-3]);

  it('holds all mass, each groom by its own (seed 3)', () => {
    for (const strands of [40, 400]) {
      hair.read(ball(strands, 3));
      let mass = 0;
      // The mean over four places a cell along each axis is what its corners say.
      const [step, most] = [0.005, 28];
      for (let x = -most; x < most; x++)
        for (let y = -most; y < most; y++)
          for (let z = -most; z < most; z++)
            mass += hair.densityAt((x + 0.5) * step, (y + 0.5) * step, (z + 0.5) * step) * step * step * step;
      expect(mass / (0.11 * strands * 2.5e-3)).toBeCloseTo(1, 10);
    }
  });

  it('changes smoothly from cell to cell, and is nothing far away (seed 4)', () => {
    hair.read(ball(100, 4));
    for (let n = 0; n < 50; n++) {
      const [x, y, z] = [0.02 * (n % 5) - 0.04, 0.2 * hashUnit(n, 4, 2) - 0.1, 0.2 * hashUnit(n, 4, 3) - 0.1];
      const here = hair.densityAt(x - 1e-12, y, z);
      expect(here).toBeGreaterThan(0);
      expect(Math.abs(hair.densityAt(x + 1e-12, y, z) / here - 1)).toBeLessThan(1e-8);
    }
    expect(hair.densityAt(2, 0, 0)).toBe(0);
  });

  it('is the same for hair that is elsewhere, and forgets where it was (seed 5)', () => {
    const there = ball(60, 5);
    hair.read(there);
    const before = hair.densityAt(0.01, 0.02, 0.03);
    hair.read({ ...there, position: there.position.map((x) => x - 40) });
    expect(hair.densityAt(0.01, 0.02, 0.03)).toBe(0);
    expect(hair.densityAt(-39.99, -39.98, -39.97) / before).toBeCloseTo(1, 9);
  });
});
