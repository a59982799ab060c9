import { describe, expect, it } from 'vitest';
import { fromAxisAngle, type Quat } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Environment, ForceField, Roots } from '../model.ts';
import { coil, GRAVITY, line } from './strand.fixture.ts';
import { superHelix } from './super-helix.ts';

/** Hair types of the published table: radius, ellipticity, Young's modulus; helix radius and step where they curl. */
const TYPES = {
  smooth: { radius: 50e-6, ellipticity: 1, youngsModulus: 1e9, helix: null },
  wavy: { radius: 35e-6, ellipticity: 1.1, youngsModulus: 2e9, helix: [0.01, 0.005] },
  curly: { radius: 50e-6, ellipticity: 1.1, youngsModulus: 1.5e9, helix: [0.006, 0.005] },
  fuzzy: { radius: 50e-6, ellipticity: 1.2, youngsModulus: 0.5e9, helix: [0.001, 0.01] },
} as const;
type TypeName = keyof typeof TYPES;

const LENGTH = 0.15;
const AIR: ForceField = {
  apply({ count, length }, _time, { damping }) {
    for (let i = 0; i < count; i++)
      for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + 5e-5 * length[i]!;
  },
};

type Motion = (time: number) => { position: Vec3; orientation: Quat; spin: Vec3 };

const rootsOf = (motion: Motion): Roots => ({
  sample(ids, time, out) {
    const { position, orientation, spin } = motion(time);
    for (let row = 0; row < ids.length; row++) {
      out.position.set(position, 3 * row);
      out.orientation.set(orientation, 4 * row);
      out.velocity.fill(0, 3 * row, 3 * row + 3);
      out.angularVelocity.set(spin, 3 * row);
    }
  },
});

interface Run {
  /** Fastest point after five seconds at rest, m/s. */
  readonly speed: number;
  /** The longest that the polyline through the output points ever was, in lengths of the strand. */
  readonly longest: number;
  readonly isFinite: boolean;
  readonly carried: number;
}

/** Moves a strand for 0.3 s, then lets it come to rest for five seconds. */
function shake(type: TypeName, nodes: number, h: number, motion: Motion): Run {
  const { helix, ...section } = TYPES[type];
  const points = helix ? coil(nodes, helix[0], helix[1], LENGTH) : line(nodes, LENGTH, [0, -1, 0]);
  const dynamics = superHelix.create(
    {
      rest: makeStrands({ first: uniformFirst(1, nodes), positions: Float32Array.from(points.flat()) }),
      roots: rootsOf(motion),
      time: 0,
      gravity: GRAVITY,
      restState: 'sag-free',
      obstacles: null,
      fibre: { ...section, density: 1300, poissonRatio: 0.48 },
    },
    superHelix.parameters.parse({}),
  );
  const end = Math.round(0.3 / h) * h;
  const still: Motion = () => ({ ...motion(end), spin: [0, 0, 0] });
  const x = new Float64Array(3 * nodes);
  let [longest, carried, isSound] = [0, 0, true];
  for (let n = 0; n * h < end + 5; n++) {
    const environment: Environment = {
      time: n * h,
      gravity: GRAVITY,
      roots: rootsOf(n * h < end - 1e-9 ? (t) => (t < end - 1e-9 ? motion(t) : still(t)) : still),
      fields: [AIR],
      obstacles: null,
      forces: null,
      contacts: null,
      clamps: null,
    };
    carried += dynamics.step(h, environment).carried.length;
    dynamics.positions(x);
    let sum = 0;
    for (let i = 3; i < x.length; i += 3)
      sum += Math.hypot(x[i]! - x[i - 3]!, x[i + 1]! - x[i - 2]!, x[i + 2]! - x[i - 1]!);
    longest = Math.max(longest, sum / LENGTH);
    isSound &&= Number.isFinite(sum);
  }
  const v = new Float64Array(3 * nodes);
  dynamics.velocities(v);
  return { speed: Math.max(...v.map(Math.abs)), longest, isFinite: isSound && v.every(Number.isFinite), carried };
}

const up: Vec3 = [0, 1, 0];
const MOTIONS: Readonly<Record<string, Motion>> = {
  // 100 g at 20 Hz.
  shaken: (t) => ({
    position: [(981 / 15791) * Math.sin(125.66 * t), 0, 0],
    orientation: [0, 0, 0, 1],
    spin: [0, 0, 0],
  }),
  spun: (t) => ({
    position: [0, 0, 0],
    orientation: fromAxisAngle(up, 2 * Math.PI * 20 * t),
    spin: [0, 2 * Math.PI * 20, 0],
  }),
  teleported: (t) => ({
    position: [t > 0.1 ? 3 : 0, 0, 0],
    orientation: fromAxisAngle(up, t > 0.1 ? 2 : 0),
    spin: [0, 0, 0],
  }),
};

describe('a super-helix under what no hair meets', () => {
  const cases: [string, TypeName, number, number][] = [
    ['shaken', 'smooth', 8, 1 / 15],
    ['shaken', 'wavy', 48, 1 / 30],
    ['shaken', 'curly', 64, 1 / 60],
    ['shaken', 'fuzzy', 120, 1 / 60],
    ['spun', 'smooth', 64, 1 / 60],
    ['spun', 'wavy', 32, 1 / 15],
    ['spun', 'curly', 48, 1 / 30],
    ['spun', 'fuzzy', 120, 1 / 30],
    ['teleported', 'smooth', 24, 1 / 1000],
    ['teleported', 'wavy', 32, 1 / 15],
    ['teleported', 'curly', 64, 1 / 240],
  ];
  it.each(cases)('%s: %s, %i points, step %f s: no NaN, no stretch, settles', (name, type, nodes, h) => {
    const run = shake(type, nodes, h, MOTIONS[name]!);
    expect(run.isFinite).toBe(true);
    expect(run.carried).toBe(0);
    // Chords of the curve are never longer than it; the fit may add a little to a polyline's length.
    expect(run.longest).toBeLessThan(1.01);
    expect(run.speed).toBeLessThan(0.02);
  });
});
