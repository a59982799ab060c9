import { LANES } from '../../kernels/lanes.ts';
import {
  AHEAD,
  ALONG,
  BANKS,
  CHANGES,
  CONTACT,
  COULOMB,
  FRICTION_FORCE,
  GAP,
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
import type { Contactable, PackContacts, PackRows } from '../../models/contactable.ts';
import type { Environment } from '../../models/model.ts';
import type { ContactsOfStrand } from './strand-contacts.ts';

/** What a lane holds beside its rows. */
interface Lane {
  readonly contacts: ContactsOfStrand;
  /** Slot of every contact of the table. */
  readonly slots: Int32Array;
}

/**
 * Contacts of strands in lanes as rows of the kernels that solve them (kernels/rod/contacts.ts). What meets one baked body alone is looked after by
 * kernels (kernels/rod/surfaces.ts); here is everything else, one strand at a time, on its table: several bodies, bodies of other kinds, planes that
 * others found, points that began inside.
 */
export class PackedContacts implements PackContacts {
  private readonly rows: PackRows;
  private readonly lanes: readonly Lane[];
  private nodes = 0;

  constructor(another: () => ContactsOfStrand, rows: PackRows) {
    this.rows = rows;
    this.lanes = Array.from({ length: LANES }, () => ({
      contacts: another(),
      slots: new Int32Array(2 * rows.mostNodes * BANKS),
    }));
  }

  private get memory(): Float32Array {
    return this.rows.kernels.memory;
  }

  private get first(): number {
    return this.rows.first;
  }

  clear(nodes: number): void {
    this.nodes = nodes;
    this.memory.fill(0, LANES * this.first, LANES * (this.first + 2 * nodes * BANKS));
  }

  hasPlanes(k: number, environment: Environment): boolean {
    return this.lanes[0]!.contacts.hasPlanes(k, environment);
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
    const { contacts } = this.lanes[lane]!;
    if (environment.obstacles) contacts.look(environment.obstacles, environment.time, h, k, k + 1);
    contacts.gather(k, strand, environment, h, left);
    if (contacts.isTooDeep()) return false;
    contacts.begin(inverseStepSquared);
    return this.write(lane);
  }

  private place(lane: number, slot: number): number {
    return LANES * (this.first + 2 * this.nodes * AHEAD + CONTACT * slot) + lane;
  }

  follow(lane: number, isThorough: boolean): boolean {
    const { contacts } = this.lanes[lane]!;
    this.read(lane);
    return contacts.follow(isThorough) && this.write(lane);
  }

  isLeftIn(lane: number): boolean {
    this.read(lane);
    return this.lanes[lane]!.contacts.isLeftIn();
  }

  finish(lane: number): number {
    this.read(lane);
    return this.lanes[lane]!.contacts.finish();
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

  /** Puts what the solves have found into the strand's table. */
  private read(lane: number): void {
    const { memory } = this;
    const { contacts, slots } = this.lanes[lane]!;
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
}
