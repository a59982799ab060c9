import type { Environment, Obstacles } from './model.ts';
import type { NODAL_FIELDS } from './store/fields.ts';
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
  /** How far points go by the step as it was assembled and factored, with the forces that were applied; three numbers each. */
  moves(points: SamplePoints, out: Float64Array): void;
  /**
   * What the factored step answers to unit forces at point c along three directions (rows of `frame` at 9c), as column `column` of
   * what was asked for since the step was factored. Fills `out` with nine numbers for each earlier column j and itself, at
   * 9j: how far the point of j goes along its directions (the outer index) for a unit force along those of c.
   */
  response(points: SamplePoints, c: number, frame: Float64Array, column: number, out: Float64Array): void;
  /** Applies a force, given along the directions of a column. */
  apply(column: number, fx: number, fy: number, fz: number): void;
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
export function sampledStrands({ ids, first, arrays }: StrandStore<typeof NODAL_FIELDS>): SampledStrands {
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

/** Contacts of all strands of a model, solved inside its step, one strand after the other. */
export interface StrandContacts {
  /** Contacts of the strand at hand, and rounds that solving them took in this step. */
  readonly count: number;
  readonly rounds: number;
  /** Looks for surfaces where strands first .. last are at `time` and where free flight brings them in `h`. */
  look(obstacles: Obstacles, time: number, h: number, first: number, last: number): void;
  /** Begins a step of `h` of strand k: surfaces that are near, and planes, which are where they say `left` seconds after it. */
  gather(k: number, strand: Contactable, environment: Environment, h: number, left: number): void;
  /** Whether a point would go so far into a surface in this step that its neighbours lose it. */
  isTooDeep(): boolean;
  /** Sets up every contact at the first guess. `inverseStepSquared`: 1/h² of the step's inertia. */
  begin(inverseStepSquared: number): void;
  /**
   * Solves the step as it was assembled, with contacts and friction; true where nothing of it is left over. What moves linearly
   * needs no other solve for them then.
   */
  solve(): boolean;
  /** After a solve: looks at surfaces again where points came out elsewhere; true where that asks for another solve. */
  follow(isThorough: boolean): boolean;
  /** Whether a point is left inside a surface that nothing lets it be in. */
  isLeftIn(): boolean;
  /** Energy of contacts, for line searches. */
  energy(): number;
  /** After a step: keeps forces for the warm start of the next. Returns how many points touch. */
  finish(): number;
}

export interface ContactSettings {
  /** Stiffness of a contact in units of its point's inertia. */
  readonly stiffness: number;
}

export type ContactMaker = (strands: SampledStrands, settings: ContactSettings) => StrandContacts;
