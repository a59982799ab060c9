import { describe, expect, it } from 'vitest';
import { breathing } from './scaling.ts';

const out = new Float64Array(2);
const at = (scaling: ReturnType<typeof breathing>, time: number): readonly [size: number, rate: number] => {
  scaling.at(time, out);
  return [out[0]!, out[1]!];
};

describe('breathing', () => {
  const ball = breathing({ factor: 2, amplitude: 0.5, period: 0.7, start: 0.2, ramp: 0.3, end: 3 });

  it('is at rest before it starts and after its end', () => {
    for (const time of [0, 0.1, 0.2, 3, 4, 100]) expect(at(ball, time)).toEqual([2, 0]);
  });

  it('breathes fully in between', () => {
    const sizes = Array.from({ length: 1000 }, (_, i) => at(ball, 0.5 + 0.0022 * i)[0]);
    expect(Math.max(...sizes)).toBeCloseTo(3, 4);
    expect(Math.min(...sizes)).toBeCloseTo(1, 4);
  });

  it('says the rate at which its size changes, at every time', () => {
    const h = 1e-6;
    for (let time = 0.05; time < 3.3; time += 0.0371) {
      const slope = (at(ball, time + h)[0] - at(ball, time - h)[0]) / (2 * h);
      expect(at(ball, time)[1]).toBeCloseTo(slope, 4);
    }
  });

  it('never ends where no end is given', () => {
    const endless = breathing({ amplitude: 0.5, period: 1 });
    expect(at(endless, 1000.25)[0]).toBeCloseTo(1.5, 6);
  });
});
