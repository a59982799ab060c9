import { describe, expect, it } from 'vitest';
import { shaking } from './shaking.ts';

describe('a shaken root', () => {
  const options = { g: 5, frequency: 3, direction: [1, 0, 0], start: 0, end: 2 } as const;

  it('has velocities that are the rate of its places, and the acceleration asked for', () => {
    const motion = shaking(options);
    const h = 1e-5;
    let most = 0;
    for (let t = 0.01; t < 2; t += 0.013) {
      const rate = (motion(t + h).position[0] - motion(t - h).position[0]) / (2 * h);
      expect(motion(t).velocity[0]).toBeCloseTo(rate, 5);
      if (t > 0.4 && t < 1.6)
        most = Math.max(most, Math.abs(motion(t + h).velocity[0] - motion(t - h).velocity[0]) / (2 * h));
    }
    expect(most / 9.81).toBeGreaterThan(4.9);
    expect(most / 9.81).toBeLessThan(5.01);
    expect(motion(3).velocity).toEqual([0, 0, 0]);
  });

  it('stops at full speed where it is abrupt', () => {
    const motion = shaking({ ...options, isAbrupt: true });
    expect(Math.abs(motion(1.9999).velocity[0])).toBeGreaterThan(2.5);
    expect(motion(2.0001).velocity[0]).toBe(0);
    expect(motion(2.5).position[0]).toBeCloseTo(motion(1.99999).position[0], 4);
  });
});
