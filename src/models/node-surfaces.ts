import { OBSTACLE_ROW, type Obstacles, type PointOwners } from './model.ts';
import { type ContactedStrand, type ContactRow, makeContactRow, type NodeContacts } from './node-contacts.ts';
import type { Probes } from './probes.ts';

/** Points that have moved farther than this since the surface was asked for are asked for again, metres. */
const MOVED = 5e-5;

/** The surfaces near one strand as planes of contacts, which follow the strand: surfaces are round. */
export class NodeSurfaces {
  private readonly contacts: NodeContacts;
  private readonly off: number;
  private readonly probes: Probes;
  /** The probe of each contact, and where it was when its surface was asked for; contacts beyond have fixed planes. */
  private count = 0;
  private probe = new Int32Array(0);
  private asked = new Float64Array(0);
  private query = new Float64Array(0);
  private rows = new Float64Array(0);
  private owners: Required<PointOwners> = makeOwners(0);
  private readonly row: ContactRow = makeContactRow();

  /** `off`: a surface that came out elsewhere by more than this, metres, is worth another solve. */
  constructor(contacts: NodeContacts, probes: Probes, off = 1e-6) {
    this.off = off;
    this.contacts = contacts;
    this.probes = probes;
  }

  /** Begins with a strand of nodes from .. to: a contact for every probe nearer than `near` by the rows of all probes. */
  gather(strand: ContactedStrand, to: number, rows: Float64Array, near: number): void {
    const { probes, contacts } = this;
    const { from, inverseMass } = strand;
    const nodes = probes.count >> 1;
    contacts.clear();
    this.count = 0;
    if (this.probe.length < 2 * (to - from)) this.grow(2 * (to - from));
    for (let i = from; i < to; i++) {
      if (inverseMass[i] !== 0 && rows[OBSTACLE_ROW * i]! - probes.clearance[i]! < near) this.take(i, strand, rows);
      const m = nodes + i;
      if (i + 1 === to || (inverseMass[i] === 0 && inverseMass[i + 1] === 0)) continue;
      if (rows[OBSTACLE_ROW * m]! - probes.clearance[m]! < near) this.take(m, strand, rows);
    }
  }

  private take(p: number, strand: ContactedStrand, rows: Float64Array): void {
    const { row, probes } = this;
    const nodes = probes.count >> 1;
    const n = this.count++;
    this.probe[n] = p;
    row.node = (p < nodes ? p : p - nodes) - strand.from;
    row.fraction = p < nodes ? 0 : 0.5;
    row.point = p < nodes ? 2 * p : 2 * (p - nodes) + 1;
    for (let d = 0; d < 3; d++) this.asked[3 * n + d] = probes.points[3 * p + d]!;
    this.aim(n, rows, OBSTACLE_ROW * p, strand.h);
    this.contacts.add(row);
  }

  /** The plane through the nearest surface point, moved out by the clearance. */
  private aim(n: number, rows: Float64Array, r: number, h: number): void {
    const { row, asked } = this;
    row.nx = rows[r + 1]!;
    row.ny = rows[r + 2]!;
    row.nz = rows[r + 3]!;
    row.travelX = h * rows[r + 4]!;
    row.travelY = h * rows[r + 5]!;
    row.travelZ = h * rows[r + 6]!;
    row.friction = rows[r + 7]!;
    row.offset =
      this.probes.clearance[this.probe[n]!]! -
      rows[r]! +
      row.nx * asked[3 * n]! +
      row.ny * asked[3 * n + 1]! +
      row.nz * asked[3 * n + 2]!;
  }

  /** Asks for the surfaces again where points have moved; says whether one came out elsewhere. */
  follow(strand: ContactedStrand, obstacles: Obstacles, time: number): boolean {
    if (this.count === 0 || !this.place(strand.x)) return false;
    const { probes, rows, owners, contacts, row, asked, query } = this;
    const nodes = probes.count >> 1;
    for (let n = 0; n < this.count; n++) {
      const p = this.probe[n]!;
      owners.id[n] = probes.owners.id[p]!;
      owners.s[n] = probes.owners.s[p]!;
      owners.layerOffset[n] = probes.owners.layerOffset[p]!;
    }
    obstacles.nearest(query, this.count, time, rows, owners);
    asked.set(query);
    let isOff = false;
    for (let n = 0; n < this.count; n++) {
      const p = this.probe[n]!;
      const before = contacts.depth(n, strand);
      row.node = (p < nodes ? p : p - nodes) - strand.from;
      row.fraction = p < nodes ? 0 : 0.5;
      this.aim(n, rows, OBSTACLE_ROW * n, strand.h);
      contacts.place(n, row);
      const after = contacts.depth(n, strand);
      if (Math.max(before, after) > -this.off && Math.abs(after - before) > this.off) isOff = true;
    }
    return isOff;
  }

  /** Puts the points where they are now; says whether one has moved. */
  private place(x: Float64Array): boolean {
    const { query, asked } = this;
    const nodes = this.probes.count >> 1;
    let isMoved = false;
    for (let n = 0; n < this.count; n++) {
      const p = this.probe[n]!;
      const a = 3 * (p < nodes ? p : p - nodes);
      for (let d = 0; d < 3; d++) {
        query[3 * n + d] = p < nodes ? x[a + d]! : 0.5 * (x[a + d]! + x[a + 3 + d]!);
        if (!(Math.abs(query[3 * n + d]! - asked[3 * n + d]!) <= MOVED)) isMoved = true;
      }
    }
    return isMoved;
  }

  private grow(size: number): void {
    this.probe = new Int32Array(size);
    this.asked = new Float64Array(3 * size);
    this.query = new Float64Array(3 * size);
    this.rows = new Float64Array(OBSTACLE_ROW * size);
    this.owners = makeOwners(size);
  }
}

function makeOwners(size: number): Required<PointOwners> {
  return { id: new Uint32Array(size), s: new Float64Array(size), layerOffset: new Float64Array(size) };
}
