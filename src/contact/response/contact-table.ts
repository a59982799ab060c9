import type { ContactTable } from '../../models/contactable.ts';

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
    isRemembered: new Uint8Array(capacity),
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

/** Whether any of forces from .. to pushes. */
export function hasForce(forces: Float64Array, from: number, to: number): boolean {
  for (let q = from; q < to; q++) if (forces[q]! > 0) return true;
  return false;
}
