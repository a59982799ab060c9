import { describe, expect, it } from 'vitest';
import type { HairState } from '../interaction.ts';
import { type Press, withShortRests } from './pinching.ts';

/** Strands of ten nodes, so many metres from node to node each. */
function hairOf(...edges: number[]): HairState {
  const s = Float64Array.from({ length: 10 * edges.length }, (_, i) => (i % 10) * edges[Math.floor(i / 10)]!);
  const nodes = s.length;
  return {
    time: 0,
    dt: 1 / 120,
    ids: Uint32Array.from(edges.keys()),
    first: Uint32Array.from({ length: edges.length + 1 }, (_, k) => 10 * k),
    position: new Float64Array(3 * nodes),
    velocity: new Float64Array(3 * nodes),
    s,
    inverseMass: new Float64Array(nodes).fill(1),
    radius: new Float64Array(nodes).fill(0.001),
  };
}

const press = (k: number, i: number): Press => ({ k, i, a: 0, b: 1 });
const nodesOf = (hair: HairState, pressed: readonly Press[]): number[] =>
  withShortRests(hair, pressed).map(({ i }) => i);

describe('pieces that are pinched beside', () => {
  it('go along where they are too short to bend', () => {
    expect(nodesOf(hairOf(0.0005), [press(0, 3)])).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(nodesOf(hairOf(0.0005), [press(0, 2), press(0, 4)])).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('stay by themselves where they are long, and on other strands', () => {
    expect(nodesOf(hairOf(0.01), [press(0, 3), press(0, 5)])).toEqual([3, 5]);
    expect(nodesOf(hairOf(0.01, 0.0005), [press(0, 9), press(1, 18)])).toEqual([9, 18, 19]);
    expect(nodesOf(hairOf(0.0005, 0.01), [press(0, 8), press(1, 12)])).toEqual([8, 9, 12]);
  });
});
