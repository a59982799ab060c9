import { LANES } from '../../kernels/lanes.ts';
import {
  AHEAD,
  ALONG,
  BANKS,
  CHANGES,
  CONTACT,
  COULOMB,
  FRESH,
  FRICTION_FORCE,
  GAP,
  HAS_PAST,
  IS_ACTIVE,
  IS_HELD,
  IS_NEW,
  IS_REMEMBERED,
  LIMIT,
  MULTIPLIER,
  NORMAL,
  NORMAL_FORCE,
  POINT,
  START,
  STICK,
  STIFFNESS,
  TRAVEL,
} from '../../kernels/rod-layout.ts';
import type { Contactable, PackContacts, PackRows, SampledStrands } from '../../models/contactable.ts';
import { type Environment, OBSTACLE_ROW } from '../../models/model.ts';
import { addRow } from './contact-table.ts';
import type { ContactsOfStrand } from './strand-contacts.ts';
import { NEAR, type SurfaceQueries } from './surface-queries.ts';

/** The first sample point of a rooted strand that can move: both vertices of its first segment are held. */
const FIRST_POINT = 3;

/** What a lane holds beside its rows. */
interface Lane {
  readonly contacts: ContactsOfStrand;
  k: number;
  strand: Contactable | null;
  h: number;
  end: number;
  inverseStepSquared: number;
  /** Whether its contacts are in a table as well: it is looked after point by point. */
  isTabled: boolean;
  /** Way that each sample point is let out; not read unless there is one. */
  readonly recovery: Float64Array;
  isRecovering: boolean;
  /** Slot of every contact of the table. */
  readonly slots: Int32Array;
}

/**
 * Contacts of four strands as rows of the kernels that solve them (kernels/rod/contacts.ts, surfaces.ts). Surfaces near a strand are written as
 * planes, and kernels do the rest. What is rare is done one strand at a time, on its table: planes that others found, points whose surfaces
 * must be looked at again, points that are let out.
 */
export class PackedContacts implements PackContacts {
  private readonly memory: Float32Array;
  private readonly first: number;
  private readonly strands: SampledStrands;
  private readonly queries: SurfaceQueries;
  private readonly lanes: readonly Lane[];
  private nodes = 0;

  constructor(
    strands: SampledStrands,
    queries: SurfaceQueries,
    another: () => ContactsOfStrand,
    { memory, first, mostNodes }: PackRows,
  ) {
    this.memory = memory;
    this.first = first;
    this.strands = strands;
    this.queries = queries;
    this.lanes = Array.from({ length: LANES }, () => ({
      contacts: another(),
      k: 0,
      strand: null,
      h: Number.NaN,
      end: Number.NaN,
      inverseStepSquared: Number.NaN,
      isTabled: false,
      recovery: new Float64Array(2 * mostNodes),
      isRecovering: false,
      slots: new Int32Array(2 * mostNodes * BANKS),
    }));
  }

  clear(nodes: number): void {
    this.nodes = nodes;
    this.memory.fill(0, LANES * this.first, LANES * (this.first + 2 * nodes * BANKS));
  }

  gather(
    lane: number,
    k: number,
    strand: Contactable,
    environment: Environment,
    h: number,
    left: number,
    inverseStepSquared: number,
  ): boolean {
    const own = this.lanes[lane]!;
    own.k = k;
    own.strand = strand;
    own.h = h;
    own.end = environment.time + h;
    own.inverseStepSquared = inverseStepSquared;
    own.isRecovering = false;
    own.isTabled = own.contacts.hasPlanes(k, environment);
    if (!own.isTabled) {
      if (environment.obstacles) this.writePlanes(lane, own);
      else this.writeNothing(lane);
      return true;
    }
    const { contacts } = own;
    contacts.gather(k, strand, environment, h, left);
    if (contacts.isTooDeep()) return false;
    contacts.begin(inverseStepSquared);
    return this.write(lane);
  }

  /** Nothing is near, however far the strand goes. */
  private writeNothing(lane: number): void {
    const { memory, first, nodes } = this;
    const ways = LANES * (first + 2 * nodes * BANKS) + lane;
    for (let q = 0; q < 4 * nodes; q++) memory[ways + LANES * q] = Number.POSITIVE_INFINITY;
  }

  /** The planes of the strand's surfaces, for the kernel that sets contacts up. */
  private writePlanes(lane: number, own: Lane): void {
    const { memory, queries, strands, nodes } = this;
    const { clearance, end, isSuspicious } = queries;
    const { points, rows, near } = end;
    const { position, normalForce, frictionForce } = strands;
    const { k, h } = own;
    own.contacts.follows(k, own.strand!, h, own.end);
    const from = queries.firstPoint(k);
    const begin = strands.first[k]!;
    const flags = LANES * this.first + lane;
    const ways = LANES * (this.first + 2 * nodes * BANKS) + lane;
    const others = ways + 2 * LANES * nodes;
    for (let q = FIRST_POINT; q < 2 * nodes - 1; q++) {
      const g = from + q;
      const o = OBSTACLE_ROW * g;
      const way = rows[o]! - clearance[g]!;
      memory[ways + LANES * q] = way;
      memory[others + LANES * q] = near.next[g]! - clearance[g]!;
      const isNear = way < NEAR;
      memory[flags + LANES * q] = isNear ? FRESH : 0;
      if (!isNear) continue;
      const m = this.place(lane, q);
      const a = 3 * (begin + (q >> 1));
      const b = (q & 1) === 1 ? a + 3 : a;
      const p = 3 * g;
      const f = 2 * begin + q;
      const nx = rows[o + 1]!;
      const ny = rows[o + 2]!;
      const nz = rows[o + 3]!;
      memory[m + LANES * NORMAL] = nx;
      memory[m + LANES * (NORMAL + 1)] = ny;
      memory[m + LANES * (NORMAL + 2)] = nz;
      memory[m + LANES * GAP] =
        nx * (points[p]! - 0.5 * (position[a]! + position[b]!)) +
        ny * (points[p + 1]! - 0.5 * (position[a + 1]! + position[b + 1]!)) +
        nz * (points[p + 2]! - 0.5 * (position[a + 2]! + position[b + 2]!)) -
        way;
      memory[m + LANES * TRAVEL] = h * rows[o + 4]!;
      memory[m + LANES * (TRAVEL + 1)] = h * rows[o + 5]!;
      memory[m + LANES * (TRAVEL + 2)] = h * rows[o + 6]!;
      memory[m + LANES * COULOMB] = rows[o + 7]!;
      memory[m + LANES * NORMAL_FORCE] = normalForce[f]!;
      memory[m + LANES * START] = frictionForce[3 * f]!;
      memory[m + LANES * (START + 1)] = frictionForce[3 * f + 1]!;
      memory[m + LANES * (START + 2)] = frictionForce[3 * f + 2]!;
      if (isSuspicious[g]) this.consider(lane, q);
    }
    memory[LANES * HAS_PAST + lane] = this.hasPast(k) ? 1 : 0;
  }

  private hasPast(k: number): boolean {
    const { first, normalForce } = this.strands;
    for (let q = 2 * first[k]!; q < 2 * first[k + 1]!; q++) if (normalForce[q]! > 0) return true;
    return false;
  }

  /** A point that is predicted inside: its plane may be that of its start, and it may have to be let out. */
  private consider(lane: number, q: number): void {
    const { memory } = this;
    const own = this.lanes[lane]!;
    const plane = own.contacts.planeAt(q);
    const m = this.place(lane, q);
    const begin = this.strands.first[own.k]!;
    const { position } = this.strands;
    const normal = [plane.nx, plane.ny, plane.nz];
    const travel = [plane.travelX, plane.travelY, plane.travelZ];
    let gap = plane.offset;
    for (let d = 0; d < 3; d++) {
      const a = 3 * (begin + (q >> 1)) + d;
      gap -= normal[d]! * 0.5 * (position[a]! + position[(q & 1) === 1 ? a + 3 : a]!);
      memory[m + LANES * (NORMAL + d)] = normal[d]!;
      memory[m + LANES * (TRAVEL + d)] = travel[d]!;
    }
    memory[m + LANES * GAP] = gap;
    memory[m + LANES * COULOMB] = plane.friction;
    // What was taken from the start is looked at after the solve.
    const g = this.queries.firstPoint(own.k) + q;
    memory[LANES * (this.first + 2 * this.nodes * (BANKS + 1) + q) + lane] =
      this.queries.end.near.next[g]! - this.queries.clearance[g]!;
    if (!own.isRecovering) own.recovery.fill(0);
    own.recovery[q] = plane.recovery;
    own.isRecovering = true;
  }

  private place(lane: number, slot: number): number {
    return LANES * (this.first + 2 * this.nodes * AHEAD + CONTACT * slot) + lane;
  }

  follow(lane: number, isThorough: boolean): boolean {
    const { contacts } = this.lanes[lane]!;
    this.read(lane);
    return contacts.follow(isThorough) && this.write(lane);
  }

  isWatched(lane: number): boolean {
    return this.lanes[lane]!.isTabled;
  }

  isLeftIn(lane: number): boolean {
    this.read(lane);
    return this.lanes[lane]!.contacts.isLeftIn();
  }

  finish(lane: number): number {
    const own = this.lanes[lane]!;
    if (!own.isTabled && !own.isRecovering) return this.remember(lane, own.k);
    this.read(lane);
    return own.contacts.finish();
  }

  /** Keeps the forces at the strand's sample points for the warm start of the next step. Returns how many points touch. */
  private remember(lane: number, k: number): number {
    const { memory, nodes } = this;
    const { first, normalForce, frictionForce } = this.strands;
    const from = 2 * first[k]!;
    const flags = LANES * this.first + lane;
    normalForce.fill(0, from, 2 * first[k + 1]!);
    frictionForce.fill(0, 3 * from, 6 * first[k + 1]!);
    let touching = 0;
    for (let q = FIRST_POINT; q < 2 * nodes - 1; q++) {
      if (memory[flags + LANES * q] === 0) continue;
      const m = this.place(lane, q);
      const force = memory[m + LANES * NORMAL_FORCE]!;
      if (memory[m + LANES * IS_ACTIVE] === 0 || !(force > 0)) continue;
      touching++;
      normalForce[from + q] = force;
      const f = 3 * (from + q);
      frictionForce[f] = memory[m + LANES * FRICTION_FORCE]!;
      frictionForce[f + 1] = memory[m + LANES * (FRICTION_FORCE + 1)]!;
      frictionForce[f + 2] = memory[m + LANES * (FRICTION_FORCE + 2)]!;
    }
    return touching;
  }

  /** Writes the contacts of a table; false where so many meet at one place that there is no room for them. */
  private write(lane: number): boolean {
    const { memory, first, nodes } = this;
    const { slots, contacts } = this.lanes[lane]!;
    const { table } = contacts;
    for (let slot = 0; slot < 2 * nodes * BANKS; slot++) memory[LANES * (first + slot) + lane] = 0;
    for (let c = 0; c < table.count; c++) {
      const slot = this.take(lane, table.edge[c]!, table.t[c]!);
      if (slot < 0) return false;
      slots[c] = slot;
      this.writeOne(this.place(lane, slot), contacts, c);
    }
    return true;
  }

  /** A free slot at a point: a node's own, or that of what lies between two. */
  private take(lane: number, edge: number, t: number): number {
    const { memory, nodes, first } = this;
    const at = t === 0 ? 2 * edge : t === 1 ? 2 * edge + 2 : 2 * edge + 1;
    for (let slot = at; slot < 2 * nodes * BANKS; slot += 2 * nodes) {
      const on = LANES * (first + slot) + lane;
      if (memory[on] !== 0) continue;
      memory[on] = 1;
      return slot;
    }
    return -1;
  }

  private writeOne(m: number, { table }: ContactsOfStrand, c: number): void {
    const { memory } = this;
    const { normal, travel, start, frictionStart, frictionForce } = table;
    let gap = table.offset[c]!;
    for (let d = 0; d < 3; d++) {
      const a = 3 * c + d;
      gap -= normal[a]! * start[a]!;
      memory[m + LANES * (NORMAL + d)] = normal[a]!;
      memory[m + LANES * (TRAVEL + d)] = travel[a]!;
      memory[m + LANES * (START + d)] = frictionStart[a]!;
      memory[m + LANES * (FRICTION_FORCE + d)] = frictionForce[a]!;
    }
    memory[m + LANES * GAP] = gap;
    memory[m + LANES * ALONG] = table.t[c]!;
    memory[m + LANES * COULOMB] = table.friction[c]!;
    memory[m + LANES * STIFFNESS] = table.stiffness[c]!;
    memory[m + LANES * MULTIPLIER] = table.multiplier[c]!;
    memory[m + LANES * NORMAL_FORCE] = table.normalForce[c]!;
    memory[m + LANES * LIMIT] = table.limit[c]!;
    memory[m + LANES * STICK] = table.stick[c]!;
    memory[m + LANES * IS_ACTIVE] = table.isActive[c]!;
    memory[m + LANES * IS_NEW] = table.isNew[c]!;
    memory[m + LANES * IS_HELD] = table.isHeld[c]!;
    memory[m + LANES * IS_REMEMBERED] = table.isRemembered[c]!;
    memory[m + LANES * CHANGES] = table.changes[c]!;
  }

  /** Puts what the solves have found into the strand's table, which is made from the rows where there is none. */
  private read(lane: number): void {
    const { memory } = this;
    const own = this.lanes[lane]!;
    const { contacts, slots } = own;
    if (!own.isTabled) this.tabulate(lane, own);
    const { table } = contacts;
    for (let c = 0; c < table.count; c++) {
      const m = this.place(lane, slots[c]!);
      table.stiffness[c] = memory[m + LANES * STIFFNESS]!;
      table.multiplier[c] = memory[m + LANES * MULTIPLIER]!;
      table.normalForce[c] = memory[m + LANES * NORMAL_FORCE]!;
      table.limit[c] = memory[m + LANES * LIMIT]!;
      table.stick[c] = memory[m + LANES * STICK]!;
      table.isActive[c] = memory[m + LANES * IS_ACTIVE]!;
      table.isNew[c] = memory[m + LANES * IS_NEW]!;
      table.isHeld[c] = memory[m + LANES * IS_HELD]!;
      table.isRemembered[c] = memory[m + LANES * IS_REMEMBERED]!;
      table.changes[c] = memory[m + LANES * CHANGES]!;
      for (let d = 0; d < 3; d++) {
        const a = 3 * c + d;
        table.frictionStart[a] = memory[m + LANES * (START + d)]!;
        table.frictionForce[a] = memory[m + LANES * (FRICTION_FORCE + d)]!;
        table.position[a] = table.start[a]! + memory[m + LANES * (POINT + d)]!;
      }
    }
  }

  private tabulate(lane: number, own: Lane): void {
    const { memory, nodes } = this;
    const { contacts, k, strand, inverseStepSquared, slots } = own;
    const { table } = contacts;
    own.isTabled = true;
    contacts.clear(k, strand!);
    for (let q = FIRST_POINT; q < 2 * nodes - 1; q++) {
      if (memory[LANES * (this.first + q) + lane] === 0) continue;
      const c = addRow(table);
      const isTip = q === 2 * nodes - 2;
      slots[c] = q;
      table.edge[c] = isTip ? nodes - 2 : q >> 1;
      table.t[c] = isTip ? 1 : 0.5 * (q & 1);
      table.sample[c] = q;
      table.recovery[c] = own.isRecovering ? own.recovery[q]! : 0;
      contacts.knows(q, c);
    }
    contacts.locate(0);
    contacts.goOn(inverseStepSquared);
    for (let c = 0; c < table.count; c++) {
      const m = this.place(lane, slots[c]!);
      let offset = memory[m + LANES * GAP]!;
      for (let d = 0; d < 3; d++) {
        const a = 3 * c + d;
        table.normal[a] = memory[m + LANES * (NORMAL + d)]!;
        table.travel[a] = memory[m + LANES * (TRAVEL + d)]!;
        offset += table.normal[a]! * table.start[a]!;
      }
      table.offset[c] = offset;
      table.friction[c] = memory[m + LANES * COULOMB]!;
    }
  }
}
