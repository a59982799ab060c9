import { at, distance } from '../numeric/vector.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Scene } from './schema.ts';

/** How hair is brought to rest on bodies that stand still. */
export interface DrapeSettings {
  /** Seconds in which gravity comes. */
  readonly ramp: number;
  /** Rate at which hair loses its motion, 1/s. */
  readonly damping: number;
}

/** The scene as it is draped: nothing moves it but its weight and its contacts, and it may sag. */
export function drapedScene(scene: Scene, { ramp, damping }: DrapeSettings): Scene {
  const air = { ...scene.air, wind: { ...scene.air.wind, speed: 0 } };
  return {
    ...scene,
    bodies: scene.bodies.map(({ breathing: _, ...body }) => ({ ...body, motion: STILL })),
    grooms: scene.grooms.map((groom) => {
      const { match, inertia } = groom.control;
      return {
        ...groom,
        rest: 'as-groomed' as const,
        control: {
          ...groom.control,
          match: { ...match, rate: damping, along: [], over: [] },
          inertia: { ...inertia, scale: 1, along: [], over: [] },
          where: { ...groom.control.where, match: undefined },
        },
      };
    }),
    ...{ air, events: [], strokes: [], sleep: false, levels: undefined, retime: [], pace: { scale: 1, over: [] } },
    gravityOver: [
      [0, 0],
      [ramp, 1],
    ],
  };
}

const STILL = { kind: 'head', name: 'still', cycles: 3, start: 0.25, ramp: 0.3 } as const;

/** How far hair has come to rest. */
export interface Restlessness {
  /** Speed of the fastest point, m/s, and the strand that it is of. */
  readonly fastest: number;
  readonly strand: number;
}

export function restlessness(simulation: Simulation): Restlessness {
  const { first, ids } = simulation;
  const velocities = new Float64Array(3 * first.at(-1)!);
  simulation.velocities(velocities);
  let [fastest, strand] = [0, ids[0] ?? 0];
  for (let k = 0; k < ids.length; k++)
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      const speed = distance(at(velocities, i), [0, 0, 0]);
      if (speed <= fastest) continue;
      fastest = speed;
      strand = ids[k]!;
    }
  return { fastest, strand };
}

/** How far the farthest point of each strand was moved. */
export function strandShifts(
  first: Uint32Array,
  before: ArrayLike<number>,
  after: ArrayLike<number>,
): Float32Array<ArrayBuffer> {
  const shifts = new Float32Array(first.length - 1);
  for (let k = 0; k < shifts.length; k++)
    for (let i = first[k]!; i < first[k + 1]!; i++)
      shifts[k] = Math.max(shifts[k]!, distance(at(before, i), at(after, i)));
  return shifts;
}
