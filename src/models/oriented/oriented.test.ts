import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../numeric/vector.ts';
import type { Fibre, Obstacles, StrandDynamics } from '../model.ts';
import { createIn, environmentOf, GRAVITY, pointsOf, strandsOf, type World } from '../world.fixture.ts';
import { oriented } from './oriented.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

const line = (nodes: number, length: number, direction: Vec3, from: Vec3 = [0, 0, 0]): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => {
    const s = (length * i) / (nodes - 1);
    return [from[0] + s * direction[0], from[1] + s * direction[1], from[2] + s * direction[2]];
  });

const floor = (friction: number): Obstacles => ({
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) out.set([points[3 * i + 1]!, 0, 1, 0, 0, 0, 0, friction], 8 * i);
  },
});

function run(dynamics: StrandDynamics, h: number, steps: number, world: World = {}): void {
  for (let n = 0; n < steps; n++) dynamics.step(h, environmentOf(n * h, world));
}

/** A piece of hair without a root, lying along x above the floor, which moves as told. */
function piece(height: number, velocity: Vec3, world: World): StrandDynamics {
  const dynamics = createIn(oriented, strandsOf(line(10, 0.09, [1, 0, 0], [0, height, 0])), fibre, world);
  dynamics.split([{ id: 0, s: 0.02, newId: 7 }]);
  dynamics.remove(Uint32Array.of(0));
  const x = pointsOf(dynamics);
  const v = x.map((_, i) => velocity[i % 3]!);
  dynamics.setState(x, v, { sample() {} }, 0);
  return dynamics;
}

describe('oriented strands', () => {
  it('swing as a pendulum of one link does, 2π √(2 l / 3 g)', () => {
    const l = 0.1;
    const tilt = 0.05;
    const points: Vec3[] = [
      [0, 0.001, 0],
      [0, 0, 0],
      [l * Math.sin(tilt), -l * Math.cos(tilt), 0],
    ];
    const world = { parameters: { stiffness: 0, internalFriction: 0 } };
    const dynamics = createIn(oriented, strandsOf(points), fibre, world);
    const h = 1 / 1000;
    const crossings: number[] = [];
    let before = pointsOf(dynamics)[6]!;
    for (let n = 0; n < 1200; n++) {
      dynamics.step(h, environmentOf(n * h, world));
      const now = pointsOf(dynamics)[6]!;
      if (before > 0 !== now > 0) crossings.push(h * (n + before / (before - now)));
      before = now;
    }
    const period = (2 * (crossings.at(-1)! - crossings[0]!)) / (crossings.length - 1);
    const expected = 2 * Math.PI * Math.sqrt((2 * l) / (3 * 9.81)) * (1 + (tilt * tilt) / 16);
    expect(Math.abs(period / expected - 1)).toBeLessThan(2e-4);
  });

  it('stay as groomed: a helix in its zero-gravity rest shape moves by less than a nanometre in a second', () => {
    const helix: Vec3[] = Array.from({ length: 40 }, (_, i) => {
      const s = 0.003 * i;
      return [0.005 * Math.cos(180 * s), -0.6 * s, 0.005 * Math.sin(180 * s)];
    });
    const world = { restState: 'sag-free' as const };
    const dynamics = createIn(oriented, strandsOf(helix), fibre, world);
    const x = pointsOf(dynamics);
    run(dynamics, 1 / 120, 120, world);
    const moved = pointsOf(dynamics).map((value, i) => Math.abs(value - x[i]!));
    expect(Math.max(...moved)).toBeLessThan(1e-9);
    expect(dynamics.restReport?.()).toMatchObject({ carried: 0, held: 0 });
  });

  const solutions = ['implicit', 'published'];

  it.each(solutions)('slide to a halt at μ g, and then lie still: %s', (constraints) => {
    const world = { obstacles: floor(0.3), parameters: { constraints } };
    const dynamics = piece(0.0015, [0.5, 0, 0], world);
    const at = (): number => dynamics.velocityAt(7, 0.03)[0];
    run(dynamics, 1 / 480, 10, world);
    const first = at();
    run(dynamics, 1 / 480, 48, world);
    expect(Math.abs((first - at()) / (0.1 * 0.3 * 9.81) - 1)).toBeLessThan(0.005);
    // What has stopped swings on friction as on a spring, within the 20 µm over which that gives: ω² = μ g / 20 µm. Nothing damps this but the
    // backward difference, 0.962 a step at ω h = 0.8: a nanometre is left after 260 steps. It does not creep.
    run(dynamics, 1 / 480, 360, world);
    const stopped = dynamics.positionAt(7, 0.03)[0];
    run(dynamics, 1 / 480, 60, world);
    expect(Math.abs(dynamics.positionAt(7, 0.03)[0] - stopped)).toBeLessThan(1e-9);
  });

  /** How high it rises again that fell so far. */
  function rebound(fall: number, parameters: Record<string, unknown>): number {
    const world = { obstacles: floor(0.3), parameters };
    const dynamics = piece(0.0015 + fall, [0, 0, 0], world);
    let highest = 0;
    let before = fall;
    let hasTurned = false;
    for (let n = 0; n < 160; n++) {
      dynamics.step(1 / 480, environmentOf(n / 480, world));
      const y = dynamics.positionAt(7, 0.03)[1] - 0.0015;
      if (y >= before) hasTurned = true;
      if (hasTurned) highest = Math.max(highest, y);
      before = y;
    }
    expect(hasTurned).toBe(true);
    return highest;
  }

  it.each(solutions)('do not bounce: %s', (constraints) => {
    expect(rebound(0.05, { constraints })).toBeLessThan(1e-4);
  });

  it('bounce to e² of the height that they fell, with a restitution of e', () => {
    const back = rebound(0.05, { constraints: 'published', restitution: 0.5 });
    expect(back / 0.05).toBeGreaterThan(0.22);
    expect(back / 0.05).toBeLessThan(0.28);
  });

  it('keep every length to the last digits, whatever moves them', () => {
    const world = {
      motion: (t: number) => ({ position: [0.05 * Math.sin(60 * t), 0, 0] as Vec3 }),
      gravity: GRAVITY,
    };
    const dynamics = createIn(oriented, strandsOf(line(20, 0.2, [0.6, -0.8, 0])), fibre, world);
    run(dynamics, 1 / 60, 60, world);
    const x = pointsOf(dynamics);
    for (let i = 1; i < 20; i++) {
      const l = Math.hypot(...[0, 1, 2].map((c) => x[3 * i + c]! - x[3 * i + c - 3]!));
      expect(Math.abs(l * 95 - 1)).toBeLessThan(1e-5);
    }
  });
});
