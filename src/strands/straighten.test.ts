import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { at, distance } from '../numeric/vector.ts';
import { measureStrand } from './arc-length.ts';
import { isUneven, makeInspector } from './inspect.ts';
import { inspectWorking, limitTurns, straighten } from './straighten.ts';
import { makeWorkingStrand, type WorkingStrand, workingCount } from './working-strand.ts';

const seed = 71014;
const limits = { maximumTurn: Math.PI / 3, maximumEdgeRatio: 4, zeroEdge: 1e-6 };
const line = (count: number): number[][] => Array.from({ length: count }, (_, k) => [0, 0.01 * k, 0]);
const working = (points: number[][]): WorkingStrand => makeWorkingStrand(Float32Array.from(points.flat()));

function expectGood(work: WorkingStrand): void {
  const shape = inspectWorking(work, makeInspector(limits));
  expect(shape).toMatchObject({ crooked: 0, repeated: 0, notFinite: 0 });
  expect(isUneven(shape, limits)).toBe(false);
}

describe(`straightening (seed ${seed})`, () => {
  it('takes a spike out and holds root and tip', () => {
    const points = line(32);
    points[16] = [0.06, 0.16, 0.02];
    const work = working(points);
    straighten(work, makeInspector(limits));
    expectGood(work);
    expect(at(work.positions, 0)).toEqual([0, 0, 0]);
    expect(at(work.positions, 31)[1]).toBe(Math.fround(0.31));
    for (let p = 0; p < 32; p++) expect(Math.abs(work.positions[3 * p]!)).toBeLessThan(1e-6);
  });

  it('spreads uneven points and leaves the line as it was', () => {
    const points = line(20).map(([x, y, z], k) => [x!, y! * (k / 19), z!]);
    const work = working(points);
    straighten(work, makeInspector(limits));
    for (let p = 0; p < 20; p++) expect(distance(at(work.positions, p), [0, 0.01 * p, 0])).toBeLessThan(1e-6);
  });

  it('keeps waves far from the fault', () => {
    const points = Array.from({ length: 60 }, (_, k) => [0.01 * Math.sin(0.4 * k), 0.01 * k, 0]);
    points[50] = [0.08, 0.5, 0];
    const work = working(points);
    straighten(work, makeInspector(limits));
    expectGood(work);
    const widest = Math.max(...Array.from({ length: 35 }, (_, k) => Math.abs(work.positions[3 * k]!)));
    expect(widest).toBeGreaterThan(0.0095);
  });

  it('makes scribbles, hairpins and strands that end where they began fit to simulate', () => {
    const random = new Random(seed);
    for (let trial = 0; trial < 300; trial++) {
      const count = 3 + random.below(40);
      const scribble = Array.from({ length: count }, () => [random.unit(), random.unit(), random.unit()]);
      if (trial % 3 === 1) scribble[count - 1] = scribble[0]!;
      const hairpin = Array.from({ length: count }, (_, k) => [0, Math.min(k, count - 1 - k), 0]);
      const work = working(trial % 3 === 2 ? hairpin : scribble);
      const root = at(work.positions, 0);
      straighten(work, makeInspector(limits));
      expectGood(work);
      expect(workingCount(work)).toBe(count);
      expect(at(work.positions, 0)).toEqual(root);
    }
  });

  it('limits turns and keeps length, root and first direction', () => {
    const random = new Random(seed);
    for (let trial = 0; trial < 100; trial++) {
      const count = 3 + random.below(30);
      const points = Array.from({ length: count }, () => [random.unit(), random.unit(), random.unit()]);
      const before = working(points);
      const work = working(points);
      limitTurns(work, 0.5);
      const length = (w: WorkingStrand) => measureStrand(w.positions, 0, count, new Float64Array(count));
      expect(length(work)).toBeCloseTo(length(before), 4);
      expect(at(work.positions, 0)).toEqual(at(before.positions, 0));
      expect(inspectWorking(work, makeInspector({ ...limits, maximumTurn: 0.501 })).crooked).toBe(0);
    }
  });
});
