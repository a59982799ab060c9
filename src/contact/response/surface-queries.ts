import type { SampledStrands } from '../../models/contactable.ts';
import { type Neighbours, OBSTACLE_ROW, type Obstacles, type PointOwners } from '../../models/model.ts';

/** A point that is predicted deeper than this may have begun inside: it is asked for there too. */
export const SUSPICIOUS = 2e-4;
/** A point farther than this from touching at its predicted place is not asked to mind the surface, metres. */
export const NEAR = 0.006;
/** Surfaces are looked for so far beyond the distance that a point keeps: a little more than it minds, for rounding. */
const REACH = 1.001 * NEAR;

/** Points and what is known of the surfaces nearest to them. */
export interface SurfaceRows {
  readonly points: Float64Array;
  readonly rows: Float64Array;
  readonly owners: Required<PointOwners>;
  readonly near: Neighbours;
  /** Beyond it distances may be less than they are; infinite unless somebody sets it. */
  readonly reach: Float64Array;
}

export function makeSurfaceRows(count: number): SurfaceRows {
  return {
    points: new Float64Array(3 * count),
    rows: new Float64Array(OBSTACLE_ROW * count),
    owners: { id: new Uint32Array(count), s: new Float64Array(count), layerOffset: new Float64Array(count) },
    near: { body: new Int32Array(count), next: new Float64Array(count) },
    reach: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
  };
}

/** Rows from .. to of others, in the same memory. */
function partOf({ points, rows, owners, near, reach }: SurfaceRows, from: number, to: number): SurfaceRows {
  return {
    points: points.subarray(3 * from, 3 * to),
    rows: rows.subarray(OBSTACLE_ROW * from, OBSTACLE_ROW * to),
    owners: {
      id: owners.id.subarray(from, to),
      s: owners.s.subarray(from, to),
      layerOffset: owners.layerOffset.subarray(from, to),
    },
    near: { body: near.body.subarray(from, to), next: near.next.subarray(from, to) },
    reach: reach.subarray(from, to),
  };
}

/** Asks for the surfaces nearest to the first `count` points. */
export function askSurfaces(obstacles: Obstacles, asked: SurfaceRows, count: number, time: number): void {
  const { points, rows, owners, near, reach } = asked;
  near.body.fill(0, 0, count);
  near.next.fill(Number.POSITIVE_INFINITY, 0, count);
  obstacles.nearest(points, count, time, rows, owners, near, reach);
}

/**
 * Surfaces near all strands, asked for at once where free flight would bring their sample points.
 *
 * A strand of n vertices has 2n − 1 sample points: vertex i is point 2i, the middle of its segment point 2i + 1. With middles
 * minded as well, a segment cannot cut a convex body by more than a quarter of the sagitta.
 */
export class SurfaceQueries {
  readonly clearance: Float64Array;
  /** At the predicted places; what is beyond the reach of a point is known from below only. */
  readonly end: SurfaceRows;
  /** At the start of the step, for the points that are suspicious. */
  readonly start: SurfaceRows;
  readonly isSuspicious: Uint8Array;
  private readonly strands: SampledStrands;
  /** What was asked last. */
  private obstacles: Obstacles | null = null;
  /** Rows of strands that were asked for alone. */
  private readonly ofStrand: SurfaceRows[] = [];
  /** Those points alone, as they are asked for. */
  private suspects = new Int32Array(0);
  private suspected: SurfaceRows = makeSurfaceRows(0);

  constructor(strands: SampledStrands) {
    this.strands = strands;
    const total = this.firstPoint(strands.ids.length);
    this.clearance = new Float64Array(total);
    this.end = makeSurfaceRows(total);
    this.start = makeSurfaceRows(total);
    this.isSuspicious = new Uint8Array(total);
  }

  /** Row of strand k's first sample point. */
  firstPoint(k: number): number {
    return 2 * this.strands.first[k]! - k;
  }

  vertices(k: number): number {
    return this.strands.first[k + 1]! - this.strands.first[k]!;
  }

  /** Asks for strands first .. last: from their places at `time`, free flight for `h`. */
  ask(obstacles: Obstacles, time: number, h: number, first: number, last: number): void {
    this.obstacles = obstacles;
    for (let k = first; k < last; k++) {
      this.describe(k);
      this.predict(k, h);
    }
    askSurfaces(obstacles, this.rowsOf(first, last), this.firstPoint(last) - this.firstPoint(first), time + h);
    this.askStarts(obstacles, time, first, last);
  }

  private rowsOf(first: number, last: number): SurfaceRows {
    if (first === 0) return this.end;
    if (last !== first + 1) return partOf(this.end, this.firstPoint(first), this.firstPoint(last));
    this.ofStrand[first] ??= partOf(this.end, this.firstPoint(first), this.firstPoint(last));
    return this.ofStrand[first]!;
  }

  /** Whose the points are and how far they keep: edits may have changed it. */
  private describe(k: number): void {
    const { restLength, clearance, middleClearance, thickness, first, ids } = this.strands;
    const { id, s, layerOffset } = this.end.owners;
    const { reach } = this.end;
    const own = thickness[k]!;
    const tip = first[k + 1]! - 1;
    let q = this.firstPoint(k);
    let along = 0;
    for (let i = first[k]!; i <= tip; i++) {
      for (let isMiddle = 0; isMiddle < (i < tip ? 2 : 1); isMiddle++, q++) {
        const kept = isMiddle ? middleClearance[i]! : clearance[i]!;
        id[q] = ids[k]!;
        s[q] = isMiddle ? along + 0.5 * restLength[i]! : along;
        layerOffset[q] = kept > own ? kept - own : 0;
        reach[q] = kept + REACH;
        this.clearance[q] = kept;
      }
      along += restLength[i]!;
    }
  }

  private predict(k: number, h: number): void {
    const { position, velocity, first } = this.strands;
    const { points } = this.end;
    let p = 3 * this.firstPoint(k);
    for (let f = 3 * first[k]!; f < 3 * first[k + 1]!; f += 3, p += 6) {
      const x = position[f]! + h * velocity[f]!;
      const y = position[f + 1]! + h * velocity[f + 1]!;
      const z = position[f + 2]! + h * velocity[f + 2]!;
      points[p] = x;
      points[p + 1] = y;
      points[p + 2] = z;
      if (f === 3 * first[k]!) continue;
      points[p - 3] = 0.5 * (points[p - 6]! + x);
      points[p - 2] = 0.5 * (points[p - 5]! + y);
      points[p - 1] = 0.5 * (points[p - 4]! + z);
    }
  }

  /** Asks for a single point. */
  askOne(one: SurfaceRows, time: number): void {
    askSurfaces(this.obstacles!, one, 1, time);
  }

  /** Finds out what was known from below only. */
  askExactly(q: number, one: SurfaceRows, time: number): void {
    const { end } = this;
    for (let c = 0; c < 3; c++) one.points[c] = end.points[3 * q + c]!;
    copyOwner(end.owners, q, one.owners, 0);
    this.askOne(one, time);
    end.near.next[q] = one.near.next[0]!;
    end.rows[OBSTACLE_ROW * q] = one.rows[0]!;
    end.reach[q] = Number.POSITIVE_INFINITY;
  }

  /** Asks once more, at the start, for points that are predicted inside. */
  private askStarts(obstacles: Obstacles, time: number, first: number, last: number): void {
    const { clearance, isSuspicious, start } = this;
    let count = 0;
    for (let q = this.firstPoint(first); q < this.firstPoint(last); q++) {
      isSuspicious[q] = clearance[q]! - this.end.rows[OBSTACLE_ROW * q]! > SUSPICIOUS ? 1 : 0;
      count += isSuspicious[q]!;
    }
    if (count === 0) return;
    if (this.suspects.length < count) {
      this.suspects = new Int32Array(2 * count);
      this.suspected = makeSurfaceRows(2 * count);
    }
    const { suspected } = this;
    count = 0;
    for (let k = first; k < last; k++) count = this.gatherSuspects(k, count);
    askSurfaces(obstacles, suspected, count, time);
    for (let r = 0; r < count; r++) {
      const q = this.suspects[r]!;
      start.near.body[q] = suspected.near.body[r]!;
      for (let c = 0; c < 3; c++) start.points[3 * q + c] = suspected.points[3 * r + c]!;
      for (let c = 0; c < OBSTACLE_ROW; c++) start.rows[OBSTACLE_ROW * q + c] = suspected.rows[OBSTACLE_ROW * r + c]!;
    }
  }

  private gatherSuspects(k: number, count: number): number {
    const { position, first } = this.strands;
    const { suspects } = this;
    const { points, owners } = this.suspected;
    const known = this.end.owners;
    const from = this.firstPoint(k);
    let r = count;
    for (let q = from; q < this.firstPoint(k + 1); q++) {
      if (!this.isSuspicious[q]) continue;
      const a = 3 * (first[k]! + ((q - from) >> 1));
      const b = ((q - from) & 1) === 1 ? a + 3 : a;
      for (let c = 0; c < 3; c++) points[3 * r + c] = 0.5 * (position[a + c]! + position[b + c]!);
      copyOwner(known, q, owners, r);
      suspects[r++] = q;
    }
    return r;
  }
}

export function copyOwner(from: Required<PointOwners>, q: number, to: Required<PointOwners>, r: number): void {
  to.id[r] = from.id[q]!;
  to.s[r] = from.s[q]!;
  to.layerOffset[r] = from.layerOffset[q]!;
}
