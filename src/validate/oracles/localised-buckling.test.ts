import { describe, expect, it } from 'vitest';
import { buckledEnvelope, endsFor } from './localised-buckling.ts';

const rod = { length: 0.3, bending: 4.9e-9, twisting: 3.3e-9 };

describe('localised helical buckling', () => {
  it('is found again from the ends that make it', () => {
    for (const phi0 of [0.3, 0.8, 1.2]) {
      const ends = endsFor(rod, phi0, 12);
      const envelope = buckledEnvelope({ ...rod, ...ends });
      expect(envelope.phi0).toBeCloseTo(phi0, 9);
      expect(envelope.decay).toBeCloseTo(rod.length / 12, 9);
    }
  });

  it('takes up the slack that the envelope says', () => {
    const ends = endsFor(rod, 0.9, 20);
    const { phi0, at } = buckledEnvelope({ ...rod, ...ends });
    let sum = 0;
    const n = 20000;
    for (let i = 0; i < n; i++) {
      const s = ((i + 0.5) / n - 0.5) * rod.length;
      sum += ((1 - Math.cos(phi0)) * (1 - at(s)) * rod.length) / n;
    }
    expect(sum / ends.slack).toBeCloseTo(1, 4);
  });

  it('has φ that obeys the pendulum equation of the twisted rod', () => {
    // α²φ'² = 2αT (1 − cos φ) − M² (1 − cos φ)²/sin²φ with T = M²/(2α(1 + cos φ₀)).
    const { phi0, moment, at, decay } = buckledEnvelope({ ...rod, ...endsFor(rod, 1, 12) });
    const phi = (s: number): number => Math.acos(Math.cos(phi0) + (1 - Math.cos(phi0)) * at(s));
    const tension = (moment * moment) / (2 * rod.bending * (1 + Math.cos(phi0)));
    for (const s of [0.3 * decay, decay, 2 * decay]) {
      const h = 1e-5 * decay;
      const rate = (phi(s + h) - phi(s - h)) / (2 * h);
      const c = Math.cos(phi(s));
      const right = 2 * rod.bending * tension * (1 - c) - (moment * moment * (1 - c)) / (1 + c);
      expect((rod.bending * rate) ** 2 / right).toBeCloseTo(1, 5);
    }
  });
});
