import { fromAxisAngle } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Environment } from './model.ts';
import { environmentOf, type Motion } from './world.fixture.ts';

/** Motions that no head makes, for every model to survive. */

/** Hair types of the published table: radius, ellipticity, Young's modulus; helix radius and step where they curl. */
export const TYPES = {
  smooth: { radius: 50e-6, ellipticity: 1, youngsModulus: 1e9, helix: null },
  wavy: { radius: 35e-6, ellipticity: 1.1, youngsModulus: 2e9, helix: [0.01, 0.005] },
  curly: { radius: 50e-6, ellipticity: 1.1, youngsModulus: 1.5e9, helix: [0.006, 0.005] },
  fuzzy: { radius: 50e-6, ellipticity: 1.2, youngsModulus: 0.5e9, helix: [0.001, 0.01] },
} as const;
export type TypeName = keyof typeof TYPES;

/** Nothing but gravity, air and a moving root. */
export const movedBy = (motion: Motion, time: number): Environment => environmentOf(time, { motion, drag: 5e-5 });

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
