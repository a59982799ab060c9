import type { ForceField, PointContacts, PointForces } from '../models/model.ts';
import { at, normalize, subtract, type Vec3, ZERO } from '../numeric/vector.ts';
import type { HairView } from './hair-view.ts';
import { cutPlaces, Rows } from './rows.ts';

/** A symmetric 3x3 matrix: xx, xy, xz, yy, yz, zz. */
export type Symmetric = readonly [number, number, number, number, number, number];

const NOTHING: Symmetric = [0, 0, 0, 0, 0, 0];

/** a on the plane across the unit vector t, b along it. */
export function acrossAndAlong(t: Vec3, a: number, b: number): Symmetric {
  const d = b - a;
  return [
    a + d * t[0] * t[0],
    d * t[0] * t[1],
    d * t[0] * t[2],
    a + d * t[1] * t[1],
    d * t[1] * t[2],
    a + d * t[2] * t[2],
  ];
}

export const isotropic = (a: number): Symmetric => [a, 0, 0, a, 0, a];

export const times = (m: Symmetric, v: Vec3): Vec3 => [
  m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
  m[1] * v[0] + m[3] * v[1] + m[4] * v[2],
  m[2] * v[0] + m[4] * v[1] + m[5] * v[2],
];

/** id, s, force (3), anchor (3), stiffness (6), damping (6). */
const FORCE_ROW = 20;
/** id, s, normal (3), plane (3), velocity (3), friction. */
const CONTACT_ROW = 12;

/** What tools do to strands in a step, collected in any order and handed out sorted by (id, s). */
export class LoadBuilder {
  private readonly forceRows = new Rows(FORCE_ROW);
  private readonly contactRows = new Rows(CONTACT_ROW);

  clear(): void {
    this.forceRows.data.length = 0;
    this.contactRows.data.length = 0;
  }

  force(id: number, s: number, force: Vec3): void {
    this.forceRows.push(id, s, ...force, ...ZERO, ...NOTHING, ...NOTHING);
  }

  /** A spring to `anchor`, which moves with `velocity`; `damping` newton second a metre of relative speed. */
  spring(id: number, s: number, anchor: Vec3, stiffness: Symmetric, damping: Symmetric, velocity: Vec3): void {
    this.forceRows.push(id, s, ...times(damping, velocity), ...anchor, ...stiffness, ...damping);
  }

  /** A pull towards a velocity. */
  drag(id: number, s: number, damping: Symmetric, velocity: Vec3): void {
    this.forceRows.push(id, s, ...times(damping, velocity), ...ZERO, ...NOTHING, ...damping);
  }

  /** What a field does to this hair and no other. */
  field({ hair }: HairView, field: ForceField): void {
    const count = hair.s.length;
    const tangent = new Float64Array(3 * count);
    const length = new Float64Array(count);
    const fraction = new Float64Array(count);
    for (let k = 0; k < hair.ids.length; k++) {
      const [begin, last] = [hair.first[k]!, hair.first[k + 1]! - 1];
      for (let i = begin; i <= last; i++) {
        const [a, b] = [Math.max(i - 1, begin), Math.min(i + 1, last)];
        tangent.set(normalize(subtract(at(hair.position, b), at(hair.position, a))), 3 * i);
        length[i] = 0.5 * (hair.s[b]! - hair.s[a]!);
        fraction[i] = hair.s[i]! / hair.s[last]!;
      }
    }
    const [force, damping] = [new Float64Array(3 * count), new Float64Array(6 * count)];
    const points = { count, position: hair.position, velocity: hair.velocity, tangent, length, fraction };
    field.apply(points, hair.time + hair.dt, { force, damping });
    for (let k = 0; k < hair.ids.length; k++)
      for (let i = hair.first[k]!; i < hair.first[k + 1]!; i++) {
        const d = damping.subarray(6 * i, 6 * i + 6);
        if (d.some((value) => value !== 0) || at(force, i).some((value) => value !== 0))
          this.forceRows.push(hair.ids[k]!, hair.s[i]!, ...at(force, i), ...ZERO, ...NOTHING, ...d);
      }
  }

  contact(id: number, s: number, normal: Vec3, plane: Vec3, velocity: Vec3, friction: number): void {
    this.contactRows.push(id, s, ...normal, ...plane, ...velocity, friction);
  }

  /** What acts beyond a cut acts on the new piece. */
  cut(id: number, s: number, newId: number): void {
    cutPlaces(this.forceRows, id, s, newId);
    cutPlaces(this.contactRows, id, s, newId);
  }

  forces(isOwn: (id: number) => boolean): PointForces {
    const order = sortedRows(this.forceRows, isOwn);
    return {
      count: order.length,
      id: Uint32Array.from(order, (r) => this.forceRows.at(r, 0)),
      s: Float64Array.from(order, (r) => this.forceRows.at(r, 1)),
      force: columns(this.forceRows, order, 2, 3),
      anchor: columns(this.forceRows, order, 5, 3),
      stiffness: columns(this.forceRows, order, 8, 6),
      damping: columns(this.forceRows, order, 14, 6),
    };
  }

  contacts(isOwn: (id: number) => boolean): PointContacts {
    const order = sortedRows(this.contactRows, isOwn);
    return {
      count: order.length,
      id: Uint32Array.from(order, (r) => this.contactRows.at(r, 0)),
      s: Float64Array.from(order, (r) => this.contactRows.at(r, 1)),
      normal: columns(this.contactRows, order, 2, 3),
      plane: columns(this.contactRows, order, 5, 3),
      velocity: columns(this.contactRows, order, 8, 3),
      friction: columns(this.contactRows, order, 11, 1),
    };
  }
}

/** Rows of own strands by (id, s); equal places keep the order in which they came, which is the same in every block. */
function sortedRows(rows: Rows, isOwn: (id: number) => boolean): number[] {
  const order: number[] = [];
  for (let r = 0; r < rows.count; r++) if (isOwn(rows.at(r, 0))) order.push(r);
  return order.sort((a, b) => rows.at(a, 0) - rows.at(b, 0) || rows.at(a, 1) - rows.at(b, 1) || a - b);
}

function columns(rows: Rows, order: readonly number[], from: number, size: number): Float64Array {
  const out = new Float64Array(size * order.length);
  order.forEach((r, i) => {
    for (let c = 0; c < size; c++) out[size * i + c] = rows.at(r, from + c);
  });
  return out;
}
