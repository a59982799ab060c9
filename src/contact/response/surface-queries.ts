import type { SampledStrands } from '../../models/contactable.ts';
import { type Neighbours, OBSTACLE_ROW, type Obstacles, type PointOwners } from '../../models/model.ts';

/** A point that is predicted deeper than this may have begun inside: it is asked for there too. */
export const SUSPICIOUS = 2e-4;

/** Points and what is known of the surfaces nearest to them. */
export interface SurfaceRows {
  readonly points: Float64Array;
  readonly rows: Float64Array;
  readonly owners: Required<PointOwners>;
  readonly near: Neighbours;
}

export function makeSurfaceRows(count: number): SurfaceRows {
  return {
    points: new Float64Array(3 * count),
    rows: new Float64Array(OBSTACLE_ROW * count),
    owners: { id: new Uint32Array(count), s: new Float64Array(count), layerOffset: new Float64Array(count) },
    near: { body: new Int32Array(count), next: new Float64Array(count).fill(Number.POSITIVE_INFINITY) },
  };
}

/** Asks for the surfaces nearest to points from .. to. */
export function askSurfaces(obstacles: Obstacles, asked: SurfaceRows, from: number, to: number, time: number): void {
  const { points, rows, owners, near } = asked;
  near.body.fill(0, from, to);
  near.next.fill(Number.POSITIVE_INFINITY, from, to);
  if (from === 0) {
    obstacles.nearest(points, to, time, rows, owners, near);
    return;
  }
  obstacles.nearest(
    points.subarray(3 * from, 3 * to),
    to - from,
    time,
    rows.subarray(OBSTACLE_ROW * from, OBSTACLE_ROW * to),
    {
      id: owners.id.subarray(from, to),
      s: owners.s.subarray(from, to),
      layerOffset: owners.layerOffset.subarray(from, to),
    },
    { body: near.body.subarray(from, to), next: near.next.subarray(from, to) },
  );
}

/**
 * Surfaces near all strands, asked for at once where free flight would bring their sample points.
 *
 * A strand of n vertices has 2n − 1 sample points: vertex i is point 2i, the middle of its segment point 2i + 1. With middles
 * minded as well, a segment cannot cut a convex body by more than a quarter of the sagitta.
 */
export class SurfaceQueries {
  readonly clearance: Float64Array;
  /** At the predicted places. */
  readonly end: SurfaceRows;
  /** At the start of the step, for the points that are suspicious. */
  readonly start: SurfaceRows;
  readonly isSuspicious: Uint8Array;
  private readonly strands: SampledStrands;
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
    for (let k = first; k < last; k++) {
      this.describe(k);
      this.predict(k, h);
    }
    askSurfaces(obstacles, this.end, this.firstPoint(first), this.firstPoint(last), time + h);
    this.askStarts(obstacles, time, first, last);
  }

  /** Whose the points are and how far they keep: edits may have changed it. */
  private describe(k: number): void {
    const { restLength, clearance, middleClearance, thickness, first, ids } = this.strands;
    const { owners } = this.end;
    const from = this.firstPoint(k);
    const own = thickness[k]!;
    let s = 0;
    for (let q = 0; q < 2 * this.vertices(k) - 1; q++) {
      const i = first[k]! + (q >> 1);
      const isMiddle = (q & 1) === 1;
      const l = restLength[i]!;
      const kept = (isMiddle ? middleClearance : clearance)[i]!;
      owners.id[from + q] = ids[k]!;
      owners.s[from + q] = isMiddle ? s + 0.5 * l : s;
      owners.layerOffset[from + q] = Math.max(0, kept - own);
      this.clearance[from + q] = kept;
      if (isMiddle) s += l;
    }
  }

  private predict(k: number, h: number): void {
    const { position, velocity, first } = this.strands;
    const { points } = this.end;
    const vertices = this.vertices(k);
    let p = 3 * this.firstPoint(k);
    let f = 3 * first[k]!;
    for (let i = 0; i < vertices; i++, p += 6, f += 3)
      for (let c = 0; c < 3; c++) {
        const here = position[f + c]! + h * velocity[f + c]!;
        points[p + c] = here;
        if (i > 0) points[p - 3 + c] = 0.5 * (points[p - 6 + c]! + here);
      }
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
    askSurfaces(obstacles, suspected, 0, count, time);
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
