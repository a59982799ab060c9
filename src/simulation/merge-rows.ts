import type { Clamps, PointContacts, PointForces } from '../models/model.ts';

/**
 * Lists of rows at points of strands, from several givers, as one list sorted by (id, s); ties keep the givers' order. With `owns`,
 * of these strands only.
 */

interface PointRows {
  readonly count: number;
  readonly id: Uint32Array;
  readonly s: Float64Array;
}

export function mergeForces(lists: readonly PointForces[], owns?: Owns): PointForces | null {
  return merge(lists, owns, (count, order) => ({
    count,
    ...points(lists, count, order),
    force: gather(lists, order, count, 3, (list) => list.force),
    anchor: gather(lists, order, count, 3, (list) => list.anchor),
    stiffness: gather(lists, order, count, 6, (list) => list.stiffness),
    damping: gather(lists, order, count, 6, (list) => list.damping),
    isPlain: lists.every(({ isPlain }) => isPlain === true),
  }));
}

export function mergeContacts(lists: readonly PointContacts[], owns?: Owns): PointContacts | null {
  return merge(lists, owns, (count, order) => ({
    count,
    ...points(lists, count, order),
    normal: gather(lists, order, count, 3, (list) => list.normal),
    plane: gather(lists, order, count, 3, (list) => list.plane),
    velocity: gather(lists, order, count, 3, (list) => list.velocity),
    friction: gather(lists, order, count, 1, (list) => list.friction),
  }));
}

export function mergeClamps(lists: readonly Clamps[]): Clamps | null {
  return merge(lists, null, (count, order) => ({
    count,
    ...points(lists, count, order),
    target: gather(lists, order, count, 3, (list) => list.target),
    frame: gather(lists, order, count, 4, (list) => list.frame ?? NO_FRAMES),
  }));
}

const NO_FRAMES = new Float64Array(0);

type Owns = ReadonlySet<number> | null;

/** Nothing and a single list need no work; otherwise rows are picked in order. */
function merge<Rows extends PointRows>(
  lists: readonly Rows[],
  owns: Owns | undefined,
  build: (count: number, order: Uint32Array) => Rows,
): Rows | null {
  const filled = lists.filter((list) => list.count > 0);
  if (filled.length === 0 || (filled.length === 1 && !owns)) return filled[0] ?? null;
  const all = mergedOrder(lists);
  const order = owns ? ownRows(lists, all, owns) : all;
  return order.length > 0 ? build(order.length / 2, order) : null;
}

function ownRows(lists: readonly PointRows[], order: Uint32Array, owns: ReadonlySet<number>): Uint32Array {
  let kept = 0;
  for (let n = 0; n < order.length; n += 2) {
    if (!owns.has(lists[order[n]!]!.id[order[n + 1]!]!)) continue;
    order[kept++] = order[n]!;
    order[kept++] = order[n + 1]!;
  }
  return order.subarray(0, kept);
}

/** Pairs (list, row) in the order of (id, s, list). */
function mergedOrder(lists: readonly PointRows[]): Uint32Array {
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const order = new Uint32Array(2 * count);
  const next = new Uint32Array(lists.length);
  for (let n = 0; n < count; n++) {
    let best = -1;
    for (let l = 0; l < lists.length; l++) {
      if (next[l]! >= lists[l]!.count) continue;
      if (best < 0 || comesBefore(lists[l]!, next[l]!, lists[best]!, next[best]!)) best = l;
    }
    order[2 * n] = best;
    order[2 * n + 1] = next[best]!;
    next[best] = next[best]! + 1;
  }
  return order;
}

function comesBefore(a: PointRows, i: number, b: PointRows, j: number): boolean {
  return a.id[i]! < b.id[j]! || (a.id[i] === b.id[j] && a.s[i]! < b.s[j]!);
}

function points(lists: readonly PointRows[], count: number, order: Uint32Array): { id: Uint32Array; s: Float64Array } {
  const id = new Uint32Array(count);
  for (let n = 0; n < count; n++) id[n] = lists[order[2 * n]!]!.id[order[2 * n + 1]!]!;
  return { id, s: gather(lists, order, count, 1, (list) => list.s) };
}

function gather<Rows>(
  lists: readonly Rows[],
  order: Uint32Array,
  count: number,
  size: number,
  field: (list: Rows) => Float64Array,
): Float64Array {
  const out = new Float64Array(size * count);
  const fields = lists.map(field);
  for (let n = 0; n < count; n++) {
    const from = fields[order[2 * n]!]!;
    const row = size * order[2 * n + 1]!;
    for (let c = 0; c < size; c++) out[size * n + c] = from[row + c] ?? 0;
  }
  return out;
}

export const present = <Value>(values: readonly (Value | null | undefined)[]): Value[] =>
  values.filter((value): value is Value => value !== null && value !== undefined);
