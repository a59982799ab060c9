import { length3 } from '../../numeric/elementary.ts';
import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
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
import { type Fibre, makeRootStates, OBSTACLE_ROW, type Obstacles, type RestState, type Roots } from '../model.ts';
import { carryAlong } from './frames.ts';
import { makeJoint, measureJoint } from './joint.ts';
import { type ChainState, emptyState } from './state.ts';

export interface BuildOptions {
  readonly fibre: Fibre;
  readonly stiffness: number;
  readonly thickness: number;
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
  setRestShape(state, options.restState === 'sag-free' ? options.gravity : [0, 0, 0]);
  setClearance(state, time, options);
  return state;
}

/** Nodes keep the strand's thickness from bodies, or what distance the groom gave them if that is less. */
function setClearance(state: ChainState, time: number, options: BuildOptions): void {
  state.clearance.fill(options.thickness);
  if (!options.obstacles) return;
  const rows = new Float64Array(OBSTACLE_ROW * state.mass.length);
  options.obstacles.nearest(state.position, state.mass.length, time, rows);
  for (let i = 0; i < state.mass.length; i++) state.clearance[i] = Math.min(options.thickness, rows[OBSTACLE_ROW * i]!);
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

/**
 * The rest shape that makes the present shape an equilibrium under gravity, tip to root, in closed form.
 *
 * Node j + 1 must be held by its edge: the force across the edge gives the bending moment at node j, the force along it the
 * tension. An edge must not turn about itself: that gives the twisting moments. The joint then rests turned by
 * c = moment/stiffness against the present shape (2 tan(angle/2) = |c|: always solvable).
 * The frames must be in `u1`; the present twist is measured in them.
 */
export function setRestShape(state: ChainState, gravity: Vec3): void {
  const force = new Float64Array(state.position.length);
  for (let k = 0; k < state.ids.length; k++) {
    for (let i = state.first[k]!; i < state.first[k + 1]!; i++) force.set(scale(gravity, state.mass[i]!), 3 * i);
    // Bending moment of the joint beyond and the twisting moment that it passes on.
    let moment: Vec3 = ZERO;
    let twisting = 0;
    for (let i = state.first[k + 1]! - 2; i > state.first[k]!; i--) {
      twisting -= dot(moment, edgeDirection(state, i));
      moment = balanceJoint(state, force, i, twisting);
    }
  }
}

function edgeDirection(state: ChainState, i: number): Vec3 {
  return scale(subtract(at(state.position, i + 1), at(state.position, i)), 1 / state.restLength[i]!);
}

/** Finds the rest shape of joint i for the force on node i + 1; passes the forces on to nodes i and i − 1. */
function balanceJoint(state: ChainState, force: Float64Array, i: number, twisting: number): Vec3 {
  const { position: x, restLength, bend, stiffness, twistStiffness, u1 } = state;
  const p = edgeDirection(state, i - 1);
  const t = edgeDirection(state, i);
  // The twisting moment pushes the three nodes along the curvature binormal.
  const isTwisted = twistStiffness[i]! > 0;
  const push = isTwisted ? scale(cross(p, t), -twisting / (1 + dot(p, t))) : ZERO;
  force.set(addScaled(at(force, i + 1), push, 1 / restLength[i]!), 3 * (i + 1));
  force.set(addScaled(at(force, i), push, 1 / restLength[i - 1]! - 1 / restLength[i]!), 3 * i);
  force.set(addScaled(at(force, i - 1), push, -1 / restLength[i - 1]!), 3 * (i - 1));
  const f = at(force, i + 1);
  const k = stiffness[i]!;
  const moment = k > 0 ? scale(cross(f, t), restLength[i]!) : ZERO;
  const c = k > 0 ? scale(moment, 1 / k) : ZERO;
  const q = dot(c, c) / 4;
  const rest = scale(add(scale(t, 1 - q), cross(c, t)), 1 / (1 + q));
  const u = at(u1, i - 1);
  bend.set([dot(rest, p), dot(rest, u), dot(rest, cross(p, u))], 3 * i);
  const joint = makeJoint();
  measureJoint(x, u1, bend, i, joint);
  state.restTwist[i] = joint.twist - (isTwisted ? twisting / twistStiffness[i]! : 0);
  state.tension[i] = dot(f, t);
  const f1 = scale(cross(moment, t), 1 / restLength[i]!);
  const f0 = scale(cross(moment, p), 1 / restLength[i - 1]!);
  force.set(subtract(subtract(addScaled(at(force, i), t, dot(f, t)), f1), f0), 3 * i);
  force.set(add(at(force, i - 1), f0), 3 * (i - 1));
  return moment;
}
