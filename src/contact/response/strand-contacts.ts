import type {
  Contactable,
  ContactSettings,
  PackContacts,
  PackRows,
  SampledStrands,
  StrandContacts,
} from '../../models/contactable.ts';
import type { Environment, Obstacles } from '../../models/model.ts';
import { ContactSet } from './contact-set.ts';
import { GivenPlanes } from './given-planes.ts';
import { PackedContacts } from './pack-contacts.ts';
import { SurfaceContacts } from './surface-contacts.ts';
import { SurfaceQueries } from './surface-queries.ts';

/** The contacts of all strands of a model: what `ModelSetup.makeContacts` asks for. */
export function makeContacts(strands: SampledStrands, settings: ContactSettings): StrandContacts {
  return new ContactsOfStrand(strands, settings, new SurfaceQueries(strands));
}

/** Contacts of one strand at a time with surfaces, which are looked for here, and with planes that others found. */
export class ContactsOfStrand extends ContactSet implements StrandContacts {
  private readonly queries: SurfaceQueries;
  private readonly surfaces: SurfaceContacts;
  private readonly planes: GivenPlanes;
  private hasSurfaces = false;

  constructor(strands: SampledStrands, settings: ContactSettings, queries: SurfaceQueries) {
    super(strands, settings);
    this.queries = queries;
    this.surfaces = new SurfaceContacts(strands, this, queries);
    this.planes = new GivenPlanes(strands);
  }

  inPack(rows: PackRows): PackContacts {
    const { strands, settings, queries } = this;
    return new PackedContacts(() => new ContactsOfStrand(strands, settings, queries), rows);
  }

  look(obstacles: Obstacles, time: number, h: number, first: number, last: number): void {
    this.queries.ask(obstacles, time, h, first, last);
  }

  /** Whether others found planes that strand k may not pass. */
  hasPlanes(k: number, { contacts }: Environment): boolean {
    return contacts !== null && this.planes.has(k, contacts);
  }

  gather(k: number, strand: Contactable, { time, obstacles, contacts }: Environment, h: number, left: number): void {
    this.hasSurfaces = obstacles !== null;
    this.clear(k, strand);
    if (obstacles) this.surfaces.collect(k, strand, h, time + h);
    if (contacts) this.planes.collect(k, contacts, this, h, left);
    this.locate(0);
  }

  follow(isThorough: boolean): boolean {
    return this.hasSurfaces && this.surfaces.follow(isThorough);
  }

  isLeftIn(): boolean {
    const known = this.count;
    if (this.isDeepFrom(0)) return true;
    // What came in where no contact knew of it is deep, too.
    this.follow(true);
    return this.isDeepFrom(known);
  }

  finish(): number {
    if (this.hasSurfaces) this.remember();
    return this.letOut();
  }
}
