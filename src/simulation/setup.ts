import type { Clock } from '../body/clock.ts';
import type { DeformingMesh } from '../body/deforming-mesh.ts';
import type { RigidMotion } from '../body/motion.ts';
import type { StrandControl } from '../contact/control.ts';
import type { HairState, StrandInteraction } from '../contact/interaction.ts';
import type { LevelSetup } from '../detail/levels.ts';
import type { Fibre, ForceField, KernelChoice, Obstacles, RestState, StrandModel } from '../models/model.ts';
import type { BuiltStrands } from '../models/store/built.ts';
import type { Curve } from '../numeric/curve.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { SalonSetup } from '../salon/salon.ts';
import type { SleepSettings } from '../salon/sleep.ts';
import type { Strands } from '../strands/strands.ts';
import type { Clamp } from './clamps.ts';
import type { ControlPlace } from './controls.ts';
import type { Exchange } from './exchange.ts';
import type { ClumpRadius } from './groom-view.ts';

/** Hair of one kind: what it is like, what it grows on, and the model that moves it. */
export interface GroomSetup {
  readonly name: string;
  /** The strands that are simulated, groomed, in world coordinates at time 0. Ids are unique over all grooms. */
  readonly guides: Strands;
  readonly model: StrandModel;
  /** Parameters of the model; defaults where absent. */
  readonly parameters?: unknown;
  /** What `Simulation.built` gave for the strands of this groom that this block has, at an earlier start. */
  readonly built?: BuiltStrands | undefined;
  /** An earlier groom that has the same strands, but for ids, on a body that stands as this one's does but elsewhere: they are built once. */
  readonly like?: number | undefined;
  readonly fibre: Fibre;
  readonly restState?: RestState | undefined;
  /** Place in `SimulationSetup.bodies` of the body that carries the roots; −1: they stay where they are in the world. */
  readonly body: number;
  /** How strands are stepped; absent: with vector instructions where there are any. */
  readonly kernels?: KernelChoice | undefined;
  /** What acts on each strand from outside: pose targets, buried roots. */
  readonly controls?: ((place: ControlPlace) => readonly StrandControl[]) | undefined;
}

/** What hair grows on: how it moves, and how it deforms in its own coordinates; rigid where absent. */
export interface BodySetup {
  readonly name: string;
  readonly motion: RigidMotion;
  readonly surface?: DeformingMesh | null | undefined;
}

/** How strands act on each other. */
export interface InteractionSetup {
  readonly clumpRadius: ClumpRadius;
  /** Makes the interaction from the groomed state of all strands. */
  make(groomed: HairState): StrandInteraction;
}

export interface SimulationSetup {
  readonly grooms: readonly GroomSetup[];
  readonly bodies: readonly BodySetup[];
  /** What strands may not enter, given the bodies' motions as they are placed in the world. */
  readonly obstacles?: ((bodies: readonly RigidMotion[]) => Obstacles) | undefined;
  readonly fields?: readonly ForceField[] | undefined;
  /** Is told of all hair before each step: what fields need to know of it. */
  readonly onHair?: ((hair: HairState) => void) | undefined;
  readonly gravity?: Vec3 | undefined;
  /** Factor of gravity over hair's time; 1 where absent. */
  readonly gravityOver?: Curve | undefined;
  /** Hair's time beside that of the animation, where they differ: bodies, fields and keys are given by hair's, callers ask by the other. */
  readonly clock?: Clock | undefined;
  /** Seconds of one internal step. */
  readonly stepSize?: number | undefined;
  readonly interaction?: InteractionSetup | undefined;
  readonly salon?: Omit<SalonSetup, 'bodies' | 'carryingBodies' | 'places'> | undefined;
  /** Leaves calm strands alone; absent: none sleeps. */
  readonly sleep?: Partial<SleepSettings> | undefined;
  /** Simulates hair only as finely as it must be; absent: every strand moves by itself. */
  readonly levels?: LevelSetup | undefined;
  /** Points of strands that are held from the start; targets in world coordinates at time 0. */
  readonly clamps?: readonly Clamp[] | undefined;
  /** Where the other blocks are, of a run that is shared out to several threads. Every block is given all of the setup. */
  readonly exchange?: Exchange | undefined;
}

export const STEP_DEFAULT: number = 1 / 120;
export const GRAVITY_DEFAULT: Vec3 = Object.freeze([0, -9.81, 0] as const);

/** One groom on one body, and what else a simulation may have. */
export interface OneGroomSetup
  extends Omit<GroomSetup, 'name' | 'body'>,
    Omit<BodySetup, 'name'>,
    Omit<SimulationSetup, 'grooms' | 'bodies' | 'obstacles'> {
  /** What strands may not enter, given the body's motion as it is placed in the world. */
  readonly obstacles?: ((motion: RigidMotion) => Obstacles) | undefined;
}

/** The setup of a simulation that has one groom on one body. */
export function oneGroom(setup: OneGroomSetup): SimulationSetup {
  const { guides, model, parameters, fibre, restState, kernels, controls, motion, surface, obstacles, ...rest } = setup;
  return {
    ...rest,
    grooms: [{ name: 'hair', guides, model, parameters, fibre, restState, kernels, controls, body: 0 }],
    bodies: [{ name: 'body', motion, surface }],
    obstacles: obstacles && (([placed]) => obstacles(placed!)),
  };
}
