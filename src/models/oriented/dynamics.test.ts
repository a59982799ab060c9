import { describe, expect, it } from 'vitest';
import { solveDense } from '../../numeric/dense.ts';
import { Random } from '../../numeric/random.ts';
import { expMap, multiply, normalizeQuat, type Quat } from '../../numeric/rotation.ts';
import { at, type Vec3 } from '../../numeric/vector.ts';
import { factorTree, solveTree, sumForces } from './articulated.ts';
import { energyOf, writeForces } from './forces.ts';
import { jointEnergy, writeJoint } from './joint.ts';
import { newtonStep, pose } from './minimise.ts';
import { kineticEnergy, massMatrix, residual, type TreeMotion, toLink, toWorld } from './recursion.fixture.ts';
import { addPoint, FREE, HELD, makeTree, placeTree, type Tree } from './tree.ts';

const GRAVITY: Vec3 = [0, -9.81, 0];
const SEED = 11;

/** A tree of seven links with two branches, in a random shape. */
function branched(random: Random): Tree {
  const tree = makeTree(7, 8);
  tree.links = 7;
  tree.base = HELD;
  const any = (): number => random.unit() - 0.5;
  [-1, 0, 1, 1, 2, 3, 3].forEach((parent, j) => {
    tree.parent[j] = parent;
    tree.length[j] = 0.1 + 0.1 * random.unit();
    tree.inertia[j] = 1 + random.unit();
    tree.roundness[j] = 0.001 * (1 + random.unit());
    if (j > 0) tree.attach.set(j === 6 ? [0.01, 0.6 * tree.length[3]!, -0.02] : [0, tree.length[parent]!, 0], 3 * j);
    tree.q.set(normalizeQuat([any(), any(), any(), 1]), 4 * j);
    tree.rest.set(normalizeQuat([0.3 * any(), 0.3 * any(), 0.3 * any(), 1]), 4 * j);
    for (let c = 0; c < 3; c++) tree.stiffness[3 * j + c] = 0.5 + random.unit();
    tree.friction[j] = 0.1 * random.unit();
    tree.start.set([0, 0, 0, 1], 4 * j);
  });
  placeTree(tree);
  return tree;
}

const anyMotion = (random: Random, links: number): TreeMotion => {
  const three = (): Vec3 => [random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5];
  return {
    w: Float64Array.from({ length: 3 * links }, () => 4 * (random.unit() - 0.5)),
    wRate: Float64Array.from({ length: 3 * links }, () => 20 * (random.unit() - 0.5)),
    spin: three(),
    velocity: three(),
    spinRate: three(),
    acceleration: three(),
  };
};

const largest = (values: Iterable<number>): number => {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
};

describe(`recursions on a branched tree of seven links (seed ${SEED})`, () => {
  it('need for a motion its mass matrix times the acceleration, and a bias', () => {
    const random = new Random(SEED);
    const tree = branched(random);
    const motion = anyMotion(random, 7);
    const torque = Float64Array.from({ length: 21 }, () => random.unit());
    const mass = massMatrix(tree);
    const whole = residual(tree, motion, GRAVITY, torque);
    const bias = residual(tree, { ...motion, wRate: new Float64Array(21) }, GRAVITY, torque);
    for (let r = 0; r < 18; r++) {
      let sum = bias[3 + r]!;
      for (let c = 0; c < 18; c++) {
        sum += mass[r * 18 + c]! * motion.wRate[3 + c]!;
        expect(Math.abs(mass[r * 18 + c]! - mass[c * 18 + r]!)).toBeLessThan(1e-13);
      }
      expect(Math.abs(sum - whole[3 + r]!)).toBeLessThan(1e-11);
    }
  });

  it('balance power: what joints and weight do becomes energy of motion', () => {
    const random = new Random(SEED + 1);
    const tree = branched(random);
    const still = { spin: [0, 0, 0], velocity: [0, 0, 0], spinRate: [0, 0, 0], acceleration: [0, 0, 0] } as const;
    const { w } = anyMotion(random, 7);
    const torque = Float64Array.from({ length: 21 }, () => random.unit());
    // The acceleration that these forces bring.
    const lack = residual(tree, { ...still, w, wRate: new Float64Array(21) }, GRAVITY, torque);
    const mass = massMatrix(tree);
    const rate = lack.slice(3).map((value) => -value);
    expect(solveDense(mass, rate, 18, 1)).toBe(true);
    const wRate = new Float64Array(21);
    wRate.set(rate, 3);
    expect(largest(residual(tree, { ...still, w, wRate }, GRAVITY, torque).slice(3))).toBeLessThan(1e-12);
    const q0 = tree.q.slice();
    const height = (): number => {
      placeTree(tree);
      let sum = 0;
      for (let j = 1; j < 7; j++)
        sum += tree.inertia[j]! * (tree.origin[3 * j + 1]! + 0.5 * tree.length[j]! * tree.axes[9 * j + 4]!);
      return sum;
    };
    // Energies along the motion: links turn by their parents' turns and by w, which changes at its rate.
    const along = (t: number): number => {
      const now = w.map((value, i) => value + t * wRate[i]!);
      const relative = (j: number): Quat => {
        const [p, q] = [at4(q0, tree.parent[j]!), at4(q0, j)];
        const start = multiply([-p[0], -p[1], -p[2], p[3]], q);
        const v = at(w, j);
        const a = at(wRate, j);
        const c: Vec3 = [v[1] * a[2] - v[2] * a[1], v[2] * a[0] - v[0] * a[2], v[0] * a[1] - v[1] * a[0]];
        // Magnus: exact to the fourth order in t.
        const turn = [0, 1, 2].map((i) => t * v[i]! + 0.5 * t * t * a[i]! + (t * t * t * c[i]!) / 12);
        return multiply(start, expMap(turn as unknown as Vec3));
      };
      for (let j = 1; j < 7; j++) tree.q.set(multiply(at4(tree.q, tree.parent[j]!), relative(j)), 4 * j);
      const energy = kineticEnergy(tree, { ...still, w: now, wRate }) + 9.81 * height();
      tree.q.set(q0);
      return energy;
    };
    const e = 2.5e-4;
    const gain = (8 * (along(e) - along(-e)) - (along(2 * e) - along(-2 * e))) / (12 * e);
    let power = 0;
    for (let i = 3; i < 21; i++) power += torque[i]! * w[i]!;
    expect(Math.abs(gain - power)).toBeLessThan(1e-9 * Math.max(1, largest([power])));
  });

  it('solve by the articulated-body sweep what the dense system does, with an armature', () => {
    const random = new Random(SEED + 2);
    const tree = branched(random);
    pose(tree);
    writeForces(tree);
    for (const name of ['force', 'lever', 'moment', 'torque'] as const) tree[name].fill(0);
    sumForces(tree);
    expect(factorTree(tree, true)).toBe(true);
    const asked = Float64Array.from({ length: 21 }, () => random.unit() - 0.5);
    for (let j = 1; j < 7; j++) tree.own.set(toWorld(tree, j, at(asked, j)), 3 * j);
    solveTree(tree, tree.lack);
    const dense = massMatrix(tree);
    for (let i = 0; i < 18; i++) dense[i * 18 + i] = dense[i * 18 + i]! + tree.tangent[3 + i]!;
    const answer = asked.slice(3);
    expect(solveDense(dense, answer, 18, 1)).toBe(true);
    for (let j = 1; j < 7; j++)
      toLink(tree, j, at(tree.given, j)).forEach((value, c) => {
        expect(Math.abs(value - answer[3 * (j - 1) + c]!)).toBeLessThan(1e-12);
      });
  });
});

const at4 = (q: Float64Array, j: number): Quat => [q[4 * j]!, q[4 * j + 1]!, q[4 * j + 2]!, q[4 * j + 3]!];

describe(`the energy of a step (seed ${SEED})`, () => {
  it('falls along every turn by what the joints lack, base and loads included', () => {
    const random = new Random(SEED + 3);
    for (const base of [HELD, FREE]) {
      const tree = branched(random);
      tree.base = base;
      for (const values of [tree.from, tree.to, tree.axisTarget, tree.turnPast])
        for (let i = 0; i < values.length; i++) values[i] = 0.2 * (random.unit() - 0.5);
      for (const [link, place] of [
        [2, 0.03],
        [6, 0.08],
      ] as const) {
        const p = addPoint(tree, link, place);
        tree.a.set([3, 0.5, -0.2, 2, 0.1, 4], 6 * p);
        tree.b.set([1, -2, 0.5], 3 * p);
        tree.ref[3 * p] = tree.ref[3 * p]! + 0.02;
      }
      pose(tree);
      writeForces(tree);
      sumForces(tree);
      const own = tree.own.slice();
      const whole = tree.n.slice(0, 3);
      const q = tree.q.slice();
      for (let j = base === FREE ? 0 : 1; j < 7; j++)
        for (let c = 0; c < 3; c++) {
          const turned = (angle: number): number => {
            const v: [number, number, number] = [0, 0, 0];
            v[c] = angle;
            // The link and all that it carries.
            for (let i = 0; i < 7; i++) if (carries(tree, j, i)) tree.q.set(multiply(expMap(v), at4(q, i)), 4 * i);
            pose(tree);
            const energy = energyOf(tree);
            tree.q.set(q);
            return energy;
          };
          const e = 1e-4;
          const slope = (8 * (turned(e) - turned(-e)) - (turned(2 * e) - turned(-2 * e))) / (12 * e);
          expect(Math.abs(slope + (j === 0 ? whole[c]! : own[3 * j + c]!))).toBeLessThan(1e-8);
        }
    }
  });

  it('is at rest where Newton’s method ends, which it nears faster and faster', () => {
    const random = new Random(SEED + 4);
    const tree = branched(random);
    for (let i = 0; i < 21; i++) {
      tree.from[i] = tree.origin[i]! + 0.01 * (random.unit() - 0.5);
      tree.to[i] = tree.from[i]! + tree.length[Math.floor(i / 3)]! * tree.axes[9 * Math.floor(i / 3) + 3 + (i % 3)]!;
    }
    const steps: number[] = [];
    pose(tree);
    for (let n = 0; n < 8; n++) {
      newtonStep(tree, null);
      steps.push(largest(tree.phi.subarray(0, 21)));
      for (let j = 1; j < 7; j++) tree.q.set(multiply(expMap(at(tree.phi, j)), at4(tree.q, j)), 4 * j);
      pose(tree);
    }
    expect(steps.at(-1)!).toBeLessThan(1e-5 * steps[0]!);
  });
});

function carries({ parent }: Tree, j: number, i: number): boolean {
  for (let k = i; k >= 0; k = parent[k]!) if (k === j) return true;
  return false;
}

describe('a joint', () => {
  const k = Float64Array.of(1.3, 0.7, 2.1);
  const out = new Float64Array(3);
  const tangent = new Float64Array(3);
  const p = (v: Vec3): Float64Array => Float64Array.from(expMap(v));

  it('pulls back as K tan(angle/2) for pure bending about either axis and for pure twist', () => {
    for (const angle of [0.01, 0.5, 2, 3])
      for (let c = 0; c < 3; c++) {
        const v: [number, number, number] = [0, 0, 0];
        v[c] = angle;
        writeJoint(p(v), 0, k, 0, out, tangent, 0);
        expect(out[c]! / (-k[c]! * Math.tan(0.5 * angle))).toBeCloseTo(1, 11);
        expect(largest(out.map((value, i) => (i === c ? 0 : value)))).toBeLessThan(1e-12);
      }
  });

  it('is conservative: its torque is the slope of its energy', () => {
    for (const v of [
      [0.01, 0.02, -0.01],
      [0.4, -0.9, 1.1],
      [-1.2, 1.5, 0.6],
    ] as const) {
      writeJoint(p(v), 0, k, 0, out, tangent, 0);
      for (let c = 0; c < 3; c++) {
        const along = (angle: number): number => {
          const turn: [number, number, number] = [0, 0, 0];
          turn[c] = angle;
          return jointEnergy(Float64Array.from(multiply(expMap(v), expMap(turn))), 0, k, 0);
        };
        const e = 1e-3;
        const slope = (8 * (along(e) - along(-e)) - (along(2 * e) - along(-2 * e))) / (12 * e);
        expect(Math.abs(slope + out[c]!)).toBeLessThan(1e-9);
      }
    }
  });
});
