import { describe, expect, it } from 'vitest';
import { factorCholesky, solveCholesky } from '../../numeric/cholesky.ts';
import { Random } from '../../numeric/random.ts';
import { expMap, multiply, type Quat, writeMatrix } from '../../numeric/rotation.ts';
import { addScaled, cross, dot, type Vec3 } from '../../numeric/vector.ts';
import { assemble } from './assemble.ts';
import { writeBias } from './bias.ts';
import { placeSystem } from './kinematics.ts';
import { addPoint, clearPoints, type HelixSystem, makeSystem } from './system.ts';

const STILL = {
  velocity: [0, 0, 0],
  spin: [0, 0, 0],
  acceleration: [0, 0, 0],
  angularAcceleration: [0, 0, 0],
} as const;

/** Eight Gauss points an element, as the test of the energy needs them; turns stay below one radian. */
const GAUSS_8 = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
] as const;

function curl(elements: number, length: number): { system: HelixSystem; mass: number[] } {
  const system = makeSystem(elements, 8 * elements);
  system.frame.set([0, 0, 1, -1, 0, 0, 0, -1, 0]);
  system.head.fill(-1);
  const mass: number[] = [];
  clearPoints(system);
  for (let e = 0; e < elements; e++) {
    system.length[e] = length / elements;
    system.rest.set([15, 60 - e, 0], 3 * e);
    system.stiffness.set(
      [3.3e-9, 4.9e-9, 5.9e-9].map((k) => (k * length) / elements),
      3 * e,
    );
    for (const [x, weight] of GAUSS_8)
      for (const side of [-1, 1]) {
        addPoint(system, e, 0.5 * (1 + side * x) * system.length[e]!);
        mass.push((0.5 * weight * 1.02e-5 * length) / elements);
      }
  }
  return { system, mass };
}

describe('velocities and accelerations at steady rates', () => {
  const seed = 31;
  it(`are the differences of places and of velocities in time, to 1e-8 (seed ${seed})`, () => {
    const random = new Random(seed);
    const { system } = curl(4, 0.1);
    const rate = Float64Array.from({ length: 12 }, () => random.between(-300, 300));
    const [v0, a0, w0, b0] = [0, 1, 2, 3].map(() => [0, 1, 2].map(() => random.between(-3, 3))) as unknown as Vec3[];
    const w = system.rest.map((value) => value + random.between(-20, 20));
    const turn: Quat = expMap([0.3, -0.2, 0.5]);
    // Orientation with spin ω and angular acceleration α at t = 0: exp(ω t + α t²/2) to second order in t.
    const at = (t: number): Float64Array => {
      const half = 0.5 * t * t;
      system.start.set([0, 1, 2].map((c) => v0![c]! * t + a0![c]! * half));
      const phi = [0, 1, 2].map((c) => w0![c]! * t + b0![c]! * half) as unknown as Vec3;
      writeMatrix(multiply(expMap(phi), turn), system.frame);
      for (let i = 0; i < 12; i++) system.w[i] = w[i]! + rate[i]! * t;
      placeSystem(system);
      return system.x.slice(0, 3 * system.points);
    };
    const h = 2e-4;
    const [velocity, bias] = [new Float64Array(3 * system.points), new Float64Array(3 * system.points)];
    const speedsAt = (t: number): Float64Array => {
      at(t);
      const phi = [0, 1, 2].map((c) => w0![c]! * t + 0.5 * b0![c]! * t * t) as unknown as Vec3;
      const rateOf = [0, 1, 2].map((c) => w0![c]! + b0![c]! * t) as unknown as Vec3;
      // The spin of exp[φ(t)] to fourth order in t.
      const once = cross(phi, rateOf);
      const spin = addScaled(addScaled(rateOf, once, 0.5 - dot(phi, phi) / 24), cross(phi, once), 1 / 6);
      const speed = [0, 1, 2].map((c) => v0![c]! + a0![c]! * t) as unknown as Vec3;
      writeBias(system, rate, { velocity: speed, spin, acceleration: a0!, angularAcceleration: b0! }, velocity, bias);
      return velocity.slice();
    };
    const places = [-2, -1, 1, 2].map((n) => at(n * h));
    const speeds = [-2, -1, 1, 2].map((n) => speedsAt(n * h));
    speedsAt(0);
    const slope = ([m2, m1, p1, p2]: Float64Array[], i: number): number =>
      (8 * (p1![i]! - m1![i]!) - (p2![i]! - m2![i]!)) / (12 * h);
    const largest = (values: Float64Array): number => Math.max(...values.map(Math.abs));
    for (let i = 0; i < velocity.length; i++) {
      expect(Math.abs(slope(places, i) - velocity[i]!) / largest(velocity)).toBeLessThan(1e-8);
      expect(Math.abs(slope(speeds, i) - bias[i]!) / largest(bias)).toBeLessThan(1e-8);
    }
  });
});

describe('the equation of motion', () => {
  it('keeps the energy of an undamped curl: the error falls at least twelve-fold when the step is halved', () => {
    const { system, mass } = curl(3, 0.08);
    const size = 9;
    const velocity = new Float64Array(3 * system.points);
    const bias = new Float64Array(3 * system.points);
    const accelerate = (w: Float64Array, rate: Float64Array): Float64Array => {
      system.w.set(w);
      placeSystem(system);
      writeBias(system, rate, STILL, velocity, bias);
      for (let p = 0; p < system.points; p++) {
        system.tangent.set([mass[p]!, 0, 0, mass[p]!, 0, mass[p]!], 6 * p);
        for (let c = 0; c < 3; c++) system.force[3 * p + c] = -mass[p]! * ((c === 1 ? -9.81 : 0) - bias[3 * p + c]!);
      }
      assemble(system);
      const matrix = system.hessian.slice(0, size * size);
      for (let i = 0; i < size; i++) matrix[i * size + i] = matrix[i * size + i]! - system.stiffness[i]!;
      const out = system.gradient.slice(0, size).map((value) => -value);
      expect(factorCholesky(matrix, size)).toBe(true);
      solveCholesky(matrix, size, out);
      return out;
    };
    const energy = (w: Float64Array, rate: Float64Array): number => {
      accelerate(w, rate);
      let sum = 0;
      for (let p = 0; p < system.points; p++) {
        for (let c = 0; c < 3; c++) sum += 0.5 * mass[p]! * velocity[3 * p + c]! ** 2;
        sum += 9.81 * mass[p]! * system.x[3 * p + 1]!;
      }
      for (let i = 0; i < size; i++) sum += 0.5 * system.stiffness[i]! * (w[i]! - system.rest[i]!) ** 2;
      return sum;
    };
    const drift = (steps: number): number => {
      let w = system.rest.slice(0, size);
      let rate = new Float64Array(size);
      const start = energy(w, rate);
      const h = 0.02 / steps;
      const moved = (a: Float64Array, b: Float64Array, t: number): Float64Array =>
        a.map((value, i) => value + t * b[i]!);
      for (let n = 0; n < steps; n++) {
        const a1 = accelerate(w, rate);
        const [w2, r2] = [moved(w, rate, 0.5 * h), moved(rate, a1, 0.5 * h)];
        const a2 = accelerate(w2, r2);
        const [w3, r3] = [moved(w, r2, 0.5 * h), moved(rate, a2, 0.5 * h)];
        const a3 = accelerate(w3, r3);
        const [w4, r4] = [moved(w, r3, h), moved(rate, a3, h)];
        const a4 = accelerate(w4, r4);
        w = w.map((value, i) => value + (h / 6) * (rate[i]! + 2 * r2[i]! + 2 * r3[i]! + r4[i]!));
        rate = rate.map((value, i) => value + (h / 6) * (a1[i]! + 2 * a2[i]! + 2 * a3[i]! + a4[i]!));
      }
      return Math.abs(energy(w, rate) - start);
    };
    const [coarse, fine] = [drift(200), drift(400)];
    expect(coarse / fine).toBeGreaterThan(12);
  });
});
