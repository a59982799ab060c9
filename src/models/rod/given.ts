import type { PointContacts } from '../model.ts';
import { locateEdge, type NodalStrands } from '../nodal.ts';
import { type ContactRow, makeContactRow } from './contact-rows.ts';
import type { ContactSet } from './contacts.ts';

/** Contacts that the caller found, handed to the strands that they belong to. */
export class GivenContacts {
  private readonly flat: NodalStrands;
  private readonly row: ContactRow = makeContactRow();

  constructor(flat: NodalStrands) {
    this.flat = flat;
  }

  /** Adds strand k's contacts for a part of the step: `h` long, ending `left` seconds before the planes are where they say. */
  collect(k: number, given: PointContacts, contacts: ContactSet, h: number, left: number): void {
    const id = this.flat.ids[k]!;
    const { normal, plane, velocity } = given;
    const { row } = this;
    for (let r = firstRow(given, id); r < given.count && given.id[r] === id; r++) {
      const [node, share] = locateEdge(this.flat, k, given.s[r]!);
      const a = 3 * r;
      row.node = node - this.flat.first[k]!;
      row.share = share;
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
