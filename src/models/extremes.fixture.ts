import { fromAxisAngle, type Quat } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Environment, ForceField, Roots } from './model.ts';

/** Motions that no head makes, for every model to survive. */

/** Hair types of the published table: radius, ellipticity, Young's modulus; helix radius and step where they curl. */
export const TYPES = {
  smooth: { radius: 50e-6, ellipticity: 1, youngsModulus: 1e9, helix: null },
  wavy: { radius: 35e-6, ellipticity: 1.1, youngsModulus: 2e9, helix: [0.01, 0.005] },
  curly: { radius: 50e-6, ellipticity: 1.1, youngsModulus: 1.5e9, helix: [0.006, 0.005] },
  fuzzy: { radius: 50e-6, ellipticity: 1.2, youngsModulus: 0.5e9, helix: [0.001, 0.01] },
} as const;
export type TypeName = keyof typeof TYPES;

export const GRAVITY: Vec3 = [0, -9.81, 0];
const AIR: ForceField = {
  apply({ count, length }, _time, { damping }) {
    for (let i = 0; i < count; i++)
      for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + 5e-5 * length[i]!;
  },
};

export type Motion = (time: number) => { position: Vec3; orientation: Quat; spin: Vec3 };

export const rootsOf = (motion: Motion): Roots => ({
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

/** Nothing but gravity, air and a moving root. */
export const movedBy = (motion: Motion, time: number): Environment => ({
  time,
  gravity: GRAVITY,
  roots: rootsOf(motion),
  fields: [AIR],
  obstacles: null,
  forces: null,
  contacts: null,
  clamps: null,
});

export const up: Vec3 = [0, 1, 0];
export const MOTIONS: Readonly<Record<string, Motion>> = {
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
