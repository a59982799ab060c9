import { describe, expect, it } from 'vitest';
import { hashUnit } from '../../numeric/random.ts';
import { at, distance, type Vec3 } from '../../numeric/vector.ts';
import type { Clamps, Fibre, Obstacles, StrandDynamics } from '../model.ts';
import { createIn, environmentOf, pointsOf, strandsOf, type World } from '../world.fixture.ts';
import { oriented } from './oriented.ts';
import { makeComplementarity, ONE_SIDED, projectedSor } from './projected-sor.ts';

const fibre: Fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
const LENGTH = 0.24;
const NODES = 25;
const STEP = 1 / 24 / 8;
const G = 9.81;

const curl: Vec3[] = Array.from({ length: NODES }, (_, i) => {
  const s = i / (NODES - 1);
  return [0.008 * Math.cos(12 * s) - 0.008, -LENGTH * s, 0.008 * Math.sin(12 * s)];
});

const lengthOf = (points: readonly Vec3[]): number =>
  points.reduce((sum, x, i) => sum + (i > 0 ? distance(x, points[i - 1]!) : 0), 0);

/** A ball below and beside the root. */
const ball: Obstacles = {
  nearest(points, count, _time, out) {
    for (let i = 0; i < count; i++) {
      const d = [points[3 * i]! + 0.05, points[3 * i + 1]! + 0.05, points[3 * i + 2]!] as const;
      const r = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      out.set([r - 0.045, d[0] / r, d[1] / r, d[2] / r, 0, 0, 0, 0.4], 8 * i);
    }
  },
};

type Held = readonly { readonly s: number; readonly target: Vec3; readonly velocity?: Vec3 }[];

const clampsOf = (held: Held): Clamps => ({
  count: held.length,
  id: new Uint32Array(held.length),
  s: Float64Array.from(held, ({ s }) => s),
  target: Float64Array.from(held.flatMap(({ target }) => target)),
  velocity: Float64Array.from(held.flatMap(({ velocity = [0, 0, 0] }) => velocity)),
});

/** Steps a strand whose points are held from the time 0.2 s on; the largest acceleration of a point after the step in which they appear, in g. */
function pull(dynamics: StrandDynamics, seconds: number, world: World, heldAt: (t: number) => Held): number {
  let most = 0;
  let [before, now] = [pointsOf(dynamics), pointsOf(dynamics)];
  for (let n = 0; n * STEP < seconds; n++) {
    const end = (n + 1) * STEP;
    const clamps = end > 0.2 ? clampsOf(heldAt(end)) : null;
    dynamics.step(STEP, { ...environmentOf(n * STEP, world), clamps });
    const next = pointsOf(dynamics);
    for (let i = 0; i < NODES && end > 0.2 + 2.5 * STEP; i++) {
      const a = at(next, i).map(
        (x, c) => (x - 2 * now[3 * i + c]! + before[3 * i + c]!) / STEP ** 2,
      ) as unknown as Vec3;
      most = Math.max(most, distance(a, [0, 0, 0]) / G);
    }
    [before, now] = [now, next];
  }
  return most;
}

const hanging = (obstacles: Obstacles | null = null): [StrandDynamics, World] => {
  const world: World = { restState: 'sag-free', parameters: { constraints: 'published' }, obstacles };
  return [createIn(oriented, strandsOf(curl), fibre, world), world];
};

describe('projected SOR', () => {
  it('finds forces that push where rows touch and none where they part (seed 11)', () => {
    const n = 8;
    const problem = makeComplementarity(n);
    problem.count = n;
    const root = Array.from({ length: n * n }, (_, k) => hashUnit(11, k) - 0.5);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = i === j ? 0.5 : 0;
        for (let k = 0; k < n; k++) sum += root[i * n + k]! * root[j * n + k]!;
        problem.matrix[n * i + j] = sum;
      }
      problem.lack[i] = hashUnit(12, i) - 0.5;
      problem.kind[i] = ONE_SIDED;
    }
    projectedSor(problem, 200);
    for (let i = 0; i < n; i++) {
      let way = -problem.lack[i]!;
      for (let j = 0; j < n; j++) way += problem.matrix[n * i + j]! * problem.force[j]!;
      expect(problem.force[i]).toBeGreaterThanOrEqual(0);
      expect(way).toBeGreaterThan(-1e-9);
      expect(Math.abs(way * problem.force[i]!)).toBeLessThan(1e-9);
    }
  });
});

describe('analytic constraints', () => {
  it('take a point along a path, in contact with a ball, at eight steps a frame', () => {
    const [dynamics, world] = hanging(ball);
    const from = dynamics.positionAt(0, 0.16);
    const path = (t: number): Held => {
      const a = 4 * (t - 0.2);
      const target: Vec3 = [from[0] + 0.03 * Math.sin(a), from[1] + 0.03 * (1 - Math.cos(a)), from[2]];
      return [{ s: 0.16, target, velocity: [0.12 * Math.cos(a), 0.12 * Math.sin(a), 0] }];
    };
    expect(pull(dynamics, 0.8, world, path)).toBeLessThan(50);
    const last = Math.ceil(0.8 / STEP) * STEP;
    expect(distance(dynamics.positionAt(0, 0.16), path(last)[0]!.target)).toBeLessThan(1e-4);
  });

  it('that say the same twice, or two things at once, bring a point to the middle without a pop', () => {
    const [dynamics, world] = hanging();
    const goal: Vec3 = [0.06, -0.1, 0.02];
    const twice = [0, 0, 0.02].map((up) => ({ s: 0.2, target: [goal[0], goal[1] + up, goal[2]] as Vec3 }));
    expect(pull(dynamics, 1, world, () => twice)).toBeLessThan(50);
    expect(distance(dynamics.positionAt(0, 0.2), [goal[0], goal[1] + 0.02 / 3, goal[2]])).toBeLessThan(1e-3);
  });

  it('that cannot be met stretch nothing and pop nowhere', () => {
    const [dynamics, world] = hanging();
    const goal: Vec3 = [0.25, 0.2, 0];
    expect(pull(dynamics, 1.2, world, () => [{ s: lengthOf(curl), target: goal }])).toBeLessThan(50);
    const x = pointsOf(dynamics);
    for (let i = 1; i < NODES; i++)
      expect(Math.abs(distance(at(x, i), at(x, i - 1)) / distance(curl[i]!, curl[i - 1]!) - 1)).toBeLessThan(1e-6);
    const reach = distance(at(x, NODES - 1), at(x, 1)) / (lengthOf(curl) * (1 - 1 / (NODES - 1)));
    expect(reach).toBeGreaterThan(0.98);
  });
});

describe('limits of joints', () => {
  const line: Vec3[] = Array.from({ length: 9 }, (_, i) => [0.02 * i, 0, 0]);

  it.each(['implicit', 'published'])('keep a limp strand as straight as they say: %s', (constraints) => {
    const limit = 0.2;
    const parameters = { constraints, stiffness: 0.01, bendLimit: limit };
    const world: World = { parameters, drag: 1e-4 };
    const dynamics = createIn(oriented, strandsOf(line), fibre, world);
    let most = 0;
    for (let n = 0; n < 120; n++) {
      dynamics.step(1 / 240, environmentOf(n / 240, world));
      const x = pointsOf(dynamics);
      for (let i = 1; i + 1 < 9; i++) {
        const [a, b] = [i, i + 1].map((k) => at(x, k).map((v, c) => (v - x[3 * k - 3 + c]!) / 0.02));
        const cosine = a!.reduce((sum, v, c) => sum + v * b![c]!, 0);
        most = Math.max(most, Math.acos(Math.min(1, cosine)));
      }
    }
    expect(most).toBeGreaterThan(0.99 * limit);
    expect(most).toBeLessThan(1.02 * limit);
  });
});
