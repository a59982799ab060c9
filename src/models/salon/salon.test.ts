import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Environment, Roots, StrandDynamics } from '../model.ts';
import { rateChange } from './angular.ts';
import { pitchOf, radiusFactor } from './curl.ts';
import { salonSkeleton } from './salon.ts';

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const GRAVITY: Vec3 = [0, -9.81, 0];
const H = 1 / 60;

const still: Roots = {
  sample(ids, _time, out) {
    for (let row = 0; row < ids.length; row++) {
      out.position.fill(0, 3 * row, 3 * row + 3);
      out.velocity.fill(0, 3 * row, 3 * row + 3);
      out.orientation.set([0, 0, 0, 1], 4 * row);
      out.angularVelocity.fill(0, 3 * row, 3 * row + 3);
    }
  },
};

const around: Environment = {
  ...{ time: 0, gravity: GRAVITY, roots: still, fields: [], obstacles: null },
  ...{ forces: null, contacts: null, clamps: null },
};

function make(points: readonly Vec3[], said: object = {}): StrandDynamics {
  const rest = makeStrands({ first: uniformFirst(1, points.length), positions: Float32Array.from(points.flat()) });
  const setup = { rest, roots: still, time: 0, gravity: GRAVITY, restState: 'sag-free' as const, obstacles: null };
  return salonSkeleton.create({ ...setup, fibre, makeContacts }, completeParameters(salonSkeleton.parameters, said));
}

const points = (dynamics: StrandDynamics): Float64Array => {
  const x = new Float64Array(3 * dynamics.first[dynamics.ids.length]!);
  dynamics.positions(x);
  return x;
};
const run = (dynamics: StrandDynamics, steps: number, more: Partial<Environment> = {}): void => {
  for (let n = 0; n < steps; n++) dynamics.step(H, { ...around, time: n * H, ...more });
};

const straight = Array.from({ length: 20 }, (_, i): Vec3 => [0.001 * i, -0.015 * i, 0]);
const curl = Array.from({ length: 60 }, (_, i): Vec3 => {
  const turn = 0.7 * i;
  const radius = 0.006 * Math.min(1, i / 6);
  return [radius * Math.cos(turn), -0.004 * i, radius * Math.sin(turn)];
});

describe('the angular equation', () => {
  it('is the solved implicit system, for any stiffness and step', () => {
    for (const k of [1e-2, 1, 40, 1e3, 1e7])
      for (const h of [1e-4, 1 / 60, 0.1]) {
        const [I, gamma, M, off, w] = [1.3, 0.4, 2.1, 0.7, -1.9];
        const next = w + rateChange(h, I, gamma, k, M, off, w);
        // I (w⁺ − w) = h (M − k (off + h w⁺) − γ w⁺)
        const residual = I * (next - w) - h * (M - k * (off + h * next) - gamma * next);
        expect(Math.abs(residual)).toBeLessThan(1e-12 * (1 + h * k * (1 + h * Math.abs(next))));
      }
  });

  it('swings smaller by 1/√(1 + h²k) a step without damping, and comes to rest where moment and spring balance', () => {
    const [k, h] = [1e3, 1 / 60];
    let [off, w] = [1, 0];
    const energy = (): number => k * off * off + w * w;
    const before = energy();
    for (let n = 0; n < 10; n++) {
      w += rateChange(h, 1, 0, k, 0, off, w);
      off += h * w;
    }
    expect((energy() / before) ** (1 / 20)).toBeCloseTo(1 / Math.sqrt(1 + h * h * k), 6);
    for (let n = 0; n < 2000; n++) {
      w += rateChange(h, 1, 2, k, 50, off, w);
      off += h * w;
    }
    expect(off).toBeCloseTo(50 / k, 9);
  });

  it('is of first order: half the step, half the error', () => {
    const at1 = (n: number): number => {
      let [off, w] = [1, 0];
      for (let i = 0; i < n; i++) {
        w += rateChange(1 / n, 1, 2, 40, 0, off, w);
        off += w / n;
      }
      return off;
    };
    const w0 = Math.sqrt(39);
    const exact = Math.exp(-1) * (Math.cos(w0) + Math.sin(w0) / w0);
    const ratio = Math.abs(at1(240) - exact) / Math.abs(at1(480) - exact);
    expect(ratio).toBeGreaterThan(1.8);
    expect(ratio).toBeLessThan(2.3);
  });
});

describe('a curl that is drawn out', () => {
  it('gets thinner as specified, and is straight when its turn is', () => {
    const winding = 40 / pitchOf(40, 4);
    expect(pitchOf(40, 4)).toBeCloseTo(31.1, 1);
    expect(radiusFactor(winding, 1)).toBeCloseTo(1, 12);
    expect(radiusFactor(winding, 1.1)).toBeCloseTo(0.823, 3);
    expect(radiusFactor(winding, 1.2)).toBeCloseTo(0.57, 3);
    expect(radiusFactor(winding, winding)).toBe(0);
    expect(radiusFactor(1, 1.3)).toBe(1);
  });
});

describe('dual skeletons', () => {
  it('stay as groomed, straight and curled', () => {
    for (const shape of [straight, curl]) {
      const dynamics = make(shape);
      run(dynamics, 60);
      const x = points(dynamics);
      for (const [i, p] of shape.entries()) expect(distance(at(x, i), p)).toBeLessThan(1e-5);
    }
  });

  it('hang longer and thinner when they are wet, and come back when they dry', () => {
    const dynamics = make(curl, { damping: 4 });
    const width = (): number => {
      const x = points(dynamics);
      let most = 0;
      for (let i = 20; i < 50; i++)
        most = Math.max(most, Math.sqrt(x[3 * i]! * x[3 * i]! + x[3 * i + 2]! * x[3 * i + 2]!));
      return most;
    };
    const low = (): number => -points(dynamics)[3 * 59 + 1]!;
    run(dynamics, 30);
    const dry = { low: low(), width: width() };
    dynamics.edit(Uint32Array.of(0), { mass: 1.6 });
    run(dynamics, 240);
    expect(low()).toBeGreaterThan(1.02 * dry.low);
    expect(width()).toBeLessThan(0.98 * dry.width);
    dynamics.edit(Uint32Array.of(0), { mass: 1 });
    run(dynamics, 600);
    expect(low()).toBeCloseTo(dry.low, 5);
    expect(width()).toBeCloseTo(dry.width, 5);
  });

  it('reach for what holds them, as far as they are long', () => {
    const dynamics = make(straight);
    const before = points(dynamics);
    for (const target of [
      [0.1, -0.1, 0.02],
      [9, -4, 0],
    ] as Vec3[]) {
      const clamps = { count: 1, id: Uint32Array.of(0), s: Float64Array.of(0.15), target: Float64Array.from(target) };
      run(dynamics, 30, { clamps });
      const x = points(dynamics);
      for (let i = 0; i + 1 < 20; i++)
        expect(distance(at(x, i), at(x, i + 1))).toBeLessThan(1.002 * distance(at(before, i), at(before, i + 1)));
      if (distance(target, [0, 0, 0]) < 0.15) expect(distance(at(x, 10), target)).toBeLessThan(0.002);
    }
  });
});
