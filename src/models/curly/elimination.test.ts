import { describe, expect, it } from 'vitest';
import { bandIndex } from '../../numeric/banded.ts';
import { hashUnit } from '../../numeric/random.ts';
import { StrandElimination } from './elimination.ts';
import { setWeights, smoothEdges } from './smoothing.ts';

/** A random positive semi-definite 3x3 as six numbers. */
function randomBlock(seed: number, i: number, size: number): Float64Array {
  const r = (n: number): number => 2 * hashUnit(seed, i, n) - 1;
  const rows = [0, 3, 6].map((o) => [r(o), r(o + 1), r(o + 2)]);
  const out: number[] = [];
  for (let p = 0; p < 3; p++)
    for (let q = p; q < 3; q++) out.push(size * rows.reduce((sum, row) => sum + row[p]! * row[q]!, 0));
  return Float64Array.from(out);
}

/** Solves a dense system by elimination with pivots. */
function solveDense(a: number[][], b: number[]): number[] {
  const n = b.length;
  const m = a.map((row, i) => [...row, b[i]!]);
  for (let c = 0; c < n; c++) {
    let best = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(m[r]![c]!) > Math.abs(m[best]![c]!)) best = r;
    [m[c], m[best]] = [m[best]!, m[c]!];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const f = m[r]![c]! / m[c]![c]!;
      for (let k = c; k <= n; k++) m[r]![k]! -= f * m[c]![k]!;
    }
  }
  return m.map((row, i) => row[n]! / row[i]!);
}

describe.each([1, 2, 3, 4])('elimination of a strand with a smoothed core, seed %i', (seed) => {
  const nodes = 9;
  const restLength = Float64Array.from({ length: nodes }, (_, i) => 0.01 * (0.5 + hashUnit(seed, 77, i)));
  const weight = new Float64Array(nodes);
  setWeights(restLength, 0, nodes, 0.02, weight);
  // Without a root, with one, with a clamp besides; with core springs up to an edge or at none.
  const held = [[], [0, 1], [0, 1, 5], [0, 1]][seed - 1]!;
  const springsTo = [nodes - 1, nodes - 1, 6, 0][seed - 1]!;
  const inertia = new Float64Array(6 * nodes);
  const system = new StrandElimination(nodes, restLength, weight);
  system.clear(nodes);
  for (let i = 0; i < nodes; i++) {
    if (held.includes(i)) continue;
    inertia.set(randomBlock(seed, 10 + i, 1), 6 * i);
    for (const c of [0, 3, 5]) inertia[6 * i + c]! += 0.5;
    system.addNode(i, inertia, 6 * i);
  }
  for (let i = 0; i < nodes - 1; i++) system.addEdge(i, randomBlock(seed, 40 + i, 30));
  system.core.isActive = springsTo > 0;
  for (let i = 0; i < nodes - 1; i++)
    system.core.stiffness.set(i < springsTo && i !== 3 ? randomBlock(seed, 60 + i, 0.02) : new Float64Array(6), 6 * i);

  /** The same matrix, every entry written out. */
  const size = 3 * nodes;
  const dense = Array.from({ length: size }, (_, r) =>
    Array.from({ length: size }, (_, c) => {
      const [i, j] = r >= c ? [r, c] : [c, r];
      return i - j > 5 ? 0 : system.matrix[bandIndex(5, i, j)]!;
    }),
  );
  const columns = Array.from({ length: size }, (_, c) => {
    const unit = new Float64Array(size);
    unit[c] = 1;
    const out = new Float64Array(size);
    smoothEdges(unit, restLength, weight, 0, nodes, out);
    return out;
  });
  for (let i = 0; i < springsTo; i++) {
    const [xx, xy, xz, yy, yz, zz] = system.core.stiffness.slice(6 * i, 6 * i + 6) as unknown as number[];
    const g = [xx, xy, xz, xy, yy, yz, xz, yz, zz] as number[];
    for (let r = 0; r < size; r++)
      for (let c = 0; c < size; c++)
        for (let p = 0; p < 3; p++)
          for (let q = 0; q < 3; q++)
            dense[r]![c]! += columns[r]![3 * i + p]! * g[3 * p + q]! * columns[c]![3 * i + q]!;
  }
  for (const i of held)
    for (let r = 3 * i; r < 3 * i + 3; r++)
      for (let c = 0; c < size; c++) dense[r]![c] = dense[c]![r] = r === c ? 1 : 0;

  it('solves what the written-out matrix solves, for any right side', () => {
    system.factor(0, nodes, inertia);
    for (let n = 0; n < 3; n++) {
      const right = Array.from({ length: size }, (_, c) =>
        held.includes(Math.floor(c / 3)) ? 0 : 2 * hashUnit(seed, 90 + n, c) - 1,
      );
      const expected = solveDense(dense, right);
      const found = Float64Array.from(right);
      system.solve(found);
      const largest = Math.max(...expected.map(Math.abs));
      for (let c = 0; c < size; c++) expect(Math.abs(found[c]! - expected[c]!)).toBeLessThan(1e-9 * largest);
    }
  });
});
