import { describe, expect, it } from 'vitest';
import { fromAxisAngle, rotate } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { InputError } from '../strands/input-error.ts';
import { type Strands, strandsFromPolylines } from '../strands/strands.ts';
import { CORE_STRIDE } from './core-curl.ts';
import { GuideShapes, LINE_STRIDE, rootFrame } from './guide-shapes.ts';

const POINTS = 48;

/** Curls hanging from a grid of roots, each with its own phase. */
function curls(phase: (i: number) => number): Strands {
  return strandsFromPolylines(
    Array.from({ length: 9 }, (_, i) =>
      Array.from({ length: POINTS }, (_, j) => {
        const t = (2 * Math.PI * j) / 12 + phase(i);
        const ease = Math.min(1, j / 12);
        return [
          0.01 * (i % 3) + ease * 0.004 * Math.cos(t),
          -0.003 * j,
          0.01 * Math.floor(i / 3) + ease * 0.004 * Math.sin(t),
        ];
      }),
    ),
  );
}

function moved(positions: Float32Array, turn: readonly [Vec3, number], by: Vec3): Float32Array {
  const q = fromAxisAngle(turn[0], turn[1]);
  const out = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const p = rotate(q, [positions[i]!, positions[i + 1]!, positions[i + 2]!]);
    out.set([p[0] + by[0], p[1] + by[1], p[2] + by[2]], i);
  }
  return out;
}

describe('GuideShapes', () => {
  it('turns with the guides: core, curl and frames follow a rigid motion', () => {
    const guides = curls((i) => i);
    const shapes = new GuideShapes(guides);
    const rest = shapes.makePrepared();
    shapes.prepare(guides.positions, rest);
    const turn = [[1, 2, -1], 1.1] as const;
    const later = shapes.makePrepared();
    shapes.prepare(moved(guides.positions, turn, [0.3, 0.1, -0.2]), later);
    const q = fromAxisAngle(turn[0], turn[1]);
    const check = (a: Float32Array, b: Float32Array, o: number, digits: number): void => {
      const v = rotate(q, [a[o]!, a[o + 1]!, a[o + 2]!]);
      for (let c = 0; c < 3; c++) expect(b[o + c]!).toBeCloseTo(v[c]!, digits);
    };
    for (let i = 0; i < 9 * POINTS; i++) {
      for (const k of [0, 3, 6]) check(rest.core, later.core, CORE_STRIDE * i + k, 5);
      for (const k of [3, 6, 9]) check(rest.line, later.line, LINE_STRIDE * i + k, 3);
      expect(later.core[CORE_STRIDE * i + 9]!).toBeCloseTo(rest.core[CORE_STRIDE * i + 9]!, 6);
    }
  });

  it('finds the phase between curls', () => {
    const guides = curls((i) => (i === 4 ? 0.7 : 0));
    const shapes = new GuideShapes(guides);
    expect(shapes.isCurled).toBe(true);
    // Turning about the downward core is the opposite sense of turning about y.
    expect(Math.abs(shapes.phaseBetween(0, 4))).toBeCloseTo(0.7, 1);
    expect(shapes.phaseBetween(0, 4)).toBeCloseTo(-shapes.phaseBetween(4, 0), 1);
    expect(shapes.phaseBetween(0, 1)).toBeCloseTo(0, 3);
  });

  it('knows which guides run alike', () => {
    const line = (x: number, dx: number): number[][] => Array.from({ length: 8 }, (_, j) => [x + dx * j, -0.01 * j, 0]);
    const shapes = new GuideShapes(strandsFromPolylines([line(0, 0), line(0.01, 0.001), line(0.02, 0.03)]));
    expect(shapes.isCurled).toBe(false);
    expect(shapes.isAlike(0, 1, 0.5, 0.05)).toBe(true);
    expect(shapes.isAlike(0, 2, 0.5, 1)).toBe(false);
    expect(shapes.isAlike(0, 1, 0.5, 0.005)).toBe(false);
  });

  it('asks for guides with one number of points', () => {
    const uneven = strandsFromPolylines([
      [
        [0, 0, 0],
        [0, 1, 0],
      ],
      [
        [1, 0, 0],
        [1, 1, 0],
        [1, 2, 0],
      ],
    ]);
    expect(() => new GuideShapes(uneven)).toThrow(InputError);
    expect(() => new GuideShapes(strandsFromPolylines([]))).toThrow(/no guides/);
  });
});

describe('rootFrame', () => {
  it('is orthonormal and right-handed, and the world’s axes for points on a line', () => {
    const out = rootFrame(Float32Array.of(0, 0, 0, 1, 2, 0.5, -1, 0.3, 2), 3, 0, 1, 2, new Float64Array(9));
    const row = (k: number): number[] => Array.from(out.subarray(3 * k, 3 * k + 3));
    const dot = (a: number[], b: number[]): number => a.reduce((s, x, i) => s + x * b[i]!, 0);
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) expect(dot(row(i), row(j))).toBeCloseTo(i === j ? 1 : 0, 9);
    const [a, b, c] = [row(0), row(1), row(2)] as [number[], number[], number[]];
    expect(a[1]! * b[2]! - a[2]! * b[1]!).toBeCloseTo(c[0]!, 9);
    const line = rootFrame(Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), 3, 0, 1, 2, new Float64Array(9));
    expect(Array.from(line)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });
});
