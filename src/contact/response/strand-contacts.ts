import type { Contactable, ContactSettings, SampledStrands, StrandContacts } from '../../models/contactable.ts';
import type { Environment, Obstacles } from '../../models/model.ts';
import { ContactSet } from './contact-set.ts';
import { GivenPlanes } from './given-planes.ts';
import { SurfaceContacts } from './surface-contacts.ts';
import { SurfaceQueries } from './surface-queries.ts';

/** The contacts of all strands of a model: what `ModelSetup.makeContacts` asks for. */
export function makeContacts(strands: SampledStrands, settings: ContactSettings): StrandContacts {
  return new AllContacts(strands, settings, new SurfaceQueries(strands));
}

/** Contacts with surfaces, which are looked for here, and with planes that others found. */
class AllContacts extends ContactSet implements StrandContacts {
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

  another(): StrandContacts {
    return new AllContacts(this.strands, this.settings, this.queries);
  }

  look(obstacles: Obstacles, time: number, h: number, first: number, last: number): void {
    this.queries.ask(obstacles, time, h, first, last);
  }

  freeWay(k: number, { obstacles, contacts }: Environment): number {
    if (contacts && this.planes.has(k, contacts)) return 0;
    return obstacles ? this.surfaces.freeWay(k) : Number.POSITIVE_INFINITY;
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

  finish(): number {
    if (this.hasSurfaces) this.remember();
    return this.letOut();
  }
}
