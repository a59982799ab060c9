import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import {
  ALTITUDE_COUNT,
  type Measure,
  makeMeasure,
  measureAltitude,
  measureAngles,
  measureHinge,
  measureLength,
  shortestAltitude,
} from './measures.ts';
import { carryAxes } from './shape.ts';

const SEED = 11;
const POINTS = Int32Array.of(0, 1, 2, 3);

const randomPoints = (random: Random, spread: number): Float64Array =>
  Float64Array.from({ length: 12 }, (_, c) => (c % 3 === 0 ? Math.floor(c / 3) : 0) + spread * random.between(-1, 1));

/** Largest difference of a gradient from central differences. */
function gradientError(x: Float64Array, points: number, measure: (x: Float64Array, out: Measure) => void): number {
  const [here, low, high] = [makeMeasure(), makeMeasure(), makeMeasure()];
  measure(x, here);
  let worst = 0;
  for (let c = 0; c < 3 * points; c++) {
    const [a, b] = [x.slice(), x.slice()];
    a[c] = a[c]! - 1e-6;
    b[c] = b[c]! + 1e-6;
    measure(a, low);
    measure(b, high);
    worst = Math.max(worst, Math.abs((high.value - low.value) / 2e-6 - here.gradient[c]!));
  }
  return worst;
}

/** Both angles of a joint, its axes following the first edge as it moves from `x0`: without twisting. */
function angles(x0: Float64Array, which: number): (x: Float64Array, out: Measure) => void {
  const edge = (x: Float64Array): number[] => [0, 1, 2].map((c) => x[3 + c]! - x[c]!);
  const start = new Float64Array([...[0, 0, 0], ...edge(x0)]);
  const u0 = new Float64Array([0.1, 0.9, 0.3, 0, 0, 0]);
  carryAxes(start, 0, 2, u0);
  return (x, out) => {
    const [p, q] = [edge(x0), edge(x)];
    const path = Float64Array.from([0, 0, 0, ...p, p[0]! + q[0]!, p[1]! + q[1]!, p[2]! + q[2]!]);
    const u = new Float64Array(9);
    u.set(u0.subarray(0, 3));
    carryAxes(path, 0, 3, u);
    const both = [makeMeasure(), makeMeasure()] as const;
    measureAngles(x, 0, 1, 2, u[3]!, u[4]!, u[5]!, both[0], both[1]);
    out.value = both[which]!.value;
    out.gradient.set(both[which]!.gradient);
  };
}

describe(`what springs measure (seed ${SEED})`, () => {
  const random = new Random(SEED);

  it.each([0.8, 0.3, 1e-2, 1e-4, 0])('has the gradients that differences have, bent by about %f', (spread) => {
    for (let n = 0; n < 6; n++) {
      const x = randomPoints(random, spread);
      expect(gradientError(x, 2, (y, out) => measureLength(y, 0, 1, out))).toBeLessThan(1e-8);
      for (const which of [0, 1]) expect(gradientError(x, 3, angles(x, which))).toBeLessThan(2e-8);
    }
  });

  it('has the gradients of hinges and of all seven altitudes', () => {
    for (let n = 0; n < 8; n++) {
      const x = Float64Array.from({ length: 12 }, () => random.between(-1, 1));
      expect(gradientError(x, 4, (y, out) => measureHinge(y, 0, 1, 2, 3, out))).toBeLessThan(1e-6);
      for (let which = 0; which < ALTITUDE_COUNT; which++) {
        const measured = makeMeasure();
        measureAltitude(x, POINTS, 0, which, measured);
        if (Math.abs(measured.value) < 0.02) continue;
        expect(gradientError(x, 4, (y, out) => measureAltitude(y, POINTS, 0, which, out))).toBeLessThan(1e-5);
      }
    }
  });

  it('pushes no momentum out of nothing; angles hand a couple about the first edge to the root, by a closed form', () => {
    for (let n = 0; n < 10; n++) {
      const x = randomPoints(random, 0.5);
      const [first, second] = [makeMeasure(), makeMeasure()];
      angles(x, 0)(x, first);
      angles(x, 1)(x, second);
      const rest = [random.between(-1, 1), random.between(-1, 1)] as const;
      const torque = [0, 0, 0];
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let p = 0; p < 3; p++) sum += first.gradient[3 * p + c]!;
        expect(Math.abs(sum)).toBeLessThan(1e-12);
      }
      for (let p = 0; p < 3; p++) {
        const f = [0, 1, 2].map(
          (c) =>
            -(first.value - rest[0]) * first.gradient[3 * p + c]! -
            (second.value - rest[1]) * second.gradient[3 * p + c]!,
        );
        for (let c = 0; c < 3; c++) {
          const [d, e] = [(c + 1) % 3, (c + 2) % 3];
          torque[c] = torque[c]! + x[3 * p + d]! * f[e]! - x[3 * p + e]! * f[d]!;
        }
      }
      const t = [0, 1, 2].map((c) => x[3 + c]! - x[c]!);
      const length = Math.sqrt(t[0]! ** 2 + t[1]! ** 2 + t[2]! ** 2);
      const couple = first.value * rest[1] - second.value * rest[0];
      for (let c = 0; c < 3; c++) expect(Math.abs(torque[c]! - (couple * t[c]!) / length)).toBeLessThan(1e-10);
    }
  });

  it('conserves both momenta with altitudes, and takes the shortest of the seven', () => {
    for (let n = 0; n < 10; n++) {
      const x = Float64Array.from({ length: 12 }, () => random.between(-1, 1));
      const which = shortestAltitude(x, POINTS, 0);
      const heights = Array.from({ length: ALTITUDE_COUNT }, (_, i) => {
        const measure = makeMeasure();
        measureAltitude(x, POINTS, 0, i, measure);
        return measure;
      });
      const { gradient, value } = heights[which]!;
      for (const { value: other } of heights) expect(Math.abs(other)).toBeGreaterThan(Math.abs(value) - 1e-12);
      for (let c = 0; c < 3; c++) {
        const [d, e] = [(c + 1) % 3, (c + 2) % 3];
        let [sum, torque] = [0, 0];
        for (let p = 0; p < 4; p++) {
          sum += gradient[3 * p + c]!;
          torque += x[3 * p + d]! * gradient[3 * p + e]! - x[3 * p + e]! * gradient[3 * p + d]!;
        }
        expect(Math.abs(sum)).toBeLessThan(1e-12);
        expect(Math.abs(torque)).toBeLessThan(1e-11);
      }
    }
  });
});
