import { describe, expect, it } from 'vitest';
import { helix, lengthsOf, shaken } from './curl.fixture.ts';
import { setWeights, smoothEdges, smoothTensions } from './smoothing.ts';

function smooth(x: Float64Array, alpha: number, restLength = lengthsOf(x)): Float64Array {
  const nodes = restLength.length;
  const weight = new Float64Array(nodes);
  const out = new Float64Array(3 * nodes);
  setWeights(restLength, 0, nodes, alpha, weight);
  smoothEdges(x, restLength, weight, 0, nodes, out);
  return out;
}

/** Edges all of one length, as published strands have. */
const even = (nodes: number): Float64Array => new Float64Array(nodes).fill(1);
const worst = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((m, value, i) => Math.max(m, Math.abs(value - b[i]!)), 0);

describe('the smoothing operator', () => {
  const nodes = 40;
  const x = shaken(helix(nodes, 1, 1.5, 4), 0.2, 1);
  const edges = Float64Array.from({ length: 3 * (nodes - 1) }, (_, c) => x[c + 3]! - x[c]!);

  it('leaves edges as they are at α = 0, and has all be the first at α = ∞', () => {
    expect(worst(edges, smooth(x, 0, even(nodes)))).toBeLessThan(1e-14);
    const straight = smooth(x, Number.POSITIVE_INFINITY, even(nodes));
    for (let i = 0; i < nodes - 1; i++) expect([...straight.slice(3 * i, 3 * i + 3)]).toEqual([...edges.slice(0, 3)]);
  });

  it.each([0.5, 3, 10])('is the published recursion where edges are equal, at α = %d', (alpha) => {
    const q = Math.exp(-1 / alpha);
    const published = new Float64Array(3 * nodes);
    for (let c = 0; c < 3; c++) {
      let [one, two] = [edges[c]!, edges[c]!];
      for (let i = 0; i < nodes - 1; i++) {
        const d = 2 * q * one - q * q * two + (1 - q) * (1 - q) * edges[3 * i + c]!;
        published[3 * i + c] = d;
        [two, one] = [one, d];
      }
    }
    const ours = smooth(x, alpha, even(nodes));
    expect(worst(ours, published)).toBeLessThan(1e-12);
    for (let c = 0; c < 3; c++) expect(ours[c]).toBeCloseTo(edges[c]!, 12);
  });

  it.each([
    [1, 0.74],
    [3, 0.227],
    [10, 0.0255],
  ])('takes the turning part of a helix of ten edges a turn down as it should, at α = %d', (alpha, gain) => {
    const omega = (2 * Math.PI) / 10;
    const points = new Float64Array(3 * 400);
    for (let i = 0; i < 400; i++) points.set([Math.cos(omega * i), Math.sin(omega * i), i], 3 * i);
    const d = smooth(points, alpha, even(400));
    const turning = Math.hypot(d[3 * 398]!, d[3 * 398 + 1]!) / (2 * Math.sin(omega / 2));
    expect(turning).toBeCloseTo(gain, 2);
    expect(d[3 * 398 + 2]).toBeCloseTo(1, 9);
  });

  it('is never longer than the longest edge', () => {
    const longest = Math.max(
      ...Array.from({ length: nodes - 1 }, (_, i) => Math.hypot(...edges.slice(3 * i, 3 * i + 3))),
    );
    for (const alpha of [0.3, 2, 8]) {
      const d = smooth(x, alpha, even(nodes));
      for (let i = 0; i < nodes - 1; i++)
        expect(Math.hypot(...d.slice(3 * i, 3 * i + 3))).toBeLessThan(longest + 1e-12);
    }
  });

  it.each([0, 0.02, 0.1, Number.POSITIVE_INFINITY])('has an adjoint: g · Z x = Zᵀ g · x, at α = %d m', (alpha) => {
    const curl = shaken(helix(20), 0.002, 3);
    const restLength = lengthsOf(helix(20));
    const g = shaken(new Float64Array(60), 1, 4);
    g.fill(0, 57);
    const weight = new Float64Array(20);
    setWeights(restLength, 0, 20, alpha, weight);
    const tension = new Float64Array(60);
    smoothTensions(g, restLength, weight, 0, 20, tension);
    const d = smooth(curl, alpha, restLength);
    let [left, right] = [0, 0];
    for (let c = 0; c < 57; c++) {
      left += g[c]! * d[c]!;
      right += tension[c]! * (curl[c + 3]! - curl[c]!);
    }
    expect(left).toBeCloseTo(right, 12);
  });

  it('has rates that are the smoothed velocities', () => {
    const v = shaken(new Float64Array(3 * nodes), 1, 5);
    const after = x.map((c, i) => c + 1e-6 * v[i]!);
    const rates = smooth(v, 3, even(nodes));
    const [now, then] = [smooth(x, 3, even(nodes)), smooth(after, 3, even(nodes))];
    expect(
      worst(
        rates,
        then.map((c, i) => (c - now[i]!) / 1e-6),
      ),
    ).toBeLessThan(1e-8);
  });

  it('makes the same curve of uneven points: each edge has a weight of its own', () => {
    // A helix in 240 equal edges, and in 240 whose lengths differ by up to four times.
    const edgesOf = (steps: readonly number[]) => {
      const whole = steps.reduce((a, b) => a + b, 0);
      const ends = [0];
      for (const step of steps) ends.push(ends.at(-1)! + (0.4 * step) / whole);
      const points = ends.flatMap((s) => [0.015 * Math.cos(80 * s), -0.4 * s, 0.015 * Math.sin(80 * s)]);
      return { x: Float64Array.from(points), middles: steps.map((_, i) => 0.5 * (ends[i]! + ends[i + 1]!)) };
    };
    const count = 240;
    const equal = edgesOf(Array.from({ length: count }, () => 1));
    // Dense and sparse by turns of 24 edges, as of a strand that was combed and cut.
    const uneven = edgesOf(Array.from({ length: count }, (_, i) => (Math.floor(i / 24) % 2 === 0 ? 0.4 : 1.6)));
    const alpha = 0.05;
    const reference = smooth(equal.x, alpha);
    const mean = lengthsOf(uneven.x).reduce((sum, l) => sum + l, 0) / count;
    // As published: one weight, of the mean edge.
    const weight = new Float64Array(count + 1).fill(Math.exp(-mean / alpha));
    weight[0] = 0;
    const published = new Float64Array(uneven.x.length);
    smoothEdges(uneven.x, new Float64Array(count + 1).fill(mean), weight, 0, count + 1, published);
    const directionAt = (d: Float64Array, i: number): number[] => {
      const edge = [...d.slice(3 * i, 3 * i + 3)];
      return edge.map((c) => c / Math.hypot(...edge));
    };
    const off = (d: Float64Array): number => {
      let total = 0;
      for (let i = 60; i < count; i++) {
        const near = Math.round((count * uneven.middles[i]!) / 0.4 - 0.5);
        const other = directionAt(reference, near);
        total += Math.hypot(...directionAt(d, i).map((c, k) => c - other[k]!)) ** 2;
      }
      return Math.sqrt(total / (count - 60));
    };
    expect(off(smooth(uneven.x, alpha))).toBeLessThan(0.03);
    expect(off(published)).toBeGreaterThan(0.1);
  });
});
