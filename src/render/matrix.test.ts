import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromAxisAngle, rotate } from '../numeric/rotation.ts';
import { add, distance, type Vec3 } from '../numeric/vector.ts';
import { lookAt, multiply4, orthographic, perspective, rigid, transformPoint } from './matrix.ts';

const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
const vector = fc.tuple(coordinate, coordinate, coordinate);
const near = (a: Vec3, b: Vec3, tolerance = 1e-5): void => expect(distance(a, b)).toBeLessThan(tolerance);

describe('matrix', () => {
  test('multiplying applies the right factor first (seed 11)', () => {
    fc.assert(
      fc.property(vector, vector, coordinate, vector, (axis, move, angle, p) => {
        const a = rigid(move, fromAxisAngle(axis, angle));
        const b = rigid([1, 2, 3], fromAxisAngle([0, 1, 1], 0.7));
        near(transformPoint(multiply4(a, b), p), transformPoint(a, transformPoint(b, p)));
      }),
      { seed: 11 },
    );
  });

  test('rigid agrees with the quaternion (seed 12)', () => {
    fc.assert(
      fc.property(vector, vector, coordinate, vector, (axis, move, angle, p) => {
        const q = fromAxisAngle(axis, angle);
        near(transformPoint(rigid(move, q), p), add(rotate(q, p), move));
      }),
      { seed: 12 },
    );
  });

  test('lookAt puts the eye at the origin and the target straight ahead', () => {
    const eye: Vec3 = [1, 2, 3];
    const target: Vec3 = [-1, 0.5, 0];
    const view = lookAt(eye, target);
    near(transformPoint(view, eye), [0, 0, 0]);
    near(transformPoint(view, target), [0, 0, -distance(eye, target)]);
  });

  test('depth runs from 0 at the near plane to 1 at the far plane', () => {
    for (const projection of [perspective(0.8, 1.5, 0.1, 20), orthographic(2, 0.1, 20)]) {
      expect(transformPoint(projection, [0, 0, -0.1])[2]).toBeCloseTo(0, 5);
      expect(transformPoint(projection, [0, 0, -20])[2]).toBeCloseTo(1, 5);
    }
  });

  test('the edge of the field of view is the edge of the picture', () => {
    const [x, y] = transformPoint(perspective(0.8, 1.5, 0.1, 20), [3 * Math.tan(0.4), 2 * Math.tan(0.4), -2]);
    expect(x).toBeCloseTo(1, 5);
    expect(y).toBeCloseTo(1, 5);
  });
});
