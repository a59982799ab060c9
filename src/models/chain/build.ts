import { length3 } from '../../numeric/elementary.ts';
import { conjugate, fromAxes, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import {
  add,
  addScaled,
  at,
  cross,
  dot,
  normalize,
  perpendicular,
  scale,
  subtract,
  type Vec3,
  ZERO,
} from '../../numeric/vector.ts';
import type { Strands } from '../../strands/strands.ts';
import { layOnBed } from '../bed.ts';
import { type Fibre, makeRootStates, type Obstacles, type RestState, type RootStates, type Roots } from '../model.ts';
import { groomedEdgeClearance } from '../probes.ts';
import { carryAlong } from './frames.ts';
import { makeJoint, measureJoint } from './joint.ts';
import { rememberMade } from './reshape.ts';
import { type ChainState, emptyState } from './state.ts';

export interface BuildOptions {
  readonly fibre: Fibre;
  readonly stiffness: number;
  readonly thickness: number;
  readonly bed: number;
  readonly gravity: Vec3;
  readonly restState: RestState;
  readonly obstacles: Obstacles | null;
}

/** Edges shorter than this have no direction that single-precision files could hold. */
const SHORTEST_EDGE = 1e-7;

/** Chains at rest in their groomed shape, with masses and stiffnesses of the fibre. */
export function buildState(rest: Strands, roots: Roots, time: number, options: BuildOptions): ChainState {
  const state = emptyState(rest.id.slice(), rest.first.slice());
  state.position.set(rest.positions);
  state.rooted.fill(1);
  setMaterial(state, options);
  const rows = makeRootStates(state.ids.length);
  roots.sample(state.ids, time, rows);
  for (let k = 0; k < state.ids.length; k++) {
    bindRoot(state, k, at(rows.position, k), quatAt(rows.orientation, k));
    carryAlong(state.position, state.u1, state.first[k]!, state.first[k + 1]!);
  }
  const bed = layOnBed(state.position, options.obstacles, time, options.thickness, options.bed);
  state.clearance.set(bed.clearance);
  state.edgeClearance.set(groomedEdgeClearance(state, state.clearance, options.obstacles, time));
  setRestShape(state);
  if (options.restState === 'sag-free') setSupport(state, rows, options.gravity, bed.normal);
  rememberMade(state);
  return state;
}

export function quatAt(array: Float64Array, k: number): Quat {
  return [array[4 * k]!, array[4 * k + 1]!, array[4 * k + 2]!, array[4 * k + 3]!];
}

function setMaterial(state: ChainState, options: BuildOptions): void {
  const { fibre } = options;
  const area = Math.PI * fibre.radius * fibre.radius;
  const linear = fibre.density * area;
  // Mean bending stiffness of the two axes of the section.
  const e = fibre.ellipticity;
  const bending = ((fibre.youngsModulus * area * fibre.radius * fibre.radius) / 4) * 0.5 * (e + 1 / e);
  const twistRatio = 2 / ((1 + fibre.poissonRatio) * (e + 1 / e) * (e + 1 / e));
  const { position: x, restLength, mass, stiffness, twistStiffness, first } = state;
  for (let k = 0; k < state.ids.length; k++) {
    for (let i = first[k]!; i < first[k + 1]! - 1; i++) {
      const a = 3 * i;
      const l = length3(x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
      restLength[i] = Math.max(l, SHORTEST_EDGE);
      mass[i] = mass[i]! + 0.5 * linear * restLength[i]!;
      mass[i + 1] = mass[i + 1]! + 0.5 * linear * restLength[i]!;
    }
    for (let i = first[k]! + 1; i < first[k + 1]! - 1; i++) {
      stiffness[i] = (2 * options.stiffness * bending) / (restLength[i - 1]! + restLength[i]!);
      twistStiffness[i] = stiffness[i]! * twistRatio;
    }
  }
}

function bindRoot(state: ChainState, k: number, origin: Vec3, orientation: Quat): void {
  const inverse = conjugate(orientation);
  const begin = state.first[k]!;
  const end = state.first[k + 1]!;
  for (let i = begin; i < end; i++) state.groomed.set(rotate(inverse, subtract(at(state.position, i), origin)), 3 * i);
  if (end - begin < 2) return;
  state.clamp.set(state.groomed.subarray(3 * begin, 3 * begin + 6), 6 * k);
  const tangent = normalize(subtract(at(state.position, begin + 1), at(state.position, begin)));
  const up = perpendicular(tangent);
  state.u1.set(up, 3 * begin);
  state.up.set(rotate(inverse, up), 3 * k);
}

/** The present shape of a rooted strand becomes the groomed one. Returns the rotation of its root. */
export function groomAsPresent(state: ChainState, k: number): Quat {
  const begin = state.first[k]!;
  const frame = (a: Vec3, b: Vec3, u: Vec3): Quat => {
    const t = normalize(subtract(b, a));
    const across = normalize(addScaled(u, t, -dot(u, t)), perpendicular(t));
    return fromAxes(t, across, cross(t, across));
  };
  const now = frame(at(state.position, begin), at(state.position, begin + 1), at(state.u1, begin));
  const then = frame(at(state.clamp, 2 * k), at(state.clamp, 2 * k + 1), at(state.up, k));
  const turn = multiply(now, conjugate(then));
  const first = at(state.groomed, begin);
  for (let i = begin + 1; i < state.first[k + 1]!; i++) {
    const arm = subtract(at(state.position, i), at(state.position, begin));
    state.groomed.set(add(first, rotate(conjugate(turn), arm)), 3 * i);
  }
  return turn;
}

/** The present shape becomes the rest shape of every joint. The frames must be in `u1`. */
export function setRestShape(state: ChainState): void {
  const joint = makeJoint();
  for (let k = 0; k < state.ids.length; k++)
    for (let i = state.first[k]! + 1; i < state.first[k + 1]! - 1; i++) {
      const p = edgeDirection(state, i - 1);
      const t = edgeDirection(state, i);
      const u = at(state.u1, i - 1);
      state.bend.set([dot(t, p), dot(t, u), dot(t, cross(p, u))], 3 * i);
      measureJoint(state.position, state.u1, state.bend, i, joint);
      state.restTwist[i] = joint.twist;
    }
}

/**
 * What carries a strand besides its own tension, so that it stays as groomed under gravity: tip to root, the load along
 * an edge is passed on as tension, the load across it is taken from outside by a force that rides with the root. Nodes on
 * a bed give what presses on it to the bed instead. A rod carries part of this by its rest shape; a chain does not try.
 */
export function setSupport(state: ChainState, rows: RootStates, gravity: Vec3, bed: Float64Array): void {
  for (let k = 0; k < state.ids.length; k++) {
    const home = conjugate(quatAt(rows.orientation, k));
    let pull: Vec3 = ZERO;
    for (let i = state.first[k + 1]! - 1; i > state.first[k]!; i--) {
      const t = edgeDirection(state, i - 1);
      let force = addScaled(pull, gravity, state.mass[i]!);
      const pressing = dot(force, at(bed, i));
      if (pressing < 0) force = addScaled(force, at(bed, i), -pressing);
      const along = dot(force, t);
      state.support.set(rotate(home, scale(addScaled(force, t, -along), -1)), 3 * i);
      state.tension[i - 1] = along;
      pull = scale(t, along);
    }
  }
}

function edgeDirection(state: ChainState, i: number): Vec3 {
  return scale(subtract(at(state.position, i + 1), at(state.position, i)), 1 / state.restLength[i]!);
}
