import type { HairState } from '../interaction.ts';
import { Cells } from './cells.ts';
import type { PairList } from './found-pairs.ts';
import { roomFor, wordsFor } from './growable.ts';
import { PairOrder } from './pair-order.ts';
import type { SegmentIds } from './segment-ids.ts';
import type { Segments } from './segments.ts';

/** Margin of a segment, in mean reaches, between these: more would fill the list with pairs that do not meet. */
const LEAST = 0.1;
const MOST = 0.5;
/** Steps that a list is to last at the hair's present speeds. */
const STEPS = 5;

/**
 * Pairs of segments that may meet soon, by first and second segment (a Verlet list): found with a margin and kept until a segment
 * has moved farther against the hair as a whole than its margin. At any time it holds all pairs within reach in a fixed
 * order, so what comes of it does not depend on when it was made, and it need not be part of a snapshot.
 */
export class NearPairs implements PairList {
  count = 0;
  first: Uint32Array = new Uint32Array(1024);
  second: Uint32Array = new Uint32Array(1024);
  /** Groomed distance of every pair; Infinity where the groom does not know a segment. */
  groomed: Float64Array = new Float64Array(1024);
  /** How far each pair was from touching when it was found, metres. */
  room: Float64Array = new Float64Array(1024);
  /** How far each segment has moved since, seen from the hair as a whole: pairs with more room than both cannot touch. */
  moved: Float64Array = new Float64Array(0);
  /** How many times the list was made. */
  searches = 0;
  private readonly cells = new Cells();
  private readonly order = new PairOrder();
  private segments: Segments | null = null;
  /** The list before this one, whose groomed distances still hold, and the segments it was made of. */
  private readonly last = {
    count: 0,
    first: new Uint32Array(0),
    second: new Uint32Array(0),
    groomed: new Float64Array(0),
  };
  private lastSegments: Segments | null = null;
  private edges: Uint32Array | null = null;
  /** Where the nodes were, and how far segments felt then, margin included. */
  private place: Float64Array = new Float64Array(0);
  private reach: Float64Array = new Float64Array(0);

  /** Brings the list up to date. `release` times its rest separation is where a contact ends. */
  update(hair: HairState, segmentIds: SegmentIds, reach: Float64Array, release: number): void {
    if (this.holds(hair, segmentIds, reach)) return;
    const { segments } = segmentIds;
    this.searches++;
    this.segments = segments;
    this.edges = segmentIds.graph.edges;
    this.place = roomFor(this.place, hair.position.length);
    this.place.set(hair.position);
    this.reach = roomFor(this.reach, segments.count);
    this.moved = roomFor(this.moved, segments.count);
    this.moved.fill(0);
    this.addMargins(hair, segments, reach);
    const { position, velocity } = hair;
    this.cells.find({ segments, strands: hair.ids.length, position, velocity, dt: 0, reach: this.reach });
    this.take(segmentIds, reach, release);
  }

  /** The list is made anew when it is next asked for. */
  forget(): void {
    this.segments = null;
  }

  /** Whether pair n may be within reach now. */
  mayTouch(n: number): boolean {
    return this.room[n]! <= this.moved[this.first[n]!]! + this.moved[this.second[n]!]!;
  }

  /** Whether pair n, which does not meet yet, may begin to: it must come nearer than where a contact ends. */
  mayBegin(n: number, reach: Float64Array, release: number): boolean {
    const p = this.first[n]!;
    const q = this.second[n]!;
    const ends = Math.min(reach[p]! + reach[q]!, release * this.groomed[n]!);
    return this.room[n]! + (1 - 1 / release) * ends <= this.moved[p]! + this.moved[q]! + 1e-9 * ends;
  }

  /** Whether every segment is still within its margin, seen from the hair as a whole. */
  private holds({ position: x }: HairState, segmentIds: SegmentIds, reach: Float64Array): boolean {
    const { segments } = segmentIds;
    if (this.segments !== segments || this.edges !== segmentIds.graph.edges) return false;
    const { place, reach: felt, moved } = this;
    const nodes = x.length / 3;
    const mean = [0, 0, 0];
    for (let i = 0; i < x.length; i += 3)
      for (let c = 0; c < 3; c++) mean[c] = mean[c]! + (x[i + c]! - place[i + c]!) / nodes;
    const [mx, my, mz] = mean as [number, number, number];
    for (let p = 0; p < segments.count; p++) {
      const square = Math.max(
        squareMoved(x, place, 3 * segments.start[p]!, mx, my, mz),
        squareMoved(x, place, 3 * segments.end[p]!, mx, my, mz),
      );
      // A little more than round-off of positions, which are metres.
      const way = Math.sqrt(square) + 1e-12;
      if (!(way <= felt[p]! - reach[p]!)) return false;
      moved[p] = way;
    }
    return true;
  }

  /** Reach with a margin that lasts some steps at the segment's speed, seen from the hair as a whole. */
  private addMargins({ velocity: v, dt }: HairState, { count, start, end }: Segments, reach: Float64Array): void {
    let sum = 0;
    for (let p = 0; p < count; p++) sum += reach[p]!;
    const mean = sum / Math.max(count, 1);
    const common = [0, 0, 0];
    for (let i = 0; i < v.length; i++) common[i % 3] = common[i % 3]! + (3 * v[i]!) / v.length;
    const [x, y, z] = common as [number, number, number];
    for (let p = 0; p < count; p++) {
      const square = Math.max(squareLess(v, 3 * start[p]!, x, y, z), squareLess(v, 3 * end[p]!, x, y, z));
      const way = STEPS * dt * Math.sqrt(square);
      this.reach[p] = reach[p]! + Math.min(MOST * mean, Math.max(LEAST * mean, way));
    }
  }

  /** Makes the present list the last one, with room for so many new pairs. */
  private turnOver({ segments }: SegmentIds, pairs: number): void {
    const { last, count, first, second, groomed } = this;
    this.first = wordsFor(last.first, pairs);
    this.second = wordsFor(last.second, pairs);
    this.groomed = roomFor(last.groomed, pairs);
    this.room = roomFor(this.room, pairs);
    Object.assign(last, { count: this.lastSegments === segments ? count : 0, first, second, groomed });
    this.lastSegments = segments;
  }

  /** Leaves out strands that may not meet and segments that the groom has nearer than they will come. */
  private take(segmentIds: SegmentIds, reach: Float64Array, release: number): void {
    const { pairs } = this.cells;
    const { count: segments } = segmentIds.segments;
    this.order.sort(this.cells, segments);
    this.turnOver(segmentIds, pairs);
    const { last } = this;
    const { first, second, groomed, room, reach: felt } = this;
    const { end, words, numbers } = this.order;
    let count = 0;
    let old = 0;
    for (let p = 0, n = 0; p < segments; p++)
      for (; n < end[p]!; n++) {
        const q = words[2 * n]!;
        if (!segmentIds.mayMeet(p, q)) continue;
        while (old < last.count && (last.first[old]! < p || (last.first[old] === p && last.second[old]! < q))) old++;
        const isOld = old < last.count && last.first[old] === p && last.second[old] === q;
        const apart = isOld ? last.groomed[old]! : segmentIds.groomedDistance(p, q);
        const near = reach[p]! + reach[q]!;
        const left = numbers[2 * n + 1]! - Math.min(near, release * apart);
        if (left > felt[p]! + felt[q]! - near) continue;
        first[count] = p;
        second[count] = q;
        groomed[count] = apart;
        room[count++] = left;
      }
    this.count = count;
  }
}

function squareMoved(x: Float64Array, place: Float64Array, i: number, mx: number, my: number, mz: number): number {
  const dx = x[i]! - place[i]! - mx;
  const dy = x[i + 1]! - place[i + 1]! - my;
  const dz = x[i + 2]! - place[i + 2]! - mz;
  return dx * dx + dy * dy + dz * dz;
}

function squareLess(v: Float64Array, i: number, x: number, y: number, z: number): number {
  const dx = v[i]! - x;
  const dy = v[i + 1]! - y;
  const dz = v[i + 2]! - z;
  return dx * dx + dy * dy + dz * dz;
}
