import { describe, expect, it } from 'vitest';
import { conjugate, logMap, multiply, rotate } from '../numeric/rotation.ts';
import { add, distance, length, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { HEAD_MOTIONS, type HeadMotionName, headMotion } from './head-motion.ts';
import { AT_REST } from './motion.ts';

const names = Object.keys(HEAD_MOTIONS) as HeadMotionName[];
const RATES = ['velocity', 'angularVelocity', 'acceleration', 'angularAcceleration'] as const;

describe('head motions', () => {
  it.each(names)('%s states its own derivatives and begins and ends at rest', (name) => {
    const motion = headMotion(name, { start: 0.5, cycles: 2.3, pivot: [0.02, -0.1, 0.03] });
    const end = 0.5 + 2.3 * HEAD_MOTIONS[name].period;
    const h = 1e-5;
    for (let t = 0.4; t < end + 0.2; t += 0.0173) {
      const [a, b, c] = [motion.at(t - h), motion.at(t), motion.at(t + h)];
      const slope = (key: 'position' | 'velocity' | 'angularVelocity'): Vec3 =>
        scale(subtract(c[key], a[key]), 1 / (2 * h));
      expect(distance(slope('position'), b.velocity)).toBeLessThan(1e-6);
      expect(distance(slope('velocity'), b.acceleration)).toBeLessThan(1e-5);
      expect(distance(slope('angularVelocity'), b.angularAcceleration)).toBeLessThan(2e-4);
      const turned = scale(logMap(multiply(c.orientation, conjugate(a.orientation))), 1 / (2 * h));
      expect(distance(turned, b.angularVelocity)).toBeLessThan(1e-6);
    }
    expect(motion.at(0.5)).toEqual(AT_REST);
    expect(motion.at(end + 1e-9)).toEqual(AT_REST);
    for (const t of [0.5 + 1e-9, end - 1e-9])
      for (const rate of RATES) expect(length(motion.at(t)[rate])).toBeLessThan(1e-4);
  });

  it.each(names.filter((name) => HEAD_MOTIONS[name].moves === false))('%s keeps the pivot where it is', (name) => {
    const pivot: Vec3 = [0.1, -0.2, 0.3];
    const motion = headMotion(name, { pivot });
    for (let t = 0; t < 3; t += 0.1) {
      const { position, orientation } = motion.at(t);
      expect(distance(add(position, rotate(orientation, pivot)), pivot)).toBeLessThan(1e-15);
    }
  });

  it('swings to the asked amplitude, at the asked pace, for ever if asked', () => {
    const shake = headMotion('shake', { amplitude: 0.5, period: 2, ramp: 0.2, cycles: Number.POSITIVE_INFINITY });
    expect(distance(logMap(shake.at(4.5).orientation), [0, 0.5, 0])).toBeLessThan(1e-12);
    expect(distance(logMap(shake.at(101.5).orientation), [0, -0.5, 0])).toBeLessThan(1e-10);
    const turn = headMotion('turn', { amplitude: 0.8 });
    expect(distance(logMap(turn.at(1).orientation), [0, 0.8, 0])).toBeLessThan(1e-12);
    expect(distance(turn.at(1).angularVelocity, [0, 0, 0])).toBe(0);
    expect(headMotion('bounce', { period: 1, ramp: 0.1 }).at(0.25).position[1]).toBeCloseTo(0.04, 12);
  });

  it('faces the way the names say: the nose is at +z, its right ear at -x', () => {
    const nose: Vec3 = [0, 0, 0.1];
    const early = { cycles: 1, ramp: 0.05 };
    const at = (name: HeadMotionName): Vec3 => {
      const motion = headMotion(name, early);
      return rotate(motion.at(HEAD_MOTIONS[name].period / 4).orientation, nose);
    };
    expect(at('nod')[1]).toBeLessThan(-0.01);
    expect(Math.abs(at('shake')[0])).toBeGreaterThan(0.01);
    expect(at('tilt')).toEqual(nose);
  });

  it('refuses what is not there', () => {
    expect(() => headMotion('dance' as HeadMotionName)).toThrow(
      /no head motion called "dance"; there are still, shake/,
    );
    expect(() => headMotion('nod', { period: 0 })).toThrow(/above zero/);
  });
});
