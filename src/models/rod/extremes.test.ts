import { describe, expect, it } from 'vitest';
import { fromAxisAngle, type Quat } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { makeStrands, type Strands, uniformFirst } from '../../strands/strands.ts';
import type { Environment, ForceField, Roots, StrandDynamics } from '../model.ts';
import { rodParameters } from './parameters.ts';
import { rod } from './rod.ts';

/** Hair types of the published table: radius, ellipticity, Young's modulus, helix radius and step. */
const TYPES = {
  smooth: { radius: 50e-6, ellipticity: 1, youngsModulus: 1e9, helix: [0, 0] },
  wavy: { radius: 35e-6, ellipticity: 1.1, youngsModulus: 2e9, helix: [0.01, 0.005] },
  curly: { radius: 50e-6, ellipticity: 1.1, youngsModulus: 1.5e9, helix: [0.006, 0.005] },
  fuzzy: { radius: 50e-6, ellipticity: 1.2, youngsModulus: 0.5e9, helix: [0.001, 0.01] },
} as const;
type TypeName = keyof typeof TYPES;

const GRAVITY: Vec3 = [0, -9.81, 0];
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

function hanging(type: TypeName, nodes: number, length: number): Strands {
  const [r, step] = TYPES[type].helix;
  // Fewer than eight points a turn would not be a curl: the strand is straight then.
  const turn = Math.hypot(2 * Math.PI * r, step);
  const isCurl = r > 0 && (turn * (nodes - 1)) / length >= 8;
  const points = Array.from({ length: nodes }, (_, i) => {
    const s = (length * i) / (nodes - 1);
    const a = isCurl ? (2 * Math.PI * s) / turn : 0;
    return isCurl ? [r * Math.cos(a) - r, (-step * s) / turn, r * Math.sin(a)] : [0, -s, 0];
  });
  return makeStrands({ first: uniformFirst(1, nodes), positions: Float32Array.from(points.flat()) });
}

interface Run {
  readonly strain: number;
  readonly speed: number;
  readonly isFinite: boolean;
}

/** Moves a strand for `seconds`, then lets it come to rest for five. */
function shake(type: TypeName, nodes: number, h: number, motion: Motion, seconds: number): Run {
  const { helix: _, ...section } = TYPES[type];
  const still: Motion = () => motion(seconds);
  const dynamics: StrandDynamics = rod.create(
    {
      rest: hanging(type, nodes, 0.15),
      roots: rootsOf(motion),
      time: 0,
      gravity: GRAVITY,
      restState: 'sag-free',
      obstacles: null,
      fibre: { ...section, density: 1300, poissonRatio: 0.48 },
    },
    rodParameters.parse({}),
  );
  let strain = 0;
  const go = (moving: Motion, from: number, to: number): void => {
    for (let n = Math.round(from / h); n < Math.round(to / h); n++) {
      const spinless: Motion = (time) => (moving === still ? { ...still(time), spin: [0, 0, 0] } : moving(time));
      const environment: Environment = {
        time: n * h,
        gravity: GRAVITY,
        roots: rootsOf(spinless),
        fields: [AIR],
        obstacles: null,
        forces: null,
        contacts: null,
        clamps: null,
      };
      strain = Math.max(strain, dynamics.step(h, environment).strain);
    }
  };
  go(motion, 0, seconds);
  go(still, seconds, seconds + 5);
  const v = new Float64Array(3 * nodes);
  dynamics.velocities(v);
  return { strain, speed: Math.max(...v.map(Math.abs)), isFinite: v.every(Number.isFinite) };
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

describe('a rod under what no hair meets', () => {
  const cases: [string, TypeName, number, number][] = [
    ['shaken', 'smooth', 8, 1 / 15],
    ['shaken', 'curly', 64, 1 / 60],
    ['shaken', 'fuzzy', 200, 1 / 240],
    ['spun', 'wavy', 32, 1 / 15],
    ['spun', 'fuzzy', 64, 1 / 60],
    ['spun', 'smooth', 200, 1 / 60],
    ['teleported', 'curly', 64, 1 / 1000],
    ['teleported', 'wavy', 32, 1 / 15],
  ];
  it.each(cases)('%s: %s, %i nodes, step %f s: no NaN, strain below 1 %%, settles', (name, type, nodes, h) => {
    const run = shake(type, nodes, h, MOTIONS[name]!, 0.3);
    expect(run.isFinite).toBe(true);
    expect(run.strain).toBeLessThan(0.01);
    expect(run.speed).toBeLessThan(0.02);
  });

  it('stretches by less than 0.1 % in head turns of 40 degrees at 2 Hz', () => {
    const turning: Motion = (t) => {
      const amplitude = (40 * Math.PI) / 180;
      const rate = 2 * Math.PI * 2;
      return {
        position: [0, 0, 0],
        orientation: fromAxisAngle(up, amplitude * Math.sin(rate * t)),
        spin: [0, amplitude * rate * Math.cos(rate * t), 0],
      };
    };
    for (const type of ['smooth', 'curly'] as const)
      expect(shake(type, 32, 1 / 120, turning, 1).strain).toBeLessThan(0.001);
  });
});
