import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../numeric/vector.ts';
import { pointsOf } from '../world.fixture.ts';
import { fitPolyline } from './fit.ts';
import { coil, line, makeOne } from './strand.fixture.ts';

const options = { elements: 8, most: 8, tolerance: 0, placement: 'uniform' } as const;
const fitted = (points: readonly Vec3[], more = {}): ReturnType<typeof fitPolyline> =>
  fitPolyline(Float32Array.from(points.flat()), { ...options, ...more });

/** A strand that waves more and more towards its tip. */
const wave = Array.from({ length: 60 }, (_, i): Vec3 => {
  const s = i / 59;
  return [0.004 * s * Math.sin(18 * s * s), -0.2 * s, 0.004 * s * Math.cos(14 * s * s)];
});

describe('the fit of a groomed strand', () => {
  it.each([
    { name: 'wavy', radius: 0.01, pitch: 0.005 },
    { name: 'curly', radius: 0.006, pitch: 0.005 },
    { name: 'African', radius: 0.001, pitch: 0.01 },
  ])('finds the curvature and twist of a $name helix, and its length', ({ radius, pitch }) => {
    const found = fitted(coil(240, radius, pitch, 0.15), { elements: 4, most: 4 });
    const c = pitch / (2 * Math.PI);
    const square = radius * radius + c * c;
    expect(found.error).toBeLessThan(2e-4);
    for (let e = 0; e < 4; e++) {
      const [twist, k1, k2] = found.w.slice(3 * e, 3 * e + 3);
      expect(Math.hypot(k1!, k2!) / (radius / square)).toBeCloseTo(1, 2);
      expect(Math.abs(twist!) / (c / square)).toBeCloseTo(1, 1);
    }
    expect(found.length.reduce((sum, l) => sum + l, 0) / 0.15).toBeCloseTo(1, 3);
  });

  it('comes nearer with more elements, and takes more where it must', () => {
    const [few, more, many] = [6, 12, 24].map((elements) => fitted(wave, { elements, most: elements }).error);
    expect(more!).toBeLessThan(0.6 * few!);
    expect(many!).toBeLessThan(0.6 * more!);
    const tolerance = 1.01 * many!;
    const grown = fitted(wave, { elements: 6, most: 40, tolerance });
    expect(grown.error).toBeLessThanOrEqual(tolerance);
    expect(grown.length.length).toBeGreaterThan(6);
  });

  it('puts short elements where the curvature changes, if asked', () => {
    const { length } = fitted(wave, { elements: 10, most: 10, placement: 'curvature' });
    expect(length.length).toBe(10);
    expect(length[0]!).toBeGreaterThan(1.5 * length[9]!);
  });

  it('is reported by the running strand, which keeps the groom within it', () => {
    const dynamics = makeOne(wave, { restState: 'sag-free' });
    const { fitError = 1 } = dynamics.restReport!();
    const x = pointsOf(dynamics);
    let worst = 0;
    wave.forEach((point, i) => {
      worst = Math.max(worst, Math.hypot(...point.map((value, c) => value - x[3 * i + c]!)));
    });
    expect(worst).toBeCloseTo(fitError, 6);
    expect(fitError).toBeLessThan(0.005 * 0.25);
  });
});

describe('the rest state', () => {
  it('needs no help for hair that hangs or lies short, a spring for hair that stands', () => {
    const report = (points: Vec3[]): { held: number; carried: number } =>
      makeOne(points, { restState: 'sag-free' }).restReport!();
    expect(report(line(24, 0.2, [0, -1, 0]))).toMatchObject({ held: 0, carried: 0 });
    expect(report(line(24, 0.05, [1, 0, 0]))).toMatchObject({ held: 0, carried: 0 });
    // Longer and shorter than (7.8373 EI/ρSg)^(1/3) = 7.3 cm.
    expect(report(line(24, 0.07, [0, 1, 0]))).toMatchObject({ held: 0, carried: 0 });
    expect(report(line(24, 0.077, [0, 1, 0]))).toMatchObject({ held: 1, carried: 0 });
  });
});
