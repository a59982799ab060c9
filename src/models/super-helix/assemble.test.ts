import { describe, expect, it } from 'vitest';
import { Random } from '../../numeric/random.ts';
import { assemble, energyOf, writePointForces } from './assemble.ts';
import { writeGradient } from './gradient.ts';
import { writePointJacobian } from './jacobian.ts';
import { placeSystem } from './kinematics.ts';
import { turnRoot } from './newton.ts';
import { addPoint, clearPoints, type HelixSystem, makeSystem } from './system.ts';

/** A strand of random elements with random points, springs and, for every third point, an arm. */
function randomSystem(seed: number, elements: number, modes: number, rigid: number): HelixSystem {
  const random = new Random(seed);
  const system = makeSystem(elements, 4);
  Object.assign(system, { modes, rigid, size: rigid + modes * elements });
  const c = Math.cos(0.7);
  const s = Math.sin(0.7);
  system.frame.set([c, -s, 0, s, c, 0, 0, 0, 1]);
  system.start.set([0.3, 1.7, -0.2]);
  for (let e = 0; e < elements; e++) {
    system.length[e] = random.between(0.01, 0.04);
    // Turns from tiny to more than a full one, so that both branches of the coefficients are met.
    const turn = [1e-7, 0.5, 2, 7][e % 4]!;
    for (let i = 0; i < 3; i++) {
      const at = 3 * e + i;
      system.w[at] = (turn * random.between(-1, 1)) / system.length[e]!;
      system.rest[at] = random.between(-50, 50);
      system.stiffness[at] = random.between(1e-10, 1e-9);
      system.past[at] = random.between(-50, 50);
      system.viscosity[at] = random.between(1e-10, 1e-9);
    }
  }
  clearPoints(system);
  for (let e = 0; e < elements; e++)
    for (let k = 0; k < 5; k++) {
      const p = addPoint(system, e, random.between(0, system.length[e]!));
      const m = [0, 1, 2].map(() => [0, 1, 2].map(() => random.between(-0.02, 0.02)));
      const entry = (i: number, j: number): number =>
        m[0]![i]! * m[0]![j]! + m[1]![i]! * m[1]![j]! + m[2]![i]! * m[2]![j]!;
      system.a.set([entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)], 6 * p);
      for (let i = 0; i < 3; i++) {
        system.ref[3 * p + i] = system.start[i]! + random.between(-0.03, 0.03);
        system.b[3 * p + i] = random.between(-1e-5, 1e-5);
        system.arm[3 * p + i] = random.between(-0.01, 0.01);
      }
      system.armed[p] = p % 3 === 2 ? 1 : 0;
    }
  placeSystem(system);
  return system;
}

/** Runs `f` with unknown j moved by `by`. */
function moved<T>(system: HelixSystem, j: number, by: number, f: () => T): T {
  const { w, frame, start } = system;
  const [w0, r0, s0] = [w.slice(), frame.slice(), start.slice()];
  if (j >= system.rigid) {
    const k = j - system.rigid;
    w[3 * Math.floor(k / system.modes) + (k % system.modes)]! += by;
  } else if (j < 3) start[j]! += by;
  else {
    const turn = [0, 0, 0];
    turn[j - 3] = by;
    turnRoot(system, turn[0]!, turn[1]!, turn[2]!);
  }
  placeSystem(system);
  const value = f();
  w.set(w0);
  frame.set(r0);
  start.set(s0);
  placeSystem(system);
  return value;
}

const stepOf = (system: HelixSystem, j: number): number => (j >= system.rigid ? 2e-3 : 1e-6);

describe.each([
  { seed: 11, modes: 3, rigid: 0 },
  { seed: 12, modes: 2, rigid: 0 },
  { seed: 13, modes: 3, rigid: 6 },
  { seed: 14, modes: 2, rigid: 6 },
])('a random strand (seed $seed, $modes unknowns an element, $rigid rigid ones)', ({ seed, modes, rigid }) => {
  const system = randomSystem(seed, 5, modes, rigid);
  const { size } = system;

  it('has the derivative of its places as jacobian, to 1e-8', () => {
    for (let p = 0; p < system.points; p++) {
      const e = system.element[p]!;
      const jacobian = Float64Array.from(writePointJacobian(system, e, p));
      for (let i = 0; i < modes; i++) {
        const j = rigid + modes * e + i;
        const h = 0.5;
        const place = (by: number): number[] => moved(system, j, by, () => [...system.x.slice(3 * p, 3 * p + 3)]);
        const [a, b, c, d] = [place(h), place(-h), place(2 * h), place(-2 * h)];
        for (let k = 0; k < 3; k++) {
          const slope = (8 * (a[k]! - b[k]!) - (c[k]! - d[k]!)) / (12 * h);
          expect(Math.abs(slope - jacobian[3 * i + k]!)).toBeLessThan(1e-8 * system.length[e]!);
        }
      }
    }
  });

  it('has the slope of its energy as gradient and the slope of that as second derivative', () => {
    const gradientOf = (): Float64Array => {
      writePointForces(system);
      assemble(system);
      return system.gradient.slice(0, size);
    };
    const gradient = gradientOf();
    const second = system.hessian.map((value, i) => value + system.geometric[i]!);
    for (let j = 0; j < size; j++) {
      const h = stepOf(system, j);
      const up = moved(system, j, h, () => energyOf(system));
      const down = moved(system, j, -h, () => energyOf(system));
      const scale = Math.abs(gradient[j]!) + 1e-12;
      expect(Math.abs((up - down) / (2 * h) - gradient[j]!) / scale, `gradient ${j}`).toBeLessThan(1e-5);
      const plus = moved(system, j, h, gradientOf);
      const minus = moved(system, j, -h, gradientOf);
      for (let i = j; i < size; i++) {
        const slope = (plus[i]! - minus[i]!) / (2 * h);
        const size2 = Math.sqrt(Math.abs(second[i * size + i]! * second[j * size + j]!)) + 1e-12;
        // A turn of the root moves the later axes of turning: its own block is symmetric only in the mean.
        if (i < rigid && j >= 3) continue;
        expect(Math.abs(slope - second[i * size + j]!) / size2, `second ${i} ${j}`).toBeLessThan(2e-5);
      }
    }
  });

  it('has the same gradient without its second derivative, on a root', () => {
    const bare = randomSystem(seed, 5, modes, 0);
    bare.armed.fill(0);
    placeSystem(bare);
    writePointForces(bare);
    assemble(bare);
    const whole = bare.gradient.slice(0, bare.size);
    writeGradient(bare);
    const scale = Math.max(...whole.map(Math.abs));
    for (let i = 0; i < bare.size; i++) expect(Math.abs(bare.gradient[i]! - whole[i]!) / scale).toBeLessThan(1e-13);
  });

  it('has the mass matrix of the brute-force sum over its points, to 1e-12', () => {
    writePointForces(system);
    assemble(system);
    const rows = Array.from({ length: system.points }, (_, p) => fullRows(system, p));
    for (let i = rigid; i < size; i++)
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let p = 0; p < system.points; p++) {
          const a = system.a.subarray(6 * p, 6 * p + 6);
          const [u, v] = [rows[p]![i]!, rows[p]![j]!];
          sum +=
            a[0]! * u[0]! * v[0]! +
            a[3]! * u[1]! * v[1]! +
            a[5]! * u[2]! * v[2]! +
            a[1]! * (u[0]! * v[1]! + u[1]! * v[0]!) +
            a[2]! * (u[0]! * v[2]! + u[2]! * v[0]!) +
            a[4]! * (u[1]! * v[2]! + u[2]! * v[1]!);
        }
        const k = i - rigid;
        const at = 3 * Math.floor(k / modes) + (k % modes);
        if (i === j) sum += system.stiffness[at]! + system.viscosity[at]!;
        const diagonal = Math.sqrt(system.hessian[i * size + i]! * system.hessian[j * size + j]!);
        expect(Math.abs(system.hessian[i * size + j]! - sum) / diagonal).toBeLessThan(1e-12);
      }
  });
});

/** ∂x/∂q of a point for all unknowns. */
function fullRows(system: HelixSystem, p: number): number[][] {
  const e = system.element[p]!;
  const jacobian = Float64Array.from(writePointJacobian(system, e, p));
  return Array.from({ length: system.size }, (_, j) => {
    const owner = Math.floor((j - system.rigid) / system.modes);
    if (j >= system.rigid && owner > e) return [0, 0, 0];
    if (j >= system.rigid && owner === e) {
      const i = (j - system.rigid) % system.modes;
      return [...jacobian.slice(3 * i, 3 * i + 3)];
    }
    const [v0, v1, v2, a0, a1, a2] = system.twist.slice(6 * j, 6 * j + 6) as unknown as number[];
    const [x, y, z] = [0, 1, 2].map((c) => system.x[3 * p + c]! - system.start[c]!) as [number, number, number];
    return [v0! + a1! * z - a2! * y, v1! + a2! * x - a0! * z, v2! + a0! * y - a1! * x];
  });
}
