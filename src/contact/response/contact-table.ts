import type { SamplePoints } from '../../models/contactable.ts';

/** Contacts of one strand, one column a field. Columns are replaced when the table grows. */
export interface ContactTable extends SamplePoints {
  count: number;
  edge: Int32Array;
  t: Float64Array;
  /** Which sample point of its strand it is, for the warm start; −1: none. */
  sample: Int32Array;
  isActive: Uint8Array;
  /** 1 where friction gives way along its own direction. */
  isSliding: Uint8Array;
  /** 1 where no force of the last step is known; 1 where the next solve takes friction for a spring without a limit. */
  isNew: Uint8Array;
  isHeld: Uint8Array;
  /** How often the contact has changed between active and not in this step. */
  changes: Uint8Array;
  /** The plane normal · p = offset that the point may not pass, and how far its material travels in the step. */
  normal: Float64Array;
  offset: Float64Array;
  travel: Float64Array;
  friction: Float64Array;
  /** Way that a point which began inside is let out in the step, without gaining velocity. */
  recovery: Float64Array;
  position: Float64Array;
  start: Float64Array;
  inverseMass: Float64Array;
  /** k and λ. */
  stiffness: Float64Array;
  multiplier: Float64Array;
  /** N as last found. */
  normalForce: Float64Array;
  /** Largest friction in this step, and the stiffness with which it grows to that. */
  limit: Float64Array;
  stick: Float64Array;
  /** Friction force at the start of the step, as assembled, as found. */
  frictionStart: Float64Array;
  frictionUsed: Float64Array;
  frictionForce: Float64Array;
  /** Slip at which friction was assembled, and its slope; the slope along the force is 0 where the contact slides. */
  slipUsed: Float64Array;
  slope: Float64Array;
  /** What the contact adds to the system: force and symmetric stiffness. */
  force: Float64Array;
  tangent: Float64Array;
}

/** Written as a literal: an object that is made field by field is a dictionary that every use searches. */
export function makeContactTable(capacity: number = 64): ContactTable {
  return {
    count: 0,
    edge: new Int32Array(capacity),
    t: new Float64Array(capacity),
    sample: new Int32Array(capacity),
    isActive: new Uint8Array(capacity),
    isSliding: new Uint8Array(capacity),
    isNew: new Uint8Array(capacity),
    isHeld: new Uint8Array(capacity),
    changes: new Uint8Array(capacity),
    normal: new Float64Array(3 * capacity),
    offset: new Float64Array(capacity),
    travel: new Float64Array(3 * capacity),
    friction: new Float64Array(capacity),
    recovery: new Float64Array(capacity),
    position: new Float64Array(3 * capacity),
    start: new Float64Array(3 * capacity),
    inverseMass: new Float64Array(capacity),
    stiffness: new Float64Array(capacity),
    multiplier: new Float64Array(capacity),
    normalForce: new Float64Array(capacity),
    limit: new Float64Array(capacity),
    stick: new Float64Array(capacity),
    frictionStart: new Float64Array(3 * capacity),
    frictionUsed: new Float64Array(3 * capacity),
    frictionForce: new Float64Array(3 * capacity),
    slipUsed: new Float64Array(3 * capacity),
    slope: new Float64Array(capacity),
    force: new Float64Array(3 * capacity),
    tangent: new Float64Array(6 * capacity),
  };
}

/** Room for one more contact; its number. */
export function addRow(table: ContactTable): number {
  if (table.count === table.edge.length) {
    const { count, ...larger } = makeContactTable(2 * table.count);
    for (const field of Object.keys(larger) as (keyof typeof larger)[]) larger[field].set(table[field]);
    Object.assign(table, larger);
  }
  return table.count++;
}

/** A point and the plane that it may not pass, as contacts are handed over: callers fill one object again and again. */
export interface ContactPlane {
  edge: number;
  t: number;
  nx: number;
  ny: number;
  nz: number;
  offset: number;
  /** How far the surface's material travels in the step. */
  travelX: number;
  travelY: number;
  travelZ: number;
  friction: number;
  sample: number;
  recovery: number;
}

export function makeContactPlane(): ContactPlane {
  return {
    edge: 0,
    t: 0,
    nx: 0,
    ny: 0,
    nz: 0,
    offset: 0,
    travelX: 0,
    travelY: 0,
    travelZ: 0,
    friction: 0,
    sample: -1,
    recovery: 0,
  };
}
