import type { RigidMotion } from '../body/motion.ts';
import type { InteractionLoads } from '../contact/interaction.ts';
import {
  type Environment,
  type Fibre,
  type ForceField,
  makeRootStates,
  type Obstacles,
  type RestReport,
  type RestState,
  type Roots,
  type StepReport,
  type StrandDynamics,
  type StrandModel,
} from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { conjugate, type Quat, rotate } from '../numeric/rotation.ts';
import { at, subtract, type Vec3 } from '../numeric/vector.ts';
import type { Strands } from '../strands/strands.ts';
import type { Exchange } from './exchange.ts';
import { findBadStrands, jumped } from './guard.ts';
import { Meeting, type MeetingSetup } from './meeting.ts';
import { mergeContacts, mergeForces } from './merge-rows.ts';
import { PlacedMotion } from './placement.ts';
import { RidingRoots } from './roots.ts';

export interface SimulationSetup {
  /** The strands that are simulated, groomed, in world coordinates at time 0. */
  readonly guides: Strands;
  readonly model: StrandModel<unknown>;
  /** Parameters of the model; defaults where absent. */
  readonly parameters?: unknown;
  readonly fibre: Fibre;
  /** Motion of the body that carries the roots. */
  readonly motion: RigidMotion;
  /** What strands may not enter, given the body's motion as it is placed in the world. */
  readonly obstacles?: (motion: RigidMotion) => Obstacles;
  readonly fields?: readonly ForceField[];
  /** How strands meet each other; absent: they do not. */
  readonly meeting?: MeetingSetup;
  /** Where the strands of other blocks are, for a simulation that is one block of several. */
  readonly exchange?: Exchange;
  readonly gravity?: Vec3;
  readonly restState?: RestState;
  /** Seconds of one internal step. */
  readonly stepSize?: number;
}

/** Something that a person should know about a run. */
export interface SimulationEvent {
  readonly step: number;
  readonly kind: 'teleport' | 'carried' | 'retry' | 'reset';
  readonly strands: readonly number[];
  readonly detail: string;
}

export const STEP_DEFAULT: number = 1 / 120;
export const GRAVITY_DEFAULT: Vec3 = Object.freeze([0, -9.81, 0] as const);

/** A step that fails is tried again in 2, 4, 8 parts before strands are reset. */
const RETRIES = 3;

/**
 * Hair in motion: a value that you create, step, snapshot and throw away.
 * The state after step n depends on the setup and on n alone, never on the display rate, a clock or a number of workers.
 */
export class Simulation {
  readonly stepSize: number;
  readonly events: SimulationEvent[] = [];
  /** What the last step cost and met. */
  report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
  private readonly dynamics: StrandDynamics;
  private readonly motion: PlacedMotion;
  private readonly roots: Roots;
  private readonly gravity: Vec3;
  private readonly fields: readonly ForceField[];
  private readonly obstacles: Obstacles | null;
  private readonly meeting: Meeting | null;
  private readonly initial: Uint8Array;
  /** What strands do to each other in the present step. */
  private loads: InteractionLoads | null = null;
  private stepCount = 0;
  private previous: Float64Array;
  private current: Float64Array;

  constructor(setup: SimulationSetup) {
    this.stepSize = setup.stepSize ?? STEP_DEFAULT;
    this.gravity = setup.gravity ?? GRAVITY_DEFAULT;
    this.fields = setup.fields ?? [];
    this.motion = new PlacedMotion(setup.motion);
    this.obstacles = setup.obstacles ? setup.obstacles(this.motion) : null;
    this.roots = ridingRoots(setup.guides, this.motion);
    this.dynamics = setup.model.create(
      {
        rest: setup.guides,
        roots: this.roots,
        time: 0,
        gravity: this.gravity,
        restState: setup.restState ?? 'sag-free',
        obstacles: this.obstacles,
        fibre: setup.fibre,
      },
      setup.model.parameters.parse(setup.parameters ?? {}),
    );
    this.meeting = setup.meeting
      ? new Meeting(setup.meeting, this.dynamics, setup.exchange ?? null, 0, this.stepSize)
      : null;
    this.current = new Float64Array(3 * nodeCount(this.dynamics));
    this.dynamics.positions(this.current);
    this.previous = this.current.slice();
    this.initial = this.snapshot();
  }

  /** Steps taken so far. */
  get step(): number {
    return this.stepCount;
  }

  get time(): number {
    return this.stepCount * this.stepSize;
  }

  get ids(): Uint32Array {
    return this.dynamics.ids;
  }

  /** Offsets of the strands in what `positionsAt` writes. */
  get first(): Uint32Array {
    return this.dynamics.first;
  }

  advance(steps: number): void {
    for (let i = 0; i < steps; i++) this.stepOnce();
  }

  /** Advances until `time` lies within the last step. */
  advanceTo(time: number): void {
    // The small share of a step keeps 1/30 s from falling one step short by round-off.
    while (this.time < time - 1e-6 * this.stepSize) this.stepOnce();
  }

  /** Positions at a time within the last step, between the last two states: for displays of any rate. */
  positionsAt(time: number, out: Float32Array | Float64Array): void {
    const t = Math.min(1, Math.max(0, 1 - (this.time - time) / this.stepSize));
    const { previous, current } = this;
    for (let i = 0; i < current.length; i++) out[i] = previous[i]! + t * (current[i]! - previous[i]!);
  }

  /** How the groom is kept at rest, for models that can say. */
  restReport(): RestReport | undefined {
    return this.dynamics.restReport?.();
  }

  velocities(out: Float32Array | Float64Array): void {
    this.dynamics.velocities(out);
  }

  /** Moves body and hair to another place at once: shapes are kept, nothing is flung. */
  teleport(position: Vec3, orientation: Quat): void {
    const before = makeRootStates(this.dynamics.ids.length);
    const after = makeRootStates(this.dynamics.ids.length);
    this.roots.sample(this.dynamics.ids, this.time, before);
    this.motion.position = position;
    this.motion.orientation = orientation;
    this.roots.sample(this.dynamics.ids, this.time, after);
    this.dynamics.teleport(before, after);
    this.refresh();
    this.events.push({ step: this.stepCount, kind: 'teleport', strands: [], detail: 'the body was moved by hand' });
  }

  /** Back to the beginning. */
  reset(): void {
    this.restore(this.initial);
    this.events.length = 0;
  }

  snapshot(): Uint8Array {
    const { position, orientation } = this.motion;
    const own = new Float64Array([this.stepCount, ...position, ...orientation]);
    return packArrays([own, this.previous, this.dynamics.snapshot(), this.meeting?.snapshot() ?? new Uint8Array(0)]);
  }

  restore(snapshot: Uint8Array): void {
    const [own, previous, dynamics, meeting] = unpackArrays(snapshot) as [
      Float64Array,
      Float64Array,
      Uint8Array,
      Uint8Array,
    ];
    this.stepCount = own[0]!;
    this.motion.position = [own[1]!, own[2]!, own[3]!];
    this.motion.orientation = [own[4]!, own[5]!, own[6]!, own[7]!];
    this.dynamics.restore(dynamics);
    this.meeting?.restore(meeting);
    this.previous = previous;
    this.current = new Float64Array(previous.length);
    this.dynamics.positions(this.current);
  }

  private stepOnce(): void {
    const jump = jumped(this.motion.at(this.time), this.motion.at(this.time + this.stepSize));
    if (jump) this.carry(jump);
    else this.guardedStep();
    this.stepCount++;
    const last = this.previous;
    this.previous = this.current;
    this.current = last;
    this.dynamics.positions(this.current);
    if (jump) this.previous.set(this.current);
  }

  /** The animation popped: strands are carried rigidly instead of being torn along. */
  private carry(detail: string): void {
    const before = makeRootStates(this.dynamics.ids.length);
    const after = makeRootStates(this.dynamics.ids.length);
    this.roots.sample(this.dynamics.ids, this.time, before);
    this.roots.sample(this.dynamics.ids, this.time + this.stepSize, after);
    this.dynamics.teleport(before, after);
    this.events.push({ step: this.stepCount, kind: 'teleport', strands: [], detail });
  }

  /**
   * A step that never shows NaN: strands that fail are taken back and tried in smaller parts; what still fails is reset.
   * The others keep the step they made, so that a run does not depend on which strands happen to share a worker.
   */
  private guardedStep(): void {
    this.loads = this.meeting?.loads(this.time, this.stepSize) ?? null;
    this.dynamics.keep();
    const failed = this.tryStep(1);
    if (failed.length === 0) return;
    const whole = this.dynamics.snapshot();
    let bad = failed;
    for (let retry = 1; bad.length > 0 && retry <= RETRIES; retry++) {
      const parts = 1 << retry;
      this.log('retry', bad, `not finite after a step; taken back and tried again in ${parts} parts`);
      this.dynamics.rollback();
      const still = new Set(this.tryStep(parts));
      bad = failed.filter((id) => still.has(id));
    }
    const isFailed = new Set(failed);
    this.dynamics.restore(
      whole,
      this.dynamics.ids.filter((id) => !isFailed.has(id)),
    );
    if (bad.length === 0) return;
    this.log('reset', bad, 'still not finite in small steps; put back into the groomed shape');
    this.dynamics.reset(Uint32Array.from(bad), this.roots, this.time + this.stepSize);
  }

  /** Steps in equal parts; returns the strands that are no longer finite. */
  private tryStep(parts: number): number[] {
    const h = this.stepSize / parts;
    for (let part = 0; part < parts; part++) {
      this.report = this.dynamics.step(h, this.environment(this.time + part * h));
      if (this.report.carried.length > 0)
        this.log(
          'carried',
          this.report.carried,
          'could not be solved; kept the shape and rode with the root for a step',
        );
    }
    this.dynamics.positions(this.scratch());
    return findBadStrands(this.scratch(), this.dynamics);
  }

  private environment(time: number): Environment {
    return {
      time,
      gravity: this.gravity,
      roots: this.roots,
      fields: this.fields,
      obstacles: this.obstacles,
      forces: mergeForces(this.loads ? [this.loads.forces] : []),
      contacts: mergeContacts(this.loads ? [this.loads.contacts] : []),
      clamps: null,
    };
  }

  /** The buffer of the state before last: free until the step is done. */
  private scratch(): Float64Array {
    return this.previous;
  }

  private refresh(): void {
    this.dynamics.positions(this.current);
    this.previous.set(this.current);
  }

  private log(kind: SimulationEvent['kind'], strands: readonly number[], detail: string): void {
    this.events.push({ step: this.stepCount, kind, strands, detail });
  }
}

function nodeCount(dynamics: StrandDynamics): number {
  return dynamics.first[dynamics.first.length - 1]!;
}

/** Roots fixed to the body where the guides begin. */
function ridingRoots(guides: Strands, motion: RigidMotion): RidingRoots {
  const start = motion.at(0);
  const inverse = conjugate(start.orientation);
  const local = new Float64Array(3 * guides.id.length);
  for (let k = 0; k < guides.id.length; k++) {
    const root = at(guides.positions, guides.first[k]!);
    local.set(rotate(inverse, subtract(root, start.position)), 3 * k);
  }
  return new RidingRoots(motion, guides.id, local);
}
