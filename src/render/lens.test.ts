import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../numeric/vector.ts';
import { boundsOf, sphereOf } from './bounds.ts';
import { CAMERA_DEFAULTS } from './camera.ts';
import { writeFrameUniforms } from './frame-uniforms.ts';
import { apertureRadius, discPoints, type LensPoint } from './lens.ts';
import { LOOK_DEFAULTS } from './look.ts';
import { transformPoint } from './matrix.ts';

const bounds = boundsOf([-1, -1, -1, 1, 1, 1]);
const camera = { ...CAMERA_DEFAULTS, azimuth: 0, elevation: 0, distance: 2 };
const HEIGHT = 480;
const FSTOP = 2;
const FOCUS = 1.6;
const COUNT = 200;

/** Where a point of the world lies on the picture, in pixels from its middle. */
function placeOf(point: Vec3, lens?: LensPoint): readonly [number, number] {
  const uniforms = writeFrameUniforms({
    ...{ camera, width: 640, height: HEIGHT, jitter: [0, 0], lens, lit: sphereOf(bounds), bounds, ground: bounds },
    ...{ mapped: 4, mapSide: 8, gridSide: 8, vertices: 0, isMixed: false, look: LOOK_DEFAULTS },
  });
  const [x, y] = transformPoint(new Float32Array(uniforms, 0, 16), point);
  return [0.5 * 640 * x, 0.5 * HEIGHT * y];
}

describe('a lens', () => {
  const radius = apertureRadius(camera.fieldOfView, FSTOP);
  const lenses = discPoints(COUNT, 5).map(([x, y]) => ({ x: radius * x, y: radius * y, focus: FOCUS }));
  const around = (point: Vec3): number[] => {
    const middle = placeOf(point);
    return lenses.map((lens) => {
      const [x, y] = placeOf(point, lens);
      return Math.hypot(x - middle[0], y - middle[1]);
    });
  };

  test('of 85 mm at f/2 is 42.5 mm wide', () => {
    expect(apertureRadius(2 * Math.atan(12 / 85), 2)).toBeCloseTo(0.02125, 6);
  });

  test('leaves what lies at the focus distance where it is', () => {
    for (const [x, y] of [
      [0, 0],
      [0.2, -0.1],
      [-0.15, 0.25],
    ] as const)
      expect(Math.max(...around([x, y, 2 - FOCUS]))).toBeLessThan(2e-3);
  });

  test.each([0.7, 1.2, 2.4, 4])('makes a disc of the closed-form size of a point %s m away', (distance) => {
    const pixels = HEIGHT / (2 * Math.tan(0.5 * camera.fieldOfView) * FOCUS);
    const expected = (radius * Math.abs(distance - FOCUS) * pixels) / distance;
    const gaps = around([0.1, 0.05, 2 - distance]);
    expect(Math.max(...gaps)).toBeGreaterThan(0.98 * expected);
    expect(Math.max(...gaps)).toBeLessThan(1.001 * expected);
    // Evenly filled: the mean square distance from the middle of a disc is half its radius squared.
    const square = gaps.reduce((sum, gap) => sum + gap * gap, 0) / COUNT;
    expect(Math.sqrt(2 * square) / expected).toBeCloseTo(1, 2);
  });

  test('is sampled in an order that follows the seed and not the radius', () => {
    expect(discPoints(32, 1)).toEqual(discPoints(32, 1));
    expect(discPoints(32, 1)).not.toEqual(discPoints(32, 2));
    const radii = discPoints(COUNT, 3).map(([x, y]) => Math.hypot(x, y));
    const half = (from: number): number =>
      radii.slice(from, from + COUNT / 2).reduce((sum, r) => sum + r, 0) / (COUNT / 2);
    expect(Math.abs(half(0) - half(COUNT / 2))).toBeLessThan(0.1);
    expect(discPoints(1, 9)).toEqual([[0, 0]]);
  });
});
