import type { SamplePoints } from '../../models/contactable.ts';

/** Contacts of one strand, one column a field. Columns are replaced when the table grows. */
export interface ContactTable extends SamplePoints {
  count: number;
  edge: Int32Array;
  t: Float64Array;
  /** Which sample point of its strand it is, for the warm start; −1: none. */
  sample: Int32Array;
  isActive: Uint8Array;
  /** Whether it has a column in the solve at hand. */
  isChosen: Uint8Array;
  /** The plane normal · p = offset that the point may not pass, and how far its material travels in the step. */
  normal: Float64Array;
  offset: Float64Array;
  travel: Float64Array;
  friction: Float64Array;
  /** Way that a point which began inside is let out in the step, without gaining velocity. */
  recovery: Float64Array;
  /** Where the point is now, was as the step was assembled, was at the start, and how far it goes from the second. */
  position: Float64Array;
  origin: Float64Array;
  start: Float64Array;
  moved: Float64Array;
  /** Where the surface would have carried the point: start + travel. */
  anchor: Float64Array;
  inverseMass: Float64Array;
  /** k and λ. */
  stiffness: Float64Array;
  multiplier: Float64Array;
  /** N as last found, and the limit of friction that was taken from it. */
  normalForce: Float64Array;
  limit: Float64Array;
  /** Friction force at the start of the step, and as found. */
  frictionStart: Float64Array;
  frictionForce: Float64Array;
  /** Normal and two tangents: nine numbers. */
  frame: Float64Array;
}

/** Written as a literal: an object that is made field by field is a dictionary that every use searches. */
export function makeContactTable(capacity: number = 64): ContactTable {
  return {
    count: 0,
    edge: new Int32Array(capacity),
    t: new Float64Array(capacity),
    sample: new Int32Array(capacity),
    isActive: new Uint8Array(capacity),
    isChosen: new Uint8Array(capacity),
    normal: new Float64Array(3 * capacity),
    offset: new Float64Array(capacity),
    travel: new Float64Array(3 * capacity),
    friction: new Float64Array(capacity),
    recovery: new Float64Array(capacity),
    position: new Float64Array(3 * capacity),
    origin: new Float64Array(3 * capacity),
    start: new Float64Array(3 * capacity),
    moved: new Float64Array(3 * capacity),
    anchor: new Float64Array(3 * capacity),
    inverseMass: new Float64Array(capacity),
    stiffness: new Float64Array(capacity),
    multiplier: new Float64Array(capacity),
    normalForce: new Float64Array(capacity),
    limit: new Float64Array(capacity),
    frictionStart: new Float64Array(3 * capacity),
    frictionForce: new Float64Array(3 * capacity),
    frame: new Float64Array(9 * capacity),
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
