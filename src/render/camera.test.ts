import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance, type Vec3 } from '../numeric/vector.ts';
import { boundsOf, cornersOf, NO_BOUNDS } from './bounds.ts';
import { CAMERA_DEFAULTS, eyeOf, frame, type OrbitCamera, orbit, pan, viewProjection, zoom } from './camera.ts';
import { transformPoint } from './matrix.ts';

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const camera: fc.Arbitrary<OrbitCamera> = fc.record({
  target: fc.tuple(coordinate, coordinate, coordinate),
  azimuth: fc.double({ min: -7, max: 7, noNaN: true }),
  elevation: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  distance: fc.double({ min: 0.1, max: 10, noNaN: true }),
  fieldOfView: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
});
const aspect = fc.double({ min: 0.3, max: 3, noNaN: true });

describe('camera', () => {
  test('the target is in the middle of the picture (seed 13)', () => {
    fc.assert(
      fc.property(camera, aspect, (c, a) => {
        const [x, y, z] = transformPoint(viewProjection(c, a), c.target);
        expect(Math.hypot(x, y)).toBeLessThan(1e-3);
        expect(z).toBeGreaterThan(0);
        expect(z).toBeLessThan(1);
      }),
      { seed: 13 },
    );
  });

  test('azimuth 0 looks at the face from +Z; a positive one moves the eye towards +X', () => {
    const front = { ...CAMERA_DEFAULTS, azimuth: 0, elevation: 0 };
    expect(eyeOf(front)).toEqual([0, 0, 1]);
    expect(eyeOf(orbit(front, 0.5, 0))[0]).toBeGreaterThan(0);
    expect(eyeOf(orbit(front, 0, 0.5))[1]).toBeGreaterThan(0);
  });

  test('orbiting keeps target and distance, and never passes a pole (seed 14)', () => {
    fc.assert(
      fc.property(camera, coordinate, coordinate, (c, azimuth, elevation) => {
        const turned = orbit(c, azimuth, elevation);
        expect(distance(eyeOf(turned), turned.target)).toBeCloseTo(c.distance, 9);
        expect(turned.target).toEqual(c.target);
        expect(Math.abs(turned.elevation)).toBeLessThan(0.5 * Math.PI);
      }),
      { seed: 14 },
    );
  });

  test('zooming changes the distance alone, and stays within reason', () => {
    const near = zoom(CAMERA_DEFAULTS, 0.5);
    expect(near).toEqual({ ...CAMERA_DEFAULTS, distance: 0.5 });
    expect(zoom(CAMERA_DEFAULTS, 1e-9).distance).toBeGreaterThan(0);
    expect(zoom(CAMERA_DEFAULTS, 1e9).distance).toBeLessThan(1e5);
  });

  test('what lies at the target follows a pan by the given fraction of the picture height (seed 15)', () => {
    fc.assert(
      fc.property(camera, aspect, coordinate, coordinate, (c, a, right, up) => {
        const [x, y] = transformPoint(viewProjection(pan(c, right, up), a), c.target);
        expect(x * a).toBeCloseTo(2 * right, 2);
        expect(y).toBeCloseTo(2 * up, 2);
      }),
      { seed: 15 },
    );
  });

  const edge = fc.double({ min: 0.3, max: 1, noNaN: true });
  const box = fc
    .tuple(coordinate, coordinate, coordinate, edge, edge, edge)
    .map(([x, y, z, a, b, c]) => boundsOf([x, y, z, x + a, y + b, z + c]));

  test('framing shows every corner of the box, and one of them at the margin (seed 16)', () => {
    fc.assert(
      fc.property(camera, aspect, box, (any, a, bounds) => {
        const framed = frame({ ...any, fieldOfView: 0.4 * any.fieldOfView }, bounds, a, 0.1);
        const matrix = viewProjection(framed, a);
        const reaches = cornersOf(bounds).map((corner: Vec3) => {
          const [x, y, z] = transformPoint(matrix, corner);
          expect(z).toBeGreaterThan(0);
          return Math.max(Math.abs(x), Math.abs(y));
        });
        expect(Math.max(...reaches)).toBeLessThan(0.902);
        expect(Math.max(...reaches)).toBeGreaterThan(0.898);
      }),
      { seed: 16 },
    );
  });

  test('a line seen end on stays in front of the eye', () => {
    const line = boundsOf([0, 0, -1, 0, 0, 1]);
    const framed = frame({ ...CAMERA_DEFAULTS, azimuth: 0, elevation: 0 }, line, 1);
    for (const corner of cornersOf(line)) {
      const [, , z] = transformPoint(viewProjection(framed, 1), corner);
      expect(z).toBeGreaterThan(0);
      expect(z).toBeLessThan(1);
    }
  });

  test('framing nothing gives a camera that sees something', () => {
    const framed = frame(CAMERA_DEFAULTS, NO_BOUNDS, 1);
    expect(framed.target).toEqual([0, 0, 0]);
    expect(framed.distance).toBe(CAMERA_DEFAULTS.distance);
  });
});
