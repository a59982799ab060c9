import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between, fromAxisAngle, rotate } from '../numeric/rotation.ts';
import { at, cross, dot, normalize, subtract, type Vec3 } from '../numeric/vector.ts';
import { edgeFrames, type Frames, makeFrames, type Polylines, pointFrames } from './frames.ts';

const seed = 71004;
const coordinate = fc.integer({ min: -1000, max: 1000 }).map((i) => i / 1000);
const vector = fc.tuple(coordinate, coordinate, coordinate);
/** Lists of edges, each with a direction, and no turn so near half a circle that rounding decides its side. */
const edges = fc
  .array(
    vector.filter((e) => Math.hypot(...e) > 0.1),
    { minLength: 1, maxLength: 12 },
  )
  .filter((list) => list.every((e, i) => i === 0 || dot(normalize(e), normalize(list[i - 1]!)) > -0.999));

function lineOf(list: readonly Vec3[]): Polylines {
  const points: number[] = [0.3, -0.2, 0.7];
  for (const e of list) for (let c = 0; c < 3; c++) points.push(points[points.length - 3]! + e[c]!);
  return { first: Uint32Array.of(0, list.length + 1), positions: Float64Array.from(points) };
}

function doubleFrames(points: number): Frames {
  return { tangent: new Float64Array(3 * points), u1: new Float64Array(3 * points), u2: new Float64Array(3 * points) };
}

function expectClose(a: Vec3, b: Vec3, tolerance: number): void {
  expect(Math.hypot(...subtract(a, b))).toBeLessThan(tolerance);
}

function expectOrthonormal(frames: Frames, points: number, tolerance: number): void {
  for (let p = 0; p < points; p++) {
    const [t, u, v] = [at(frames.tangent, p), at(frames.u1, p), at(frames.u2, p)];
    expect(Math.abs(dot(t, t) - 1)).toBeLessThan(tolerance);
    expect(Math.abs(dot(u, u) - 1)).toBeLessThan(tolerance);
    expect(Math.abs(dot(t, u))).toBeLessThan(tolerance);
    expectClose(cross(t, u), v, tolerance);
  }
}

describe(`twist-free frames (seed ${seed})`, () => {
  for (const [name, frame] of [
    ['edge', edgeFrames],
    ['point', pointFrames],
  ] as const) {
    it(`${name} frames are orthonormal and right-handed`, () => {
      fc.assert(
        fc.property(edges, (list) => {
          const line = lineOf(list);
          const single = makeFrames(list.length + 1);
          frame(line, single);
          expectOrthonormal(single, list.length + 1, 1e-6);
          const double = doubleFrames(list.length + 1);
          frame(line, double);
          expectOrthonormal(double, list.length + 1, 1e-12);
        }),
        { seed },
      );
    });

    it(`${name} frames of a rotated strand are the rotated frames`, () => {
      fc.assert(
        fc.property(edges, vector, vector, coordinate, (list, start, axis, angle) => {
          fc.pre(Math.hypot(...axis) > 0.1 && Math.hypot(...cross(normalize(list[0]!), start)) > 0.1);
          const q = fromAxisAngle(axis, 3 * angle);
          const plain = doubleFrames(list.length + 1);
          const rotated = doubleFrames(list.length + 1);
          frame(lineOf(list), plain, start);
          frame(lineOf(list.map((e) => rotate(q, e))), rotated, rotate(q, start));
          for (let p = 0; p <= list.length; p++) {
            expectClose(rotate(q, at(plain.tangent, p)), at(rotated.tangent, p), 1e-9);
            expectClose(rotate(q, at(plain.u1, p)), at(rotated.u1, p), 1e-9);
          }
        }),
        { seed },
      );
    });
  }

  it('turn from edge to edge by the shortest rotation between the tangents: no twist', () => {
    fc.assert(
      fc.property(edges, (list) => {
        const frames = doubleFrames(list.length + 1);
        edgeFrames(lineOf(list), frames);
        for (let e = 0; e < list.length; e++) expectClose(at(frames.tangent, e), normalize(list[e]!), 1e-12);
        for (let e = 1; e < list.length; e++) {
          const q = between(at(frames.tangent, e - 1), at(frames.tangent, e));
          expectClose(rotate(q, at(frames.u1, e - 1)), at(frames.u1, e), 1e-9);
        }
      }),
      { seed },
    );
  });

  it('stand at a point half-way between the frames of its edges', () => {
    fc.assert(
      fc.property(edges, (list) => {
        const edge = doubleFrames(list.length + 1);
        const point = doubleFrames(list.length + 1);
        edgeFrames(lineOf(list), edge);
        pointFrames(lineOf(list), point);
        for (let p = 1; p < list.length; p++) {
          const m = normalize([0, 1, 2].map((c) => edge.tangent[3 * p - 3 + c]! + edge.tangent[3 * p + c]!) as never);
          expectClose(at(point.tangent, p), m, 1e-12);
          expectClose(rotate(between(at(edge.tangent, p - 1), m), at(edge.u1, p - 1)), at(point.u1, p), 1e-9);
          expectClose(rotate(between(m, at(edge.tangent, p)), at(point.u1, p)), at(edge.u1, p), 1e-9);
        }
        for (const [p, e] of [
          [0, 0],
          [list.length, list.length - 1],
        ] as const)
          expectClose(at(point.u1, p), at(edge.u1, e), 1e-12);
      }),
      { seed },
    );
  });

  it('keep the start vector along a straight strand and the binormal along a planar one', () => {
    const straight = lineOf(Array.from({ length: 10 }, () => [0.1, 0.2, -0.1] as const));
    const frames = doubleFrames(11);
    edgeFrames(straight, frames, [2, -1, 5]);
    for (let p = 1; p < 11; p++) expectClose(at(frames.u1, p), at(frames.u1, 0), 1e-15);
    const circle = lineOf(Array.from({ length: 40 }, (_, k) => [Math.cos(k), 0, Math.sin(k)] as const));
    const flat = doubleFrames(41);
    pointFrames(circle, flat, [0, 3, 0]);
    for (let p = 0; p < 41; p++) expectClose(at(flat.u1, p), [0, 1, 0], 1e-14);
  });

  it('start where they are told, each strand by itself, and anywhere where they are not told or cannot', () => {
    const positions = Float32Array.of(0, 0, 0, 0, 0, 1, 5, 0, 0, 6, 0, 0, 0, 0, 0, 0, 1, 0);
    const lines = { first: Uint32Array.of(0, 2, 4, 6), positions };
    const frames = makeFrames(6);
    edgeFrames(lines, frames, [3, 0, 4, 9, 0, 0, 0, 0, 0]);
    expect(at(frames.u1, 0)).toEqual([1, 0, 0]);
    expect(at(frames.u2, 1)).toEqual([0, 1, 0]);
    expectOrthonormal(frames, 6, 1e-6);
  });

  it('survive edges without a direction, turning back, single points and no points', () => {
    const nan = Number.NaN;
    const positions = [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, nan, 0, 0, 0, 1, 0, 7, 7, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    const lines = { first: Uint32Array.of(0, 6, 7, 7, 10), positions: Float32Array.from(positions) };
    for (const frame of [edgeFrames, pointFrames]) {
      const frames = makeFrames(10);
      frame(lines, frames);
      expectOrthonormal(frames, 10, 1e-6);
      expect(at(frames.tangent, 0)).toEqual([1, 0, 0]);
      expect(at(frames.tangent, 6)).toEqual([0, 1, 0]);
      expect(at(frames.u1, 9)).toEqual(at(frames.u1, 7));
    }
  });
});
