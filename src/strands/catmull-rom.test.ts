import { describe, expect, it } from 'vitest';
import { evaluateSpan, measureCatmullRom, SAMPLES_PER_SPAN, spanCubic } from './catmull-rom.ts';

/** The spline straight from its definition: the pyramid of Barry and Goldman with knots at sqrt of edge lengths. */
function pyramid(points: number[][], lower: number, t: number): number[] {
  const reflect = (a: number[], b: number[]) => a.map((x, c) => 2 * x - b[c]!);
  const p = [
    points[lower - 1] ?? reflect(points[lower]!, points[lower + 1]!),
    points[lower]!,
    points[lower + 1]!,
    points[lower + 2] ?? reflect(points[lower + 1]!, points[lower]!),
  ];
  const knot = [0];
  for (let i = 1; i < 4; i++) knot[i] = knot[i - 1]! + Math.sqrt(Math.hypot(...p[i]!.map((x, c) => x - p[i - 1]![c]!)));
  const u = knot[1]! + t * (knot[2]! - knot[1]!);
  let level = p;
  for (let k = 1; k <= 3; k++)
    level = level.slice(1).map((b, i) => {
      // Knots of this level: the first two span one interval each, the last the middle interval only.
      const from = k === 2 ? i : k === 3 ? 1 : i;
      const to = k === 2 ? i + 2 : k === 3 ? 2 : i + 1;
      const w = (u - knot[from]!) / (knot[to]! - knot[from]!);
      return b.map((x, c) => (1 - w) * level[i]![c]! + w * x);
    });
  return level[0]!;
}

function evaluate(list: Float64Array, lower: number, t: number): Float64Array {
  const cubic = new Float64Array(12);
  const out = new Float64Array(6);
  spanCubic(list, 0, list.length / 3, lower, cubic);
  evaluateSpan(cubic, t, out, 1);
  return out.slice(3);
}

const points = [
  [0, 0, 0],
  [0.2, 1, 0.1],
  [1, 1.1, 0.4],
  [1.3, 0.2, 0.3],
  [2.5, 0.1, -0.3],
];
const flat = Float64Array.from(points.flat());

describe('centripetal Catmull-Rom spline', () => {
  it('is the pyramid of Barry and Goldman', () => {
    for (let lower = 0; lower < 4; lower++)
      for (const t of [0, 0.1, 0.5, 0.9, 1])
        pyramid(points, lower, t).forEach((x, c) => {
          expect(evaluate(flat, lower, t)[c]).toBeCloseTo(x, 12);
        });
  });

  it('passes through the points and keeps a straight line straight', () => {
    expect([...evaluate(flat, 2, 0)]).toEqual(points[2]);
    const line = Float64Array.of(0, 0, 0, 1, 2, 3, 1.5, 3, 4.5, 4, 8, 12);
    for (let i = 0; i < 3; i++) {
      const [x, y, z] = evaluate(line, i, 0.3);
      expect(y).toBeCloseTo(2 * x!, 12);
      expect(z).toBeCloseTo(3 * x!, 12);
    }
  });

  it('leaves a right-angled bend by less than a tenth of an edge', () => {
    const bend = Float64Array.of(0, 1, 0, 0, 0, 0, 1, 0, 0);
    for (let k = 0; k <= 20; k++) {
      expect(Math.abs(evaluate(bend, 0, k / 20)[0]!)).toBeLessThan(0.1);
      expect(Math.abs(evaluate(bend, 1, k / 20)[1]!)).toBeLessThan(0.1);
    }
  });

  it('stays finite where points repeat', () => {
    const repeated = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0);
    for (let i = 0; i < 5; i++) expect(evaluate(repeated, i, 0.5).every(Number.isFinite)).toBe(true);
  });

  it('is measured within 0.1 % of an edge in a right-angled bend', () => {
    const bend = Float64Array.of(0, 1, 0, 0, 0, 0, 1, 0, 0);
    const lengths = new Float64Array(2 * SAMPLES_PER_SPAN + 1);
    const measured = measureCatmullRom(bend, 0, 3, lengths, new Float64Array(12));
    let fine = 0;
    for (let edge = 0; edge < 2; edge++)
      for (let k = 0; k < 2000; k++) {
        const a = evaluate(bend, edge, k / 2000);
        const b = evaluate(bend, edge, (k + 1) / 2000);
        fine += Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!);
      }
    expect(Math.abs(measured - fine)).toBeLessThan(1e-3);
    expect(lengths[2 * SAMPLES_PER_SPAN]).toBe(measured);
  });
});
