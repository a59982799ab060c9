import type { PackedArray } from '../snapshot.ts';

/**
 * State of all chains, packed strand after strand. Node j of a strand carries edge j (towards node j + 1) and the joint
 * at its beginning.
 */
export interface ChainState {
  ids: Uint32Array;
  first: Uint32Array;
  /** 1 where the first edge is clamped to a root, 0 for a cut piece that flies free. */
  rooted: Uint8Array;
  position: Float64Array;
  velocity: Float64Array;
  /** Length of edge j; 0 at the tip. */
  restLength: Float64Array;
  mass: Float64Array;
  /** Rest direction of edge j as (tangent, u1, u2) of edge j − 1: a unit vector. Unused at the first node. */
  bend: Float64Array;
  /** Tension of edge j in the last step, newton. */
  tension: Float64Array;
  /** Normal force and friction (3) of the last step, newton: of node j, then of the middle of edge j. See node-contacts.ts. */
  push: Float64Array;
  grip: Float64Array;
  /** Force from outside that carries the node as groomed, newton, in root coordinates. */
  support: Float64Array;
  /** Rest value of the joint's twist, 2 tan(angle/2). */
  restTwist: Float64Array;
  /** Moment for one radian of bend at node j, newton metre; the same for twist. */
  stiffness: Float64Array;
  twistStiffness: Float64Array;
  /** Frame of edge j: a unit vector across it. */
  u1: Float64Array;
  /** Distance that node j keeps from obstacles. */
  clearance: Float64Array;
  /** Distance that the middle of edge j keeps from obstacles. */
  edgeClearance: Float64Array;
  /** What strands were made with, and what edits have made of it since: see reshape.ts. */
  madeMass: Float64Array;
  madeStiffness: Float64Array;
  madeTwistStiffness: Float64Array;
  madeClearance: Float64Array;
  madeEdgeClearance: Float64Array;
  madeLength: Float64Array;
  massFactor: Float64Array;
  stiffnessFactor: Float64Array;
  thicknessFactor: Float64Array;
  /** Rest shapes of joints: of nature, of the fibre now, and of what coats it. */
  naturalBend: Float64Array;
  naturalTwist: Float64Array;
  baseBend: Float64Array;
  baseTwist: Float64Array;
  coatBend: Float64Array;
  coatTwist: Float64Array;
  /** u1 of a rooted strand's first edge, in root coordinates. */
  up: Float64Array;
  /** First and second node in root coordinates. */
  clamp: Float64Array;
  /** The groomed shape of every node in root coordinates, for `reset`. */
  groomed: Float64Array;
}

/** Numbers a node has in each per-node array. */
export const NODE_FIELDS = {
  position: 3,
  velocity: 3,
  restLength: 1,
  mass: 1,
  bend: 3,
  tension: 1,
  push: 2,
  grip: 6,
  support: 3,
  restTwist: 1,
  stiffness: 1,
  twistStiffness: 1,
  u1: 3,
  clearance: 1,
  edgeClearance: 1,
  groomed: 3,
  madeMass: 1,
  madeStiffness: 1,
  madeTwistStiffness: 1,
  madeClearance: 1,
  madeEdgeClearance: 1,
  madeLength: 1,
  massFactor: 1,
  stiffnessFactor: 1,
  thicknessFactor: 1,
  naturalBend: 3,
  naturalTwist: 1,
  baseBend: 3,
  baseTwist: 1,
  coatBend: 3,
  coatTwist: 1,
} as const;

/** Numbers a strand has in each per-strand array. */
export const STRAND_FIELDS = { up: 3, clamp: 6 } as const;

type NodeField = keyof typeof NODE_FIELDS;
type StrandField = keyof typeof STRAND_FIELDS;
const nodeFields = Object.keys(NODE_FIELDS) as NodeField[];
const strandFields = Object.keys(STRAND_FIELDS) as StrandField[];

export function emptyState(ids: Uint32Array, first: Uint32Array): ChainState {
  const nodes = first[first.length - 1]!;
  const state = { ids, first, rooted: new Uint8Array(ids.length) } as ChainState;
  for (const field of nodeFields) state[field] = new Float64Array(NODE_FIELDS[field] * nodes);
  for (const field of strandFields) state[field] = new Float64Array(STRAND_FIELDS[field] * ids.length);
  return state;
}

/** A run of nodes to take over into a new state: nodes `from .. to` of strand `strand` of `source`. */
export interface Piece {
  readonly source: ChainState;
  readonly strand: number;
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** A whole strand as a piece. */
export function wholeStrand(source: ChainState, strand: number): Piece {
  return { source, strand, id: source.ids[strand]!, from: source.first[strand]!, to: source.first[strand + 1]! };
}

/** A new state of the given pieces, in this order. */
export function assemble(pieces: readonly Piece[]): ChainState {
  const first = new Uint32Array(pieces.length + 1);
  pieces.forEach((piece, i) => {
    first[i + 1] = first[i]! + piece.to - piece.from;
  });
  const state = emptyState(
    Uint32Array.from(pieces, (piece) => piece.id),
    first,
  );
  pieces.forEach((piece, i) => {
    state.rooted[i] = piece.source.rooted[piece.strand]!;
    for (const field of nodeFields) {
      const size = NODE_FIELDS[field];
      state[field].set(piece.source[field].subarray(size * piece.from, size * piece.to), size * first[i]!);
    }
    for (const field of strandFields) {
      const size = STRAND_FIELDS[field];
      state[field].set(piece.source[field].subarray(size * piece.strand, size * (piece.strand + 1)), size * i);
    }
  });
  return state;
}

export function stateArrays(state: ChainState): PackedArray[] {
  return [
    state.ids,
    state.first,
    state.rooted,
    ...nodeFields.map((field) => state[field]),
    ...strandFields.map((field) => state[field]),
  ];
}

export function stateFromArrays(arrays: readonly PackedArray[]): ChainState {
  const state = {
    ids: arrays[0] as Uint32Array,
    first: arrays[1] as Uint32Array,
    rooted: arrays[2] as Uint8Array,
  } as ChainState;
  let next = 3;
  for (const field of nodeFields) state[field] = arrays[next++] as Float64Array;
  for (const field of strandFields) state[field] = arrays[next++] as Float64Array;
  return state;
}
