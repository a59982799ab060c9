import type { BentInterpolation } from '../groom/bent-hair.ts';
import type { ParameterTable, ValuesOf } from '../numeric/parameters.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Strands } from '../strands/strands.ts';
import type { ContactMaker } from './contactable.ts';
import type { BuiltStrands } from './store/built.ts';
import type { StrandMemory } from './store/memory.ts';

/**
 * The contract between a strand model and everything else.
 *
 * A model knows strands, roots and an environment; it never knows about tools, files, rendering or other strands.
 * Nothing outside `models/` asks which model it is.
 */
export interface StrandModel<Table extends ParameterTable = ParameterTable> {
  readonly name: string;
  /** One line in plain words. */
  readonly about: string;
  readonly parameters: Table;
  /** `rest` is the groomed shape in world coordinates at `time`, with every strand's root where `roots` says. */
  create(setup: ModelSetup, parameters: ValuesOf<Table>): StrandDynamics;
  /**
   * Fraction of the first edge that the root holds: a polyline whose first edge is clamped bends from its middle (0.5, where
   * absent), a smooth curve from its first point (0).
   */
  readonly clampedFraction?: number;
  /**
   * What becomes of a piece that is cut off: it flies on as a strand of its own (where absent), it is gone and the strand is shorter, or
   * strands cannot be cut at all.
   */
  readonly cutPieces?: 'fly' | 'vanish' | 'refused';
  /** How many bends a strand can have beyond its groomed shape; absent: as many as its points make. */
  readonly bends?: number;
  /** Whether strands feel those around them in their own groom: then all of a groom are stepped in one place. */
  readonly feelsNeighbours?: boolean;
  /** Whether points of a strand move together, so that each seems as heavy as what moves with it: masses of points then add up to more than the strand. */
  readonly sharesMass?: boolean;
  /**
   * How shown strands follow guides of this model: each is its own groomed curve, bent by the mean of its guides' bends (`springs`), or the
   * mean of it bent by each (`geometry`). Absent: they are made between the guides' points.
   */
  interpolation?(parameters: ValuesOf<Table>): BentInterpolation;
  readonly statics?: StrandStatics;
}

/** Questions about balance that some models answer without moving. */
export interface StrandStatics {
  /**
   * Whether a naturally straight fibre, closed to a planar ring of `nodes` nodes (at least 8) and twisted by `twist` radian
   * in all, stays planar.
   */
  isRingStable(fibre: Fibre, nodes: number, twist: number): boolean;
}

export interface ModelSetup {
  readonly rest: Strands;
  readonly roots: Roots;
  readonly time: number;
  readonly gravity: Vec3;
  readonly restState: RestState;
  /** Where the groom already lies closer to a body than its thickness, that distance is kept. */
  readonly obstacles: Obstacles | null;
  /** What the fibre is made of. */
  readonly fibre: Fibre;
  /** Makes the contacts that keep strands out of bodies and planes: `makeContacts` of contact/. */
  readonly makeContacts: ContactMaker;
  /** Where the strands' state lies; absent: memory of the process. */
  readonly memory?: StrandMemory;
  /** The strands as they were built from this very setup before, which saves building them; ignored where they are others. */
  readonly built?: BuiltStrands | undefined;
  /** Absent: vector instructions where there are any. */
  readonly kernels?: KernelChoice;
}

/**
 * How strands are stepped: several at a time with vector instructions, by the twin that gives the same bytes without them, or all in double
 * precision, one at a time.
 */
export type KernelChoice = 'simd' | 'twin' | 'double';

/** `sag-free`: the groomed shape is an equilibrium under gravity. `as-groomed`: it is the shape without gravity. */
export type RestState = 'sag-free' | 'as-groomed';

/** A fibre's material and section, SI units. */
export interface Fibre {
  /** Mean radius; the semi-axes are radius·√ellipticity and radius/√ellipticity. */
  readonly radius: number;
  readonly ellipticity: number;
  readonly density: number;
  readonly youngsModulus: number;
  readonly poissonRatio: number;
}

/** Rows of rigid states, one a strand: position (3), orientation (4: x, y, z, w), velocity (3), angular velocity (3). */
export interface RootStates {
  readonly position: Float64Array;
  readonly orientation: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
}

export function makeRootStates(count: number): RootStates {
  return {
    position: new Float64Array(3 * count),
    orientation: new Float64Array(4 * count),
    velocity: new Float64Array(3 * count),
    angularVelocity: new Float64Array(3 * count),
  };
}

/** Where the strands' roots are at any time. */
export interface Roots {
  /** Writes one row for every id. A strand without a root (a cut piece) is not asked for. */
  sample(ids: Uint32Array, time: number, out: RootStates): void;
}

/** The points at which a model feels distributed forces, each standing for a piece of strand. Flat rows. */
export interface SamplePoints {
  readonly count: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  /** Unit tangent towards the tip. */
  readonly tangent: Float64Array;
  /** Length of strand that the sample point stands for, metres. */
  readonly length: Float64Array;
  /** Where on its strand the sample point is: 0 at the root, 1 at the tip, in fractions of arc length. */
  readonly fraction: Float64Array;
}

/**
 * Loads on sample points, added up by the force fields: f(x, v) = force − damping·v, newton.
 * `damping` is a symmetric positive semi-definite 3x3 matrix (xx, xy, xz, yy, yz, zz), taken implicitly by the model.
 */
export interface Loads {
  readonly force: Float64Array;
  readonly damping: Float64Array;
}

/** Air that is the same everywhere: f = ℓ (across (I − t tᵀ) + along t tᵀ) (velocity − v) on a piece of strand of length ℓ. */
export interface EvenAir {
  /** kg/(m·s). */
  readonly across: number;
  readonly along: number;
  readonly velocity: Vec3;
}

export interface ForceField {
  /** What it does, where that is all: models may find it themselves. */
  evenAir?(time: number): EvenAir | null;
  /** Adds to the loads of every sample point, at `time`. */
  apply(samplePoints: SamplePoints, time: number, loads: Loads): void;
  /** Whether it changes with time at present: hair does not sleep in it. */
  isRestless?(time: number): boolean;
}

/** Numbers a row of `Obstacles.nearest` has: distance, normal (3), surface velocity (3), friction. */
export const OBSTACLE_ROW = 8;

/** Which strand each point of a query belongs to, and where on it. */
export interface PointOwners {
  readonly id: Uint32Array;
  /** Arc length from the strand's start. */
  readonly s: Float64Array;
  /**
   * Distance that each point keeps from bodies beyond its own thickness, because it lies on other hair. That hair is between
   * the point and the body it grows on, not between it and a hand: the answers of all other bodies are this much farther.
   */
  readonly layerOffset?: Float64Array;
}

/** More about the answers of a query, for those who mind several bodies at one point. */
export interface Neighbours {
  /** Which body answered: equal numbers, equal bodies. */
  readonly body: Int32Array;
  /** Every other body is at least this far, measured as the answer is. */
  readonly next: Float64Array;
}

/** Everything that strands may not enter. */
/** A box of points, low xyz and high xyz, and how far they look. */
export interface ReachBox {
  /** Found when somebody asks. */
  find(): { readonly box: Float64Array; readonly reach: number };
}

/** Numbers of a pose: rotation by rows (9), position (3), velocity (3), angular velocity (3), size and its rate (2). */
export const POSE = 20;

/** A baked distance field where its body is at one time: see BakedField and FieldCollider. */
export interface PosedField {
  readonly header: Float64Array;
  readonly values: Float32Array;
  /** `POSE` numbers, and others after them. */
  readonly pose: Float64Array;
  readonly friction: number;
  /** Every other body is at least so far from the box, metres. */
  beyond: number;
}

export interface Obstacles {
  /**
   * For `count` points (xyz rows), writes one row each: the signed distance to the nearest surface and what it is like there.
   * Points of known strands may be exempt from some bodies: a strand whose root is buried ignores what buries it.
   * A single body need not write neighbours: callers set them to one body and nothing else near.
   * Where a point has a reach, what is farther need not be known: a distance above it may be any from there up to the true one
   * (so may `Neighbours.next`), and the rest of the row be zeros.
   */
  nearest(
    points: Float64Array,
    count: number,
    time: number,
    out: Float64Array,
    owners?: PointOwners,
    neighbours?: Neighbours,
    reach?: Float64Array,
  ): void;
  /**
   * The body that hair grows on, where it is a baked field and no other is within the reach of points in a box: kernels ask it by themselves. Null
   * where surfaces near the box must be asked for here. Valid until the next call.
   */
  fieldNear?(box: ReachBox, time: number): PosedField | null;
  /** Writes the pose of that body at any time. */
  ownPose?(time: number, out: Float64Array): void;
  /** Whether a strand may be inside some bodies, so that it must ask for them here. */
  isFiltered?(id: number): boolean;
  /** Only what hair grows on: what a groom may lie on; absent: all of them. */
  readonly own?: Obstacles;
  /** All but what hair grows on, null where there is nothing else; absent: all of them. */
  readonly others?: Obstacles | null;
  /** The same bodies for hair that grows on that one, by its number in the simulation; absent: no hair grows on any. */
  grownOn?(body: number): Obstacles;
  /** Bodies were put elsewhere by hand: what is known of the present time no longer holds. */
  forget?(): void;
  /** Whether anything that hair does not grow on moves between two times: what lies near it may not rest. */
  isMoved?(from: number, to: number): boolean;
}

/**
 * Forces at a point (id, arc length) of a strand: f(x, v) = force + stiffness·(anchor − x) − damping·v.
 * Stiffness and damping are symmetric positive semi-definite (xx, xy, xz, yy, yz, zz). Rows sorted by (id, s).
 */
export interface PointForces {
  readonly count: number;
  readonly id: Uint32Array;
  readonly s: Float64Array;
  readonly force: Float64Array;
  readonly anchor: Float64Array;
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  /** Whether no row has a spring: anchors, stiffness and damping are all zero and need not be looked at. */
  readonly isPlain?: boolean;
}

/** One-sided contacts at points of strands: the point may not pass the plane, which moves with `velocity`. Sorted by (id, s). */
export interface PointContacts {
  readonly count: number;
  readonly id: Uint32Array;
  readonly s: Float64Array;
  readonly normal: Float64Array;
  /** A point of the plane at the end of the step. */
  readonly plane: Float64Array;
  readonly velocity: Float64Array;
  readonly friction: Float64Array;
}

/**
 * Points of strands that are held at a target, and, where a frame is given, the direction of the strand there and its
 * turn about itself. Sorted by (id, s).
 */
export interface Clamps {
  readonly count: number;
  readonly id: Uint32Array;
  readonly s: Float64Array;
  readonly target: Float64Array;
  /** How fast the target moves, m/s; absent: nobody says. */
  readonly velocity?: Float64Array;
  /** Four a clamp: the quaternion that takes x to the tangent and y to the major axis; all zero where there is none. */
  readonly frame?: Float64Array;
}

export interface Environment {
  /** At the start of the step. */
  readonly time: number;
  readonly gravity: Vec3;
  readonly roots: Roots;
  readonly fields: readonly ForceField[];
  readonly obstacles: Obstacles | null;
  readonly forces: PointForces | null;
  readonly contacts: PointContacts | null;
  readonly clamps: Clamps | null;
  /** One a strand in the model's order, 1 where it sleeps: the model leaves it alone. Absent: none sleeps. */
  readonly asleep?: Uint8Array;
}

/** What lies between two arc lengths of a strand. */
export interface StrandRange {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** What a step cost and what it met. */
export interface StepReport {
  /** Internal sub-steps taken. */
  substeps: number;
  /** Nodes that touched an obstacle. */
  contacts: number;
  /** Largest relative error of a segment's length at the end. */
  strain: number;
  /** Linear systems solved, one a strand and solve. */
  solves: number;
  /** Ids of strands that could not be solved and kept their shape instead, riding with their roots. */
  carried: number[];
  /** Of those, what contacts would have stretched beyond what hair bears. */
  torn?: StrandRange[];
}

/** A cut at arc length s: the part beyond becomes a free strand with the new id. */
export interface StrandCut {
  readonly id: number;
  readonly s: number;
  readonly newId: number;
}

/** One number for all nodes, or one for every node of the edited strands, one strand after another. */
export type NodeFactor = number | Float64Array;

/**
 * Changes of running strands. Factors multiply what the strand was made with, so that a factor that returns to 1 brings back
 * the very same numbers; fractions lie in 0..1.
 */
export interface StrandEdit {
  readonly mass?: NodeFactor;
  /**
   * Of bending and twisting. What goes beyond 1 hardens in the shape that the strand has when it is added, so that stiffening
   * moves nothing; what is taken away again leaves no trace.
   */
  readonly stiffness?: NodeFactor;
  /** Of the distance kept from bodies. */
  readonly thickness?: NodeFactor;
  /** Of the rest lengths: the curvature at rest stays what it is. */
  readonly lengthen?: NodeFactor;
  /** Fraction by which the rest shape moves towards the present shape. */
  readonly shapeSet?: NodeFactor;
  /** Fraction by which the rest shape returns to the natural one; 1 returns exactly. */
  readonly shapeReset?: NodeFactor;
  /** The present shape becomes the groomed and natural one, in balance as the rest state says. */
  readonly restFromShape?: boolean;
}

/** Mechanical energy, joule. Gravity's is left to the caller, who knows the field. */
export interface StrandEnergy {
  readonly kinetic: number;
  /** Of bending and twisting. */
  readonly elastic: number;
}

/** What keeps strands in their groomed shape besides their own elasticity. */
export interface RestReport {
  readonly strands: number;
  /** Strands with a force from outside on some node. */
  readonly carried: number;
  /** Strands with a spring to their groomed place. */
  readonly held: number;
  /** Strands with either. */
  readonly helped: number;
  /** Farthest distance of a groomed point from the model's own shape, metres; absent where models keep the points. */
  readonly fitError?: number;
}

export interface StrandDynamics {
  /** Strands in the model's order. Changes only by `add`, `remove`, `split`. */
  readonly ids: Uint32Array;
  /** Points of strand i are first[i] .. first[i + 1] in everything the model writes. */
  readonly first: Uint32Array;
  step(dt: number, environment: Environment): StepReport;
  /** Ids of strands whose state is not finite. */
  failed(): number[];

  /** Writes node positions (xyz rows, metres) into a view that the caller gives. */
  positions(out: Float32Array | Float64Array): void;
  velocities(out: Float32Array | Float64Array): void;
  /**
   * Writes the arc length of every node from its strand's start: what `s` means, a matter of the state and not of the pose.
   */
  arcLengths(out: Float64Array): void;
  /** Position at arc length s of a strand. */
  positionAt(id: number, s: number): Vec3;
  velocityAt(id: number, s: number): Vec3;
  /** How easily the point moves along the unit direction: 1/kg; 0 where it is held. */
  inverseMass(id: number, s: number, direction: Vec3): number;
  /** The mean of it over directions, for models that know it at once. */
  meanInverseMass?(id: number, s: number): number;

  /** Energy of all strands, for models that have one. */
  energy?(): StrandEnergy;
  /** Sum of mass times velocity, kg m/s; zero for models without mass. */
  momentum(): Vec3;
  /**
   * The strands as plain data, which a later start takes as `ModelSetup.built`; those of a snapshot where one is given. Absent where
   * models build quickly.
   */
  built?(snapshot?: Uint8Array): BuiltStrands;
  /** How the rest state is kept, for models that can say. */
  restReport?(): RestReport;

  edit(ids: Uint32Array, change: StrandEdit): void;
  /**
   * Cuts strands, in this order: of several cuts of one strand the one nearest to the tip comes first. New strands come after
   * all others; where pieces vanish there are none. Returns how many cuts were made: none that would leave too short a part.
   */
  split(cuts: readonly StrandCut[]): number;
  add(strands: Strands, roots: Roots, time: number): void;
  remove(ids: Uint32Array): void;

  /** Carries strands rigidly with their roots from `before` to `after` and takes away all relative velocity. */
  teleport(before: RootStates, after: RootStates): void;
  /** Puts strands back into the groomed shape, carried by their roots at `time`, at rest relative to them. */
  reset(ids: Uint32Array, roots: Roots, time: number): void;

  /**
   * Puts strands into a given shape and motion (rows as `positions` and `velocities` write them), as near as the model can
   * come, with their roots at `time`; the rest state stays. With `ids` these strands alone, one after the other. Returns the farthest distance
   * of a point from its place, metres.
   */
  setState(positions: Float64Array, velocities: Float64Array, roots: Roots, time: number, ids?: Uint32Array): number;

  /** Whether the next step will leave strands that fail where their last good part ended: then nothing need be put aside for them. */
  readonly leavesFailed?: boolean;
  /** Copies the moving part of the state aside, without allocating; `rollback` returns to it once. */
  checkpoint(): void;
  rollback(): void;
  /** The step was good: no rollback will come. */
  release(): void;

  /** Everything that the next step depends on, and nothing else: equal bytes mean equal futures. */
  snapshot(): Uint8Array;
  /** Returns to a snapshot; with `ids`, only these strands, which both states must have. */
  restore(snapshot: Uint8Array, ids?: Uint32Array): void;
  /** Of a snapshot, these strands alone: what one worker of several takes of all hair. */
  partOf(snapshot: Uint8Array, has: (id: number) => boolean): Uint8Array;
  /** Strands of several snapshots as one, in an order that their ids have. */
  join(snapshots: readonly Uint8Array[], order: (id: number) => number): Uint8Array;
}
