import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { CORE_STRIDE, divideGuide, turnFromShape } from './core-curl.ts';

function helix(radius: number, pitch: number, perTurn: number, points: number): Float32Array {
  return Float32Array.from({ length: 3 * points }, (_, k) => {
    const t = (2 * Math.PI * Math.floor(k / 3)) / perTurn;
    return [radius * Math.cos(t), (-pitch * t) / (2 * Math.PI), radius * Math.sin(t)][k % 3]!;
  });
}

describe('turnFromShape', () => {
  it.each([5, 8, 12.5, 40])('finds %f points a turn of a helix', (perTurn) => {
    expect(turnFromShape(helix(0.01, 0.02, perTurn, 60), 0, 60) / perTurn).toBeCloseTo(1, 3);
  });

  it('finds no turn in a straight line', () => {
    const line = Float32Array.from({ length: 60 }, (_, k) => (k % 3 === 1 ? -0.01 * Math.floor(k / 3) : 0));
    expect(turnFromShape(line, 0, 20)).toBe(0);
  });

  it('is not misled by the noise of straight or gently bent hair (seed 5)', () => {
    const random = new Random(5);
    const bent = Float32Array.from({ length: 120 }, (_, k) => {
      const t = Math.floor(k / 3) / 40;
      return [0.1 * Math.cos(t), -0.3 * t, 0.1 * Math.sin(t)][k % 3]! + random.between(-1e-4, 1e-4);
    });
    expect(turnFromShape(bent, 0, 40)).toBe(0);
  });
});

describe('divideGuide', () => {
  const points = 80;
  const perTurn = 16;
  const positions = helix(0.01, 0.03, perTurn, points);
  const core = new Float32Array(CORE_STRIDE * points);
  divideGuide(positions, 0, points, perTurn, new Float64Array(3 * (points + 1)), core);

  it('finds the axis of a helix and its radius, but for the first half turn', () => {
    for (let j = perTurn / 2; j < points; j++) {
      const o = CORE_STRIDE * j;
      // The core is kept relative to the root, which stands at (0.01, 0, 0).
      expect(Math.hypot(core[o]! + 0.01, core[o + 2]!)).toBeLessThan(3e-4);
      expect(core[o + 9]! / 0.01).toBeCloseTo(1, 1.4);
    }
  });

  it('adds up to the guide again', () => {
    for (let j = 0; j < points; j++)
      for (let c = 0; c < 3; c++)
        expect(core[CORE_STRIDE * j + c]! + core[CORE_STRIDE * j + 3 + c]! + positions[c]!).toBeCloseTo(
          positions[3 * j + c]!,
          7,
        );
  });

  it('gives the root to the core, and a curl that is turned by a right angle', () => {
    expect(Array.from(core.subarray(0, 6), Math.abs)).toEqual([0, 0, 0, 0, 0, 0]);
    const o = CORE_STRIDE * 40;
    const dot = [0, 1, 2].reduce((sum, c) => sum + core[o + 3 + c]! * core[o + 6 + c]!, 0);
    expect(Math.abs(dot)).toBeLessThan(1e-9);
    expect(Math.hypot(core[o + 6]!, core[o + 7]!, core[o + 8]!)).toBeCloseTo(core[o + 9]!, 4);
  });

  it('leaves hair without a curl whole', () => {
    const whole = new Float32Array(CORE_STRIDE * points);
    divideGuide(positions, 0, points, 0, new Float64Array(3 * (points + 1)), whole);
    for (let j = 0; j < points; j++) {
      expect(whole[CORE_STRIDE * j + 9]).toBe(0);
      for (let c = 0; c < 3; c++) expect(whole[CORE_STRIDE * j + 3 + c]).toBe(0);
    }
  });
});
