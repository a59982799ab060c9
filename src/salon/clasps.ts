import type { RigidState } from '../body/motion.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { add, addScaled, dot, mix, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import type { CarryingBodies } from './carrying-bodies.ts';
import type { HairView } from './hair-view.ts';
import { isotropic, type LoadBuilder } from './loads.ts';
import { movedTowards, withinReach } from './reach.ts';
import { Rows } from './rows.ts';

/** Stiffness of what holds a point of hair, N/m: a clump that is shaken at 5 g moves by less than a millimetre. */
const GRIP = 0.5;
/** Stiffness of what leads hair into an up-do, N/m, and how far before the hair it is at most, metres. */
const LEADING = 0.02;
const LEAD = 0.01;
/** Seconds in which a clasp closes. */
export const CLOSING = 0.3;

/** Takes a point to the coordinates of the body, and back. */
export const toBody = (body: RigidState, x: Vec3): Vec3 =>
  rotate(conjugate(body.orientation), subtract(x, body.position));
export const fromBody = (body: RigidState, x: Vec3): Vec3 => add(body.position, rotate(body.orientation, x));

/** What is seen of a clasp. */
export const CLASP_KINDS = ['tie', 'bow', 'pin', 'band'] as const;
export type ClaspKind = (typeof CLASP_KINDS)[number];

/** A thing that is seen: between two points, in the coordinates of its body, or about a place on a strand, with y along it. */
export interface ClaspShape {
  readonly clasp: number;
  readonly a: Vec3;
  readonly b: Vec3;
  readonly radius: number;
  readonly body: number;
  readonly kind: ClaspKind;
  readonly on?: { readonly id: number; readonly s: number } | undefined;
}

/** In place of a strand's id: it rides on its body. */
const NO_STRAND = -1;

/**
 * Things that hold hair together and ride on its body: bands, pins, ponytail ties. Each held point has its place in the
 * clasp; hair beyond it moves freely.
 */
export class Clasps {
  /** id, s, place in the clasp (3) and place where it was caught (3), both in body coordinates, time of closing, clasp. */
  readonly members: Rows = new Rows(10);
  /** What is seen, by rows: strand (−1: none) and arc length that it rides on, clasp, both ends (6), radius, body, kind. */
  readonly shapes: Rows = new Rows(12);
  /** Hair on its way into an up-do, and a bun's: id, s, place (3) in body coordinates, when it is led there, clasp. */
  readonly woven: Rows = new Rows(7);
  /** Number of the next clasp. */
  next = 0;

  hold(view: HairView, carryingBodies: CarryingBodies, loads: LoadBuilder): void {
    const { hair } = view;
    const time = hair.time + hair.dt;
    for (let row = 0; row < this.members.count; row++) {
      const k = view.place.get(this.members.at(row, 0));
      if (k === undefined) continue;
      const s = this.members.at(row, 1);
      const body = carryingBodies.state(carryingBodies.bodyOf(hair, k));
      const closed = Math.min(1, (time - this.members.at(row, 8)) / CLOSING);
      const wanted = fromBody(body, mix(this.vector(row, 5), this.vector(row, 2), closed * closed * (3 - 2 * closed)));
      const target = withinReach(view, k, s, wanted);
      const velocity = add(body.velocity, crossed(body, target));
      loads.spring(this.members.at(row, 0), s, target, isotropic(GRIP), isotropic(GRIP * hair.dt), velocity);
    }
    this.lead(view, carryingBodies, loads);
  }

  /** Leads hair to its place in an up-do: gently, because its neighbours on the strand are led elsewhere at the same time. */
  private lead(view: HairView, carryingBodies: CarryingBodies, loads: LoadBuilder): void {
    const { hair } = view;
    const { woven } = this;
    for (let row = 0; row < woven.count; row++) {
      const k = view.place.get(woven.at(row, 0));
      if (k === undefined || hair.time < woven.at(row, 5)) continue;
      const s = woven.at(row, 1);
      const body = carryingBodies.state(carryingBodies.bodyOf(hair, k));
      const place = fromBody(body, this.rowVector(woven, row, 2));
      const target = movedTowards(view.pointAt(view.locate(k, s)), place, LEAD);
      const velocity = add(body.velocity, crossed(body, target));
      loads.spring(woven.at(row, 0), s, target, isotropic(LEADING), isotropic(LEADING * hair.dt), velocity);
    }
  }

  /** Opens the clasps that have a member or an end within `radius` of x; says whose hair is free now. */
  openNear(carryingBodies: CarryingBodies, x: Vec3, radius: number): number[] {
    const near = new Set<number>();
    for (const { clasp, a, b, body, on } of this.seen()) {
      const local = toBody(carryingBodies.state(body), x);
      for (const end of on ? [] : [a, b]) {
        const gap = subtract(end, local);
        if (dot(gap, gap) <= radius * radius) near.add(clasp);
      }
    }
    const freed: number[] = [];
    this.members.filter((row) => {
      if (!near.has(this.members.at(row, 9))) return true;
      freed.push(this.members.at(row, 0));
      return false;
    });
    this.woven.filter((row) => !near.has(this.woven.at(row, 6)));
    this.shapes.filter((row) => !near.has(this.shapes.at(row, 2)));
    return freed;
  }

  show({ clasp, a, b, radius, body, kind, on }: ClaspShape): void {
    this.shapes.push(on?.id ?? NO_STRAND, on?.s ?? 0, clasp, ...a, ...b, radius, body, CLASP_KINDS.indexOf(kind));
  }

  /** Everything that is seen. */
  seen(): ClaspShape[] {
    const { shapes } = this;
    return Array.from({ length: shapes.count }, (_, row) => {
      const id = shapes.at(row, 0);
      return {
        clasp: shapes.at(row, 2),
        a: this.rowVector(shapes, row, 3),
        b: this.rowVector(shapes, row, 6),
        radius: shapes.at(row, 9),
        body: shapes.at(row, 10),
        kind: CLASP_KINDS[shapes.at(row, 11)]!,
        on: id === NO_STRAND ? undefined : { id, s: shapes.at(row, 1) },
      };
    });
  }

  holds(id: number, s: number): boolean {
    for (let row = 0; row < this.members.count; row++)
      if (this.members.at(row, 0) === id && Math.abs(this.members.at(row, 1) - s) < 0.01) return true;
    return false;
  }

  /** Forgets members that are gone. */
  follow(view: HairView): void {
    this.members.filter((row) => view.place.has(this.members.at(row, 0)));
    this.woven.filter((row) => view.place.has(this.woven.at(row, 0)));
    this.shapes.filter((row) => this.shapes.at(row, 0) === NO_STRAND || view.place.has(this.shapes.at(row, 0)));
  }

  private vector(row: number, column: number): Vec3 {
    return this.rowVector(this.members, row, column);
  }

  private rowVector(rows: Rows, row: number, column: number): Vec3 {
    return [rows.at(row, column), rows.at(row, column + 1), rows.at(row, column + 2)];
  }
}

function crossed(body: RigidState, x: Vec3): Vec3 {
  const [wx, wy, wz] = body.angularVelocity;
  const [ax, ay, az] = subtract(x, body.position);
  return [wy * az - wz * ay, wz * ax - wx * az, wx * ay - wy * ax];
}

/** The point at `offset` from the axis a b at most: how a clasp draws hair together. */
export function drawnTogether(a: Vec3, b: Vec3, x: Vec3, caught: number, kept: number): Vec3 {
  const axis = subtract(b, a);
  const l = dot(axis, axis);
  const t = l > 1e-18 ? Math.min(1, Math.max(0, dot(subtract(x, a), axis) / l)) : 0;
  const centre = addScaled(a, axis, t);
  return add(centre, scale(subtract(x, centre), kept / caught));
}
