import type { RigidState } from '../body/motion.ts';
import { conjugate, rotate } from '../numeric/rotation.ts';
import { add, addScaled, dot, mix, scale, subtract, type Vec3 } from '../numeric/vector.ts';
import type { CarryingBodies } from './carrying-bodies.ts';
import type { HairView } from './hair-view.ts';
import { isotropic, type LoadBuilder } from './loads.ts';
import { withinReach } from './reach.ts';
import { Rows } from './rows.ts';

/** Stiffness of what holds a point of hair, N/m: a clump that is shaken at 5 g moves by less than a millimetre. */
const GRIP = 0.5;
/** Seconds in which a clasp closes. */
const CLOSING = 0.3;

/** Takes a point to the coordinates of the body, and back. */
export const toBody = (body: RigidState, x: Vec3): Vec3 =>
  rotate(conjugate(body.orientation), subtract(x, body.position));
export const fromBody = (body: RigidState, x: Vec3): Vec3 => add(body.position, rotate(body.orientation, x));

/**
 * Things that hold hair together and ride on its body: bands, pins, ponytail ties. Each held point has its place in the
 * clasp; hair beyond it moves freely.
 */
export class Clasps {
  /** id, s, place in the clasp (3) and place where it was caught (3), both in body coordinates, time of closing, clasp. */
  readonly members: Rows = new Rows(10);
  /** Clasp, both ends (6) in body coordinates, radius, body: what is drawn. */
  readonly shapes: Rows = new Rows(9);
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
  }

  /** Opens the clasps that have a member or an end within `radius` of x; says whose hair is free now. */
  openNear(carryingBodies: CarryingBodies, x: Vec3, radius: number): number[] {
    const near = new Set<number>();
    for (let row = 0; row < this.shapes.count; row++)
      for (const column of [1, 4]) {
        const local = toBody(carryingBodies.state(this.shapes.at(row, 8)), x);
        const gap = subtract(this.rowVector(this.shapes, row, column), local);
        if (dot(gap, gap) <= radius * radius) near.add(this.shapes.at(row, 0));
      }
    const freed: number[] = [];
    this.members.filter((row) => {
      if (!near.has(this.members.at(row, 9))) return true;
      freed.push(this.members.at(row, 0));
      return false;
    });
    this.shapes.filter((row) => !near.has(this.shapes.at(row, 0)));
    return freed;
  }

  holds(id: number, s: number): boolean {
    for (let row = 0; row < this.members.count; row++)
      if (this.members.at(row, 0) === id && Math.abs(this.members.at(row, 1) - s) < 0.01) return true;
    return false;
  }

  /** Forgets members that are gone. */
  follow(view: HairView): void {
    this.members.filter((row) => view.place.has(this.members.at(row, 0)));
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
