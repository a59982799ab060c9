import { describe, expect, it } from 'vitest';
import { sectionOf } from './section.ts';

const hair = (radius: number, ellipticity: number, youngsModulus: number) =>
  sectionOf({ radius, ellipticity, density: 1300, youngsModulus, poissonRatio: 0.48 });

describe('sections of published hair', () => {
  it.each([
    ['Asian smooth', 50e-6, 1, 1e9, 4.909e-9, 4.909e-9, 3.317e-9, 1.021e-5],
    ['Caucasian wavy', 35e-6, 1.1, 2e9, 2.143e-9, 2.593e-9, 1.585e-9, 5.003e-6],
    ['Caucasian curly', 50e-6, 1.1, 1.5e9, 6.694e-9, 8.099e-9, 4.953e-9, 1.021e-5],
    ['African fuzzy', 50e-6, 1.2, 0.5e9, 2.045e-9, 2.945e-9, 1.631e-9, 1.021e-5],
  ])('%s', (_name, radius, ellipticity, modulus, soft, stiff, twist, density) => {
    const section = hair(radius, ellipticity, modulus);
    expect(section.soft / soft).toBeCloseTo(1, 3);
    expect(section.stiff / stiff).toBeCloseTo(1, 3);
    expect(section.twist / twist).toBeCloseTo(1, 3);
    expect(section.linearDensity / density).toBeCloseTo(1, 3);
  });

  it('scale with the fourth power, mass with the second', () => {
    const whole = hair(50e-6, 1.3, 1e9);
    const fibre = { radius: 50e-6, ellipticity: 1.3, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
    const half = sectionOf(fibre, 0.5);
    for (const field of ['stiff', 'soft', 'twist'] as const) expect(whole[field] / half[field]).toBeCloseTo(16, 9);
    expect(whole.linearDensity / half.linearDensity).toBeCloseTo(4, 9);
  });
});
