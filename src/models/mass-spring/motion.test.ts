import { describe, expect, it } from 'vitest';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import { type Fibre, OBSTACLE_ROW, type Obstacles } from '../model.ts';
import { createIn, environmentOf, pointsOf, strandsOf, type World } from '../world.fixture.ts';
import { massSpring } from './mass-spring.ts';

const fibre: Fibre = { radius: 2e-4, ellipticity: 1, density: 1300, youngsModulus: 1e8, poissonRatio: 0.48 };
const rope = (nodes: number, length: number): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => [0, (-i * length) / (nodes - 1), 0]);
const still = { thickness: 0, layerOffset: 0, damping: 0 };
const tip = (x: Float64Array): Vec3 => at(x, x.length / 3 - 1);

function tipsOf(world: World, seconds: number, h: number, shape = rope(6, 0.05)): Vec3[] {
  const dynamics = createIn(massSpring, strandsOf(shape), fibre, world);
  const steps = Math.round(seconds / h);
  return Array.from({ length: steps }, (_, n) => {
    dynamics.step(h, environmentOf(n * h, world));
    return tip(pointsOf(dynamics));
  });
}

describe('the hybrid integrator', () => {
  it('swings as the implicit one does where both are fine, with less damping of its own', () => {
    const swing = (integrator: string, h: number): Vec3[] =>
      tipsOf(
        {
          gravity: [0, 0, 0],
          motion: (t) => ({ position: [0.004 * Math.sin(40 * t), 0, 0], velocity: [0.16 * Math.cos(40 * t), 0, 0] }),
          parameters: { ...still, integrator, stretchStiffness: 2e-4, springDamping: 0.003 },
        },
        0.1,
        h,
      );
    const hybrid = swing('hybrid', 1 / 480);
    const exact = swing('implicit', 1 / 1920);
    const way = Math.max(...exact.map((x) => Math.abs(x[0])));
    const off = Math.max(...hybrid.map((x, n) => distance(x, exact[4 * n + 3]!)));
    expect(way).toBeGreaterThan(0.003);
    expect(off).toBeLessThan(0.005 * way);
  });

  it.each(['angular', 'strip', 'prism', 'tetrahedra'])('stays stable and comes to rest: %s', (rig) => {
    const world: World = {
      parameters: { ...still, rig, integrator: 'hybrid', stretchStiffness: 1e-3, springDamping: 0.02 },
    };
    const tips = tipsOf(world, 0.1, 1 / 60, rope(4, 0.04));
    expect(distance(tips.at(-1)!, [0, -0.04, 0])).toBeLessThan(1e-3);
    expect(distance(tips.at(-1)!, tips.at(-2)!)).toBeLessThan(1e-4);
  });
});

describe('motors', () => {
  const swinging = (motor: object): Vec3[] =>
    tipsOf(
      {
        gravity: [0, 0, 0],
        parameters: { ...still, stiffness: 50, springDamping: 0.01, motor: { frequency: 1, waves: 0, ...motor } },
      },
      2,
      1 / 60,
    );

  it('bend a rope to the circle that their amplitude tells, and back', () => {
    const tips = swinging({ amplitude: 10 });
    // An arc of curvature κ and length s leaves its tangent by (1 − cos κ s)/κ; the first edge is held to its middle.
    const s = 0.05 - 0.005;
    const bow = (1 - Math.cos(10 * s)) / 10;
    const [most, least] = [Math.max(...tips.map((x) => Math.hypot(x[0], x[2]))), tips.at(-1)!];
    expect(most / bow).toBeGreaterThan(0.93);
    expect(most / bow).toBeLessThan(1.07);
    expect(Math.hypot(least[0], least[2])).toBeLessThan(0.12 * bow);
  });

  it('go round with a swirl of 1, and stay in a plane without', () => {
    const second = (tips: readonly Vec3[]): readonly Vec3[] => tips.slice(60);
    const spread = (tips: readonly Vec3[]): number => {
      const radii = second(tips).map((x) => Math.hypot(x[0], x[2]));
      return Math.min(...radii) / Math.max(...radii);
    };
    expect(spread(swinging({ amplitude: 8, swirl: 1 }))).toBeGreaterThan(0.9);
    expect(spread(swinging({ amplitude: 8 }))).toBeLessThan(0.2);
  });
});

/** A floor at y = 0 that moves along x. */
const floor = (speed: number, height = 0): Obstacles => ({
  nearest(points, count, time, out) {
    for (let i = 0; i < count; i++) {
      const row = OBSTACLE_ROW * i;
      out.fill(0, row, row + OBSTACLE_ROW);
      out[row] = points[3 * i + 1]! - height * time;
      out[row + 2] = 1;
      out[row + 4] = speed;
    }
  },
});

describe('stiction', () => {
  /** A rope along the floor, a millimetre above it, which is dragged along. */
  const dragged = (stiction: object, seconds: number): number => {
    const along = Array.from({ length: 6 }, (_, i): Vec3 => [0.01 * i, 0.001, 0]);
    const world: World = {
      gravity: [0, 0, 0],
      obstacles: floor(0.05),
      parameters: { ...still, stiction: { stiffness: 1e5, ...stiction } },
    };
    const tips = tipsOf(
      world,
      seconds,
      1 / 120,
      along.map(([x, y]) => [x, y, 0]),
    );
    return distance(tips.at(-1)!, along[5]!);
  };

  it('takes hold of what is near, rides with it, and lets go where it is pulled too far', () => {
    expect(dragged({ distance: 0 }, 0.2)).toBeLessThan(1e-4);
    // Held at its end by the root, the rope can follow only by its stretch: holds let go, and take hold anew.
    const near = dragged({ distance: 0.002, release: 1 }, 0.03);
    expect(near).toBeGreaterThan(1e-5);
    expect(dragged({ distance: 0.0005 }, 0.2)).toBeLessThan(1e-4);
  });
});
