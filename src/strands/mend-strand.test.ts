import { describe, expect, it } from 'vitest';
import { inspectStrand } from './inspect.ts';
import { isFaulty, makeMender, mendStrand } from './mend-strand.ts';
import type { BodyField } from './push-out.ts';
import { makeWorkingStrand, workingCount } from './working-strand.ts';

const limits = { maximumTurn: Math.PI / 3, maximumEdgeRatio: 4, zeroEdge: 1e-6, rootDepth: 0.002, depth: 0.0005 };
const floor: BodyField = {
  distance: (_x, y) => y,
  sample: (_x, y, _z, out) => out.set([y, 0, 1, 0]),
};

function mend(points: readonly (readonly number[])[], body?: BodyField) {
  const work = makeWorkingStrand(Float32Array.from(points.flat()));
  const mender = makeMender(limits, body, 1e-4);
  const notes: string[] = [];
  const isKept = mendStrand(work, mender, (kind, detail) => notes.push(`${kind}: ${detail}`));
  const isGood = isKept && !isFaulty(inspectStrand(mender.inspector, work.positions, 0, workingCount(work)), limits);
  return { work, notes, isKept, isGood };
}

const nan = Number.NaN;
const upright = (count: number): number[][] => Array.from({ length: count }, (_, k) => [0, 0.01 * k, 0]);

describe('mending one strand', () => {
  it('does nothing to a good strand', () => {
    const { work, notes, isKept } = mend(upright(8), floor);
    expect(isKept).toBe(true);
    expect(notes).toEqual([]);
    expect([...work.positions]).toEqual([...Float32Array.from(upright(8).flat())]);
  });

  it('mends several faults of one strand and notes each', () => {
    const points = upright(16);
    points[3] = [nan, 0, 0];
    points[7] = points[6]!;
    points[11] = [0.05, 0.11, 0];
    points[15] = [0, nan, 0];
    const { notes, isGood } = mend(points);
    expect(isGood).toBe(true);
    expect(notes.map((n) => n.split(':')[0])).toEqual(['bridged', 'cut', 'straightened']);
    expect(notes[0]).toMatch(/1 points put on straight lines between/);
    expect(notes[1]).toMatch(/1 points at the tip cut off, 16 points spread/);
    expect(mend(points.slice(0, 15).filter((_, i) => i !== 3)).notes[0]).toMatch(/^re-spaced: 1 repeated points/);
  });

  it('leaves out what has no length', () => {
    for (const points of [
      [],
      [[1, 1, 1]],
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      [
        [0, 0, 0],
        [nan, 0, 0],
        [0, 0, nan],
      ],
    ])
      expect(mend(points)).toMatchObject({
        isKept: false,
        notes: [expect.stringMatching(/^left-out: .* a strand needs 2/)],
      });
    const tiny = Array.from({ length: 20 }, (_, k) => [k < 10 ? 0 : 5e-6, 0, 0]);
    expect(mend(tiny).notes).toEqual(['left-out: left out: 20 points on a length of 5.00 µm']);
  });

  it('pushes out of a body and evens what that disturbs', () => {
    const arch = Array.from({ length: 24 }, (_, k) => [0.01 * k, 0.04 - 0.0006 * (k - 8) * (k - 8), 0]);
    const { work, notes, isGood } = mend(arch, floor);
    expect(isGood).toBe(true);
    expect(notes.some((n) => n.startsWith('pushed-out: '))).toBe(true);
    for (let p = 1; p < 24; p++) expect(work.positions[3 * p + 1]).toBeGreaterThan(-0.0005);
  });

  it('leaves out a strand that no field can push out', () => {
    const stuck: BodyField = { distance: () => -1, sample: (_x, _y, _z, out) => out.fill(0) };
    expect(mend(upright(5), stuck)).toMatchObject({ isKept: false });
  });
});
