import { makeContacts } from '../../contact/response/strand-contacts.ts';
import { completeParameters } from '../../numeric/parameters.ts';
import type { Quat } from '../../numeric/rotation.ts';
import type { Vec3 } from '../../numeric/vector.ts';
import { makeStrands, type Strands } from '../../strands/strands.ts';
import type { Environment, Fibre, Obstacles, RestState, Roots, StrandDynamics } from '../model.ts';
import { rodExplicitParameters } from './parameters.ts';
import { rodExplicit } from './rod-explicit.ts';

export const GRAVITY: Vec3 = [0, -9.81, 0];
export const fibre: Fibre = { radius: 50e-6, ellipticity: 1.1, density: 1300, youngsModulus: 1e9, poissonRatio: 0.48 };

/** Roots that all move as told; velocities by differences. */
export function rootsAt(motion: (time: number) => { position: Vec3; orientation: Quat }): Roots {
  return {
    sample(ids, time, out) {
      const now = motion(time);
      const soon = motion(time + 1e-6);
      for (let row = 0; row < ids.length; row++) {
        out.position.set(now.position, 3 * row);
        out.orientation.set(now.orientation, 4 * row);
        for (let c = 0; c < 3; c++) out.velocity[3 * row + c] = (soon.position[c]! - now.position[c]!) / 1e-6;
        out.angularVelocity.fill(0, 3 * row, 3 * row + 3);
      }
    },
  };
}

export const still: Roots = rootsAt(() => ({ position: [0, 0, 0], orientation: [0, 0, 0, 1] }));

export function strandsOf(...shapes: readonly (readonly Vec3[])[]): Strands {
  const first = new Uint32Array(shapes.length + 1);
  shapes.forEach((shape, k) => {
    first[k + 1] = first[k]! + shape.length;
  });
  return makeStrands({ first, positions: Float32Array.from(shapes.flat(2)) });
}

export const line = (nodes: number, edge: number, direction: Vec3): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => [i * edge * direction[0], i * edge * direction[1], i * edge * direction[2]]);

/** A curl that hangs down: κ 75, τ 50 per metre. */
export const curl = (nodes: number, edge: number): Vec3[] =>
  Array.from({ length: nodes }, (_, i) => {
    const angle = 90 * i * edge;
    return [0.0092 * (Math.cos(angle) - 1), -0.56 * i * edge, 0.0092 * Math.sin(angle)];
  });

export interface Run {
  readonly roots?: Roots;
  readonly gravity?: Vec3;
  readonly restState?: RestState;
  readonly obstacles?: Obstacles;
  readonly parameters?: Record<string, unknown>;
}

export function createRods(strands: Strands, run: Run = {}): StrandDynamics {
  return rodExplicit.create(
    {
      rest: strands,
      roots: run.roots ?? still,
      time: 0,
      gravity: run.gravity ?? GRAVITY,
      restState: run.restState ?? 'sag-free',
      obstacles: run.obstacles ?? null,
      fibre,
      makeContacts,
    },
    completeParameters(rodExplicitParameters, run.parameters),
  );
}

export function environment(time: number, run: Run = {}): Environment {
  return {
    time,
    gravity: run.gravity ?? GRAVITY,
    roots: run.roots ?? still,
    fields: [],
    obstacles: run.obstacles ?? null,
    forces: null,
    contacts: null,
    clamps: null,
  };
}

export function positionsOf(dynamics: StrandDynamics): Float64Array {
  const out = new Float64Array(3 * dynamics.first[dynamics.first.length - 1]!);
  dynamics.positions(out);
  return out;
}

/** Largest distance between points of the same number. */
export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let i = 0; i < a.length; i += 3)
    worst = Math.max(worst, Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!, a[i + 2]! - b[i + 2]!));
  return worst;
}
