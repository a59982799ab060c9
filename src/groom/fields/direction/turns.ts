import { nextSide, type Surface } from '../../../body/surface.ts';
import type { Connection } from './connection.ts';

/**
 * Whole turns along edges: what decides where a field of directions has its whorls, and how often it turns on the way round a handle.
 *
 * A field has angle θ at every vertex. Along side h from i to j it turns by r = θⱼ − θᵢ − carried(h) − 2π n(h), and round face f by
 * Σ r = 2π k − curvature(f), where k is its index: 1 a whorl, −1 a place that hair avoids in three directions, 0 otherwise. Choosing the
 * whole numbers n thus prescribes all indices (Crane, Desbrun, Schröder, Trivial connections, 2010, in the whole numbers of Bommes,
 * Zimmer, Kobbelt 2009), and no angles whatever change them as long as nothing turns by half a turn along an edge.
 */
export interface Turns {
  /** n of each side; its opposite has −n. */
  readonly count: Int32Array;
  /** Loops that cannot be drawn together to a point: adding one of these to n changes no index. */
  readonly loops: readonly Loop[];
}

/** Sides that a loop of faces crosses, each with how often, from left to right. */
export type Loop = ReadonlyMap<number, number>;

export const TURN: number = 2 * Math.PI;

/** An angle brought to −π .. π. */
export const wrapped = (angle: number): number => angle - TURN * Math.round(angle / TURN);

/** The index that a face has for whole numbers n on its sides. */
function indexOf(connection: Connection, count: Int32Array, f: number): number {
  let sum = 0;
  let whole = 0;
  for (let h = 3 * f; h < 3 * f + 3; h++) {
    sum += connection.carried[h]!;
    whole += count[h]!;
  }
  return Math.round((connection.curvature[f]! - sum) / TURN) - whole;
}

/** The index of every face of a field given by angles alone: along each edge it turns the shorter way. */
export function fieldIndices(surface: Surface, connection: Connection, theta: Float64Array): Int8Array {
  const indices = new Int8Array(surface.faceCount);
  for (let f = 0; f < surface.faceCount; f++) {
    let sum = connection.curvature[f]!;
    for (let h = 3 * f; h < 3 * f + 3; h++) {
      // The two faces at an edge must agree about it where it turns by half a turn.
      const other = surface.opposite[h]!;
      const isOwn = other < h;
      const s = isOwn ? h : other;
      const i = surface.corner[s]!;
      const j = surface.corner[nextSide(s)]!;
      const turn = wrapped(theta[j]! - theta[i]! - connection.carried[s]!);
      sum += isOwn ? turn : -turn;
    }
    indices[f] = Math.round(sum / TURN);
  }
  return indices;
}

/**
 * Whole numbers for a field with the given indices that winds as `guess`, angles at the vertices, does: what the guess has for indices of
 * its own is moved over a tree of faces to where it is asked for.
 */
export function makeTurns(
  surface: Surface,
  connection: Connection,
  guess: Float64Array,
  indices: ArrayLike<number>,
): Turns {
  const { corner, opposite, faceCount } = surface;
  const count = new Int32Array(corner.length);
  for (let h = 0; h < corner.length; h++) {
    if (opposite[h]! > h) continue;
    const difference = guess[corner[nextSide(h)]!]! - guess[corner[h]!]! - connection.carried[h]!;
    count[h] = Math.round(difference / TURN);
    if (opposite[h]! >= 0) count[opposite[h]!] = -count[h]!;
  }
  const tree = faceTree(surface);
  // From the leaves to the root each face hands on what it has too much.
  for (let n = faceCount - 1; n >= 0; n--) {
    const f = tree.order[n]!;
    const h = tree.up[f]!;
    const excess = indexOf(connection, count, f) - indices[f]!;
    if (excess === 0 || h < 0) continue;
    count[h] = count[h]! + excess;
    if (opposite[h]! >= 0) count[opposite[h]!] = count[opposite[h]!]! - excess;
  }
  return { count, loops: loopsOf(surface, tree) };
}

interface FaceTree {
  /** Faces, parents before their children. */
  readonly order: Uint32Array;
  /** The side towards the parent; a border side where that is the outside, −1 for the root of a part without a border. */
  readonly up: Int32Array;
}

/** A tree over the faces of each part, of least depth; the outside is the root where a part has a border. */
function faceTree({ opposite, faceCount }: Surface): FaceTree {
  const order = new Uint32Array(faceCount);
  const up = new Int32Array(faceCount).fill(-1);
  const isKnown = new Uint8Array(faceCount);
  let known = 0;
  let open = 0;
  const grow = (): void => {
    for (; open < known; open++) {
      const f = order[open]!;
      for (let h = 3 * f; h < 3 * f + 3; h++) {
        const m = opposite[h]!;
        const g = (m - (m % 3)) / 3;
        if (m < 0 || isKnown[g]) continue;
        isKnown[g] = 1;
        up[g] = m;
        order[known++] = g;
      }
    }
  };
  for (let h = 0; h < opposite.length; h++) {
    const f = (h - (h % 3)) / 3;
    if (opposite[h]! >= 0 || isKnown[f]) continue;
    isKnown[f] = 1;
    up[f] = h;
    order[known++] = f;
  }
  grow();
  for (let f = 0; f < faceCount; f++) {
    if (isKnown[f]) continue;
    isKnown[f] = 1;
    order[known++] = f;
    grow();
  }
  return { order, up };
}

/** One loop for every edge that neither the tree of faces crosses nor a tree of edges over all vertices needs. */
function loopsOf(surface: Surface, { up }: FaceTree): Loop[] {
  const { corner, opposite, vertexCount, faceCount } = surface;
  const isCrossed = new Uint8Array(corner.length);
  for (let f = 0; f < faceCount; f++) {
    const h = up[f]!;
    if (h < 0) continue;
    isCrossed[h] = 1;
    if (opposite[h]! >= 0) isCrossed[opposite[h]!] = 1;
  }
  const joined = new JoinedVertices(vertexCount);
  const loops: Loop[] = [];
  for (let h = 0; h < corner.length; h++) {
    if (opposite[h]! > h || isCrossed[h]) continue;
    if (joined.join(corner[h]!, corner[nextSide(h)]!)) continue;
    const loop = new Map<number, number>();
    const cross = (side: number, times: number): void => {
      loop.set(side, (loop.get(side) ?? 0) + times);
      if (opposite[side]! >= 0) loop.set(opposite[side]!, (loop.get(opposite[side]!) ?? 0) - times);
    };
    const climb = (side: number, times: number): void => {
      for (let s = side; s >= 0; ) {
        const out = up[(s - (s % 3)) / 3]!;
        if (out < 0) return;
        cross(out, times);
        s = opposite[out]!;
      }
    };
    cross(h, 1);
    climb(h, -1);
    climb(opposite[h]!, 1);
    for (const [side, times] of loop) if (times === 0) loop.delete(side);
    loops.push(loop);
  }
  return loops;
}

/** Which vertices hang together. */
class JoinedVertices {
  private readonly parent: Uint32Array;

  constructor(count: number) {
    this.parent = Uint32Array.from({ length: count }, (_, v) => v);
  }

  private root(v: number): number {
    const { parent } = this;
    let r = v;
    while (parent[r] !== r) {
      parent[r] = parent[parent[r]!]!;
      r = parent[r]!;
    }
    return r;
  }

  /** False where they hung together before. */
  join(a: number, b: number): boolean {
    const [x, y] = [this.root(a), this.root(b)];
    if (x === y) return false;
    this.parent[Math.max(x, y)] = Math.min(x, y);
    return true;
  }
}
