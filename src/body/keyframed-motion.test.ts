import { describe, expect, it } from 'vitest';
import { Random } from '../numeric/random.ts';
import { conjugate, fromAxisAngle, logMap, multiply, type Quat, rotate } from '../numeric/rotation.ts';
import { distance, length, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import { keyframedMotion, type MotionKey } from './keyframed-motion.ts';
import type { RigidMotion, RigidState } from './motion.ts';

const seed = 20261129;

function randomVector(random: Random, size: number): Vec3 {
  return [random.between(-size, size), random.between(-size, size), random.between(-size, size)];
}

/** Keys at uneven times, with turns of up to two radians between them. */
function randomKeys(random: Random, count: number): MotionKey[] {
  let time = -0.7;
  let orientation: Quat = fromAxisAngle(randomVector(random, 1), random.between(0, 3));
  return Array.from({ length: count }, () => {
    time += random.between(0.1, 0.6);
    orientation = multiply(orientation, fromAxisAngle(randomVector(random, 1), random.between(0, 2)));
    return { time, position: randomVector(random, 0.3), orientation };
  });
}

const angleBetween = (a: Quat, b: Quat): number => length(logMap(multiply(conjugate(a), b)));
const RATES = ['velocity', 'angularVelocity', 'acceleration', 'angularAcceleration'] as const;

/** World angular velocity from three orientations: how R changes seen from outside, (dR/dt) Rᵀ. */
function spin(motion: RigidMotion, time: number, h: number): Vec3 {
  const turned = multiply(motion.at(time + h).orientation, conjugate(motion.at(time - h).orientation));
  return scale(logMap(turned), 1 / (2 * h));
}

describe(`keyframed motion (seed ${seed})`, () => {
  const keys = randomKeys(new Random(seed), 9);
  const motion = keyframedMotion(keys);
  const begin = keys[0]!.time;
  const end = keys[8]!.time;

  it('reaches every key exactly', () => {
    for (const key of keys) {
      const state = motion.at(key.time);
      expect(state.position).toEqual(key.position);
      expect(angleBetween(state.orientation, key.orientation)).toBeLessThan(1e-15);
    }
  });

  it('states the derivatives of its own positions and orientations, in world axes', () => {
    const random = new Random(seed + 1);
    const h = 1e-5;
    for (let i = 0; i < 200; i++) {
      const t = random.between(begin - 0.1, end + 0.1);
      // A join inside the difference would see the jump of the third derivative.
      if (keys.some((key) => Math.abs(key.time - t) < 2 * h)) continue;
      const [a, b, c] = [motion.at(t - h), motion.at(t), motion.at(t + h)];
      const slope = (key: 'position' | 'velocity' | 'angularVelocity'): Vec3 =>
        scale(subtract(c[key], a[key]), 1 / (2 * h));
      expect(distance(slope('position'), b.velocity)).toBeLessThan(1e-6);
      expect(distance(slope('velocity'), b.acceleration)).toBeLessThan(1e-6 * (1 + length(b.acceleration)));
      expect(distance(spin(motion, t, h), b.angularVelocity)).toBeLessThan(1e-6);
      expect(distance(slope('angularVelocity'), b.angularAcceleration)).toBeLessThan(
        1e-6 * (1 + length(b.angularAcceleration)),
      );
    }
  });

  it('has continuous velocity and acceleration at every key, the first and the last included', () => {
    for (const key of keys) {
      const [before, after] = [motion.at(key.time - 1e-10), motion.at(key.time + 1e-10)];
      for (const rate of RATES)
        expect(distance(before[rate], after[rate])).toBeLessThan(1e-6 * (1 + length(before[rate])));
    }
  });

  it('rests before the first and after the last key', () => {
    for (const [time, key] of [
      [begin - 3, keys[0]!],
      [begin, keys[0]!],
      [end, keys[8]!],
      [end + 3, keys[8]!],
    ] as const) {
      const state = motion.at(time);
      expect(state.position).toEqual(key.position);
      for (const rate of RATES) expect(state[rate]).toEqual([0, 0, 0]);
    }
    const single = keyframedMotion([keys[4]!]).at(12);
    expect(single.position).toEqual(keys[4]!.position);
    expect(single.angularVelocity).toEqual([0, 0, 0]);
  });

  it('reproduces steady rotation and parabolas away from the ends, at uneven times', () => {
    const random = new Random(seed + 2);
    let time = 0;
    const axis: Vec3 = [2 / 3, -1 / 3, 2 / 3];
    const path = (t: number): Vec3 => [0.2 * t - 0.3 * t * t, 1 + t, 0.5 * t * t];
    const even = Array.from({ length: 12 }, () => {
      time += random.between(0.1, 0.5);
      return { time, position: path(time), orientation: fromAxisAngle(axis, 2.5 * time) };
    });
    const steady = keyframedMotion(even);
    for (let i = 0; i < 100; i++) {
      const t = random.between(even[1]!.time, even[10]!.time);
      const state = steady.at(t);
      expect(distance(state.position, path(t))).toBeLessThan(1e-12);
      expect(distance(state.acceleration, [-0.6, 0, 1])).toBeLessThan(1e-9);
      expect(distance(state.angularVelocity, scale(axis, 2.5))).toBeLessThan(1e-11);
      expect(length(state.angularAcceleration)).toBeLessThan(1e-9);
      expect(angleBetween(state.orientation, fromAxisAngle(axis, 2.5 * t))).toBeLessThan(1e-12);
    }
  });

  it('does not care when time begins nor where the world is', () => {
    const q = fromAxisAngle([1, 2, 3], 1.1);
    const moved = keyframedMotion(
      keys.map((key) => ({
        time: key.time + 64,
        position: rotate(q, key.position),
        // The other quaternion of the same rotation, now and then.
        orientation: scaleQuat(multiply(q, key.orientation), key.time > 0.5 ? -1 : 1),
      })),
    );
    for (let t = begin; t < end; t += 0.037) {
      const [a, b]: RigidState[] = [motion.at(t), moved.at(t + 64)];
      expect(angleBetween(multiply(q, a!.orientation), b!.orientation)).toBeLessThan(1e-11);
      for (const rate of RATES)
        expect(distance(rotate(q, a![rate]), b![rate])).toBeLessThan(1e-9 * (1 + length(b![rate])));
    }
  });

  it('a key moves only the two intervals to either side', () => {
    const changed = keyframedMotion(keys.map((key, i) => (i === 6 ? { ...key, position: [9, 9, 9] as Vec3 } : key)));
    for (let t = begin; t < keys[4]!.time; t += 0.01) expect(changed.at(t)).toEqual(motion.at(t));
    expect(changed.at(keys[4]!.time + 0.05).position).not.toEqual(motion.at(keys[4]!.time + 0.05).position);
  });

  it('refuses keys that make no path', () => {
    expect(() => keyframedMotion([])).toThrow(/at least one key/);
    expect(() => keyframedMotion([keys[1]!, keys[0]!])).toThrow(/Key 1 of the motion is at .* sort the keys/);
    expect(() => keyframedMotion([{ ...keys[0]!, orientation: [0, 0, 0, 0] }])).toThrow(/Key 0/);
    expect(() => keyframedMotion([{ ...keys[0]!, position: [0, Number.NaN, 0] }])).toThrow(/finite/);
  });
});

function scaleQuat(q: Quat, s: number): Quat {
  return [q[0] * s, q[1] * s, q[2] * s, q[3] * s];
}
