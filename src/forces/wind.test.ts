import { describe, expect, it } from 'vitest';
import { completeParameters } from '../numeric/parameters.ts';
import { Random } from '../numeric/random.ts';
import { Air, airParameters } from './air.ts';
import { Wind, windParameters } from './wind.ts';

const windOf = (more: object): Wind => new Wind(completeParameters(windParameters, { speed: 2, ...more }), 7);

describe('wind (seed 7)', () => {
  it('is still without speed, steady without gusts, and the same at the same place and time', () => {
    expect(windOf({ speed: 0, gusts: 1 }).at(1, 2, 3, 4)).toEqual([0, 0, 0]);
    expect(windOf({ gusts: 0, direction: [0, 0, 3] }).at(1, 2, 3, 4)).toEqual([0, 0, 2]);
    expect(windOf({}).at(0.1, 0.2, 0.3, 1.7)).toEqual(windOf({}).at(0.1, 0.2, 0.3, 1.7));
  });

  it('has no divergence', () => {
    const wind = windOf({ gusts: 1, octaves: 3 });
    const random = new Random(7);
    const e = 1e-5;
    for (let n = 0; n < 50; n++) {
      const [x, y, z, t] = [random.unit(), random.unit(), random.unit(), 3 * random.unit()];
      const dx = (wind.at(x + e, y, z, t)[0] - wind.at(x - e, y, z, t)[0]) / (2 * e);
      const dy = (wind.at(x, y + e, z, t)[1] - wind.at(x, y - e, z, t)[1]) / (2 * e);
      const dz = (wind.at(x, y, z + e, t)[2] - wind.at(x, y, z - e, t)[2]) / (2 * e);
      expect(Math.abs(dx + dy + dz)).toBeLessThan(1e-6 * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + 1));
    }
  });

  it('has gusts of the asked strength, each octave weaker by the gain', () => {
    const rms = (octaves: number): number => {
      const wind = windOf({ gusts: 0.5, octaves });
      const random = new Random(3);
      let sum = 0;
      const count = 4000;
      for (let n = 0; n < count; n++) {
        const v = wind.at(40 * random.unit(), 40 * random.unit(), 40 * random.unit(), 40 * random.unit());
        sum += ((v[0] - 2) ** 2 + v[1] ** 2 + v[2] ** 2) / 3;
      }
      return Math.sqrt(sum / count);
    };
    expect(rms(1)).toBeGreaterThan(0.9);
    expect(rms(1)).toBeLessThan(1.1);
    // Independent octaves add their squares: 1 + 1/4 + 1/16.
    expect(rms(3) / rms(1)).toBeGreaterThan(0.97 * Math.sqrt(1.3125));
    expect(rms(3) / rms(1)).toBeLessThan(1.03 * Math.sqrt(1.3125));
  });
});

describe('air', () => {
  const samplePoints = {
    count: 1,
    position: new Float64Array(3),
    velocity: new Float64Array(3),
    tangent: new Float64Array([0, 1, 0]),
    length: new Float64Array([0.01]),
    fraction: new Float64Array([0.5]),
  };
  it('drags more across a strand than along it, in proportion to the relative velocity', () => {
    const loads = { force: new Float64Array(3), damping: new Float64Array(6) };
    const air = new Air(
      completeParameters(airParameters, { drag: 2e-5, alongRatio: 0.25, wind: { speed: 3, gusts: 0 } }),
      1,
    );
    air.apply(samplePoints, 0, loads);
    expect(loads.damping[0]).toBeCloseTo(2e-7, 15);
    expect(loads.damping[3]).toBeCloseTo(0.5e-7, 15);
    expect(loads.force[0]).toBeCloseTo(6e-7, 15);
    expect(loads.force[1]).toBeCloseTo(0, 15);
  });
  it('in still air only brakes', () => {
    const loads = { force: new Float64Array(3), damping: new Float64Array(6) };
    new Air(completeParameters(airParameters), 1).apply(samplePoints, 0, loads);
    expect([...loads.force]).toEqual([0, 0, 0]);
  });
  it('drags as the curve along the hair and the hair around say', () => {
    const drag = (more: object, density = 0): number => {
      const loads = { force: new Float64Array(3), damping: new Float64Array(6) };
      const air = new Air(completeParameters(airParameters, { drag: 2e-5, ...more }), 1, { densityAt: () => density });
      air.apply(samplePoints, 0, loads);
      return loads.damping[0]!;
    };
    const along = [
      [0, 1],
      [0.5, 3],
    ];
    expect(drag({ along })).toBeCloseTo(3 * drag({}), 15);
    expect(drag({ shelter: 2 }, 2)).toBeCloseTo(0.5 * drag({}), 15);
    expect(drag({}, 2)).toBe(drag({}));
    expect(() => completeParameters(airParameters, { along: [...along].reverse() })).toThrow(/sorted/);
  });

  it('refuses a wind without direction', () => {
    expect(() => completeParameters(windParameters, { direction: [0, 0, 0] })).toThrow(/blows somewhere/);
  });
});
