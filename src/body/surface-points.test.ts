import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { expMap, rotate } from '../numeric/rotation.ts';
import { add, at, type Vec3 } from '../numeric/vector.ts';
import { makeMesh } from './mesh.ts';
import { sphereMesh } from './shapes.ts';
import { SURFACE_FRAME, SurfacePoints } from './surface-points.ts';

const SEED = 5;
const ball = sphereMesh(0.1, 2);
const random = new Random(SEED);
/** Some on the ball, some a little off it. */
const points = Float64Array.from({ length: 60 }, () => 0.2 * (random.unit() - 0.5));

const moved = (move: (p: Vec3) => Vec3): Float64Array =>
  Float64Array.from({ length: ball.positions.length / 3 }, (_, v) => v).reduce((out, v) => {
    out.set(move(at(ball.positions, v)), 3 * v);
    return out;
  }, new Float64Array(ball.positions.length));

function bound(): SurfacePoints {
  const surface = new SurfacePoints(ball.triangles, ball.positions);
  surface.bind(points, ball);
  return surface;
}

describe(`points on a surface that deforms (seed ${SEED})`, () => {
  it('are where they were bound, and have not turned, while it rests', () => {
    const surface = bound();
    const frame = new Float64Array(SURFACE_FRAME);
    for (let r = 0; r < 20; r++) {
      surface.frame(r, ball.positions, frame);
      for (let c = 0; c < 3; c++) expect(frame[c]).toBeCloseTo(points[3 * r + c]!, 9);
      for (let c = 0; c < 4; c++) expect(frame[3 + c]).toBeCloseTo(c === 3 ? 1 : 0, 9);
    }
  });

  it('follow a rigid motion exactly', () => {
    const surface = bound();
    const frame = new Float64Array(SURFACE_FRAME);
    const number = fc.double({ min: -1.7, max: 1.7, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(number, number, number), fc.tuple(number, number, number), (turn, shift) => {
        const q = expMap(turn);
        const move = (p: Vec3): Vec3 => add(shift, rotate(q, p));
        const pose = moved(move);
        for (let r = 0; r < 20; r += 3) {
          surface.frame(r, pose, frame);
          const expected = move(at(points, r));
          const sign = frame[6]! * q[3] + frame[3]! * q[0] + frame[4]! * q[1] + frame[5]! * q[2] < 0 ? -1 : 1;
          for (let c = 0; c < 3; c++) expect(Math.abs(frame[c]! - expected[c]!)).toBeLessThan(1e-9);
          for (let c = 0; c < 4; c++) expect(Math.abs(sign * frame[3 + c]! - q[c]!)).toBeLessThan(1e-7);
        }
      }),
      { numRuns: 50, seed: SEED },
    );
  });

  it('do not turn when it only stretches, whichever edge is the first', () => {
    const flat = (triangles: number[]) =>
      makeMesh({
        positions: new Float32Array([0, 0, 0, 1, 0, 0, 0.2, 0.7, 0]),
        triangles: Uint32Array.from(triangles),
      });
    const pose = [0, 0, 0, 1.5, 0, 0, 0.3, 0.56, 0];
    const frame = new Float64Array(SURFACE_FRAME);
    for (const triangles of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const mesh = flat(triangles);
      const surface = new SurfacePoints(mesh.triangles, mesh.positions);
      surface.bind([0.4, 0.2, 0], mesh);
      surface.frame(0, pose, frame);
      [0.6, 0.16, 0, 0, 0, 0, 1].forEach((value, c) => {
        expect(frame[c]).toBeCloseTo(value, 6);
      });
    }
  });

  it('are the same from their numbers, and finite on a triangle that has lost its area', () => {
    const surface = bound();
    const rows = Float64Array.from({ length: 20 }, (_, r) => r).reduce<number[]>((all, r) => {
      all.push(...surface.row(r));
      return all;
    }, []);
    const again = new SurfacePoints(ball.triangles, ball.positions, Float64Array.from(rows));
    const [a, b] = [new Float64Array(SURFACE_FRAME), new Float64Array(SURFACE_FRAME)];
    const pose = moved(([x, y, z]) => [x + y, y * 1.3, z - x * y]);
    for (let r = 0; r < 20; r++) {
      surface.frame(r, pose, a);
      again.frame(r, pose, b);
      expect(b).toEqual(a);
      surface.frame(r, new Float64Array(pose.length), a);
      expect(a.every(Number.isFinite)).toBe(true);
    }
  });
});
