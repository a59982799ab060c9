import type { DeformingMesh } from '../body/deforming-mesh.ts';
import type { RigidMotion } from '../body/motion.ts';
import type { ExemptPiece } from '../contact/bodies/exemptions.ts';
import type { ControlNews, StrandControl } from '../contact/control.ts';
import { JoinedObstacles } from '../contact/joined-obstacles.ts';
import {
  type Environment,
  type Fibre,
  type ForceField,
  makeRootStates,
  type Obstacles,
  type RestReport,
  type RestState,
  type StepReport,
  type StrandDynamics,
  type StrandModel,
} from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { IDENTITY, type Quat } from '../numeric/rotation.ts';
import type { Vec3 } from '../numeric/vector.ts';
import type { Salon } from '../salon/salon.ts';
import { InputError } from '../strands/input-error.ts';
import type { Strands } from '../strands/strands.ts';
import { type ControlPlace, Controls } from './controls.ts';
import { findBadStrands, jumped } from './guard.ts';
import { type InfluenceSetup, Influences, type StepInfluence } from './influences.ts';
import { PlacedMotion } from './placement.ts';
import { type CarriedRoots, RidingRoots } from './roots.ts';
import { SurfaceRoots } from './surface-roots.ts';
import { type SwitchableDynamics, switchable } from './switchable.ts';
import type { StepWatch } from './watch.ts';

export interface SimulationSetup extends InfluenceSetup {
  /** The strands that are simulated, groomed, in world coordinates at time 0. */
  readonly guides: Strands;
  readonly model: StrandModel;
  /** Parameters of the model; defaults where absent. */
  readonly parameters?: unknown;
  readonly fibre: Fibre;
  /** Motion of the body that carries the roots. */
  readonly motion: RigidMotion;
  /** How the body deforms in its own coordinates; rigid where absent. */
  readonly surface?: DeformingMesh | undefined;
  /** What strands may not enter, given the body's motion as it is placed in the world. */
  readonly obstacles?: (motion: RigidMotion) => Obstacles;
  readonly fields?: readonly ForceField[];
  /** What acts on each strand from outside: pose targets, buried roots. */
  readonly controls?: (place: ControlPlace) => readonly StrandControl[];
  readonly gravity?: Vec3;
  readonly restState?: RestState;
  /** Seconds of one internal step. */
  readonly stepSize?: number;
}

/** Something that a person should know about a run. */
export interface SimulationEvent {
  readonly step: number;
  readonly kind: 'teleport' | 'carried' | 'retry' | 'reset' | 'model' | ControlNews['kind'];
  readonly strands: readonly number[];
  readonly detail: string;
}

/** What a change of the model did to the hair. */
export interface ModelChange {
  readonly model: string;
  /** Farthest that a point moved, metres. */
  readonly farthest: number;
  /** Farthest distance of the groom from the new model's own groomed shape, metres. */
  readonly fitError: number;
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
  private readonly roots: CarriedRoots;
  private readonly gravity: Vec3;
  private readonly fields: readonly ForceField[];
  private readonly obstacles: Obstacles | null;
  private readonly controls: Controls;
  private readonly influences: Influences;
  private initial: Uint8Array;
  private readonly setup: SimulationSetup;
  private readonly running: SwitchableDynamics;
  /** What acts in the present step, besides what lasts. */
  private influence: StepInfluence | null = null;
  private stepCount = 0;
  private topology = 0;
  private previous: Float64Array;
  private current: Float64Array;

  constructor(setup: SimulationSetup) {
    this.stepSize = setup.stepSize ?? STEP_DEFAULT;
    this.gravity = setup.gravity ?? GRAVITY_DEFAULT;
    this.fields = setup.fields ?? [];
    this.motion = new PlacedMotion(setup.motion);
    this.obstacles = setup.obstacles ? setup.obstacles(this.motion) : null;
    this.roots = setup.surface ? new SurfaceRoots(this.motion, setup.surface) : new RidingRoots(this.motion);
    this.roots.add(setup.guides, 0);
    this.setup = setup;
    this.running = switchable(this.makeDynamics(setup.model, setup.parameters));
    this.dynamics = this.running.dynamics;
    const { roots, obstacles } = this;
    const { radius, density } = setup.fibre;
    const place = { roots, obstacles, guides: setup.guides, lineDensity: Math.PI * radius * radius * density };
    this.controls = new Controls(setup.controls?.(place) ?? []);
    this.influences = new Influences(setup, this.dynamics, this.controls, this.motion, this.stepSize, (grown, time) =>
      this.addStrands(grown, time),
    );
    this.current = new Float64Array(3 * nodeCount(this.dynamics));
    this.dynamics.positions(this.current);
    this.previous = this.current.slice();
    this.initial = this.snapshot();
  }

  /** Strands of a model in the groomed shape at time 0. */
  private makeDynamics(model: StrandModel, parameters: unknown): StrandDynamics {
    const { guides, restState = 'sag-free', fibre } = this.setup;
    const { roots, gravity } = this;
    const obstacles = this.obstacles?.own ?? this.obstacles;
    const setup = { rest: guides, roots, time: 0, gravity, restState, obstacles, fibre };
    return model.create(setup, completeParameters(model.parameters, parameters, `The model ${model.name}`));
  }

  /**
   * Goes on with another model: same groom and rest state, same shape and motion as far as the new model can take them.
   * Refused where strands were cut, added or taken away: the groom does not know them.
   */
  changeModel(model: StrandModel, parameters?: unknown): ModelChange {
    const { guides } = this.setup;
    if (!sameIds(guides.id, this.dynamics.ids))
      throw new InputError(
        'simulation/model',
        'The model cannot be changed after strands were cut, added or taken away; reset the simulation first.',
      );
    const positions = new Float64Array(this.current.length);
    const velocities = new Float64Array(this.current.length);
    this.dynamics.positions(positions);
    this.dynamics.velocities(velocities);
    const { position, orientation } = this.motion;
    // The groom is where the body was at time 0, before any teleport.
    this.motion.position = [0, 0, 0];
    this.motion.orientation = IDENTITY;
    const next = this.makeDynamics(model, parameters);
    const groomed = new Float64Array(positions.length);
    next.positions(groomed);
    const [own, , , ...others] = unpackArrays(this.initial);
    this.initial = packArrays([own!, groomed, next.snapshot(), ...others]);
    this.motion.position = position;
    this.motion.orientation = orientation;
    const farthest = next.setState(positions, velocities, this.roots, this.time);
    this.running.replace(next);
    this.obstacles?.forget?.();
    this.refresh();
    const fitError = next.restReport?.().fitError ?? 0;
    this.log(
      'model',
      [],
      `went on with the model ${model.name}; farthest point moved by ${farthest.toExponential(1)} m`,
    );
    return { model: model.name, farthest, fitError };
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

  /** Rises whenever strands are cut, taken away or added. */
  get topologyVersion(): number {
    return this.topology;
  }

  /** The tools at work, where the simulation has a salon. */
  get salon(): Salon | null {
    return this.influences.salon;
  }

  /** Who keeps the time of a step's parts; nobody by itself. */
  set watch(watch: StepWatch | null) {
    this.influences.watch = watch;
  }

  /** Strands that sleep at present. */
  get sleeping(): number {
    return this.influences.sleep?.count ?? 0;
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

  /** Strands that are at present allowed to be inside a collider: buried, pinched or on their way out. */
  exemptStrands(): number[] {
    return [...new Set(this.exemptPieces().map(({ id }) => id))].sort((a, b) => a - b);
  }

  /** Which pieces of them, in which collider, and how deep they may be. */
  exemptPieces(): ExemptPiece[] {
    return this.controls.exempt();
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
    this.obstacles?.forget?.();
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
    return packArrays([own, this.previous, this.dynamics.snapshot(), this.influences.snapshot(), this.roots.numbers()]);
  }

  restore(snapshot: Uint8Array): void {
    const [own, previous, dynamics, influences, roots] = unpackArrays(snapshot) as [
      Float64Array,
      Float64Array,
      Uint8Array,
      Uint8Array,
      Float64Array,
    ];
    this.stepCount = own[0]!;
    this.motion.position = [own[1]!, own[2]!, own[3]!];
    this.motion.orientation = [own[4]!, own[5]!, own[6]!, own[7]!];
    this.roots.setNumbers(roots);
    this.dynamics.restore(dynamics);
    this.obstacles?.forget?.();
    this.influences.restore(influences);
    this.previous = previous;
    this.current = new Float64Array(previous.length);
    this.dynamics.positions(this.current);
    this.topology++;
  }

  private stepOnce(): void {
    const { time } = this;
    const end = time + this.stepSize;
    const jump = jumped(this.motion.at(time), this.motion.at(end)) || this.roots.jumped(time, end);
    this.influences.watch?.('begin');
    if (jump) this.carry(jump);
    else {
      this.guardedStep();
      this.controls.afterStep(this.report);
    }
    this.influences.watch?.('model');
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
    const { obstacles, time, stepSize } = this;
    const isRestless =
      this.fields.some((field) => field.isRestless?.(time)) ||
      this.roots.isMoved(time, time + stepSize) ||
      (obstacles?.isMoved?.(time, time + stepSize) ?? false);
    this.influence = this.influences.before(this.stepCount, this.time, this.stepSize, isRestless);
    for (const { kind, strands, detail } of this.influence.news) this.log(kind, strands, detail);
    if (this.influence.hasNewTopology) this.followTopology();
    this.dynamics.checkpoint();
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
      fields: this.influence?.fields.length ? [...this.fields, ...this.influence.fields] : this.fields,
      obstacles: this.influence?.obstacles.length ? this.withTools(this.influence.obstacles) : this.obstacles,
      forces: this.influence?.forces ?? null,
      contacts: this.influence?.contacts ?? null,
      clamps: null,
      ...(this.influence?.asleep ? { asleep: this.influence.asleep } : {}),
    };
  }

  private withTools(tools: readonly Obstacles[]): Obstacles {
    return new JoinedObstacles(this.obstacles ? [this.obstacles, ...tools] : tools);
  }

  private addStrands(grown: Strands, time: number): void {
    this.roots.add(grown, time);
    this.dynamics.add(grown, this.roots, time);
  }

  /** Strands were cut, taken away or added: the last two states have as many points again. */
  private followTopology(): void {
    this.current = new Float64Array(3 * nodeCount(this.dynamics));
    this.previous = new Float64Array(this.current.length);
    this.refresh();
    this.topology++;
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

function sameIds(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}

function nodeCount(dynamics: StrandDynamics): number {
  return dynamics.first[dynamics.first.length - 1]!;
}
