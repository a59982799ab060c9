import { describe, expect, it } from 'vitest';
import type { DistanceField } from '../body/field.ts';
import { CoreScratch } from './growth.ts';
import { settle } from './settle.ts';

/** The body is everything below y = 0. */
const ground: DistanceField = {
  distance: (_x, y) => y,
  sample: (_x, y, _z, out) => {
    out.set([y, 0, 1, 0]);
  },
};

function edgesAndTurns(p: Float64Array): { edges: number[]; cosines: number[] } {
  const edge = (i: number): number[] => [0, 1, 2].map((c) => p[3 * i + 3 + c]! - p[3 * i + c]!);
  const all = Array.from({ length: p.length / 3 - 1 }, (_, i) => edge(i));
  const cosines = all.slice(1).map((e, i) => {
    const before = all[i]!;
    return e.reduce((s, x, c) => s + x * before[c]!, 0) / (Math.hypot(...e) * Math.hypot(...before));
  });
  return { edges: all.map((e) => Math.hypot(...e)), cosines };
}

describe('settle', () => {
  it('leaves a good guide as it is', () => {
    const p = Float64Array.from({ length: 30 }, (_, k) => (k % 3 === 1 ? 0.01 * Math.floor(k / 3) : 0));
    const before = p.slice();
    settle(ground, p, 0.01, new CoreScratch());
    expect(p).toEqual(before);
  });

  it('lifts what is in the body and keeps edges and turns', () => {
    // Up, over and down into the ground.
    const p = new Float64Array(30);
    for (let i = 0; i < 10; i++) {
      p[3 * i] = 0.01 * Math.sin(0.3 * i) * i;
      p[3 * i + 1] = 0.02 * Math.sin(0.5 * i);
    }
    settle(ground, p, 0.01, new CoreScratch());
    for (let i = 1; i < 10; i++) expect(p[3 * i + 1]).toBeGreaterThan(-1e-4);
    const { edges, cosines } = edgesAndTurns(p);
    for (const e of edges) expect(e).toBeCloseTo(0.01, 9);
    for (const c of cosines) expect(c).toBeGreaterThan(0.5);
  });

  it('straightens a crooked turn', () => {
    const p = Float64Array.of(0, 0, 0, 0, 0.01, 0, 0.01, 0.01, 0, 0.01, 0.02, 0, 0.02, 0.02, 0);
    settle(ground, p, 0.01, new CoreScratch());
    for (const c of edgesAndTurns(p).cosines) expect(c).toBeGreaterThan(0.6);
  });
});
