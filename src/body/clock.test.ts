import { describe, expect, it } from 'vitest';
import { type Clock, clockedMotion, keyedClock } from './clock.ts';
import { headMotion } from './head-motion.ts';

const KEYS = [
  [0.5, 1],
  [1, 3],
  [1.5, 0.25],
] as const;
const CLOCKS: [string, Clock][] = [
  ['twice as fast', keyedClock(2, [])],
  ['keyed', keyedClock(1.3, KEYS)],
];
const TIMES = Array.from({ length: 50 }, (_, k) => 0.043 * k);

describe.each(CLOCKS)("hair's clock, %s", (_, clock) => {
  const now = new Float64Array(3);

  it('goes there and back, from 0', () => {
    expect(clock.hairTime(0)).toBe(0);
    for (const time of TIMES) expect(clock.animationAt(clock.hairTime(time))).toBeCloseTo(time, 12);
  });

  it('says how fast the animation goes, and how that changes', () => {
    const h = 1e-4;
    for (const time of TIMES.slice(1)) {
      const hairTime = clock.hairTime(time);
      const [before, after] = [clock.animationAt(hairTime - h), clock.animationAt(hairTime + h)];
      clock.animationAt(hairTime, now);
      expect(now[1]).toBeCloseTo((after - before) / (2 * h), 5);
      expect(now[2]).toBeCloseTo((after - 2 * now[0]! + before) / (h * h), 1);
    }
  });

  it('gives a motion the velocity and acceleration that its places have', () => {
    const motion = clockedMotion(headMotion('sway', { amplitude: 0.3, period: 0.7, cycles: 5, start: 0 }), clock);
    const h = 1e-4;
    for (const hairTime of TIMES.slice(1)) {
      const [a, b, c] = [motion.at(hairTime - h), motion.at(hairTime), motion.at(hairTime + h)];
      for (let k = 0; k < 3; k++) {
        expect(b.velocity[k]).toBeCloseTo((c.position[k]! - a.position[k]!) / (2 * h), 3);
        expect(b.acceleration[k]).toBeCloseTo((c.position[k]! - 2 * b.position[k]! + a.position[k]!) / (h * h), 0);
      }
    }
  });
});

it('a clock has the pace of its keys at them', () => {
  const clock = keyedClock(1, KEYS);
  const h = 1e-6;
  for (const [time, pace] of KEYS)
    expect((clock.hairTime(time + h) - clock.hairTime(time - h)) / (2 * h)).toBeCloseTo(pace, 4);
});
