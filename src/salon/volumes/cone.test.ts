import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HairState } from '../../contact/interaction.ts';
import { normalize, type Vec3 } from '../../numeric/vector.ts';
import { type Cone, clipToCone, coneFraction, coneOffset } from './cone.ts';
import { Deposit } from './deposit.ts';
import { conesAlong } from './spout.ts';

const cone: Cone = { apex: [0.1, 0.2, -0.1], axis: normalize([1, -2, 0.5]), reach: 0.3, slope: Math.tan(0.4) };
const coordinate = fc.double({ min: -0.5, max: 0.5, noNaN: true });

describe('a cone (seed 11)', () => {
  it('holds a fraction of 1 near the apex, falls to 0 at the rim and at its reach', () => {
    const along = (s: number, off = 0): Vec3 => {
      const p = normalize([2, 1, 0]);
      return [0, 1, 2].map((c) => cone.apex[c]! + s * cone.axis[c]! + off * s * cone.slope * p[c]!) as unknown as Vec3;
    };
    expect(coneFraction(cone, ...along(1e-6))).toBeCloseTo(1, 4);
    expect(coneFraction(cone, ...along(0.15))).toBeCloseTo(0.5, 9);
    expect(coneFraction(cone, ...along(0.15, 0.5))).toBeCloseTo(0.5 * 0.75 * 0.75, 9);
    expect(coneFraction(cone, ...along(0.15, 1.001))).toBe(0);
    expect(coneFraction(cone, ...along(0.3001))).toBe(0);
    expect(coneOffset(cone, ...along(0.15, 0.5))).toBeCloseTo(0.5, 9);
  });

  it('clips segments where a dense sampling says so', () => {
    const out = new Float64Array(2);
    let met = 0;
    fc.assert(
      fc.property(fc.tuple(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate), (numbers) => {
        const p = Float64Array.from(numbers);
        const isMet = clipToCone(cone, p, 0, 3, out);
        if (isMet) met++;
        const at = (t: number): number =>
          coneOffset(cone, p[0]! + t * (p[3]! - p[0]!), p[1]! + t * (p[4]! - p[1]!), p[2]! + t * (p[5]! - p[2]!));
        for (let n = 0; n <= 100; n++) {
          const isInside = at(n / 100) <= 1;
          const isClipped = isMet && n / 100 >= out[0]! && n / 100 <= out[1]!;
          const isNearEnd = isMet && Math.min(Math.abs(n / 100 - out[0]!), Math.abs(n / 100 - out[1]!)) < 1e-6;
          if (!isNearEnd && isInside !== isClipped) expect([n, isInside]).toEqual([n, isClipped]);
        }
      }),
      { seed: 11, numRuns: 400 },
    );
    expect(met).toBeGreaterThan(10);
  });
});

/** One strand along y in the middle of a cone that points along x. */
function strandOf(nodes: number): HairState {
  const position = new Float64Array(3 * nodes);
  const s = new Float64Array(nodes);
  for (let i = 0; i < nodes; i++) {
    s[i] = (0.2 * i) / (nodes - 1);
    position.set([0.1, 0.1 - s[i]!, 0], 3 * i);
  }
  const zeros = new Float64Array(3 * nodes);
  return {
    time: 0,
    dt: 0.01,
    ids: Uint32Array.of(4),
    first: Uint32Array.of(0, nodes),
    position,
    velocity: zeros,
    s,
    inverseMass: new Float64Array(nodes).fill(1),
    radius: new Float64Array(nodes),
  };
}

describe('what a cone leaves on hair', () => {
  const narrow: Cone = { apex: [0, 0.003, 0], axis: [1, 0, 0], reach: 0.3, slope: 0.03 };
  const total = (nodes: number): number => {
    const hair = strandOf(nodes);
    const deposit = new Deposit();
    deposit.clear(hair);
    deposit.addCones(hair, [narrow]);
    let sum = 0;
    for (let i = 0; i < nodes; i++) {
      const hat = 0.5 * (hair.s[Math.min(i + 1, nodes - 1)]! - hair.s[Math.max(i - 1, 0)]!);
      sum += deposit.amount[i]! * hat;
    }
    return sum;
  };

  it('is the same in all however finely a strand is divided, even between two nodes', () => {
    // The exact integral of (1 − y²/r²)² (1 − s/L) over the chord: 16/15 r (1 − s/L) at s = 0.1.
    const exact = (16 / 15) * 0.1 * narrow.slope * (1 - 0.1 / 0.3);
    for (const nodes of [3, 4, 11, 40, 201]) expect(total(nodes) / exact).toBeCloseTo(1, 2);
  });

  it('reaches everything that a fast hand passes', () => {
    const spout = { reach: 0.3, angle: 0.05 };
    const pose = (y: number) =>
      ({ origin: [0, y, 0], direction: [1, 0, 0], up: [0, 1, 0], press: 1, aperture: 1 }) as const;
    const hair = strandOf(21);
    const deposit = new Deposit();
    deposit.clear(hair);
    deposit.addCones(hair, conesAlong(spout, pose(-0.05), pose(0)));
    for (let i = 0; i < 21; i++)
      if (hair.position[3 * i + 1]! > -0.05 && hair.position[3 * i + 1]! < 0)
        expect(deposit.amount[i]).toBeGreaterThan(0);
  });
});
