import { packArrays, unpackArrays } from '../../models/snapshot.ts';

/** A strand whose root lies inside a collider that it does not grow on. */
export interface RootPenetration {
  readonly id: number;
  readonly collider: number;
  /** How frozen the strand is, 0 .. 1. */
  weight: number;
  /** Whether the root is inside at present; afterwards freezing fades. */
  isUnder: boolean;
  /** Arc length at which it comes out of the collider. */
  to: number;
  /** Nodes in root coordinates as they were when they froze. */
  readonly pose: Float64Array;
}

/** A piece of strand on its way out of a collider. */
export interface Depenetration {
  readonly id: number;
  readonly collider: number;
  readonly from: number;
  readonly to: number;
  /** How deep it may still be. */
  depth: number;
}

/** A node between two colliders that press on it from opposite sides. */
export interface Pinch {
  readonly id: number;
  /** Place of the node, and of the piece of strand that it stands for. */
  readonly s: number;
  readonly from: number;
  readonly to: number;
  readonly a: number;
  readonly b: number;
  weight: number;
  /** Set anew every step. */
  isPressed: boolean;
}

/** All that the control remembers from step to step. Lists are in the order of (id, collider). */
export interface RecoveryState {
  readonly penetrations: readonly RootPenetration[];
  readonly depenetrations: readonly Depenetration[];
  readonly pinches: readonly Pinch[];
  /** Strands that could not be solved in the last step and rode with their roots, wherever that was. */
  readonly carried: readonly number[];
  /** Nothing has been looked at yet. */
  readonly isFresh: boolean;
}

export const NO_MEMORY: RecoveryState = Object.freeze({
  penetrations: [],
  depenetrations: [],
  pinches: [],
  carried: [],
  isFresh: true,
});

/** By rising id: whichever blocks remembered it, the bytes are the same. */
export function packMemory(memory: RecoveryState): Uint8Array {
  const { isFresh } = memory;
  const penetrations = byId(memory.penetrations);
  const depenetrations = byId(memory.depenetrations);
  const pinches = byId(memory.pinches);
  const carried = [...memory.carried].sort((a, b) => a - b);
  return packArrays([
    Uint8Array.of(isFresh ? 1 : 0),
    Float64Array.from(
      penetrations.flatMap((one) => [one.id, one.collider, one.weight, one.isUnder ? 1 : 0, one.to, one.pose.length]),
    ),
    Float64Array.from(penetrations.flatMap(({ pose }) => Array.from(pose))),
    Float64Array.from(depenetrations.flatMap(({ id, collider, from, to, depth }) => [id, collider, from, to, depth])),
    Float64Array.from(pinches.flatMap(({ id, s, from, to, a, b, weight }) => [id, s, from, to, a, b, weight])),
    Float64Array.from(carried),
  ]);
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => a.id - b.id);

/** What is remembered of some strands. */
export function partOfMemory(memory: RecoveryState, has: (id: number) => boolean): RecoveryState {
  const { penetrations, depenetrations, pinches, carried, isFresh } = memory;
  return {
    penetrations: penetrations.filter(({ id }) => has(id)),
    depenetrations: depenetrations.filter(({ id }) => has(id)),
    pinches: pinches.filter(({ id }) => has(id)),
    carried: carried.filter(has),
    isFresh,
  };
}

/** What several blocks remember, each of its own strands. */
export function joinMemories(memories: readonly RecoveryState[]): RecoveryState {
  return {
    penetrations: memories.flatMap(({ penetrations }) => penetrations),
    depenetrations: memories.flatMap(({ depenetrations }) => depenetrations),
    pinches: memories.flatMap(({ pinches }) => pinches),
    carried: memories.flatMap(({ carried }) => carried),
    isFresh: memories.every(({ isFresh }) => isFresh),
  };
}

export function unpackMemory(bytes: Uint8Array): RecoveryState {
  const [fresh, penetrationRows, poses, depenetrationRows, pinchRows, carried] = unpackArrays(bytes) as [
    Uint8Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let next = 0;
  const penetrations = rowsOf(penetrationRows, 6, ([id, collider, weight, isUnder, to, size]): RootPenetration => {
    const pose = poses.slice(next, next + size!);
    next += size!;
    return { id: id!, collider: collider!, weight: weight!, isUnder: isUnder === 1, to: to!, pose };
  });
  const depenetrations = rowsOf(depenetrationRows, 5, ([id, collider, from, to, depth]): Depenetration => {
    return { id: id!, collider: collider!, from: from!, to: to!, depth: depth! };
  });
  const pinches = rowsOf(pinchRows, 7, ([id, s, from, to, a, b, weight]): Pinch => {
    return { id: id!, s: s!, from: from!, to: to!, a: a!, b: b!, weight: weight!, isPressed: false };
  });
  return { penetrations, depenetrations, pinches, carried: Array.from(carried), isFresh: fresh[0] === 1 };
}

function rowsOf<T>(numbers: Float64Array, size: number, read: (row: readonly number[]) => T): T[] {
  return Array.from({ length: numbers.length / size }, (_, r) =>
    read(Array.from(numbers.subarray(size * r, size * r + size))),
  );
}
