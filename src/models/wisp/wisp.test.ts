import { describe, expect, it } from 'vitest';
import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import { Random } from '../../numeric/random.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Environment, ForceField, Roots, StrandDynamics } from '../model.ts';
import { projectLengths } from '../rod-explicit/project-lengths.ts';
import type { Wisp } from './fields.ts';
import { makeRimScratch, projectRim } from './lengths.ts';
import type { WispMeetings } from './meetings.ts';
import { tanglePull } from './tangles.ts';
import { triangleDistance } from './triangles.ts';
import { wisp } from './wisp.ts';

const fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const GRAVITY: Vec3 = [0, -9.81, 0];

/** Roots that stay, or are carried along x. */
const roots = (x: (strand: number, time: number) => number = () => 0): Roots => ({
  sample(ids, time, out) {
    ids.forEach((id, row) => {
      out.position.set([x(id, time), 0, 0], 3 * row);
      out.velocity.set([(x(id, time + 1e-5) - x(id, time - 1e-5)) / 2e-5, 0, 0], 3 * row);
      out.orientation.set([0, 0, 0, 1], 4 * row);
      out.angularVelocity.fill(0, 3 * row, 3 * row + 3);
    });
  },
});

interface Row {
  readonly strands: readonly (readonly Vec3[])[];
  readonly said?: object;
  readonly held?: Roots;
}

function make({ strands, said = {}, held = roots() }: Row): StrandDynamics {
  const nodes = strands[0]!.length;
  const rest = makeStrands({
    first: uniformFirst(strands.length, nodes),
    positions: Float32Array.from(strands.flat(2)),
  });
  const setup = { rest, roots: held, time: 0, gravity: GRAVITY, restState: 'sag-free' as const, obstacles: null };
  return wisp.create({ ...setup, fibre, makeContacts }, completeParameters(wisp.parameters, { variation: 0, ...said }));
}

const around = (time: number, more: Partial<Environment> = {}): Environment => ({
  ...{
    time,
    gravity: GRAVITY,
    roots: roots(),
    fields: [],
    obstacles: null,
    forces: null,
    contacts: null,
    clamps: null,
  },
  ...more,
});

function run(dynamics: StrandDynamics, from: number, steps: number, h: number, more: Partial<Environment> = {}): void {
  for (let n = 0; n < steps; n++) dynamics.step(h, around(from + n * h, more));
}

/** The state of wisp k. */
function inside(dynamics: StrandDynamics, k: number): Wisp {
  return (dynamics as unknown as { strands: { record(k: number): Wisp } }).strands.record(k);
}

const meetingsOf = (dynamics: StrandDynamics): WispMeetings =>
  (dynamics as unknown as { present: { meetings: WispMeetings } }).present.meetings;

const tanglesOf = (dynamics: StrandDynamics): number =>
  [...dynamics.ids].reduce(
    (sum, _, k) => sum + inside(dynamics, k).tangles.filter((v, i) => i % 3 === 0 && v > 0).length,
    0,
  );

const rims = ({ position, across, nodes }: Wisp): { left: Vec3[]; right: Vec3[] } => {
  const side = (s: number): Vec3[] =>
    Array.from(
      { length: nodes },
      (_, i) => [0, 1, 2].map((c) => position[3 * i + c]! + s * across[3 * i + c]!) as unknown as Vec3,
    );
  return { left: side(1), right: side(-1) };
};

/** Hanging hair from (x, 0, z). */
const hanging = (x: number, z: number, nodes = 11, edge = 0.01): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => [x, -edge * i, z]);

const H = 1 / 120;

describe('triangles', () => {
  it('are as far from each other as the nearest of many points of both, 40 pairs (seed 5)', () => {
    const random = new Random(5);
    for (let n = 0; n < 40; n++) {
      const p = Float64Array.from({ length: 9 }, () => random.unit());
      const q = Float64Array.from({ length: 9 }, (_, i) => random.unit() + (i % 3 === 0 ? 0.8 : 0));
      const exact = Math.sqrt(triangleDistance(p, 0, q, 0));
      let least = Number.POSITIVE_INFINITY;
      const point = (x: Float64Array, a: number, b: number): Vec3 =>
        [0, 1, 2].map((c) => x[c]! + a * (x[3 + c]! - x[c]!) + b * (x[6 + c]! - x[c]!)) as unknown as Vec3;
      for (let a = 0; a <= 10; a++)
        for (let b = 0; a + b <= 10; b++)
          for (let c = 0; c <= 10; c++)
            for (let d = 0; c + d <= 10; d++)
              least = Math.min(least, distance(point(p, a / 10, b / 10), point(q, c / 10, d / 10)));
      expect(exact).toBeLessThan(least + 1e-12);
      expect(exact).toBeGreaterThan(least - 0.16);
    }
  });

  it('that pierce each other have no distance', () => {
    const p = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, 0, 1);
    const q = Float64Array.of(0, -1, 0.3, 0, 1, 0.3, 0, 0, 2);
    expect(triangleDistance(p, 0, q, 0)).toBe(0);
  });
});

describe('lengths of a rim', () => {
  it('are projected to where the reference brings them', () => {
    const rest = new Float64Array(8).fill(0.01);
    const x = Float64Array.from(
      { length: 24 },
      (_, c) => (c % 3 === 1 ? -0.0101 : 0.001) * Math.floor(c / 3) + 0.0004 * ((c * 7) % 5),
    );
    const weight = Float64Array.of(0, 0, 1, 1, 2, 1, 1, 2);
    x.set([0, 0, 0, 0, -0.01, 0]);
    const reference = x.slice();
    projectRim(x, 0, rest, weight, 0, 8, makeRimScratch(8));
    projectLengths({ x: reference, restLength: rest.slice(0, 7), inverseMass: weight });
    for (let i = 0; i < 8; i++) expect(distance(at(x, i), at(reference, i))).toBeLessThan(2e-6);
  });
});

describe('a tangle', () => {
  it('pulls as it says: in proportion where pressed, no more than at its length, nothing where it breaks', () => {
    expect(tanglePull(0.004, 0.005, 2)).toBeCloseTo(-0.001, 9);
    expect(tanglePull(0.005, 0.005, 2)).toBe(0);
    expect(tanglePull(0.01, 0.005, 2)).toBe(0);
    for (let l = 0.005; l < 0.01; l += 0.0001) expect(tanglePull(l, 0.005, 2)).toBeLessThan(0.005);
    expect(tanglePull(0.0052, 0.005, 2)).toBeGreaterThan(0);
  });
});

describe.each(['implicit', 'published'])('flat wisps, %s', (integrator) => {
  it('hang as groomed', () => {
    const dynamics = make({ strands: [hanging(0, 0), hanging(0.1, 0.01)], said: { integrator } });
    const before = inside(dynamics, 0).position.slice();
    run(dynamics, 0, 60, H);
    const { position } = inside(dynamics, 0);
    for (let i = 0; i < 11; i++) expect(distance(at(position, i), at(before, i))).toBeLessThan(1e-4);
  });

  it('keep the lengths of both rims while they swing', () => {
    const dynamics = make({ strands: [hanging(0, 0)], said: { integrator } });
    const shaken = { roots: roots((_, time) => 0.02 * Math.sin(12 * time)) };
    for (let n = 0; n < 60; n++) {
      dynamics.step(H, around(n * H, shaken));
      const { left, right } = rims(inside(dynamics, 0));
      for (const rim of [left, right])
        for (let i = 0; i < 10; i++) expect(Math.abs(distance(rim[i]!, rim[i + 1]!) / 0.01 - 1)).toBeLessThan(2e-3);
    }
  });

  it('that lie along each other cling, move together, and let go when they are pulled apart', () => {
    const held = roots((id, time) => (id === 1 ? 0.1 * Math.max(0, time - 0.2) : 0));
    const strands = [hanging(0, 0), hanging(0.002, 0.002)];
    const dynamics = make({ strands, held, said: { integrator } });
    run(dynamics, 0, 24, H, { roots: held });
    const before = tanglesOf(dynamics);
    expect(before).toBeGreaterThan(8);
    // 3 cm apart at the roots.
    run(dynamics, 0.2, 36, H, { roots: held });
    expect(tanglesOf(dynamics)).toBeLessThan(before);
    run(dynamics, 0.5, 120, H, { roots: held });
    expect(tanglesOf(dynamics)).toBe(0);
  });

  it('that cross slide over each other and part without a memory of it', () => {
    const across: Vec3[] = Array.from({ length: 11 }, (_, i) => [-0.06 + 0.01 * i, -0.05 - 0.002 * i, 0.004]);
    const held = roots((id, time) => (id === 1 ? 0.3 * Math.min(0.5, time) : 0));
    const dynamics = make({ strands: [hanging(0, 0), across], held, said: { integrator, stiffness: 20 } });
    let crossed = 0;
    for (let n = 0; n < 90; n++) {
      run(dynamics, n * H, 1, H, { roots: held });
      crossed = Math.max(crossed, meetingsOf(dynamics).crossing);
    }
    expect(crossed).toBeGreaterThan(0);
    expect(tanglesOf(dynamics)).toBe(0);
    for (const v of inside(dynamics, 0).position) expect(Number.isFinite(v)).toBe(true);
  });
});

/** Pushes one rim's side of every node along y: what shears a wisp whose roots are level. */
const shearing: ForceField = {
  apply({ count, position }, _time, { force }) {
    for (let i = 0; i < count; i++) if (position[3 * i + 1]! < -0.07) force[3 * i] = force[3 * i]! + 3e-7;
  },
};

describe('patterns of springs', () => {
  it('horizontal lets the rims slide along each other, diagonal holds them, both hold them better', () => {
    const slide = (pattern: string): number => {
      const dynamics = make({ strands: [hanging(0, 0)], said: { pattern, twistStiffness: 0, springStiffness: 4e4 } });
      run(dynamics, 0, 120, H, { fields: [shearing] });
      const wispNow = inside(dynamics, 0);
      // Product of the directions along and across the wisp, at its worst.
      return Array.from({ length: 10 }, (_, i) => {
        const e = [0, 1, 2].map((c) => wispNow.position[3 * i + 3 + c]! - wispNow.position[3 * i + c]!);
        const d = at(wispNow.across, i);
        return Math.abs(e[0]! * d[0] + e[1]! * d[1] + e[2]! * d[2]) / (0.01 * 0.0075);
      }).reduce((a, b) => Math.max(a, b), 0);
    };
    const [a, b, c] = ['horizontal', 'diagonal', 'both'].map(slide) as [number, number, number];
    expect(b).toBeLessThan(0.6 * a);
    expect(c).toBeLessThan(1.05 * b);
  });
});

describe('wind', () => {
  it('leaves more tangles than there were, of which some break', () => {
    const strands = Array.from({ length: 6 }, (_, k) => hanging(0.021 * k, 0.0045 * (k % 2)));
    const dynamics = make({ strands });
    run(dynamics, 0, 12, H);
    const before = tanglesOf(dynamics);
    const gusts: ForceField = {
      apply({ count, position, length }, time, { force, damping }) {
        for (let i = 0; i < count; i++) {
          const blow = Math.sin(7 * time + 60 * position[3 * i]!) + Math.sin(11 * time);
          force[3 * i] = force[3 * i]! + 1e-4 * length[i]! * blow;
          force[3 * i + 2] = force[3 * i + 2]! + 5e-5 * length[i]! * Math.sin(5 * time);
          for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + 3e-5 * length[i]!;
        }
      },
    };
    run(dynamics, 0.1, 180, H, { fields: [gusts] });
    const { tangles } = meetingsOf(dynamics);
    expect(tangles.broken).toBeGreaterThan(0);
    run(dynamics, 1.6, 120, H);
    expect(tanglesOf(dynamics)).toBeGreaterThan(before);
  });
});
