import { makeRootStates, type Roots } from '../../models/model.ts';
import { conjugate, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, distance, subtract } from '../../numeric/vector.ts';
import type { PlacedStrands } from '../control.ts';
import type { HairState } from '../interaction.ts';

/** Points of strands that bodies have caught go no faster than this, seen from their root, m/s: below a centimetre in a frame of 1/24 s. */
const CALM_SPEED = 0.2;
/** So long after a strand was caught last, and as long as it would be faster. */
const CALM_TIME = 0.5;

/** A strand that bodies have caught, and when that is over. */
export interface CalmStrand {
  readonly id: number;
  readonly until: number;
}

/** Those that are caught now besides those that still were, by rising id. */
export function stillCalm(known: readonly CalmStrand[], caught: Iterable<number>, time: number): CalmStrand[] {
  const until = new Map(known.filter((one) => one.until > time).map((one) => [one.id, one.until]));
  for (const id of caught) until.set(id, time + CALM_TIME);
  return Array.from(until, ([id, end]) => ({ id, until: end })).sort((a, b) => a.id - b.id);
}

/**
 * Strands that spring free from between bodies, or are thrown by them, are let go of gently: where a point would go too far in a step, all of
 * its strand goes only a part of the way from where it rides with its root.
 */
export function slowDown(
  calm: readonly CalmStrand[],
  roots: Roots,
  before: HairState,
  after: HairState,
): PlacedStrands | null {
  const strandOf = new Map(Array.from(after.ids, (id, k) => [id, k]));
  const most = CALM_SPEED * before.dt;
  const slowed: { readonly id: number; readonly positions: number[]; readonly velocities: number[] }[] = [];
  for (const { id } of calm) {
    const k = strandOf.get(id);
    if (k === undefined || before.ids[k] !== id || before.inverseMass[before.first[k]!] !== 0) continue;
    const ridden = ride(roots, before, k, after.time);
    let farthest = 0;
    ridden.places.forEach((place, n) => {
      farthest = Math.max(farthest, distance(at(after.position, after.first[k]! + n), place));
    });
    if (farthest <= most) continue;
    const part = most / farthest;
    const mixed = (rows: Float64Array, rides: readonly (readonly number[])[]): number[] =>
      rides.flatMap((ride, n) => ride.map((c, axis) => c + part * (rows[3 * (after.first[k]! + n) + axis]! - c)));
    slowed.push({
      id,
      positions: mixed(after.position, ridden.places),
      velocities: mixed(after.velocity, ridden.velocities),
    });
  }
  if (slowed.length === 0) return null;
  return {
    ids: Uint32Array.from(slowed, ({ id }) => id),
    positions: Float64Array.from(slowed.flatMap(({ positions }) => positions)),
    velocities: Float64Array.from(slowed.flatMap(({ velocities }) => velocities)),
  };
}

/** Where the points of a strand would be, and how fast, if they rode rigidly with their root through the step. */
function ride(roots: Roots, hair: HairState, k: number, end: number) {
  const id = hair.ids.subarray(k, k + 1);
  const [then, now] = [hair.time, end].map((time) => {
    const states = makeRootStates(1);
    roots.sample(id, time, states);
    return states;
  }) as [ReturnType<typeof makeRootStates>, ReturnType<typeof makeRootStates>];
  const [from, to] = [then, now].map(({ orientation: o }): Quat => [o[0]!, o[1]!, o[2]!, o[3]!]) as [Quat, Quat];
  const turn = multiply(to, conjugate(from));
  const arms = Array.from({ length: hair.first[k + 1]! - hair.first[k]! }, (_, n) =>
    rotate(turn, subtract(at(hair.position, hair.first[k]! + n), at(then.position, 0))),
  );
  return {
    places: arms.map((arm) => add(at(now.position, 0), arm)),
    velocities: arms.map((arm) => add(at(now.velocity, 0), cross(at(now.angularVelocity, 0), arm))),
  };
}
