import { makeContacts } from '../contact/response/strand-contacts.ts';
import { completeParameters } from '../numeric/parameters.ts';
import type { Quat } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import { makeStrands, type Strands } from '../strands/strands.ts';
import type {
  Environment,
  Fibre,
  ForceField,
  Obstacles,
  RestState,
  Roots,
  StrandDynamics,
  StrandModel,
} from './model.ts';

/** What tests put strands into: roots that all move as told, gravity, air and bodies. */

export const GRAVITY: Vec3 = [0, -9.81, 0];

export interface RootMotion {
  readonly position: Vec3;
  readonly velocity?: Vec3;
  readonly orientation?: Quat;
  readonly spin?: Vec3;
}
export type Motion = (time: number) => RootMotion;

export const stillRoot: Motion = () => ({ position: [0, 0, 0] });

export const rootsOf = (motion: Motion): Roots => ({
  sample(ids, time, out) {
    const now = motion(time);
    for (let row = 0; row < ids.length; row++) {
      out.position.set(now.position, 3 * row);
      out.velocity.set(now.velocity ?? [0, 0, 0], 3 * row);
      out.orientation.set(now.orientation ?? [0, 0, 0, 1], 4 * row);
      out.angularVelocity.set(now.spin ?? [0, 0, 0], 3 * row);
    }
  },
});

export interface World {
  readonly fibre?: Fibre;
  readonly gravity?: Vec3;
  readonly restState?: RestState;
  readonly parameters?: Record<string, unknown>;
  readonly motion?: Motion;
  /** Drag of still air, kg/(m s). */
  readonly drag?: number;
  readonly obstacles?: Obstacles | null;
}

const stillAir = (drag: number): ForceField => ({
  apply({ count, length }, _time, { damping }) {
    for (let i = 0; i < count; i++)
      for (const c of [0, 3, 5]) damping[6 * i + c] = damping[6 * i + c]! + drag * length[i]!;
  },
});

export function environmentOf(time: number, world: World = {}): Environment {
  const { gravity = GRAVITY, motion = stillRoot, drag = 0, obstacles = null } = world;
  const fields = drag > 0 ? [stillAir(drag)] : [];
  return { time, gravity, roots: rootsOf(motion), fields, obstacles, forces: null, contacts: null, clamps: null };
}

export function strandsOf(...shapes: readonly (readonly Vec3[])[]): Strands {
  const first = new Uint32Array(shapes.length + 1);
  shapes.forEach((shape, k) => {
    first[k + 1] = first[k]! + shape.length;
  });
  return makeStrands({ first, positions: Float32Array.from(shapes.flat(2)) });
}

export function createIn(model: StrandModel, rest: Strands, fibre: Fibre, world: World = {}): StrandDynamics {
  const { motion = stillRoot, gravity = GRAVITY, restState = 'as-groomed', obstacles = null, parameters } = world;
  return model.create(
    { rest, roots: rootsOf(motion), time: 0, gravity, restState, obstacles, fibre, makeContacts },
    completeParameters(model.parameters, parameters),
  );
}

export function pointsOf(dynamics: StrandDynamics): Float64Array {
  const out = new Float64Array(3 * dynamics.first[dynamics.first.length - 1]!);
  dynamics.positions(out);
  return out;
}
