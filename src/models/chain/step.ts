import { rotate } from '../../numeric/rotation.ts';
import { add, at } from '../../numeric/vector.ts';
import {
  type Environment,
  makeRootStates,
  OBSTACLE_ROW,
  type Obstacles,
  type RootStates,
  type Stations,
  type StepReport,
  type StrandEdit,
} from '../model.ts';
import { addPointForces, clearLoads, makeNodeLoads, makeStations, type NodeLoads, updateStations } from '../nodal.ts';
import { solveNodes, strainOf } from '../nodal-system.ts';
import { makeProbes, type Probes, placeProbes } from '../probes.ts';
import { quatRow } from '../store/place.ts';
import type { Stepper } from '../store/stored-strands.ts';
import { type SeparateView, separate, settle } from './contact.ts';
import { type ChainState, type ChainStore, chainState } from './fields.ts';
import { carryInTime } from './frames.ts';
import { makeJoint } from './joint.ts';
import type { ChainParameters } from './parameters.ts';
import { holdClamps, predictNode } from './predict.ts';
import { assembleStrand, makeStrandSystem, type StrandSystem, type StrandView } from './system.ts';
import { StrandTouch } from './touch.ts';
import { relaxTwist, type TwistView } from './twist.ts';

/** A strand with an edge off by more than this is solved again. */
const LENGTH_TOLERANCE = 5e-4;
/** At most so many solves where a strand touches something. */
const CONTACT_SOLVES = 4;
/** The same where planes were given, which nothing may pass. */
const PLANE_SOLVES = 10;

/**
 * One step of all chains: predict, solve joints and edges, keep out of bodies, take velocities from positions.
 * Owns the scratch arrays; the state belongs to the dynamics.
 */
export class ChainStepper implements Stepper {
  private readonly state: ChainState;
  private readonly parameters: ChainParameters;
  private readonly previous: Float64Array;
  private readonly inverseMass: Float64Array;
  private readonly frames: Float64Array;
  private readonly rootFrames: Float64Array;
  private readonly rows: Float64Array;
  private readonly probes: Probes;
  private readonly pair = new Float64Array(6);
  private readonly pairRows = new Float64Array(2 * OBSTACLE_ROW);
  private readonly pairOwners = { id: new Uint32Array(2), s: new Float64Array(2), layerOffset: new Float64Array(2) };
  private readonly rootIds: Uint32Array;
  private readonly roots: RootStates;
  private readonly stations: Stations;
  private readonly loads: NodeLoads;
  private readonly right = new Float64Array(3);
  private readonly target: Float64Array;
  private readonly inertia: Float64Array;
  private readonly system: StrandSystem;
  private readonly twist: TwistView;
  private solves = 0;
  /** Who is left alone in the present step. */
  private asleep: Uint8Array | null = null;
  private readonly view: StrandView & { from: number; to: number };
  private readonly lengths = { strain: 0, error: 0 };
  /** 1 for strands that their solve left with their lengths and outside of everything. */
  private readonly isDone: Uint8Array;
  private readonly touch: StrandTouch;

  constructor(store: ChainStore, parameters: ChainParameters, compliance: number) {
    const state = chainState(store);
    const nodes = state.mass.length;
    this.state = state;
    this.parameters = parameters;
    this.previous = new Float64Array(3 * nodes);
    this.inverseMass = new Float64Array(nodes);
    this.frames = new Float64Array(3 * nodes);
    this.rootFrames = new Float64Array(3 * state.ids.length);
    this.probes = makeProbes(state, parameters.thickness);
    this.rows = new Float64Array(OBSTACLE_ROW * this.probes.count);
    this.rootIds = state.ids.filter((_, k) => state.rooted[k]);
    this.roots = makeRootStates(this.rootIds.length);
    this.stations = makeStations(state);
    this.loads = makeNodeLoads(nodes);
    this.target = new Float64Array(3 * nodes);
    this.inertia = new Float64Array(6 * nodes);
    this.system = makeStrandSystem(store.mostNodes);
    this.view = {
      x: state.position,
      target: this.target,
      inertia: this.inertia,
      restLength: state.restLength,
      bend: state.bend,
      restTwist: state.restTwist,
      stiffness: state.stiffness,
      twistStiffness: state.twistStiffness,
      u1: this.frames,
      tension: state.tension,
      compliance,
      from: 0,
      to: 0,
    };
    this.isDone = new Uint8Array(state.ids.length);
    this.touch = new StrandTouch(state, this.previous, this.inverseMass, this.probes);
    const longest = store.mostNodes;
    this.twist = {
      ...this.view,
      joint: makeJoint(),
      diagonal: new Float64Array(longest),
      upper: new Float64Array(longest),
      turn: new Float64Array(longest),
    };
  }

  /** Lengths and distances are known to whoever looks for places and obstacles. */
  isStaleAfter({ lengthen, thickness }: StrandEdit): boolean {
    return lengthen !== undefined || thickness !== undefined;
  }

  step(h: number, environment: Environment): StepReport {
    const { state } = this;
    this.solves = 0;
    this.asleep = environment.asleep ?? null;
    environment.roots.sample(this.rootIds, environment.time + h, this.roots);
    this.gatherLoads(h, environment);
    this.previous.set(state.position);
    this.predict(h, environment);
    this.placeRoots();
    if (environment.clamps) holdClamps(state, environment.clamps, this.inverseMass, this.inertia);
    this.target.set(state.position);
    this.guess(h);
    this.isDone.fill(0);
    this.touch.begin(h, environment);
    if (environment.obstacles) this.lookAround(environment.obstacles, environment.time + h);
    let strain = 0;
    for (let k = 0; k < state.ids.length; k++) if (!this.asleep?.[k]) strain = Math.max(strain, this.solveStrand(k));
    const contacts = this.keepOut(h, environment);
    this.finish(h);
    return { substeps: 1, contacts, strain, solves: this.solves, carried: [] };
  }

  private gatherLoads(h: number, environment: Environment): void {
    clearLoads(this.loads);
    updateStations(this.state, this.stations);
    for (const field of environment.fields) field.apply(this.stations, environment.time + h, this.loads);
    if (environment.forces) addPointForces(this.state, environment.forces, this.loads);
  }

  /** Positions after the step without constraints; drag and point springs are implicit. */
  private predict(h: number, environment: Environment): void {
    const { state, roots, loads, inertia, inverseMass } = this;
    let row = 0;
    for (let k = 0; k < state.ids.length; k++) {
      const isRooted = state.rooted[k] === 1;
      if (this.asleep?.[k]) {
        inverseMass.fill(0, state.first[k]!, state.first[k + 1]!);
        inertia.fill(0, 6 * state.first[k]!, 6 * state.first[k + 1]!);
        if (isRooted) row++;
        continue;
      }
      const held = isRooted ? state.first[k]! + 2 : state.first[k]!;
      const motion = {
        gravity: environment.gravity,
        damping: isRooted ? this.parameters.damping : 0,
        roots,
        row,
        turn: isRooted ? quatRow(roots.orientation, row) : null,
      };
      for (let i = state.first[k]!; i < state.first[k + 1]!; i++) {
        inverseMass[i] = i < held ? 0 : 1 / state.mass[i]!;
        if (i < held) inertia.fill(0, 6 * i, 6 * i + 6);
        else predictNode(state, loads, inertia, i, h, motion, this.right);
      }
      if (isRooted) row++;
    }
  }

  /** Lengths are linearised at free flight, not at the target: forces that will balance must not bend the guess. */
  private guess(h: number): void {
    const { position: x, velocity: v } = this.state;
    for (let i = 0; i < this.inverseMass.length; i++) {
      if (this.inverseMass[i] === 0) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) x[c] = this.previous[c]! + h * v[c]!;
    }
  }

  private placeRoots(): void {
    const { state, roots } = this;
    let row = 0;
    for (let k = 0; k < state.ids.length; k++) {
      const i = state.first[k]!;
      if (!state.rooted[k]) continue;
      if (this.asleep?.[k]) {
        row++;
        continue;
      }
      const turn = quatRow(roots.orientation, row);
      const origin = at(roots.position, row);
      state.position.set(add(origin, rotate(turn, at(state.groomed, i))), 3 * i);
      if (state.first[k + 1]! - i > 1)
        state.position.set(add(origin, rotate(turn, at(state.groomed, i + 1))), 3 * i + 3);
      this.rootFrames.set(rotate(turn, at(state.groomedU1, i)), 3 * k);
      row++;
    }
  }

  /** Obstacle rows of all probes at the present positions. */
  private lookAround(obstacles: Obstacles, time: number): void {
    placeProbes(this.state, this.probes);
    obstacles.nearest(this.probes.points, this.probes.count, time, this.rows, this.probes.owners);
  }

  /** Joints, edges and contacts of one strand; returns the length error that is left. */
  private solveStrand(k: number): number {
    const { state, view, touch, lengths } = this;
    view.from = state.first[k]!;
    view.to = state.first[k + 1]!;
    if (view.to - view.from < 2) return 0;
    touch.beginStrand(k, this.rows);
    const least = touch.hasPlanes ? PLANE_SOLVES : touch.isNear ? CONTACT_SOLVES : 0;
    const most = Math.max(this.parameters.solves, least);
    let isSettled = false;
    for (let pass = 0; pass < most && !isSettled; pass++) {
      this.carryFrames(k);
      assembleStrand(view, this.system);
      touch.addTo(this.system);
      solveNodes(view, this.system);
      this.solves++;
      strainOf(view, lengths);
      isSettled = touch.settle() && lengths.error < LENGTH_TOLERANCE;
    }
    this.isDone[k] = touch.finish(lengths.error < LENGTH_TOLERANCE) ? 1 : 0;
    return lengths.strain;
  }

  /** Frames at the present positions: carried from the last step, the first edge's with its root. */
  private carryFrames(k: number): void {
    const { state, frames } = this;
    const from = state.first[k]!;
    carryInTime(this.previous, state.position, state.u1, frames, from, state.first[k + 1]!);
    if (state.rooted[k]) frames.set(this.rootFrames.subarray(3 * k, 3 * k + 3), 3 * from);
  }

  private keepOut(h: number, environment: Environment): number {
    const { state } = this;
    const time = environment.time + h;
    const view: SeparateView = {
      state,
      previous: this.previous,
      inverseMass: this.inverseMass,
      rows: this.rows,
      probes: this.probes,
      pair: this.pair,
      pairRows: this.pairRows,
      pairOwners: this.pairOwners,
      h,
      time,
      obstacles: environment.obstacles,
      contacts: environment.contacts,
      isDone: this.isDone,
    };
    if (environment.obstacles && this.touch.isLost) this.lookAround(environment.obstacles, time);
    const contacts = this.touch.touching + separate(view);
    settle(view);
    return contacts;
  }

  /** Velocities from positions, twist at rest. */
  private finish(h: number): void {
    const { state, previous } = this;
    const x = state.position;
    const v = state.velocity;
    for (let k = 0; k < state.ids.length; k++) {
      if (this.asleep?.[k])
        this.frames.set(state.u1.subarray(3 * state.first[k]!, 3 * state.first[k + 1]!), 3 * state.first[k]!);
      if (this.asleep?.[k]) continue;
      for (let c = 3 * state.first[k]!; c < 3 * state.first[k + 1]!; c++) v[c] = (x[c]! - previous[c]!) / h;
      if (state.first[k + 1]! - state.first[k]! < 2) continue;
      this.carryFrames(k);
      relaxTwist(this.twist, state.first[k]!, state.first[k + 1]!, state.rooted[k] === 1);
    }
    state.u1.set(this.frames);
  }
}
