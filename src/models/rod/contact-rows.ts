/** A contact as it is handed over; callers fill the same object again and again. */
export interface ContactRow {
  node: number;
  share: number;
  nx: number;
  ny: number;
  nz: number;
  offset: number;
  /** How far the surface's material travels in the step. */
  travelX: number;
  travelY: number;
  travelZ: number;
  friction: number;
  /** Place in what contacts remember; -1 where nothing is. */
  point: number;
  /** How far the point is moved out of a body that it began in, without gaining velocity. */
  ease: number;
}

export function makeContactRow(): ContactRow {
  return {
    node: 0,
    share: 0,
    nx: 0,
    ny: 0,
    nz: 0,
    offset: 0,
    travelX: 0,
    travelY: 0,
    travelZ: 0,
    friction: 0,
    point: -1,
    ease: 0,
  };
}

const WIDTHS = {
  share: 1,
  normal: 3,
  offset: 1,
  travel: 3,
  friction: 1,
  ease: 1,
  /** k and λ. */
  stiffness: 1,
  multiplier: 1,
  /** N as last found. */
  force: 1,
  /** Friction at the start of the step, as assembled, as found. */
  gripStart: 3,
  gripUsed: 3,
  grip: 3,
  /** Slip at which friction was assembled, and its slope; the slope along the grip is 0 where `isSliding`. */
  slipUsed: 3,
  slope: 1,
} as const;
type Field = keyof typeof WIDTHS;
export const CONTACT_FIELDS: readonly Field[] = Object.keys(WIDTHS) as Field[];
/** What a set of contacts keeps, one column a field. */
export type ContactColumns = { readonly [field in Field]: Float64Array };

export function makeColumns(capacity: number): ContactColumns {
  const columns = {} as { [field in Field]: Float64Array };
  for (const field of CONTACT_FIELDS) columns[field] = new Float64Array(WIDTHS[field] * capacity);
  return columns;
}

/** Puts `from` at the start of the larger array `to`. */
export function longer<A extends Int32Array | Uint8Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
