import type { ControlEvent, PlacedStrands } from '../contact/control.ts';
import { JoinedObstacles } from '../contact/joined-obstacles.ts';
import { makeContacts } from '../contact/response/strand-contacts.ts';
import { layerParameters } from '../models/layer-offset.ts';
import {
  type Environment,
  type ForceField,
  makeRootStates,
  type Obstacles,
  type PointContacts,
  type PointForces,
  type RootStates,
  type StepReport,
  type StrandDynamics,
  type StrandModel,
} from '../models/model.ts';
import { packArrays, unpackArrays } from '../models/snapshot.ts';
import type { BuiltStrands } from '../models/store/built.ts';
import { type Curve, evaluateCurve } from '../numeric/curve.ts';
import { completeParameters } from '../numeric/parameters.ts';
import { IDENTITY } from '../numeric/rotation.ts';
import { scale, type Vec3, ZERO } from '../numeric/vector.ts';
import { selectStrands } from '../strands/selection.ts';
import type { Strands } from '../strands/strands.ts';
import type { Blocks } from './blocks.ts';
import type { SimulatedBody } from './body.ts';
import type { ClampSet } from './clamps.ts';
import { Controls } from './controls.ts';
import { type ClumpRadius, GroomView, joinViews, partOfView } from './groom-view.ts';
import { guardedStep } from './guard.ts';
import { rootPoints } from './roots.ts';
import { likePattern, type Pattern } from './same-hair.ts';
import type { GroomSetup } from './setup.ts';
import type { DocumentOrder } from './strand-packing.ts';

/** What all grooms of a simulation share. */
export interface GroomPlace {
  readonly gravity: Vec3;
  /** Its factor over time. */
  readonly gravityOver: Curve;
  readonly fields: readonly ForceField[];
  readonly obstacles: Obstacles | null;
  readonly clamps: ClampSet;
  readonly clumpRadius: ClumpRadius;
}

/** What acts on a groom in one step, besides what lasts. */
export interface StepActions {
  readonly forces: PointForces | null;
  readonly contacts: PointContacts | null;
  /** Of tools. */
  readonly fields: readonly ForceField[];
  readonly obstacles: readonly Obstacles[];
  /** One a strand in the model's order, 1 where it is left alone, asleep or following another; null where nobody is. */
  readonly asleep: Uint8Array | null;
}

const NOTHING = new Uint8Array(0);

/** How a groom tells what a person should know. */
export type GroomLog = (
  kind: 'retry' | 'reset' | 'carried' | ControlEvent['kind'],
  strands: readonly number[],
  detail: string,
) => void;

/** One groom in motion: the strands of its model, the body that carries their roots, and what acts on them alone. */
export class SimulatedGroom {
  readonly name: string;
  readonly body: SimulatedBody;
  readonly controls: Controls;
  readonly view: GroomView;
  model: StrandModel;
  dynamics: StrandDynamics;
  /** What the last step cost and met. */
  report: StepReport = { substeps: 0, contacts: 0, strain: 0, solves: 0, carried: [] };
  /** Whether other nodes are held than before the last step: who keeps masses must ask again. */
  hasNewHolds = false;
  private readonly setup: GroomSetup;
  private readonly index: number;
  private readonly blocks: Blocks;
  private readonly place: GroomPlace;
  private readonly obstacles: Obstacles | null;
  private readonly withTools = new JoinedObstacles();
  private points: Float64Array = new Float64Array(0);
  /** The strands as they were built, where other grooms are made like this one. */
  private groomed: BuiltStrands | undefined;

  /** `index`: its place among all grooms; `like`: the one that its setup names. */
  constructor(
    setup: GroomSetup,
    index: number,
    blocks: Blocks,
    body: SimulatedBody,
    place: GroomPlace,
    like: SimulatedGroom | null = null,
  ) {
    const { guides } = setup;
    this.setup = setup;
    this.index = index;
    this.blocks = blocks;
    this.name = setup.name;
    this.body = body;
    this.place = place;
    this.obstacles = place.obstacles?.grownOn?.(setup.body) ?? place.obstacles;
    body.roots.add(guides.id, rootPoints(guides), 0);
    this.model = setup.model;
    this.dynamics = this.makeLike(like) ?? this.make(setup.model, setup.parameters, setup.built);
    const { radius, density } = setup.fibre;
    const lineDensity = Math.PI * radius * radius * density;
    this.view = new GroomView(this.dynamics, place.clumpRadius, setup.model.sharesMass ? lineDensity : null);
    const { obstacles } = this;
    const layer = layerParameters(completeParameters(setup.model.parameters, setup.parameters));
    this.controls = new Controls(setup.controls?.({ roots: body.roots, obstacles, guides, layer, lineDensity }) ?? []);
  }

  /** Strands in the groomed shape at time 0, taken from another groom. */
  private makeLike(like: SimulatedGroom | null): StrandDynamics | null {
    const { model, parameters, built, guides } = this.setup;
    if (!like || built) return null;
    const pattern: Pattern = {
      guides: like.setup.guides,
      roots: like.body.roots,
      built: (rows) => {
        if (this.blocks.count > 1)
          return like.make(model, parameters, undefined, selectStrands(like.setup.guides, rows)).built?.();
        like.groomed ??= like.dynamics.built?.();
        return like.groomed;
      },
    };
    return likePattern(pattern, guides, this.guides, this.body.roots, (own) => this.make(model, parameters, own));
  }

  /** Strands of a model in the groomed shape at time 0. */
  private make(
    model: StrandModel,
    parameters: unknown,
    built?: BuiltStrands,
    rest: Strands = this.guides,
  ): StrandDynamics {
    const { restState = 'sag-free', fibre, kernels } = this.setup;
    const obstacles = this.obstacles?.own ?? this.obstacles;
    const { gravity } = this.place;
    const setup = {
      rest,
      roots: this.body.roots,
      time: 0,
      gravity,
      restState,
      obstacles,
      fibre,
      makeContacts,
      built,
      ...(kernels ? { kernels } : {}),
    };
    return model.create(setup, completeParameters(model.parameters, parameters, `The model ${model.name}`));
  }

  /** The groomed strands of this block. */
  private get guides(): Strands {
    return this.blocks.own(this.setup.guides);
  }

  /** Whether the strands are those of the groom: none was cut, added or taken away. */
  get isWhole(): boolean {
    const { ids } = this.dynamics;
    const { id } = this.guides;
    return ids.length === id.length && ids.every((one, k) => one === id[k]);
  }

  /** Positions of all nodes now; valid until the next call. */
  positions(): Float64Array {
    const { dynamics } = this;
    const size = 3 * dynamics.first[dynamics.ids.length]!;
    if (this.points.length !== size) this.points = new Float64Array(size);
    dynamics.positions(this.points);
    return this.points;
  }

  /** Whether anything that hair does not ride on rigidly moves, or the body deforms: nobody may rest. */
  isDisturbed(from: number, to: number): boolean {
    if (this.isWeighedAnew(from, to)) return true;
    if (this.controls.isMoved(from, to)) return true;
    return this.body.roots.isMoved(from, to) || (this.obstacles?.isMoved?.(from, to) ?? false);
  }

  private isWeighedAnew(from: number, to: number): boolean {
    const { gravityOver } = this.place;
    return gravityOver.length > 0 && evaluateCurve(gravityOver, from) !== evaluateCurve(gravityOver, to);
  }

  private gravityAt(time: number): Vec3 {
    const { gravity, gravityOver } = this.place;
    return gravityOver.length === 0 ? gravity : scale(gravity, evaluateCurve(gravityOver, time));
  }

  /** What the groom's controls do over the step that follows. */
  control(time: number, dt: number, log: GroomLog, isFollowing: Uint8Array | null = null): PointForces | null {
    if (this.controls.count === 0) return null;
    const forces = this.controls.forces({ time, dt, ...this.view.read() }, isFollowing);
    this.hasNewHolds = this.view.hold(this.controls.holder(time + dt));
    for (const { kind, strands, detail } of this.controls.takeEvents()) log(kind, strands, detail);
    return forces;
  }

  /** Takes one step; strands that fail are tried again in smaller ones. */
  step(time: number, dt: number, all: StepActions, log: GroomLog): void {
    const placed = this.controls.placed();
    const actions = placed.length > 0 ? { ...all, asleep: this.leftAlone(placed, all.asleep) } : all;
    guardedStep(this.dynamics, {
      take: (parts) => {
        const h = dt / parts;
        for (let part = 0; part < parts; part++) this.stepModel(time + part * h, h, actions, log);
      },
      reset: (ids) => this.dynamics.reset(ids, this.body.roots, time + dt),
      log,
    });
    for (const { ids, positions, velocities } of placed)
      this.dynamics.setState(positions, velocities, this.body.roots, time + dt, ids);
    this.controls.afterStep(this.report);
  }

  /** One a strand, 1 where the model leaves it alone: placed ones besides those that sleep. */
  private leftAlone(placed: readonly PlacedStrands[], asleep: Uint8Array | null): Uint8Array {
    const held = new Set(placed.flatMap(({ ids }) => [...ids]));
    return Uint8Array.from(this.dynamics.ids, (id, k) => (held.has(id) ? 1 : (asleep?.[k] ?? 0)));
  }

  private stepModel(time: number, dt: number, actions: StepActions, log: GroomLog): void {
    this.report = this.dynamics.step(dt, this.environment(time, dt, actions));
    const { carried } = this.report;
    if (carried.length > 0)
      log('carried', carried, 'could not be solved; kept the shape and rode with the root for a step');
  }

  private environment(time: number, dt: number, actions: StepActions): Environment {
    const { fields, clamps } = this.place;
    const { obstacles } = this;
    const { forces, contacts, asleep } = actions;
    const withTools = obstacles ? [obstacles, ...actions.obstacles] : actions.obstacles;
    return {
      time,
      gravity: this.gravityAt(time + dt),
      roots: this.body.roots,
      fields: actions.fields.length > 0 ? [...fields, ...actions.fields] : fields,
      obstacles: actions.obstacles.length > 0 ? this.withTools.of(withTools) : obstacles,
      forces,
      contacts,
      clamps: this.controls.held(time + dt, this.dynamics.ids, clamps.at(time + dt, this.dynamics.ids)),
      ...(asleep ? { asleep } : {}),
    };
  }

  /** The body jumps: strands ride rigidly with their roots and lose all relative velocity. */
  carry(before: number, after: number): void {
    this.dynamics.teleport(this.rootsAt(before), this.rootsAt(after));
  }

  /** Where the roots are at a time. */
  rootsAt(time: number): RootStates {
    const { ids } = this.dynamics;
    const states = makeRootStates(ids.length);
    this.body.roots.sample(ids, time, states);
    return states;
  }

  /** Puts some of this block's strands into a given shape and motion, strand after strand. */
  setState(ids: Uint32Array, positions: Float64Array, velocities: Float64Array, time: number): void {
    this.dynamics.setState(positions, velocities, this.body.roots, time, ids);
    this.view.moved();
  }

  /** Every block knows all roots; strands grow in one. */
  add(grown: Strands, time: number): void {
    this.body.roots.add(grown.id, rootPoints(grown), time);
    if (this.model.feelsNeighbours) this.blocks.keepTogether(grown.id, this.index);
    const own = this.blocks.own(grown);
    if (own.id.length > 0) this.dynamics.add(own, this.body.roots, time);
  }

  /**
   * Goes on with another model from the same shape and motion. Returns the farthest that a point moved, and the state of the
   * new model's strands as they were groomed.
   */
  changeModel(model: StrandModel, parameters: unknown, time: number): { farthest: number; groomed: GroomedState } {
    const { body, dynamics } = this;
    const positions = this.positions().slice();
    const velocities = new Float64Array(positions.length);
    dynamics.velocities(velocities);
    // The groom is where the body was at time 0, before any teleport.
    const placed = body.placement();
    body.place([...ZERO, ...IDENTITY]);
    const next = this.make(model, parameters);
    const groomed = new Float64Array(positions.length);
    next.positions(groomed);
    const state = { positions: groomed, snapshot: packArrays([next.snapshot(), NOTHING, this.controls.snapshot()]) };
    body.place(placed);
    const farthest = next.setState(positions, velocities, body.roots, time);
    this.model = model;
    this.dynamics = next;
    this.view.follow(next);
    return { farthest, groomed: state };
  }

  /** The strands of this block. */
  snapshot(): Uint8Array {
    return packArrays([this.dynamics.snapshot(), this.view.snapshot(), this.controls.snapshot()]);
  }

  restore(snapshot: Uint8Array): void {
    const [dynamics, view, controls] = unpackGroom(snapshot);
    this.dynamics.restore(dynamics);
    this.view.restore(view);
    this.controls.restore(controls);
  }

  /** Of a snapshot, some strands alone. */
  partOf(snapshot: Uint8Array, has: (id: number) => boolean): Uint8Array {
    const [dynamics, view, controls] = unpackGroom(snapshot);
    return packArrays([
      this.dynamics.partOf(dynamics, has),
      partOfView(view, has),
      this.controls.partOf(controls, has),
    ]);
  }

  /** Snapshots of several blocks as one, the same whatever blocks there are. */
  join(snapshots: readonly Uint8Array[], order: DocumentOrder): Uint8Array {
    const parts = snapshots.map(unpackGroom);
    return packArrays([
      this.dynamics.join(
        parts.map(([dynamics]) => dynamics),
        order,
      ),
      joinViews(
        parts.map(([, view]) => view),
        order,
      ),
      this.controls.join(parts.map(([, , controls]) => controls)),
    ]);
  }

  /** The strands of a snapshot as they are built; null where the model builds quickly. */
  built(snapshot: Uint8Array): BuiltStrands | null {
    return this.dynamics.built?.(unpackGroom(snapshot)[0]) ?? null;
  }
}

const unpackGroom = (snapshot: Uint8Array): [Uint8Array, Uint8Array, Uint8Array] =>
  unpackArrays(snapshot) as [Uint8Array, Uint8Array, Uint8Array];

/** Strands of a model in the groomed shape. */
export interface GroomedState {
  readonly positions: Float64Array;
  readonly snapshot: Uint8Array;
}
