import { OBSTACLE_ROW, type Obstacles, type PointContacts, type PointOwners } from '../model.ts';
import type { RowsByStrand } from '../rows-by-strand.ts';
import { normalForce, readContact } from './contact-energy.ts';
import type { HelixStrand } from './fields.ts';
import { isRooted, locatePolyline, placesOf } from './strand.ts';
import { addPoint, CONTACT, type HelixSystem } from './system.ts';

/** Contacts deeper than this after a solve are pressed harder and solved again. */
const DEEPEST = 3e-5;
/**
 * The first place of a rooted strand that minds surfaces: beyond the first groomed segment, as rods do. The root is held
 * where it is; a place next to it that is pushed out of a body which the root enters bends a whole element about it, and
 * flings the strand (a bar of roots rolled into the ground: 130 m/s² at the tip, 33 since).
 */
export const FIRST_PLACE = 3;

/** A place farther than this from touching at its predicted place is not asked to mind the surface, metres. */
export const NEAR = 0.006;

/** Obstacle rows of predicted places, from `firstPlace` on. */
export interface NearSurfaces {
  readonly surfaces: Float64Array;
  readonly predicted: Float64Array;
  readonly firstPlace: number;
}

/** The contacts of one strand's step: where they are, and how they follow the surfaces. */
export class StrandContacts {
  /** Contacts that push at the end. */
  touching = 0;
  private readonly system: HelixSystem;
  private strand!: HelixStrand;
  private h = 0;
  private stiffness = 1;
  private end = 0;
  private obstacles: Obstacles | null = null;
  /** The place of each contact, −1 for those that the caller gave. */
  private contactPlace = new Int32Array(64);
  private query = new Float64Array(3 * 64);
  private rows = new Float64Array(OBSTACLE_ROW * 64);
  private owners = makeOwners(64);

  constructor(system: HelixSystem) {
    this.system = system;
  }

  /** Begins a step of `h` seconds that ends at `end`. */
  begin(strand: HelixStrand, h: number, end: number, stiffness: number, obstacles: Obstacles | null): void {
    this.strand = strand;
    this.h = h;
    this.end = end;
    this.stiffness = stiffness;
    this.obstacles = obstacles;
  }

  private addContact(place: number, e: number, sigma: number, friction: number): number {
    const { system } = this;
    const p = addPoint(system, e, sigma);
    const c = system.contacts++;
    if (c >= this.contactPlace.length) this.growContacts();
    system.contactPoint[c] = p;
    this.contactPlace[c] = place;
    const row = CONTACT.size * c;
    const { contact } = system;
    contact[row + CONTACT.friction] = friction;
    contact[row + CONTACT.normalForce] = 0;
    contact.fill(0, row + CONTACT.frictionForce, row + CONTACT.limit + 1);
    contact[row + CONTACT.stiffness] = this.stiffness;
    return c;
  }

  private growContacts(): void {
    const size = 2 * this.contactPlace.length;
    const places = new Int32Array(size);
    places.set(this.contactPlace);
    this.contactPlace = places;
    this.query = new Float64Array(3 * size);
    this.rows = new Float64Array(OBSTACLE_ROW * size);
    this.owners = makeOwners(size);
  }

  /** Contacts at the places that are near a surface. */
  addSurfaces({ surfaces, predicted, firstPlace }: NearSurfaces): void {
    const { strand } = this;
    const begin = isRooted(strand) ? FIRST_PLACE : 0;
    for (let place = begin; place < placesOf(strand); place++) {
      const r = OBSTACLE_ROW * (firstPlace + place);
      const clearance = strand.clearance[place]!;
      if (!(surfaces[r]! - clearance < NEAR)) continue;
      const c = this.addContact(place, strand.placeElement[place]!, strand.placePlace[place]!, surfaces[r + 7]!);
      const row = CONTACT.size * c;
      const { contact: rows } = this.system;
      this.setPlane(c, predicted, 3 * (firstPlace + place), surfaces, r, clearance);
      rows[row + CONTACT.normalForce] = strand.normalForce[place]!;
      for (let i = 0; i < 3; i++) {
        rows[row + CONTACT.frictionForce + i] = strand.frictionForce[3 * place + i]!;
        // The surface's way in the step; the place itself is added once it is known.
        rows[row + CONTACT.carried + i] = this.h * surfaces[r + 4 + i]!;
      }
    }
  }

  /** The plane through the nearest surface point, moved out by the clearance. */
  private setPlane(c: number, points: Float64Array, p: number, rows: Float64Array, r: number, clearance: number): void {
    const { contact } = this.system;
    const row = CONTACT.size * c;
    let reach = clearance - rows[r]!;
    for (let i = 0; i < 3; i++) {
      contact[row + i] = rows[r + 1 + i]!;
      reach += rows[r + 1 + i]! * points[p + i]!;
    }
    contact[row + CONTACT.offset] = reach;
  }

  addGiven(strand: HelixStrand, given: PointContacts, rows: RowsByStrand, k: number): void {
    for (let r = rows.first(k); r >= 0; r = rows.after(r)) {
      const [e, place] = locatePolyline(strand, given.s[r]!);
      const c = this.addContact(-1, e, place, given.friction[r]!);
      const row = CONTACT.size * c;
      const { contact } = this.system;
      let reach = 0;
      for (let i = 0; i < 3; i++) {
        contact[row + i] = given.normal[3 * r + i]!;
        reach += given.normal[3 * r + i]! * given.plane[3 * r + i]!;
        contact[row + CONTACT.carried + i] = this.h * given.velocity[3 * r + i]!;
      }
      contact[row + CONTACT.offset] = reach;
    }
  }

  setCarried(c: number): void {
    const { contact, x, contactPoint } = this.system;
    const at = CONTACT.size * c + CONTACT.carried;
    const p = 3 * contactPoint[c]!;
    for (let i = 0; i < 3; i++) contact[at + i] = contact[at + i]! + x[p + i]!;
  }

  /** Planes follow the places: surfaces are round. */
  refresh(): void {
    const { system, query, rows, owners, contactPlace } = this;
    if (!this.obstacles) return;
    const { strand } = this;
    let count = 0;
    for (let c = 0; c < system.contacts; c++) {
      const place = contactPlace[c]!;
      if (place < 0) continue;
      const p = 3 * system.contactPoint[c]!;
      for (let i = 0; i < 3; i++) query[3 * count + i] = system.x[p + i]!;
      owners.id[count] = strand.id;
      owners.s[count] = arcOf(strand, place);
      owners.layerOffset[count] = layerOffsetOf(strand, place);
      count++;
    }
    if (count === 0) return;
    this.obstacles.nearest(query, count, this.end, rows, owners);
    let at = 0;
    for (let c = 0; c < system.contacts; c++) {
      const place = contactPlace[c]!;
      if (place < 0) continue;
      this.setPlane(c, query, 3 * at, rows, OBSTACLE_ROW * at, strand.clearance[place]!);
      at++;
    }
  }

  isDeep(): boolean {
    const { system } = this;
    for (let c = 0; c < system.contacts; c++) {
      const row = CONTACT.size * c;
      const more = normalForce(system, c) - system.contact[row + CONTACT.normalForce]!;
      if (more > DEEPEST * this.stiffness) return true;
    }
    return false;
  }

  raiseNormalForces(): void {
    const { system } = this;
    for (let c = 0; c < system.contacts; c++)
      system.contact[CONTACT.size * c + CONTACT.normalForce] = normalForce(system, c);
  }

  keepContacts(strand: HelixStrand): void {
    this.touching = 0;
    if (strand.normalForce.length === 0) return;
    strand.normalForce.fill(0);
    strand.frictionForce.fill(0);
    for (let c = 0; c < this.system.contacts; c++) {
      const place = this.contactPlace[c]!;
      if (normalForce(this.system, c) > 0) this.touching++;
      if (place >= 0) readContact(this.system, c, strand.normalForce, strand.frictionForce, place);
    }
  }
}

/** Arc length of a place along the groomed polyline. */
export function arcOf({ arc }: HelixStrand, place: number): number {
  const i = place >> 1;
  return place % 2 === 0 ? arc[i]! : 0.5 * (arc[i]! + arc[i + 1]!);
}

/** How much farther a place keeps from the body than its thickness, because it lies on other hair. */
export function layerOffsetOf({ clearance, thickness }: HelixStrand, place: number): number {
  return Math.max(0, clearance[place]! - thickness[0]!);
}

function makeOwners(size: number): Required<PointOwners> {
  return { id: new Uint32Array(size), s: new Float64Array(size), layerOffset: new Float64Array(size) };
}
