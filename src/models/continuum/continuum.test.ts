import { describe, expect, it } from 'vitest';
import { expMap, fromAxisAngle, rotate } from '../../numeric/rotation.ts';
import { at, distance, dot, length, normalize, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Environment, Fibre, ForceField, StrandDynamics } from '../model.ts';
import { createIn, environmentOf, type Motion, pointsOf, strandsOf, type World } from '../world.fixture.ts';
import { continuum } from './continuum.ts';
import { bendingOf, springConstant } from './material.ts';

/** The acceptance tests of the method, on single hairs; those with bodies are in contact.test.ts, friction in friction.test.ts. */

const FUR: Fibre = { radius: 20e-6, ellipticity: 1, density: 1300, youngsModulus: 2e9, poissonRatio: 0.48 };
const L = 0.05;
const UPRIGHT: Vec3 = [0, 1, 0];
/** No damping but the method's own. */
const PLAIN = { friction: 0, packedFriction: 0, lever: 1, poseSpring: false };

const hair = (direction: Vec3 = UPRIGHT, nodes = 6, size = L) =>
  strandsOf(Array.from({ length: nodes }, (_, i) => scale(direction, (size * i) / (nodes - 1))));

/** k_s of hair of length L. */
const SPRING = (() => {
  const { linearDensity, bending } = bendingOf(FUR);
  return springConstant(bending, linearDensity * L, L);
})();
/** Parameters for a spring of k. */
const spring = (k: number): Record<string, number> => ({ stiffness: k / SPRING });

const create = (world: World, shape = hair()): StrandDynamics =>
  createIn(continuum, shape, FUR, { ...world, parameters: { ...PLAIN, ...world.parameters } });

/** Drag and wind so that a hair of mass m feels k_a (v_a − v), k_a in 1/s. */
function windOf(velocity: Vec3, rate: number): ForceField {
  const drag = rate * bendingOf(FUR).linearDensity;
  return {
    apply({ count, length: l }, _time, { force, damping }) {
      for (let i = 0; i < count; i++) {
        for (let c = 0; c < 3; c++) force[3 * i + c] = force[3 * i + c]! + drag * l[i]! * velocity[c]!;
        for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + drag * l[i]!;
      }
    },
  };
}

function run(dynamics: StrandDynamics, steps: number, h: number, world: World, more: Partial<Environment> = {}): void {
  for (let n = 0; n < steps; n++) dynamics.step(h, { ...environmentOf(n * h, world), ...more });
}

/** Direction of the tip: an edge turns by the mean of its ends, so this is that of the last edge carried on by half of it. */
function tipOf(dynamics: StrandDynamics): Vec3 {
  const x = pointsOf(dynamics);
  const n = x.length / 3 - 1;
  const last = normalize(subtract(at(x, n), at(x, n - 1)));
  const before = normalize(subtract(at(x, n - 1), at(x, n - 2)));
  const angle = Math.acos(Math.min(1, dot(last, before)));
  if (angle < 1e-9) return last;
  const axis = normalize([
    before[1] * last[2] - before[2] * last[1],
    before[2] * last[0] - before[0] * last[2],
    before[0] * last[1] - before[1] * last[0],
  ]);
  return rotate(expMap(scale(axis, 0.5 * angle)), last);
}

const angleOf = (dynamics: StrandDynamics, from: Vec3 = UPRIGHT): number =>
  Math.acos(Math.max(-1, Math.min(1, dot(tipOf(dynamics), from))));

/** Puts a hair into the arc of a rotation vector. */
function bend(dynamics: StrandDynamics, w: Vec3, world: World, n: Vec3 = UPRIGHT): void {
  const nodes = dynamics.first[1]!;
  const x = new Float64Array(3 * nodes);
  // Many small pieces: exact enough for a start.
  let p: Vec3 = [0, 0, 0];
  const pieces = 2000;
  for (let i = 0, next = 1; i < pieces; i++) {
    const t = rotate(expMap(scale(w, (i + 0.5) / pieces)), n);
    p = [p[0] + (L * t[0]) / pieces, p[1] + (L * t[1]) / pieces, p[2] + (L * t[2]) / pieces];
    if ((i + 1) * (nodes - 1) >= next * pieces) x.set(p, 3 * next++);
  }
  dynamics.setState(x, new Float64Array(x.length), environmentOf(0, world).roots, 0);
}

describe('a hair of the continuum', () => {
  it('returns to rest without forces, and its energy never grows, up to steps of 1/24 s', () => {
    for (const h of [1 / 24, 1 / 60, 1 / 500])
      for (const k of [30, 400, 20_000]) {
        const world = { gravity: [0, 0, 0] as Vec3, parameters: { ...spring(k), dampingRatio: 0 } };
        const dynamics = create(world);
        bend(dynamics, [0, 0, 1.2], world);
        const energies: number[] = [];
        for (let n = 0; n < 3 / h; n++) {
          dynamics.step(h, environmentOf(n * h, world));
          const { kinetic, elastic } = dynamics.energy!();
          energies.push(kinetic + elastic);
        }
        for (let n = 1; n < energies.length; n++) expect(energies[n]).toBeLessThanOrEqual(energies[n - 1]!);
        const damped = create({ ...world, parameters: spring(k) });
        bend(damped, [0, 0, 1.2], world);
        run(damped, Math.round(12 / h), h, world);
        expect(angleOf(damped)).toBeLessThan(0.005);
      }
  });

  it('bends by the same angle in a steady wind at every step size: 1 %', () => {
    const angles = [1 / 30, 1 / 60, 1 / 240].map((h) => {
      const world = { parameters: spring(400) };
      const dynamics = create(world);
      run(dynamics, Math.round(6 / h), h, world, { fields: [windOf([4, 0, 0], 2)] });
      return angleOf(dynamics);
    });
    for (const angle of angles) expect(Math.abs(angle / angles[2]! - 1)).toBeLessThan(0.01);
    // (c/l) (cos θ k_a v + sin θ g) = k θ
    const theta = angles[2]!;
    expect((Math.cos(theta) * 8 + Math.sin(theta) * 9.81) / L / 400).toBeCloseTo(theta, 3);
  });

  it('bends downwind', () => {
    const world = { parameters: spring(400) };
    const dynamics = create(world);
    run(dynamics, 60, 1 / 120, world, { fields: [windOf([3, 0, 0], 2)] });
    const tip = tipOf(dynamics);
    expect(tip[0]).toBeGreaterThan(0.1);
    expect(Math.abs(tip[2])).toBeLessThan(1e-12);
  });

  it('stays behind when the skin is jerked', () => {
    const motion: Motion = (time) => ({ position: [4 * time * time, 0, 0], velocity: [8 * time, 0, 0] });
    const world = { parameters: spring(400), motion };
    const dynamics = create(world);
    dynamics.step(1 / 120, environmentOf(0, world));
    expect(tipOf(dynamics)[0]).toBeLessThan(-1e-3);
    run(dynamics, 4, 1 / 120, world);
    expect(tipOf(dynamics)[0]).toBeLessThan(-1e-2);
  });

  it('topples if and only if its spring is weaker than c g/l', () => {
    for (const lever of [1, 1.5, 2.06])
      for (const factor of [0.9, 1.1]) {
        const world = { parameters: { ...spring((factor * lever * 9.81) / L), lever } };
        const dynamics = create(world);
        bend(dynamics, [0, 0, 0.01], world);
        run(dynamics, 1200, 1 / 120, world);
        if (factor < 1) expect(angleOf(dynamics)).toBeGreaterThan(0.3);
        else expect(angleOf(dynamics)).toBeLessThan(1e-3);
      }
  });

  it('keeps its spring unbent in the frame of skin that is turned slowly by 90 degrees, without gravity', () => {
    const total = 60;
    const axis = normalize([0.3, 0.2, 1]);
    // Speeds up and slows down smoothly: any change of the rate is felt.
    const motion: Motion = (time) => {
      const t = Math.min(1, time / total);
      return {
        position: [0, 0, 0],
        orientation: fromAxisAngle(axis, (Math.PI / 2) * (t * t * t * (10 - 15 * t + 6 * t * t))),
        spin: scale(axis, ((Math.PI / 2) * 30 * t * t * (1 - t) * (1 - t)) / total),
      };
    };
    const world = { gravity: [0, 0, 0] as Vec3, motion, parameters: spring(400) };
    const dynamics = create(world);
    for (let n = 0; n < 120 * total; n++) {
      dynamics.step(1 / 120, environmentOf(n / 120, world));
      const { orientation } = motion((n + 1) / 120);
      if (n % 600 === 0) expect(angleOf(dynamics, rotate(orientation!, UPRIGHT))).toBeLessThan(2e-4);
    }
    expect(angleOf(dynamics, rotate(motion(total).orientation!, UPRIGHT))).toBeLessThan(1e-4);
  });

  it('has its length, whatever bends it: 1e-5', () => {
    const world = { gravity: [0, 0, 0] as Vec3, parameters: spring(400) };
    for (const angle of [0, 1e-6, 0.4, 1.5, Math.PI]) {
      const dynamics = create(world);
      bend(dynamics, [0, 0, angle], world);
      let walked = 0;
      for (let i = 0; i < 500; i++)
        walked += distance(dynamics.positionAt(0, (L * i) / 500), dynamics.positionAt(0, (L * (i + 1)) / 500));
      expect(Math.abs(walked / L - 1)).toBeLessThan(1e-5);
    }
  });

  it('is slowed towards its largest angle and no other way, and rests short of it under any load', () => {
    const world = { parameters: { ...spring(400), maxAngle: 1.2 } };
    const dynamics = create(world);
    run(dynamics, 2400, 1 / 240, world, { fields: [windOf([40, 0, 0], 20)] });
    // Where nothing is left of the motion outwards: most/2 (1 + 1/1.1).
    expect(angleOf(dynamics)).toBeCloseTo(0.6 * (1 + 1 / 1.1), 2);
    expect(angleOf(dynamics)).toBeLessThan(1.2);
  });

  it('stays exactly where it was groomed at full gravity, curved or not, and falls as soon as it is softened', () => {
    const shapes = [hair(normalize([1, 0.2, 0])), hair([0, 1, 0]), hair([0, -1, 0])];
    const curl = strandsOf(
      Array.from({ length: 9 }, (_, i) => [0.004 * i, 0.003 * Math.sin(i), 0.003 * Math.cos(i)] as Vec3),
    );
    for (const shape of [...shapes, curl]) {
      // Too soft to stand: it is held.
      const world: World = { restState: 'sag-free', parameters: { ...spring(100), poseSpring: true } };
      const dynamics = create(world, shape);
      const before = pointsOf(dynamics);
      run(dynamics, 240, 1 / 120, world);
      const moved = pointsOf(dynamics).map((x, i) => Math.abs(x - before[i]!));
      expect(Math.max(...moved)).toBeLessThan(1e-15);
    }
    const world: World = { restState: 'sag-free', parameters: spring(400) };
    const dynamics = create(world, hair([1, 0, 0]));
    dynamics.edit(Uint32Array.of(0), { stiffness: 0.3 });
    run(dynamics, 600, 1 / 120, world);
    expect(tipOf(dynamics)[1]).toBeLessThan(-0.3);
  });

  it('sags by its weight where it is as groomed: the tip of a stiff fibre turns by q l³/6EI', () => {
    const world: World = { parameters: { ...spring(20_000), lever: continuum.parameters.lever.default } };
    const dynamics = create(world, hair([1, 0, 0]));
    run(dynamics, 600, 1 / 120, world);
    const { linearDensity, bending } = bendingOf(FUR);
    const stiff = (bending * 20_000) / SPRING;
    const expected = (9.81 * linearDensity * L ** 3) / (6 * stiff);
    expect(Math.abs(angleOf(dynamics, [1, 0, 0]) / expected - 1)).toBeLessThan(0.01);
  });

  it('follows a force at a point, a spring to an anchor and a clamp', () => {
    const world: World = { gravity: [0, 0, 0], parameters: spring(400) };
    const row = (force: Vec3, anchor: Vec3, stiffness: number) => ({
      count: 1,
      id: Uint32Array.of(0),
      s: Float64Array.of(0.8 * L),
      force: Float64Array.from(force),
      anchor: Float64Array.from(anchor),
      stiffness: Float64Array.of(stiffness, 0, 0, stiffness, 0, stiffness),
      damping: new Float64Array(6),
    });
    const pushed = create(world);
    run(pushed, 240, 1 / 120, world, { forces: row([2e-8, 0, 0], [0, 0, 0], 0) });
    // Its arm is ∫ u ds up to there.
    const inertia = (bendingOf(FUR).linearDensity * L * L * L) / 6;
    expect(angleOf(pushed)).toBeCloseTo((0.32 * L * 2e-8) / (400 * inertia), 4);
    expect(tipOf(pushed)[0]).toBeGreaterThan(0);
    const target: Vec3 = [0.015, 0.033, 0.01];
    const drawn = create(world);
    run(drawn, 240, 1 / 120, world, { forces: row([0, 0, 0], target, 1) });
    const held = create(world);
    const clamps = { count: 1, id: Uint32Array.of(0), s: Float64Array.of(0.8 * L), target: Float64Array.from(target) };
    run(held, 240, 1 / 120, world, { clamps });
    // As near as an arc of its length comes.
    for (const dynamics of [drawn, held]) {
      const x = dynamics.positionAt(0, 0.8 * L);
      expect(length(subtract(x, target))).toBeLessThan(0.004);
      expect(Math.atan2(x[2], x[0])).toBeCloseTo(Math.atan2(target[2], target[0]), 2);
    }
  });

  it('stays on its side of a plane', () => {
    const world: World = { parameters: spring(250) };
    const dynamics = create(world, hair(normalize([0.2, 1, 0])));
    const contacts = {
      count: 1,
      id: Uint32Array.of(0),
      s: Float64Array.of(L),
      normal: Float64Array.of(-1, 0, 0),
      plane: Float64Array.of(0.015, 0, 0),
      velocity: new Float64Array(3),
      friction: new Float64Array(1),
    };
    run(dynamics, 480, 1 / 120, world, { contacts, fields: [windOf([6, 0, 0], 3)] });
    expect(dynamics.positionAt(0, L)[0]).toBeLessThan(0.0152);
    run(dynamics, 480, 1 / 120, world, { fields: [windOf([6, 0, 0], 3)] });
    expect(dynamics.positionAt(0, L)[0]).toBeGreaterThan(0.02);
  });
});
