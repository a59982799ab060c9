import type { SampledStrands } from '../../models/contactable.ts';
import type { PointContacts } from '../../models/model.ts';
import { locateEdge } from '../../models/nodal.ts';
import type { ContactSet } from './contact-set.ts';
import { type ContactPlane, makeContactPlane } from './contact-table.ts';

/** Planes that the caller found, between strands above all, handed to the strands that may not pass them. */
export class GivenPlanes {
  private readonly strands: SampledStrands;
  private readonly plane: ContactPlane = makeContactPlane();

  constructor(strands: SampledStrands) {
    this.strands = strands;
  }

  has(k: number, given: PointContacts): boolean {
    const id = this.strands.ids[k]!;
    const r = firstRow(given, id);
    return r < given.count && given.id[r] === id;
  }

  /** Adds strand k's contacts for a part of the step: `h` long, ending `left` seconds before the planes are where they say. */
  collect(k: number, given: PointContacts, contacts: ContactSet, h: number, left: number): void {
    const id = this.strands.ids[k]!;
    const { normal, plane, velocity } = given;
    const row = this.plane;
    for (let r = firstRow(given, id); r < given.count && given.id[r] === id; r++) {
      const [vertex, t] = locateEdge(this.strands, k, given.s[r]!);
      const a = 3 * r;
      row.edge = vertex - this.strands.first[k]!;
      row.t = t;
      row.nx = normal[a]!;
      row.ny = normal[a + 1]!;
      row.nz = normal[a + 2]!;
      row.offset =
        row.nx * (plane[a]! - left * velocity[a]!) +
        row.ny * (plane[a + 1]! - left * velocity[a + 1]!) +
        row.nz * (plane[a + 2]! - left * velocity[a + 2]!);
      row.travelX = h * velocity[a]!;
      row.travelY = h * velocity[a + 1]!;
      row.travelZ = h * velocity[a + 2]!;
      row.friction = given.friction[r]!;
      contacts.add(row);
    }
  }
}

/** The first row of a strand: rows are sorted by id. */
function firstRow({ id, count }: PointContacts, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (id[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
