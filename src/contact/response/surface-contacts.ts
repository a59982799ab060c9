import {
  CLOSE,
  FAR_IN,
  NEAR,
  REACH,
  RECOVERY_SPEED,
  SAME_NORMAL,
  SAME_PLANE,
  SEEN,
  SUSPICIOUS,
} from '../../kernels/contact-law.ts';
import type { Contactable, SampledStrands } from '../../models/contactable.ts';
import { OBSTACLE_ROW } from '../../models/model.ts';
import type { ContactSet } from './contact-set.ts';
import { type ContactPlane, makeContactPlane } from './contact-table.ts';
import { copyOwner, makeSurfaceRows, type SurfaceQueries, type SurfaceRows } from './surface-queries.ts';

/** Surfaces near one strand as planes of its contacts, which follow the strand: surfaces are round. */
export class SurfaceContacts {
  private readonly strands: SampledStrands;
  private readonly contacts: ContactSet;
  private readonly queries: SurfaceQueries;
  /** Contact of each sample point of the strand at hand, and its contact with another body; −1 where there is none. */
  private readonly contactOf: Int32Array;
  private readonly secondOf: Int32Array;
  private readonly bodyOf: Int32Array;
  private readonly here: Float64Array;
  private readonly plane: ContactPlane = makeContactPlane();
  private readonly one: SurfaceRows = makeSurfaceRows(1);
  private k = 0;
  private h = 0;
  private end = 0;
  private strand: Contactable | null = null;

  constructor(strands: SampledStrands, contacts: ContactSet, queries: SurfaceQueries) {
    this.strands = strands;
    this.contacts = contacts;
    this.queries = queries;
    let most = 0;
    for (let k = 0; k < strands.ids.length; k++) most = Math.max(most, 2 * this.queries.vertices(k));
    this.contactOf = new Int32Array(most);
    this.secondOf = new Int32Array(most);
    this.bodyOf = new Int32Array(most);
    this.here = new Float64Array(3 * most);
  }

  /** Begins with strand k in a step of `h` that ends at `end`: no contact yet. */
  begin(k: number, strand: Contactable, h: number, end: number): void {
    this.k = k;
    this.strand = strand;
    this.h = h;
    this.end = end;
    this.contactOf.fill(-1);
    this.secondOf.fill(-1);
  }

  /** Adds the strand's contacts with surfaces that are near, in a step of `h` that ends at `end`. */
  collect(k: number, strand: Contactable, h: number, end: number): void {
    const { clearance, end: asked } = this.queries;
    const from = this.queries.firstPoint(k);
    this.begin(k, strand, h, end);
    // Both vertices of a rooted strand's first segment are held.
    for (let q = this.strands.rooted[k] === 1 ? 3 : 0; q < 2 * this.queries.vertices(k) - 1; q++)
      if (asked.rows[OBSTACLE_ROW * (from + q)]! - clearance[from + q]! < NEAR)
        this.knows(q, this.contacts.add(this.planeAt(q)));
  }

  /** Says that contact c is that of sample point q with the surface nearest to it. */
  knows(q: number, c: number): void {
    this.contactOf[q] = c;
    this.bodyOf[q] = this.queries.end.near.body[this.queries.firstPoint(this.k) + q]!;
  }

  /** The plane of the surface nearest to sample point q; valid until the next call. */
  planeAt(q: number): ContactPlane {
    const { end, start, isSuspicious } = this.queries;
    const g = this.queries.firstPoint(this.k) + q;
    this.aim(q, end, g);
    if (isSuspicious[g] && start.near.body[g] === end.near.body[g]) this.considerStart(q, g);
    return this.plane;
  }

  /** The plane through the surface nearest to a point, moved out by the strand's clearance. */
  private aim(q: number, { points, rows }: SurfaceRows, r: number): void {
    const { plane, h } = this;
    const vertices = this.queries.vertices(this.k);
    const o = OBSTACLE_ROW * r;
    const isTip = q === 2 * vertices - 2;
    plane.edge = isTip ? vertices - 2 : q >> 1;
    plane.t = isTip ? 1 : 0.5 * (q & 1);
    plane.nx = rows[o + 1]!;
    plane.ny = rows[o + 2]!;
    plane.nz = rows[o + 3]!;
    const here = plane.nx * points[3 * r]! + plane.ny * points[3 * r + 1]! + plane.nz * points[3 * r + 2]!;
    plane.offset = here - rows[o]! + this.queries.clearance[this.queries.firstPoint(this.k) + q]!;
    plane.travelX = h * rows[o + 4]!;
    plane.travelY = h * rows[o + 5]!;
    plane.travelZ = h * rows[o + 6]!;
    plane.friction = rows[o + 7]!;
    plane.sample = q;
    plane.recovery = 0;
  }

  /**
   * A point that began inside is let out slowly; one that comes from far out meets the surface that it saw from there. Where
   * another body was nearest at the start, neither is known: the plane where the point is predicted has to do.
   */
  private considerStart(q: number, g: number): void {
    const { clearance, end, start } = this.queries;
    const { plane } = this;
    const deep = clearance[g]! - end.rows[OBSTACLE_ROW * g]!;
    const deepAtStart = clearance[g]! - start.rows[OBSTACLE_ROW * g]!;
    if (deepAtStart > SUSPICIOUS) {
      plane.recovery = Math.min(deepAtStart, RECOVERY_SPEED * this.h);
      plane.offset -= deepAtStart - plane.recovery;
    } else if (deep > FAR_IN) {
      this.aim(q, start, g);
      plane.offset += plane.nx * plane.travelX + plane.ny * plane.travelY + plane.nz * plane.travelZ;
      for (let c = 0; c < 3; c++) end.points[3 * g + c] = start.points[3 * g + c]!;
      end.rows[OBSTACLE_ROW * g] = start.rows[OBSTACLE_ROW * g]!;
      // What else is near there is not known: it is looked at after the solve.
      end.near.next[g] = Number.NEGATIVE_INFINITY;
      end.reach[g] = Number.POSITIVE_INFINITY;
    }
  }

  /**
   * Looks again where points came out beyond the reach of what was asked, or of another body than the one that answered
   * (a distance shrinks no faster than its point moves), and, if asked to be thorough, wherever one surface pushes: the same
   * body may bend back there.
   */
  follow(isThorough: boolean): boolean {
    const { contacts, here, contactOf } = this;
    const { points } = this.queries.end;
    const from = this.queries.firstPoint(this.k);
    const count = 2 * this.queries.vertices(this.k) - 1;
    const seen = isThorough ? CLOSE : SEEN;
    this.strand!.samplePositions(here);
    let isChanged = false;
    for (let q = 0; q < count; q++) {
      const g = from + q;
      const dx = here[3 * q]! - points[3 * g]!;
      const dy = here[3 * q + 1]! - points[3 * g + 1]!;
      const dz = here[3 * q + 2]! - points[3 * g + 2]!;
      const c = contactOf[q]!;
      const moved = dx * dx + dy * dy + dz * dz;
      const isFar = this.isBeyond(g, moved, c >= 0 ? REACH * REACH : 0);
      if (!isFar && !(moved > seen * seen && c >= 0 && contacts.hasNormalForce(c))) continue;
      if (this.lookAgain(q)) isChanged = true;
    }
    return isChanged;
  }

  /** Whether a point that has moved so far, squared, from where it was asked for may touch what was not seen there, or is not `known` so far. */
  private isBeyond(g: number, moved: number, known: number): boolean {
    const { clearance, end } = this.queries;
    const { rows, near, reach } = end;
    const way = Math.sqrt(moved);
    const isBeyond =
      (moved > known && rows[OBSTACLE_ROW * g]! - clearance[g]! <= way) || near.next[g]! - clearance[g]! <= way;
    if (!isBeyond || reach[g] === Number.POSITIVE_INFINITY) return isBeyond;
    this.queries.askExactly(g, this.one, this.end);
    return this.isBeyond(g, moved, known);
  }

  private lookAgain(q: number): boolean {
    const { one, here, plane, contacts, contactOf, bodyOf } = this;
    const { clearance, end } = this.queries;
    const g = this.queries.firstPoint(this.k) + q;
    const isTip = q === 2 * this.queries.vertices(this.k) - 2;
    if (this.strand!.inverseMass(isTip ? (q >> 1) - 1 : q >> 1, isTip ? 1 : 0.5 * (q & 1)) === 0) return false;
    for (let c = 0; c < 3; c++) one.points[c] = here[3 * q + c]!;
    copyOwner(end.owners, g, one.owners, 0);
    this.queries.askOne(one, this.end);
    end.near.next[g] = one.near.next[0]!;
    end.reach[g] = Number.POSITIVE_INFINITY;
    end.points.set(one.points, 3 * g);
    end.rows.set(one.rows, OBSTACLE_ROW * g);
    this.aim(q, one, 0);
    const depth = clearance[g]! - one.rows[0]!;
    const body = one.near.body[0]!;
    const c = contactOf[q]!;
    if (c < 0) {
      if (depth < -NEAR) return false;
      contactOf[q] = this.addOne();
      bodyOf[q] = body;
      return depth > SAME_PLANE;
    }
    const isOther = body !== bodyOf[q];
    if (
      isOther
        ? contacts.hasNormalForce(c) || contacts.isRecovering(c)
        : contacts.hasNormalForce(c) && contacts.alike(c, plane) < SAME_NORMAL
    )
      return this.addSecond(q, depth);
    // A point that is being let out keeps its leave.
    if (contacts.isRecovering(c)) return false;
    bodyOf[q] = body;
    const before = contacts.depth(c);
    contacts.place(c, plane);
    return Math.max(before, depth) > -SAME_PLANE && Math.abs(depth - before) > SAME_PLANE;
  }

  /** A point between two bodies minds both. */
  private addSecond(q: number, depth: number): boolean {
    if (depth < -SAME_PLANE) return false;
    this.plane.sample = -1;
    const c = this.secondOf[q]!;
    if (c >= 0) {
      const before = this.contacts.depth(c);
      this.contacts.place(c, this.plane);
      return Math.abs(depth - before) > SAME_PLANE;
    }
    this.secondOf[q] = this.addOne();
    return depth > SAME_PLANE;
  }

  /** A contact that comes in the middle of a step. */
  private addOne(): number {
    const c = this.contacts.add(this.plane);
    this.contacts.locate(c);
    this.contacts.beginOne(c);
    return c;
  }
}
