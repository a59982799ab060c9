import type { Vec3 } from '../../numeric/vector.ts';
import type { Fibre, StrandDynamics } from '../model.ts';
import { createIn, strandsOf, type World } from '../world.fixture.ts';
import { superHelix } from './super-helix.ts';

export const smooth: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
export const curly: Fibre = { ...smooth, ellipticity: 1.1, youngsModulus: 1.5e9 };

/** One strand through `points`, on a root that moves as told. */
export const makeOne = (points: readonly Vec3[], world: World = {}): StrandDynamics =>
  createIn(superHelix, strandsOf(points), world.fibre ?? smooth, world);

export const line = (nodes: number, length: number, direction: Vec3): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => {
    const s = (i * length) / (nodes - 1);
    return [s * direction[0], s * direction[1], s * direction[2]];
  });

/** A curl that goes down; its radius, its pitch and its length along the wire. */
export const coil = (nodes: number, radius: number, pitch: number, length: number): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => {
    const angle = ((i / (nodes - 1)) * length) / Math.hypot(radius, pitch / (2 * Math.PI));
    return [radius * (Math.cos(angle) - 1), (-pitch * angle) / (2 * Math.PI), radius * Math.sin(angle)];
  });
