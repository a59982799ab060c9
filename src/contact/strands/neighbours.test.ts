import { describe, expect, it } from 'vitest';
import { completeParameters } from '../../numeric/parameters.ts';
import { randomHair } from './hair.fixture.ts';
import { Neighbours } from './neighbours.ts';
import { contactParameters } from './parameters.ts';
import { makeSegments } from './segments.ts';

/** Near points of every pair of strands, by brute force, under "lower id higher id". */
function nearPoints(hair: ReturnType<typeof randomHair>, reach: number): Map<string, number> {
  const counts = new Map<string, number>();
  const strand = (i: number): number => Math.floor(i / 12);
  for (let i = 0; i < hair.s.length; i++)
    for (let j = i + 1; j < hair.s.length; j++) {
      if (strand(i) === strand(j)) continue;
      const apart = Math.hypot(...[0, 1, 2].map((c) => hair.position[3 * i + c]! - hair.position[3 * j + c]!));
      if (apart >= reach * (hair.radius[i]! + hair.radius[j]!)) continue;
      const key = `${hair.ids[strand(i)]} ${hair.ids[strand(j)]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

describe('pairs of strands that are left out', () => {
  it.each([51, 52])('are near each other at fewer points than those that are kept (seed %i)', (seed) => {
    const hair = randomHair(seed);
    const parameters = completeParameters(contactParameters, { pairFraction: 0.4, keepEvery: 0 });
    const neighbours = new Neighbours();
    neighbours.build(hair, makeSegments(hair, 0), parameters);
    const counts = nearPoints(hair, parameters.pairReach);
    const near = [...counts].filter(([, n]) => n >= parameters.pairCount);
    const kept = new Set(
      Array.from({ length: neighbours.edges.length / 2 }, (_, e) => neighbours.edges.slice(2 * e, 2 * e + 2).join(' ')),
    );
    expect(kept.size).toBeGreaterThanOrEqual(0.4 * near.length);
    expect(kept.size).toBeLessThan(0.4 * near.length + hair.ids.length + 1);
    const strongest = new Map<string, number>();
    for (const [pair, n] of near)
      for (const id of pair.split(' ')) strongest.set(id, Math.max(strongest.get(id) ?? 0, n));
    const isStrongest = ([pair, n]: readonly [string, number]): boolean =>
      pair.split(' ').some((id) => strongest.get(id) === n);
    const most = Math.max(...near.filter(([pair]) => !kept.has(pair)).map(([, n]) => n));
    for (const entry of near) if (isStrongest(entry) || entry[1] > most) expect(kept.has(entry[0])).toBe(true);
    for (const entry of near)
      if (kept.has(entry[0]) && !isStrongest(entry)) expect(entry[1]).toBeGreaterThanOrEqual(most);
  });
});
