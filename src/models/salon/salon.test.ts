import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Environment, RestState, Roots, StrandDynamics } from '../model.ts';
import { sectionOf } from '../section.ts';
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

function make(points: readonly Vec3[], said: object = {}, restState: RestState = 'sag-free'): StrandDynamics {
  const rest = makeStrands({ first: uniformFirst(1, points.length), positions: Float32Array.from(points.flat()) });
  const setup = { rest, roots: still, time: 0, gravity: GRAVITY, restState, obstacles: null };
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
  it('sag as cantilevers of their fibre, more nearly so with more points', () => {
    const length = 0.03;
    const section = sectionOf(fibre);
    const off = (nodes: number): number => {
      const bar = Array.from({ length: nodes }, (_, i): Vec3 => [(length * i) / (nodes - 1), 0, 0]);
      const dynamics = make(bar, { damping: 20 }, 'as-groomed');
      const weak: Vec3 = [0, -0.05, 0];
      run(dynamics, 400, { gravity: weak });
      const x = points(dynamics);
      // The first link is held: hair bends from the middle of it on.
      const free = length * (1 - 0.5 / (nodes - 1));
      const sag = (section.linearDensity * 0.05 * free ** 4) / (8 * section.stiff);
      return -x[3 * nodes - 2]! / sag - 1;
    };
    const [coarse, fine] = [off(11), off(41)];
    expect(Math.abs(coarse)).toBeLessThan(0.01);
    expect(Math.abs(fine)).toBeLessThan(0.001);
  });

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
