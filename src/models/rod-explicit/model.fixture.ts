import type { Quat } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import type { Fibre, StrandDynamics } from '../model.ts';
import { createIn, type Motion, type World } from '../world.fixture.ts';
import { rodExplicit } from './rod-explicit.ts';

export const fibre: Fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

/** Roots that all move as told; velocities by differences. */
export const moving =
  (motion: (time: number) => { position: Vec3; orientation: Quat }): Motion =>
  (time) => {
    const [now, soon] = [motion(time), motion(time + 1e-6)];
    const speed = (c: number): number => (soon.position[c]! - now.position[c]!) / 1e-6;
    return { ...now, velocity: [speed(0), speed(1), speed(2)] };
  };

export const line = (nodes: number, edge: number, direction: Vec3): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => [i * edge * direction[0], i * edge * direction[1], i * edge * direction[2]]);

/** A curl that hangs down: κ 75, τ 50 per metre. */
export const curl = (nodes: number, edge: number): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => {
    const angle = 90 * i * edge;
    return [0.0092 * (Math.cos(angle) - 1), -0.56 * i * edge, 0.0092 * Math.sin(angle)];
  });

export const createRods = (strands: Strands, world: World = {}): StrandDynamics =>
  createIn(rodExplicit, strands, fibre, { restState: 'sag-free', ...world });

/** Largest distance between points of the same number. */
export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let i = 0; i < a.length; i += 3)
    worst = Math.max(worst, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!));
  return worst;
}
