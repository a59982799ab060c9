import { describe, expect, it } from 'vitest';
import { at, dot, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { Fibre, Obstacles, StrandDynamics } from '../model.ts';
import { createIn, environmentOf, pointsOf, strandsOf, type World } from '../world.fixture.ts';
import { addSurface, aim, beginPress, contactWeight, leadDown, leadDownAsPublished, makePress } from './collision.ts';
import { continuum } from './continuum.ts';

/** Bodies that press on fur. */

const FUR: Fibre = { radius: 20e-6, ellipticity: 1, density: 1300, youngsModulus: 2e9, poissonRatio: 0.48 };
const L = 0.03;
const RADIUS = 0.06;

/** A ball whose middle goes up and down. */
const bouncing = (height: (time: number) => number): Obstacles => ({
  nearest(points, count, time, out) {
    const y = height(time);
    const speed = (height(time + 1e-5) - height(time - 1e-5)) / 2e-5;
    for (let i = 0; i < count; i++) {
      const away: Vec3 = [points[3 * i]!, points[3 * i + 1]! - y, points[3 * i + 2]!];
      const far = Math.sqrt(dot(away, away));
      out[8 * i] = far - RADIUS;
      for (let c = 0; c < 3; c++) out[8 * i + 1 + c] = away[c]! / far;
      out[8 * i + 5] = speed;
    }
  },
});

/** Rows of grass on the ground y = 0 at odd distances, one blade right under the ball. */
const SIDE = 9;
const PLACES: Vec3[] = Array.from({ length: SIDE * SIDE }, (_, i) => [
  0.011 * ((i % SIDE) - 4),
  0,
  0.011 * (Math.floor(i / SIDE) - 4),
]);
const grass = (places = PLACES) =>
  strandsOf(...places.map((p) => Array.from({ length: 6 }, (_, i): Vec3 => [p[0], (L * i) / 5, p[2]])));

/** Directions of the last edges. */
function tips(dynamics: StrandDynamics): Vec3[] {
  const x = pointsOf(dynamics);
  return Array.from(dynamics.ids, (_, k) => normalize(subtract(at(x, 6 * k + 5), at(x, 6 * k + 4))));
}

describe('a ball on grass', () => {
  const height = (time: number): number => RADIUS + 0.055 * Math.cos(6 * time) ** 2 - 0.006;
  const world: World = { obstacles: bouncing(height), parameters: { stiffness: 6 } };

  it('lays blades flat, away from it, where it touches their roots, without flicker under its pole; they stand up again', () => {
    const dynamics = createIn(continuum, grass(), FUR, { ...world, obstacles: null });
    let [pressed, flipped] = [0, 0];
    let last: Vec3 | null = null;
    const pole = 4 * SIDE + 4;
    for (let n = 0; n < 240; n++) {
      const before = n / 120;
      dynamics.step(1 / 120, environmentOf(before, world));
      const now = (n + 1) / 120;
      const directions = tips(dynamics);
      PLACES.forEach((p, k) => {
        const d = Math.hypot(p[0], p[2], height(now)) - RADIUS;
        if (d > 0) return;
        pressed++;
        // The last of five edges turns by nine tenths.
        const angle = Math.acos(directions[k]![1]) / 0.9;
        expect(angle).toBeGreaterThan((85 / 180) * Math.PI);
        if (k !== pole) expect(dot(directions[k]!, normalize([p[0], 0, p[2]]))).toBeGreaterThan(0.7);
      });
      const under = directions[pole]!;
      if (Math.hypot(under[0], under[2]) > 0.3) {
        if (last && dot(normalize([under[0], 0, under[2]]), last) < 0.5) flipped++;
        last = normalize([under[0], 0, under[2]]);
      }
    }
    expect(pressed).toBeGreaterThan(200);
    expect(flipped).toBe(0);
    // The ball is gone; blades stand up.
    const free: World = { parameters: { stiffness: 6 } };
    for (let n = 0; n < 240; n++) dynamics.step(1 / 120, environmentOf(2 + n / 120, free));
    for (const tip of tips(dynamics)) expect(tip[1]).toBeGreaterThan(0.999);
  });

  it('presses as hard at every step size', () => {
    const still: World = { obstacles: bouncing(() => RADIUS + 0.012), parameters: { stiffness: 6 } };
    const row = PLACES.slice(4 * SIDE, 5 * SIDE);
    const angles = [1 / 120, 1 / 480].map((h) => {
      const dynamics = createIn(continuum, grass(row), FUR, { ...still, obstacles: null });
      for (let n = 0; n * h < 2; n++) dynamics.step(h, environmentOf(n * h, still));
      return tips(dynamics).map((tip) => Math.acos(Math.min(1, tip[1])));
    });
    const apart = Math.max(...row.map((_, k) => Math.abs(angles[0]![k]! - angles[1]![k]!)));
    expect(Math.max(...angles[0]!)).toBeGreaterThan(0.5);
    expect(apart).toBeLessThan(0.005);
  });
});

describe('contact', () => {
  it('weighs 1 at the surface and 0 at its reach, falling smoothly', () => {
    expect([-1, 0, 0.5, 1, 2].map((d) => contactWeight(d, 1))).toEqual([1, 1, 0.5, 0, 0]);
  });

  it('turns hair away from a ball beside it: a ball at (0, 0, 0.5), a root at (0.3, 0, 0)', () => {
    const press = makePress();
    press.normal.set([0, 0, 1]);
    press.direction.set([0, 0, 1]);
    beginPress(press);
    const way = normalize([0.3, 0, -0.5]);
    addSurface(press, Float64Array.of(0.1, ...way, 0, 0, 0, 0), 0, 1);
    aim(press);
    const [x, y, z] = press.target;
    // π/2 about y turns z to x.
    expect(x).toBeCloseTo(0, 2);
    expect(y).toBeCloseTo(Math.PI / 2, 2);
    expect(z).toBeCloseTo(0, 12);
  });

  it('reaches its target without going beyond, where what was printed overshoots ever more', () => {
    const press = makePress();
    press.weight = 1;
    press.target.set([Math.PI / 2, 0, 0]);
    const h = 1 / 60;
    const lead = (isPublished: boolean): number[] => {
      const v = new Float64Array(3);
      const free = new Float64Array(3);
      const matrix = new Float64Array(6);
      press.w.fill(0);
      return Array.from({ length: 40 }, () => {
        free.fill(0);
        matrix.set([1, 0, 0, 1, 0, 1]);
        if (isPublished) leadDownAsPublished(press, v, free, h, 1);
        else leadDown(press, v, h, 2 * Math.PI * 8, matrix, free);
        v.set(free.map((value) => value / matrix[0]!));
        press.w[0] = press.w[0]! + h * v[0]!;
        return press.w[0]!;
      });
    };
    const led = lead(false);
    for (let n = 1; n < led.length; n++) expect(led[n]!).toBeGreaterThanOrEqual(led[n - 1]!);
    expect(Math.max(...led)).toBeLessThan(Math.PI / 2);
    expect(led.at(-1)).toBeGreaterThan(Math.PI / 2 - 1e-3);
    const printed = lead(true).slice(0, 4);
    for (const [n, angle] of [3.14, -3.14, 12.6, -25.1].entries()) expect(printed[n]).toBeCloseTo(angle, 0);
  });
});
