import { NEAR, SUSPICIOUS } from '../../kernels/contact-law.ts';
import type { SampledStrands } from '../../models/contactable.ts';
import { type Neighbours, OBSTACLE_ROW, type Obstacles, type PointOwners } from '../../models/model.ts';

/** Surfaces are looked for so far beyond the distance that a point keeps: a little more than it minds, for rounding. */
const REACH = 1.001 * NEAR;
/** Strands that are asked for together: what is written of them is still in the processor's cache when the answers come. */
const TOGETHER = 4;

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
  for (let i = 0; i < count; i++) {
    near.body[i] = 0;
    near.next[i] = Number.POSITIVE_INFINITY;
  }
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
  /** Of each strand as it was described last. */
  private readonly thickness: Float64Array;
  /** What was asked last. */
  private obstacles: Obstacles | null = null;
  /** Rows of strands that were asked for alone or together, by the first of them. */
  private readonly ofStrand: SurfaceRows[] = [];
  private readonly ofSome: SurfaceRows[] = [];
  /** Those points alone, as they are asked for. */
  private suspectCount = 0;
  private suspects = new Int32Array(0);
  private suspected: SurfaceRows = makeSurfaceRows(0);

  constructor(strands: SampledStrands) {
    this.strands = strands;
    const total = this.firstPoint(strands.ids.length);
    this.clearance = new Float64Array(total).fill(Number.NaN);
    this.thickness = new Float64Array(strands.ids.length).fill(Number.NaN);
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
    this.suspectCount = 0;
    for (let k = first; k < last; ) {
      const count = k % TOGETHER === 0 && k + TOGETHER <= last ? TOGETHER : 1;
      for (let j = k; j < k + count; j++) {
        this.describe(j);
        this.predict(j, h);
      }
      const points = this.firstPoint(k + count) - this.firstPoint(k);
      askSurfaces(obstacles, this.rowsOf(k, count), points, time + h);
      for (let j = k; j < k + count; j++) this.suspect(j);
      k += count;
    }
    if (this.suspectCount > 0) this.askStarts(obstacles, time);
  }

  private rowsOf(k: number, count: number): SurfaceRows {
    const known = count === 1 ? this.ofStrand : this.ofSome;
    known[k] ??= partOf(this.end, this.firstPoint(k), this.firstPoint(k + count));
    return known[k]!;
  }

  /** Whose the points are and how far they keep, written where edits have changed it; how far they look, in any case. */
  private describe(k: number): void {
    const { clearance } = this;
    const { reach } = this.end;
    if (!this.isDescribed(k)) this.describeAnew(k);
    for (let q = this.firstPoint(k); q < this.firstPoint(k + 1); q++) reach[q] = clearance[q]! + REACH;
  }

  private isDescribed(k: number): boolean {
    const { restLength, clearance, middleClearance, thickness, first, ids } = this.strands;
    const { id, s } = this.end.owners;
    const known = this.clearance;
    const tip = first[k + 1]! - 1;
    let q = this.firstPoint(k);
    if (id[q] !== ids[k] || this.thickness[k] !== thickness[k]) return false;
    let along = 0;
    for (let i = first[k]!; i < tip; i++, q += 2) {
      const length = restLength[i]!;
      if (known[q] !== clearance[i] || known[q + 1] !== middleClearance[i] || s[q + 1] !== along + 0.5 * length)
        return false;
      along += length;
    }
    return known[q] === clearance[tip] && s[q] === along;
  }

  private describeAnew(k: number): void {
    const { restLength, clearance, middleClearance, thickness, first } = this.strands;
    const { id, s } = this.end.owners;
    const tip = first[k + 1]! - 1;
    let q = this.firstPoint(k);
    id.fill(this.strands.ids[k]!, q, this.firstPoint(k + 1));
    this.thickness[k] = thickness[k]!;
    let along = 0;
    for (let i = first[k]!; i < tip; i++, q += 2) {
      s[q] = along;
      s[q + 1] = along + 0.5 * restLength[i]!;
      this.keep(q, clearance[i]!, thickness[k]!);
      this.keep(q + 1, middleClearance[i]!, thickness[k]!);
      along += restLength[i]!;
    }
    s[q] = along;
    this.keep(q, clearance[tip]!, thickness[k]!);
  }

  private keep(q: number, kept: number, own: number): void {
    this.clearance[q] = kept;
    this.end.owners.layerOffset[q] = kept > own ? kept - own : 0;
  }

  /** The first guess of a step: free flight, its velocity going on to change where that is known. */
  private predict(k: number, h: number): void {
    const { position, velocity, velocityPast = velocity, first } = this.strands;
    const { points } = this.end;
    const lead = this.strands.lead?.(k, h) ?? 0;
    let p = 3 * this.firstPoint(k);
    for (let f = 3 * first[k]!; f < 3 * first[k + 1]!; f += 3, p += 6) {
      const vx = velocity[f]!;
      const vy = velocity[f + 1]!;
      const vz = velocity[f + 2]!;
      const x = position[f]! + h * (vx + lead * (vx - velocityPast[f]!));
      const y = position[f + 1]! + h * (vy + lead * (vy - velocityPast[f + 1]!));
      const z = position[f + 2]! + h * (vz + lead * (vz - velocityPast[f + 2]!));
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

  /** Marks the strand's points that are predicted inside, and notes where they are now. */
  private suspect(k: number): void {
    const { clearance, isSuspicious } = this;
    const { rows } = this.end;
    const from = this.firstPoint(k);
    const to = this.firstPoint(k + 1);
    for (let q = from; q < to; q++) {
      const is = clearance[q]! - rows[OBSTACLE_ROW * q]! > SUSPICIOUS;
      isSuspicious[q] = is ? 1 : 0;
      if (is) this.note(q, 3 * (this.strands.first[k]! + ((q - from) >> 1)), ((q - from) & 1) === 1);
    }
  }

  /** Point q, at the vertex whose place begins at `a` or in the middle of the segment that begins there. */
  private note(q: number, a: number, isMiddle: boolean): void {
    const { position } = this.strands;
    const r = this.suspectCount++;
    if (r >= this.suspects.length) this.makeRoom();
    const { points, owners } = this.suspected;
    const b = isMiddle ? a + 3 : a;
    for (let c = 0; c < 3; c++) points[3 * r + c] = 0.5 * (position[a + c]! + position[b + c]!);
    copyOwner(this.end.owners, q, owners, r);
    this.suspects[r] = q;
  }

  private makeRoom(): void {
    const { suspects, suspected } = this;
    this.suspects = new Int32Array(2 * suspects.length + 64);
    this.suspected = makeSurfaceRows(this.suspects.length);
    this.suspects.set(suspects);
    this.suspected.points.set(suspected.points);
    for (let r = 0; r < suspects.length; r++) copyOwner(suspected.owners, r, this.suspected.owners, r);
  }

  /** Asks once more, at the start, for points that are predicted inside. */
  private askStarts(obstacles: Obstacles, time: number): void {
    const { start, suspected, suspectCount } = this;
    askSurfaces(obstacles, suspected, suspectCount, time);
    for (let r = 0; r < suspectCount; r++) {
      const q = this.suspects[r]!;
      start.near.body[q] = suspected.near.body[r]!;
      for (let c = 0; c < 3; c++) start.points[3 * q + c] = suspected.points[3 * r + c]!;
      for (let c = 0; c < OBSTACLE_ROW; c++) start.rows[OBSTACLE_ROW * q + c] = suspected.rows[OBSTACLE_ROW * r + c]!;
    }
  }
}

export function copyOwner(from: Required<PointOwners>, q: number, to: Required<PointOwners>, r: number): void {
  to.id[r] = from.id[q]!;
  to.s[r] = from.s[q]!;
  to.layerOffset[r] = from.layerOffset[q]!;
}
