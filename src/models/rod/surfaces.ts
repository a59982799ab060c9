import { type Neighbours, OBSTACLE_ROW, type Obstacles, type PointOwners } from '../model.ts';
import type { NodalStrands } from '../nodal.ts';
import { type ContactRow, makeContactRow } from './contact-rows.ts';
import type { ContactSet } from './contacts.ts';
import type { RodWork, StepRows } from './work.ts';

/** A point farther than this from touching at its predicted place is not asked to mind the surface, metres. */
const NEAR = 0.006;
/** A point that is predicted deeper than this may have begun inside: it is asked for there too. */
const SUSPICIOUS = 2e-4;
/** From here on the surface where a point is predicted may be another one than where it comes in. */
const FAR_IN = 2e-3;
/** Speed at which a point that began inside is let out, m/s. */
const EASE_SPEED = 0.05;
/** A plane is good this far from where it was found: on a ball of 5 cm it is off by 0.1 mm there. */
const REACH = 0.003;
/** Normals of one body whose product is less belong to different sides of a crease. */
const SAME_NORMAL = 0.8;
/** A plane that moves by less than this at the point need not be solved for again. */
const SAME_PLANE = 5e-5;

/**
 * Surfaces near strands: what they may not enter, asked for at the places where free flight would bring them.
 *
 * A strand of n nodes has 2n − 1 points: node i is point 2i, the middle of its edge point 2i + 1. With middles minded as
 * well, an edge cannot cut a convex body by more than a quarter of the sagitta.
 */
export class Surfaces {
  private readonly state: StepRows;
  private readonly flat: NodalStrands;
  private readonly owners: Required<PointOwners>;
  private readonly clearance: Float64Array;
  /** Where surfaces were asked for, and the answers. */
  private readonly points: Float64Array;
  private readonly rows: Float64Array;
  private readonly near: Neighbours;
  /** The same at the start of the step, for the points that are suspicious. */
  private readonly isSuspicious: Uint8Array;
  private readonly startPoints: Float64Array;
  private readonly startRows: Float64Array;
  private readonly startBody: Int32Array;
  /** Those points alone, as they are asked for. */
  private suspects = new Int32Array(0);
  private suspectPoints = new Float64Array(0);
  private suspectRows = new Float64Array(0);
  private suspectOwners = ownersOf(0);
  private suspectNear = neighboursOf(0);
  /** Contact of each point of the strand at hand, and its contact with another body; -1 where there is none. */
  private readonly contactOf: Int32Array;
  private readonly secondOf: Int32Array;
  private readonly bodyOf: Int32Array;
  private readonly row: ContactRow = makeContactRow();
  private readonly onePoint = new Float64Array(3);
  private readonly oneRow = new Float64Array(OBSTACLE_ROW);
  private readonly oneOwner = ownersOf(1);
  private readonly oneNear = neighboursOf(1);
  private strand = 0;
  private h = 0;
  private end = 0;
  private obstacles: Obstacles | null = null;

  constructor(state: StepRows, flat: NodalStrands, mostNodes: number) {
    this.state = state;
    this.flat = flat;
    const total = this.firstPoint(state.ids.length);
    this.owners = ownersOf(total);
    this.clearance = new Float64Array(total);
    this.points = new Float64Array(3 * total);
    this.rows = new Float64Array(OBSTACLE_ROW * total);
    this.isSuspicious = new Uint8Array(total);
    this.startPoints = new Float64Array(3 * total);
    this.startRows = new Float64Array(OBSTACLE_ROW * total);
    this.startBody = new Int32Array(total);
    this.near = neighboursOf(total);
    const most = 2 * mostNodes;
    this.secondOf = new Int32Array(most);
    this.contactOf = new Int32Array(most);
    this.bodyOf = new Int32Array(most);
  }

  private firstPoint(k: number): number {
    return 2 * this.flat.first[k]! - k;
  }

  private nodes(k: number): number {
    return this.flat.first[k + 1]! - this.flat.first[k]!;
  }

  /** Whose the points are and how far they keep: edits may have changed it. */
  private lay(k: number): void {
    const { restLength, clearance, middleClearance, thickness } = this.state;
    const from = this.firstPoint(k);
    const own = thickness[k]!;
    let s = 0;
    for (let q = 0; q < 2 * this.nodes(k) - 1; q++) {
      const i = this.state.first[k]! + (q >> 1);
      const isMiddle = (q & 1) === 1;
      const l = restLength[i]!;
      this.owners.id[from + q] = this.flat.ids[k]!;
      this.owners.s[from + q] = isMiddle ? s + 0.5 * l : s;
      this.clearance[from + q] = (isMiddle ? middleClearance : clearance)[i]!;
      this.owners.lift[from + q] = Math.max(0, this.clearance[from + q]! - own);
      if (isMiddle) s += l;
    }
  }

  /** Asks for all strands: from their places at `start`, free flight for `h`. */
  ask(obstacles: Obstacles, start: number, h: number): void {
    this.askRange(obstacles, start, h, 0, this.flat.ids.length);
  }

  /** Asks for one strand, whose step is shorter. */
  askStrand(k: number, obstacles: Obstacles, start: number, h: number): void {
    this.askRange(obstacles, start, h, k, k + 1);
  }

  private askRange(obstacles: Obstacles, start: number, h: number, first: number, last: number): void {
    this.obstacles = obstacles;
    for (let k = first; k < last; k++) {
      this.lay(k);
      this.predict(k, h);
    }
    const from = this.firstPoint(first);
    const to = this.firstPoint(last);
    const { points, rows, owners, near } = this;
    near.body.fill(0, from, to);
    near.next.fill(Number.POSITIVE_INFINITY, from, to);
    obstacles.nearest(
      points.subarray(3 * from, 3 * to),
      to - from,
      start + h,
      rows.subarray(OBSTACLE_ROW * from, OBSTACLE_ROW * to),
      { id: owners.id.subarray(from, to), s: owners.s.subarray(from, to), lift: owners.lift.subarray(from, to) },
      { body: near.body.subarray(from, to), next: near.next.subarray(from, to) },
    );
    this.askStarts(obstacles, start, first, last);
  }

  private predict(k: number, h: number): void {
    const { position, velocity, first } = this.flat;
    const { points } = this;
    const nodes = this.nodes(k);
    let p = 3 * this.firstPoint(k);
    let f = 3 * first[k]!;
    for (let i = 0; i < nodes; i++, p += 6, f += 3)
      for (let c = 0; c < 3; c++) {
        const here = position[f + c]! + h * velocity[f + c]!;
        points[p + c] = here;
        if (i > 0) points[p - 3 + c] = 0.5 * (points[p - 6 + c]! + here);
      }
  }

  /** Asks once more, at the start, for points that are predicted inside. */
  private askStarts(obstacles: Obstacles, start: number, first: number, last: number): void {
    const { rows, clearance, isSuspicious } = this;
    let count = 0;
    for (let q = this.firstPoint(first); q < this.firstPoint(last); q++) {
      isSuspicious[q] = clearance[q]! - rows[OBSTACLE_ROW * q]! > SUSPICIOUS ? 1 : 0;
      count += isSuspicious[q]!;
    }
    if (count === 0) return;
    if (this.suspects.length < count) this.growSuspects(2 * count);
    count = 0;
    for (let k = first; k < last; k++) count = this.gatherSuspects(k, count);
    this.suspectNear.body.fill(0, 0, count);
    obstacles.nearest(this.suspectPoints, count, start, this.suspectRows, this.suspectOwners, this.suspectNear);
    for (let r = 0; r < count; r++) {
      const q = this.suspects[r]!;
      this.startBody[q] = this.suspectNear.body[r]!;
      for (let c = 0; c < 3; c++) this.startPoints[3 * q + c] = this.suspectPoints[3 * r + c]!;
      for (let c = 0; c < OBSTACLE_ROW; c++)
        this.startRows[OBSTACLE_ROW * q + c] = this.suspectRows[OBSTACLE_ROW * r + c]!;
    }
  }

  private gatherSuspects(k: number, count: number): number {
    const { position } = this.flat;
    const { suspects, suspectPoints, suspectOwners, owners } = this;
    const from = this.firstPoint(k);
    let r = count;
    for (let q = from; q < this.firstPoint(k + 1); q++) {
      if (!this.isSuspicious[q]) continue;
      const a = 3 * (this.flat.first[k]! + ((q - from) >> 1));
      const b = ((q - from) & 1) === 1 ? a + 3 : a;
      for (let c = 0; c < 3; c++) suspectPoints[3 * r + c] = 0.5 * (position[a + c]! + position[b + c]!);
      suspectOwners.id[r] = owners.id[q]!;
      suspectOwners.s[r] = owners.s[q]!;
      suspectOwners.lift[r] = owners.lift[q]!;
      suspects[r++] = q;
    }
    return r;
  }

  private growSuspects(size: number): void {
    this.suspects = new Int32Array(size);
    this.suspectPoints = new Float64Array(3 * size);
    this.suspectRows = new Float64Array(OBSTACLE_ROW * size);
    this.suspectOwners = ownersOf(size);
    this.suspectNear = neighboursOf(size);
  }

  /** Adds the strand's contacts with surfaces that are near, in a step of `h` that ends at `end`. */
  collect(k: number, contacts: ContactSet, h: number, end: number): void {
    const from = this.firstPoint(k);
    this.strand = k;
    this.h = h;
    this.end = end;
    this.contactOf.fill(-1);
    this.secondOf.fill(-1);
    // Both nodes of a rooted strand's first edge are held.
    for (let q = this.state.rooted[k] === 1 ? 3 : 0; q < 2 * this.nodes(k) - 1; q++) {
      const g = from + q;
      if (!(this.rows[OBSTACLE_ROW * g]! - this.clearance[g]! < NEAR)) continue;
      this.write(q, this.points, g, this.rows, g);
      if (this.isSuspicious[g] && this.startBody[g] === this.near.body[g]) this.considerStart(q, g);
      this.bodyOf[q] = this.near.body[g]!;
      this.contactOf[q] = contacts.add(this.row);
    }
  }

  /** The plane through the surface nearest to a point, moved out by the strand's clearance, as a contact row. */
  private write(q: number, points: Float64Array, p: number, rows: Float64Array, r: number): void {
    const { row, h } = this;
    const nodes = this.nodes(this.strand);
    const o = OBSTACLE_ROW * r;
    const isTip = q === 2 * nodes - 2;
    row.node = isTip ? nodes - 2 : q >> 1;
    row.share = isTip ? 1 : 0.5 * (q & 1);
    row.nx = rows[o + 1]!;
    row.ny = rows[o + 2]!;
    row.nz = rows[o + 3]!;
    const here = row.nx * points[3 * p]! + row.ny * points[3 * p + 1]! + row.nz * points[3 * p + 2]!;
    row.offset = here - rows[o]! + this.clearance[this.firstPoint(this.strand) + q]!;
    row.travelX = h * rows[o + 4]!;
    row.travelY = h * rows[o + 5]!;
    row.travelZ = h * rows[o + 6]!;
    row.friction = rows[o + 7]!;
    row.point = q;
    row.ease = 0;
  }

  /**
   * A point that began inside is let out slowly; one that comes from far out meets the surface that it saw from there. Where
   * another body was nearest at the start, neither is known: the plane where the point is predicted has to do.
   */
  private considerStart(q: number, g: number): void {
    const deep = this.clearance[g]! - this.rows[OBSTACLE_ROW * g]!;
    const deepAtStart = this.clearance[g]! - this.startRows[OBSTACLE_ROW * g]!;
    if (deepAtStart > SUSPICIOUS) {
      this.row.ease = Math.min(deepAtStart, EASE_SPEED * this.h);
      this.row.offset -= deepAtStart - this.row.ease;
    } else if (deep > FAR_IN) {
      this.write(q, this.startPoints, g, this.startRows, g);
      this.row.offset +=
        this.row.nx * this.row.travelX + this.row.ny * this.row.travelY + this.row.nz * this.row.travelZ;
      for (let c = 0; c < 3; c++) this.points[3 * g + c] = this.startPoints[3 * g + c]!;
      this.rows[OBSTACLE_ROW * g] = this.startRows[OBSTACLE_ROW * g]!;
      // What else is near there is not known: it is looked at after the solve.
      this.near.next[g] = Number.NEGATIVE_INFINITY;
    }
  }

  /**
   * Looks again where points came out beyond the reach of what was asked, or of another body than the one that answered
   * (a distance shrinks no faster than its point moves), and, if asked to be thorough, wherever one surface pushes: the same
   * body may bend back there.
   */
  follow(work: RodWork, contacts: ContactSet, isThorough: boolean): boolean {
    const { points, rows, clearance, near } = this;
    const { x, nodes } = work;
    const from = this.firstPoint(this.strand);
    let isChanged = false;
    for (let q = 0; q < 2 * nodes - 1; q++) {
      const a = 3 * (q >> 1);
      const b = (q & 1) === 1 ? a + 3 : a;
      const g = from + q;
      const px = 0.5 * (x[a]! + x[b]!);
      const py = 0.5 * (x[a + 1]! + x[b + 1]!);
      const pz = 0.5 * (x[a + 2]! + x[b + 2]!);
      const dx = px - points[3 * g]!;
      const dy = py - points[3 * g + 1]!;
      const dz = pz - points[3 * g + 2]!;
      const moved = dx * dx + dy * dy + dz * dz;
      const isBeyond = moved > REACH * REACH && rows[OBSTACLE_ROW * g]! - clearance[g]! <= Math.sqrt(moved);
      const isFar = isBeyond || near.next[g]! - clearance[g]! <= Math.sqrt(moved);
      const c = this.contactOf[q]!;
      if (!isFar && !(isThorough && c >= 0 && contacts.isPushing(c))) continue;
      if (work.inertia[6 * (a / 3)] === 0 && work.inertia[6 * (b / 3)] === 0) continue;
      if (this.lookAgain(q, px, py, pz, work, contacts)) isChanged = true;
    }
    return isChanged;
  }

  private lookAgain(q: number, px: number, py: number, pz: number, work: RodWork, contacts: ContactSet): boolean {
    const { onePoint, oneRow, oneOwner, oneNear, row } = this;
    const g = this.firstPoint(this.strand) + q;
    onePoint[0] = px;
    onePoint[1] = py;
    onePoint[2] = pz;
    oneOwner.id[0] = this.owners.id[g]!;
    oneOwner.s[0] = this.owners.s[g]!;
    oneOwner.lift[0] = this.owners.lift[g]!;
    oneNear.body[0] = 0;
    oneNear.next[0] = Number.POSITIVE_INFINITY;
    this.obstacles!.nearest(onePoint, 1, this.end, oneRow, oneOwner, oneNear);
    this.near.next[g] = oneNear.next[0];
    this.points.set(onePoint, 3 * g);
    this.rows.set(oneRow, OBSTACLE_ROW * g);
    this.write(q, onePoint, 0, oneRow, 0);
    const depth = this.clearance[g]! - oneRow[0]!;
    const c = this.contactOf[q]!;
    if (c < 0) {
      if (depth < -NEAR) return false;
      const added = contacts.add(row);
      this.contactOf[q] = added;
      this.bodyOf[q] = oneNear.body[0]!;
      contacts.beginOne(added, work);
      return depth > SAME_PLANE;
    }
    const isOther = oneNear.body[0] !== this.bodyOf[q];
    if (
      isOther
        ? contacts.isPushing(c) || contacts.isEased(c)
        : contacts.isPushing(c) && contacts.alike(c, row) < SAME_NORMAL
    )
      return this.addSecond(q, depth, work, contacts);
    // A point that is being let out keeps its leave.
    if (contacts.isEased(c)) return false;
    this.bodyOf[q] = oneNear.body[0]!;
    const before = contacts.depth(c, work);
    contacts.place(c, row);
    return Math.max(before, depth) > -SAME_PLANE && Math.abs(depth - before) > SAME_PLANE;
  }

  /** A point between two bodies minds both. */
  private addSecond(q: number, depth: number, work: RodWork, contacts: ContactSet): boolean {
    if (depth < -SAME_PLANE) return false;
    this.row.point = -1;
    const c = this.secondOf[q]!;
    if (c >= 0) {
      const before = contacts.depth(c, work);
      contacts.place(c, this.row);
      return Math.abs(depth - before) > SAME_PLANE;
    }
    this.secondOf[q] = contacts.add(this.row);
    contacts.beginOne(this.secondOf[q]!, work);
    return depth > SAME_PLANE;
  }
}

function neighboursOf(count: number): Neighbours {
  return { body: new Int32Array(count), next: new Float64Array(count).fill(Number.POSITIVE_INFINITY) };
}

function ownersOf(count: number): Required<PointOwners> {
  return { id: new Uint32Array(count), s: new Float64Array(count), lift: new Float64Array(count) };
}
