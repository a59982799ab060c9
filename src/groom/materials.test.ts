import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../strands/input-error.ts';
import {
  DRAG_RANGE,
  helixCurvature,
  helixOf,
  INTERNAL_FRICTION_RANGE,
  MATERIAL_NAMES,
  MATERIALS,
  material,
  naturalCurvature,
  naturalTwist,
  sectionStiffness,
  semiAxes,
} from './materials.ts';

const SEED = 20241;

describe('hair materials', () => {
  it.each([
    ['asian-smooth', 4.909e-9, 4.909e-9, 3.317e-9, 1.021e-5],
    ['caucasian-wavy', 2.143e-9, 2.593e-9, 1.585e-9, 5.003e-6],
    ['caucasian-curly', 6.694e-9, 8.099e-9, 4.953e-9, 1.021e-5],
    ['african-fuzzy', 2.045e-9, 2.945e-9, 1.631e-9, 1.021e-5],
  ] as const)('%s has the published stiffness and mass', (name, soft, stiff, torsion, mass) => {
    const section = sectionStiffness(MATERIALS[name]);
    expect(section.softBend / soft).toBeCloseTo(1, 3);
    expect(section.stiffBend / stiff).toBeCloseTo(1, 3);
    expect(section.torsion / torsion).toBeCloseTo(1, 3);
    expect(section.lineDensity / mass).toBeCloseTo(1, 3);
  });

  it.each([
    ['asian-smooth', 0, 0],
    ['caucasian-wavy', 99.4, 7.9],
    ['caucasian-curly', 163.8, 21.7],
    ['african-fuzzy', 283, 450],
  ] as const)('%s has the exact natural curvature and twist', (name, curvature, twist) => {
    expect(Math.abs(naturalCurvature(MATERIALS[name]) - curvature)).toBeLessThan(0.5);
    expect(Math.abs(naturalTwist(MATERIALS[name]) - twist)).toBeLessThan(0.5);
  });

  it(`helix -> curvature and twist -> helix is the identity (seed ${SEED})`, () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-4, max: 0.05, noNaN: true }),
        fc.double({ min: 1e-4, max: 0.1, noNaN: true }),
        (radius, step) => {
          const { curvature, twist } = helixCurvature(radius, step);
          const back = helixOf(curvature, twist);
          expect(back.radius / radius).toBeCloseTo(1, 12);
          expect(back.step / step).toBeCloseTo(1, 12);
        },
      ),
      { seed: SEED },
    );
  });

  it('keeps the area of the round section and the ratio of the axes', () => {
    for (const name of MATERIAL_NAMES) {
      const m = material(name);
      const { major, minor } = semiAxes(m);
      expect((major * minor) / (m.radius * m.radius)).toBeCloseTo(1, 12);
      expect(major / minor).toBeCloseTo(m.ellipticity, 12);
    }
  });

  it('keeps friction and drag in the published ranges', () => {
    for (const m of Object.values(MATERIALS)) {
      expect(m.internalFriction).toBeGreaterThanOrEqual(INTERNAL_FRICTION_RANGE[0]);
      expect(m.internalFriction).toBeLessThanOrEqual(INTERNAL_FRICTION_RANGE[1]);
      expect(m.drag).toBeGreaterThanOrEqual(DRAG_RANGE[0]);
      expect(m.drag).toBeLessThanOrEqual(DRAG_RANGE[1]);
    }
  });

  it('names the materials there are when asked for another', () => {
    expect(() => material('horse')).toThrow(InputError);
    expect(() => material('horse')).toThrow(/asian-smooth/);
  });
});
