import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import type { Quat } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { makeStrands, uniformFirst } from '../../strands/strands.ts';
import type { Environment, Fibre, ForceField, Obstacles, RestState, Roots, StrandDynamics } from '../model.ts';
import { superHelix } from './super-helix.ts';

export const smooth: Fibre = { radius: 50e-6, ellipticity: 1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };
export const curly: Fibre = { ...smooth, ellipticity: 1.1, youngsModulus: 1.5e9 };
export const GRAVITY: Vec3 = [0, -9.81, 0];

export interface RootMotion {
  readonly position: Vec3;
  readonly velocity?: Vec3;
  readonly orientation?: Quat;
}

export interface World {
  readonly fibre?: Fibre;
  readonly gravity?: Vec3;
  readonly restState?: RestState;
  readonly parameters?: Record<string, unknown>;
  readonly motion?: (time: number) => RootMotion;
  readonly drag?: number;
  readonly obstacles?: Obstacles | null;
}

const stillRoot = (): RootMotion => ({ position: [0, 0, 0] });

function rootsOf(motion: (time: number) => RootMotion): Roots {
  return {
    sample(ids, time, out) {
      const now = motion(time);
      for (let row = 0; row < ids.length; row++) {
        out.position.set(now.position, 3 * row);
        out.velocity.set(now.velocity ?? [0, 0, 0], 3 * row);
        out.orientation.set(now.orientation ?? [0, 0, 0, 1], 4 * row);
        out.angularVelocity.fill(0, 3 * row, 3 * row + 3);
      }
    },
  };
}

/** One strand through `points`, on a root that moves as told. */
export function makeOne(points: readonly Vec3[], world: World = {}): StrandDynamics {
  const rest = makeStrands({ first: uniformFirst(1, points.length), positions: Float32Array.from(points.flat()) });
  return superHelix.create(
    {
      rest,
      roots: rootsOf(world.motion ?? stillRoot),
      time: 0,
      gravity: world.gravity ?? GRAVITY,
      restState: world.restState ?? 'as-groomed',
      obstacles: world.obstacles ?? null,
      fibre: world.fibre ?? smooth,
      makeContacts,
    },
    completeParameters(superHelix.parameters, world.parameters),
  );
}

export function environmentOf(time: number, world: World): Environment {
  const { drag = 0 } = world;
  const air: ForceField = {
    apply({ count, length }, _time, { damping }) {
      for (let i = 0; i < count; i++)
        for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + drag * length[i]!;
    },
  };
  return {
    time,
    gravity: world.gravity ?? GRAVITY,
    roots: rootsOf(world.motion ?? stillRoot),
    fields: drag > 0 ? [air] : [],
    obstacles: world.obstacles ?? null,
    forces: null,
    contacts: null,
    clamps: null,
  };
}

export function pointsOf(dynamics: StrandDynamics): Float64Array {
  const out = new Float64Array(3 * dynamics.first[dynamics.first.length - 1]!);
  dynamics.positions(out);
  return out;
}

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
