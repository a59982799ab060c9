import { describe, expect, it } from 'vitest';
import type { Obstacles, StrandDynamics } from '../model.ts';
import { environmentOf, pointsOf, type RootMotion, type World } from '../world.fixture.ts';
import { coil, curly, line, makeOne } from './strand.fixture.ts';

/** A root that swings along x with the given acceleration and frequency. */
const swinging =
  (acceleration: number, frequency: number) =>
  (time: number): RootMotion => {
    const omega = 2 * Math.PI * frequency;
    const amplitude = acceleration / (omega * omega);
    return {
      position: [amplitude * Math.sin(omega * time), 0, 0],
      velocity: [amplitude * omega * Math.cos(omega * time), 0, 0],
    };
  };

function run(dynamics: StrandDynamics, h: number, seconds: number, world: World): void {
  for (let n = 0; n * h < seconds - 1e-9; n++) dynamics.step(h, environmentOf(n * h, world));
}

/** The elastic energy of a strand that behaves is far below this: bent to the radius of a match it has 1e-5 J. */
const SANE = 1e-4;

const VIOLENT = [
  { name: '30 cm released level', length: 0.3, acceleration: 0 },
  { name: '20 cm shaken at 20 m/s²', length: 0.2, acceleration: 20 },
  { name: '50 cm shaken at 20 m/s²', length: 0.5, acceleration: 20 },
  { name: '20 cm shaken at 60 m/s²', length: 0.2, acceleration: 60 },
];

describe('at 1/30 s with five elements and little friction', () => {
  const world = (acceleration: number, stepper: string): World => ({
    drag: 5e-6,
    parameters: { elements: 5, mostElements: 5, internalFriction: 1e-10, stepper },
    ...(acceleration > 0 ? { motion: swinging(acceleration, 3) } : {}),
  });

  it.each(VIOLENT)('stays sane: $name', ({ length, acceleration }) => {
    const around = world(acceleration, 'minimise');
    const dynamics = makeOne(line(24, length, [1, 0, 0]), around);
    for (let n = 0; n < 150; n++) {
      dynamics.step(1 / 30, environmentOf(n / 30, around));
      expect(dynamics.energy!().elastic).toBeLessThan(SANE);
    }
  });

  it('diverges by the published step where the source does, and not where more friction was stated', () => {
    const worst = (length: number, acceleration: number, friction: number, drag: number): number => {
      const around = world(acceleration, 'published');
      const parameters = { ...around.parameters, internalFriction: friction };
      const full = { ...around, parameters, drag };
      const dynamics = makeOne(line(24, length, [1, 0, 0]), full);
      let most = 0;
      for (let n = 0; n < 150; n++) {
        dynamics.step(1 / 30, environmentOf(n / 30, full));
        most = Math.max(most, dynamics.energy!().elastic);
      }
      return most;
    };
    expect(worst(0.1, 0, 1e-10, 5e-6)).toBeLessThan(SANE);
    expect(worst(0.3, 0, 1e-10, 5e-6)).toBeGreaterThan(SANE);
    expect(worst(0.2, 20, 1e-10, 5e-6)).toBeGreaterThan(SANE);
    expect(worst(0.2, 20, 5e-10, 5e-5)).toBeLessThan(SANE);
  });

  it('takes the same way by the published step as by the minimisation when steps are small', () => {
    const path = (stepper: string): Float64Array => {
      const around = world(0, stepper);
      const dynamics = makeOne(line(24, 0.1, [1, 0, 0]), around);
      run(dynamics, 1 / 4000, 0.1, around);
      return pointsOf(dynamics);
    };
    const [a, b] = [path('published'), path('minimise')];
    for (let i = 0; i < a.length; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThan(5e-4);
  });
});

describe('a strand dropped on a sphere at 1/30 s', () => {
  const sphere: Obstacles = {
    nearest(points, count, _time, out) {
      for (let i = 0; i < count; i++) {
        const [x, y, z] = [points[3 * i]! - 0.06, points[3 * i + 1]! + 0.07, points[3 * i + 2]!];
        const r = Math.hypot(x, y, z);
        out.set([r - 0.05, x / r, y / r, z / r, 0, 0, 0, 0.3], 8 * i);
      }
    },
  };
  it('comes to rest within 0.5 mm of it, without jitter', () => {
    const around: World = {
      obstacles: sphere,
      drag: 2e-5,
      parameters: { thickness: 0, layerOffset: 0, stiffness: 0.3 },
    };
    const dynamics = makeOne(line(40, 0.2, [1, 0, 0]), around);
    run(dynamics, 1 / 30, 6, around);
    const gap = (): number => {
      const x = pointsOf(dynamics);
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < x.length; i += 3)
        least = Math.min(least, Math.hypot(x[i]! - 0.06, x[i + 1]! + 0.07, x[i + 2]!) - 0.05);
      return least;
    };
    const before = pointsOf(dynamics);
    const v = new Float64Array(before.length);
    for (let n = 0; n < 30; n++) {
      const report = dynamics.step(1 / 30, environmentOf(6 + n / 30, around));
      expect(report.contacts).toBeGreaterThan(0);
      expect(Math.abs(gap())).toBeLessThan(0.0005);
      dynamics.velocities(v);
      expect(Math.max(...v.map(Math.abs))).toBeLessThan(1e-3);
    }
    const after = pointsOf(dynamics);
    for (let i = 0; i < before.length; i++) expect(Math.abs(after[i]! - before[i]!)).toBeLessThan(2e-4);
  });
});

describe('the simplified variant', () => {
  const bent = (simplified: boolean, points = coil(48, 0.006, 0.005, 0.1)): StrandDynamics => {
    const around: World = { fibre: curly, drag: 1e-4, parameters: { simplified } };
    const dynamics = makeOne(points, around);
    run(dynamics, 1 / 120, 3, around);
    return dynamics;
  };

  it('hangs like the full one when it curls', () => {
    const [a, b] = [pointsOf(bent(true)), pointsOf(bent(false))];
    let sum = 0;
    for (let i = 0; i < a.length; i += 3)
      sum += Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!);
    expect(sum / (a.length / 3) / 0.1).toBeLessThan(0.02);
  });

  it('bends straight hair in the plane of its major axis only', () => {
    const x = pointsOf(bent(true, line(24, 0.1, [1, 0, 0])));
    const y = pointsOf(bent(false, line(24, 0.1, [1, 0, 0])));
    expect(x.at(-2)!).toBeLessThan(-0.01);
    expect(Math.abs(x.at(-2)! - y.at(-2)!)).toBeLessThan(0.01);
  });
});
