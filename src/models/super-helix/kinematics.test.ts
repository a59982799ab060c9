import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { placeSystem, writePlaceAt } from './kinematics.ts';
import { STUMPFF, writeStumpff } from './stumpff.ts';
import { makeSystem } from './system.ts';

/** r' = n0, n_i' = Ω × n_i by classic Runge–Kutta: frame by rows, then place. */
function integrate(start: number[], w: readonly number[], length: number, steps: number): number[] {
  const slope = (y: readonly number[]): number[] => {
    const n = [0, 1, 2].map((i) => [y[i]!, y[3 + i]!, y[6 + i]!]);
    const omega = [0, 1, 2].map((c) => w[0]! * n[0]![c]! + w[1]! * n[1]![c]! + w[2]! * n[2]![c]!);
    const out = new Array<number>(12).fill(0);
    for (let i = 0; i < 3; i++) {
      const a = n[i]!;
      out[i] = omega[1]! * a[2]! - omega[2]! * a[1]!;
      out[3 + i] = omega[2]! * a[0]! - omega[0]! * a[2]!;
      out[6 + i] = omega[0]! * a[1]! - omega[1]! * a[0]!;
    }
    for (let c = 0; c < 3; c++) out[9 + c] = n[0]![c]!;
    return out;
  };
  let y = start;
  const h = length / steps;
  for (let n = 0; n < steps; n++) {
    const k1 = slope(y);
    const k2 = slope(y.map((v, i) => v + 0.5 * h * k1[i]!));
    const k3 = slope(y.map((v, i) => v + 0.5 * h * k2[i]!));
    const k4 = slope(y.map((v, i) => v + h * k3[i]!));
    y = y.map((v, i) => v + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!));
  }
  return y;
}

describe('the closed-form shape', () => {
  const seed = 21;
  it(`is the integral of its differential equation to 1e-12 (seed ${seed})`, () => {
    const random = new Random(seed);
    // Straight, twisted only, an arc, almost straight, a coil, several turns.
    const kinds = [
      [0, 0, 0],
      [90, 0, 0],
      [0, 60, 0],
      [3e-8, 4e-8, 5e-8],
      [22, 164, 0],
      [450, 283, 100],
    ];
    const system = makeSystem(kinds.length, 0);
    kinds.forEach((w, e) => {
      system.w.set(w, 3 * e);
      system.length[e] = random.between(0.01, 0.03);
    });
    system.frame.set([0, 0, 1, 1, 0, 0, 0, 1, 0]);
    system.start.set([0.1, 0.2, 0.3]);
    system.head.fill(-1);
    placeSystem(system);
    let y = [0, 0, 1, 1, 0, 0, 0, 1, 0, 0.1, 0.2, 0.3];
    kinds.forEach((w, e) => {
      const half = integrate(y, w, 0.5 * system.length[e]!, 3000);
      const middle = new Float64Array(3);
      writePlaceAt(system, e, 0.5 * system.length[e]!, middle, 0, system.scratch.stumpff);
      half.slice(9).forEach((value, i) => {
        expect(Math.abs(middle[i]! - value), `middle of element ${e}, ${i}`).toBeLessThan(1e-12);
      });
      y = integrate(half, w, 0.5 * system.length[e]!, 3000);
      for (let i = 0; i < 9; i++) expect(Math.abs(system.frame[9 * (e + 1) + i]! - y[i]!)).toBeLessThan(1e-12);
      for (let i = 0; i < 3; i++) expect(Math.abs(system.start[3 * (e + 1) + i]! - y[9 + i]!)).toBeLessThan(1e-12);
    });
  });

  it('has one formula across the change from series to sine and cosine', () => {
    const [below, above] = [new Float64Array(STUMPFF), new Float64Array(STUMPFF)];
    writeStumpff(9 - 1e-13, below, 0);
    writeStumpff(9 + 1e-13, above, 0);
    for (let n = 0; n < STUMPFF; n++) expect(Math.abs(below[n]! / above[n]! - 1)).toBeLessThan(1e-12);
    for (const a of [1e-9, 0.3, 2.9, 3.1, 40]) {
      writeStumpff(a * a, below, 0);
      expect(Math.abs(below[0]! - Math.cos(a))).toBeLessThan(1e-14);
      expect(Math.abs(below[1]! - Math.sin(a) / a)).toBeLessThan(1e-15);
    }
  });
});
