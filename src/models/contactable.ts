import type { Environment, Obstacles } from './model.ts';
import type { BASE_FIELDS, CONTACT_FIELDS } from './store/fields.ts';
import type { StrandStore } from './store/strand-store.ts';

/**
 * Contact with bodies and planes as models know it: what they tell of their strands, and what they are given to keep these out.
 * The response itself (surfaces, active set, friction) is in contact/, which a model may not import: a maker of it comes with
 * the setup.
 */

/** Points of one strand: (1 − t) of vertex `edge` of its polyline and t of the next, counted from the strand's first. */
export interface SamplePoints {
  readonly count: number;
  readonly edge: Int32Array;
  readonly t: Float64Array;
}

/** One strand in the middle of a step: what contacts ask a model. Rows of a point stand at its number. */
export interface Contactable {
  /** Where points from .. to are now, three numbers each. */
  positions(points: SamplePoints, from: number, to: number, out: Float64Array): void;
  /** Where they were at the start of the step. Asked once for every point, before anything else. */
  startPositions(points: SamplePoints, from: number, to: number, out: Float64Array): void;
  /** Where the points are now at which surfaces are looked for: vertex i is row 2i, the middle of its segment row 2i + 1. */
  samplePositions(out: Float64Array): void;
  /** How easily the point moves, 1/kg; 0 where it is held. */
  inverseMass(edge: number, t: number): number;
  /** Adds the forces (3 a point) and the symmetric stiffnesses (6) of the active points to the system that is assembled. */
  scatter(points: SamplePoints, isActive: Uint8Array, force: Float64Array, stiffness: Float64Array): void;
  /**
   * How far each point moves, by the system as it was factored last, for unit forces at point c: nine numbers a point, the
   * displacement for a force along x, along y, along z.
   */
  response(points: SamplePoints, c: number, out: Float64Array): void;
  /** Has a point go `way` along a direction without gaining velocity. Absent: it gains velocity. */
  shift?(edge: number, t: number, way: number, nx: number, ny: number, nz: number): void;
}

/**
 * What contacts know of all strands between steps. Strand k has the vertices first[k] .. first[k + 1]; its sample points are
 * these and the middles of the segments between them.
 */
export interface SampledStrands {
  readonly ids: Uint32Array;
  readonly first: Uint32Array;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  /** Velocity at the start of the last step, and the fraction of its change that a step of `h` adds to strand k's first guess; absent: none. */
  readonly velocityPast?: Float64Array;
  readonly lead?: (k: number, h: number) => number;
  /** Length of the segment that begins at a vertex; 0 at the tip. */
  readonly restLength: Float64Array;
  /** Distance kept from bodies, at the vertex and at the middle of the segment that begins there. */
  readonly clearance: Float64Array;
  readonly middleClearance: Float64Array;
  /** The same of each strand where it does not lie on other hair. */
  readonly thickness: Float64Array;
  /** 1 where the first segment is held by a root. */
  readonly rooted: ArrayLike<number>;
  /** Warm start, at the same two points of a vertex: normal force and friction force (3) of the last step, newton. */
  readonly normalForce: Float64Array;
  readonly frictionForce: Float64Array;
}

/** The strands of a store as contacts know them. */
export function sampledStrands({
  ids,
  first,
  arrays,
}: StrandStore<typeof BASE_FIELDS & typeof CONTACT_FIELDS>): SampledStrands {
  const { position, velocity, restLength, clearance, middleClearance, thickness, rooted } = arrays;
  const { normalForce, frictionForce } = arrays;
  return {
    ids,
    first,
    position,
    velocity,
    restLength,
    clearance,
    middleClearance,
    thickness,
    rooted,
    normalForce,
    frictionForce,
  };
}

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
  /** 0 where the next step will not know of it, or this one knows nothing of the strand's last. */
  isRemembered: Uint8Array;
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

/** Contacts of all strands of a model, solved inside its step, one strand after the other. */
export interface StrandContacts {
  /** Those of the strand at hand. */
  readonly table: ContactTable;
  /** Contacts of the strand at hand. */
  readonly count: number;
  /** Contacts of four strands at a time as rows of kernels, with the surfaces that this one looks for. */
  inPack(rows: PackRows): PackContacts;
  /** Looks for surfaces where strands first .. last are at `time` and where free flight brings them in `h`. */
  look(obstacles: Obstacles, time: number, h: number, first: number, last: number): void;
  /** Begins a step of `h` of strand k: surfaces that are near, and planes, which are where they say `left` seconds after it. */
  gather(k: number, strand: Contactable, environment: Environment, h: number, left: number): void;
  /** Whether a point would go so far into a surface in this step that its neighbours lose it. */
  isTooDeep(): boolean;
  /** Sets up every contact at the first guess. `inverseStepSquared`: 1/h² of the step's inertia. */
  begin(inverseStepSquared: number): void;
  /** Adds what is active to the system. */
  scatter(): void;
  /** Whether the last solve brought points so far into surfaces which it did not mind that it is better taken back. */
  isRejected(): boolean;
  /**
   * After a solve: updates the active set and friction; true where nothing asks for another solve. A move that was cut short
   * tells what is entered and no more; forces are read from solves that have come to rest.
   */
  update(isWhole: boolean, isStill: boolean): boolean;
  /** After a solve: looks at surfaces again where points came out elsewhere; true where that asks for another solve. */
  follow(isThorough: boolean): boolean;
  /** Whether a point is left inside a surface that nothing lets it be in. */
  isLeftIn(): boolean;
  /** Energy of contacts, for line searches: of those that the last solve minded, or of all that push. */
  energy(isActiveOnly: boolean): number;
  /** After a step: keeps forces for the warm start of the next. Returns how many points touch. */
  finish(): number;
}

/** Where the contacts of a pack lie in the memory of its kernels: see kernels/rod-layout.ts. */
export interface PackRows {
  /** Whose memory may become another when it grows. */
  readonly kernels: { readonly memory: Float32Array };
  /** Row at which they begin. */
  readonly first: number;
  readonly mostNodes: number;
}

/** Contacts of rooted strands whose steps kernels solve four at a time, of those that kernels cannot look after: asked of each lane. */
export interface PackContacts {
  /** Begins with a pack of strands of so many nodes. */
  clear(nodes: number): void;
  /** Whether others found planes that strand k may not pass. */
  hasPlanes(k: number, environment: Environment): boolean;
  /** As `StrandContacts.gather`; false where smaller steps are needed. */
  gather(
    lane: number,
    k: number,
    strand: Contactable,
    environment: Environment,
    h: number,
    left: number,
    inverseStepSquared: number,
  ): boolean;
  /** As those of `StrandContacts`. */
  follow(lane: number, isThorough: boolean): boolean;
  isLeftIn(lane: number): boolean;
  finish(lane: number): number;
}

export interface ContactSettings {
  /** Stiffness of a contact in units of its point's inertia. */
  readonly stiffness: number;
  /** A point deeper than this is pushed on, metres; 1e-5 where nothing is said. */
  readonly depth?: number;
}

export type ContactMaker = (strands: SampledStrands, settings: ContactSettings) => StrandContacts;

/** Looks for surfaces of the strands that take part: all at once, or one by one where others do not. */
export function lookTogether(
  contacts: StrandContacts,
  strands: number,
  h: number,
  { obstacles, time }: Environment,
  isPart: (k: number) => boolean,
): void {
  if (!obstacles) return;
  let parts = 0;
  for (let k = 0; k < strands; k++) if (isPart(k)) parts++;
  if (parts === strands) contacts.look(obstacles, time, h, 0, strands);
  else for (let k = 0; k < strands; k++) if (isPart(k)) contacts.look(obstacles, time, h, k, k + 1);
}
