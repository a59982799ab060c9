import { LANES } from '../../kernels/kernels.ts';
import {
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
import type { ContactTable } from '../contactable.ts';

/** Rows that contacts of a strand of so many nodes take. */
export const contactRows = (nodes: number): number => 2 * nodes * BANKS * (1 + CONTACT);

/** Contacts of a pack in the rows of its kernels: written before a solve, read back after it. */
export class LaneContacts {
  private readonly memory: Float32Array;
  private readonly first: number;
  /** Slot of every contact, by lane. */
  private readonly slots: readonly Int32Array[];
  private nodes = 0;

  /** `first`: the row at which they begin. */
  constructor(memory: Float32Array, first: number, mostNodes: number) {
    this.memory = memory;
    this.first = first;
    this.slots = Array.from({ length: LANES }, () => new Int32Array(2 * mostNodes * BANKS));
  }

  clear(nodes: number): void {
    this.nodes = nodes;
    this.memory.fill(0, LANES * this.first, LANES * (this.first + 2 * nodes * BANKS));
  }

  /** Writes the contacts of a lane; false where so many meet at one place that there is no room for them. */
  write(lane: number, table: ContactTable): boolean {
    const slots = this.slots[lane]!;
    this.vacate(lane);
    for (let c = 0; c < table.count; c++) {
      const slot = this.take(lane, table.edge[c]!, table.t[c]!);
      if (slot < 0) return false;
      slots[c] = slot;
      this.writeOne(this.place(lane, slot), table, c);
    }
    return true;
  }

  private vacate(lane: number): void {
    for (let slot = 0; slot < 2 * this.nodes * BANKS; slot++) this.memory[LANES * (this.first + slot) + lane] = 0;
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

  private place(lane: number, slot: number): number {
    return LANES * (this.first + 2 * this.nodes * BANKS + CONTACT * slot) + lane;
  }

  private writeOne(m: number, table: ContactTable, c: number): void {
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
    memory[m + LANES * STIFFNESS] = table.stiffness[c]!;
    memory[m + LANES * MULTIPLIER] = table.multiplier[c]!;
    memory[m + LANES * NORMAL_FORCE] = table.normalForce[c]!;
    memory[m + LANES * COULOMB] = table.friction[c]!;
    memory[m + LANES * LIMIT] = table.limit[c]!;
    memory[m + LANES * STICK] = table.stick[c]!;
    memory[m + LANES * IS_ACTIVE] = table.isActive[c]!;
    memory[m + LANES * IS_NEW] = table.isNew[c]!;
    memory[m + LANES * IS_HELD] = table.isHeld[c]!;
    memory[m + LANES * IS_REMEMBERED] = table.isRemembered[c]!;
    memory[m + LANES * CHANGES] = table.changes[c]!;
  }

  /** Reads what the solves have found. */
  read(lane: number, table: ContactTable): void {
    const { memory } = this;
    for (let c = 0; c < table.count; c++) {
      const m = this.place(lane, this.slots[lane]![c]!);
      table.isActive[c] = memory[m + LANES * IS_ACTIVE]!;
      table.isHeld[c] = memory[m + LANES * IS_HELD]!;
      table.changes[c] = memory[m + LANES * CHANGES]!;
      table.multiplier[c] = memory[m + LANES * MULTIPLIER]!;
      table.normalForce[c] = memory[m + LANES * NORMAL_FORCE]!;
      table.limit[c] = memory[m + LANES * LIMIT]!;
      table.stick[c] = memory[m + LANES * STICK]!;
      for (let d = 0; d < 3; d++) {
        table.frictionForce[3 * c + d] = memory[m + LANES * (FRICTION_FORCE + d)]!;
        table.position[3 * c + d] = table.start[3 * c + d]! + memory[m + LANES * (POINT + d)]!;
      }
    }
  }
}
