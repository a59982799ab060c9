import { conjugate, expMap, logMap, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { addScaled, at, cross, dot, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { HairBelow } from '../layer-offset.ts';
import { locate } from '../store/cut.ts';
import { weakest } from '../weakest.ts';
import { sumForces } from './articulated.ts';
import type { Burden } from './branches.ts';
import type { OrientedStrand } from './fields.ts';
import { writeJoint } from './joint.ts';
import { isBranch, loadFreeBase, loadStrand } from './load.ts';
import { pose } from './minimise.ts';
import { isStable, Stability } from './stability.ts';
import { HELD, type Tree } from './tree.ts';

export interface RestOptions {
  readonly gravity: Vec3;
  readonly turn: Quat;
  /** Hold what is unstable. */
  readonly isHeld: boolean;
  readonly hairBelow?: HairBelow;
  /** What grows on it. */
  readonly burdens?: readonly Burden[];
}

/** A little more than the weakest hold, so that the strand returns instead of only not leaving. */
const MARGIN = 1.2;
/** 1/s²: a stronger hold than this (3 swings a second) would freeze the strand; then its weight is carried instead. */
const STRONGEST = 400;

/**
 * The zero-gravity rest shape: what torque every joint must give so that the present shape is an equilibrium (the recursion at rest),
 * and the rest orientation at which it gives just that. Exact, in linear time, and always possible, because the torque has no bound.
 *
 * Balance may be unstable: where the second derivative of the energy says so, the weakest springs to the groomed places are added, or,
 * where these would have to be strong, a fraction of the weight is carried by a force that rides with the root.
 */
export function setRestState(
  tree: Tree,
  strand: OrientedStrand,
  { gravity, turn, isHeld, hairBelow, burdens = [] }: RestOptions,
): void {
  const { nodes, mass, support, poseSpring, normalForce } = strand;
  normalForce.fill(0);
  poseSpring.fill(0);
  support.fill(0);
  if (nodes < 2) return;
  const weights = Array.from({ length: nodes }, (_, i) =>
    layDown(strand, i, scale(gravity, 0.5 * ((i > 0 ? mass[i - 1]! : 0) + mass[i]!)), hairBelow),
  );
  loadAtRest(tree, strand, weights, burdens);
  const lack = tree.own.slice(0, 3 * tree.links);
  const whole = at(tree.n, 0);
  const carried = isHeld && nodes > 2 ? hold(tree, strand, lack) : 0;
  for (let j = 1; j < tree.links; j++) setRestTurn(tree, strand, j, scale(at(lack, j), carried - 1));
  if (isBranch(strand)) setFirstTurn(tree, strand, scale(whole, -1));
  if (carried > 0)
    weights.forEach((weight, i) => {
      if (i >= 2) support.set(rotate(conjugate(turn), scale(weight, -carried)), 3 * i);
    });
}

/** The strand in the tree with weights at its nodes and nothing else; what its joints lack is then what they must give. */
function loadAtRest(tree: Tree, strand: OrientedStrand, weights: readonly Vec3[], burdens: readonly Burden[]): void {
  tree.links = strand.nodes - 1;
  tree.points = 0;
  loadFreeBase(tree, strand);
  tree.base = HELD;
  loadStrand(tree, strand, 0, -1);
  pose(tree);
  const { links, force, lever, moment, torque, length } = tree;
  for (let j = 0; j < links; j++)
    for (let c = 0; c < 3; c++) {
      const tip = weights[j + 1]![c]!;
      force[3 * j + c] = tip + (j === 0 ? weights[0]![c]! : 0);
      lever[3 * j + c] = length[j]! * tip;
      moment[3 * j + c] = 0;
      torque[3 * j + c] = 0;
    }
  for (const { arc, weight } of burdens) {
    const [j] = locate(strand, arc);
    const turning = subtract(weight.moment, cross(at(tree.origin, j), weight.force));
    for (let c = 0; c < 3; c++) {
      force[3 * j + c] = force[3 * j + c]! + weight.force[c]!;
      moment[3 * j + c] = moment[3 * j + c]! + turning[c]!;
    }
  }
  sumForces(tree);
}

/** Sets springs where the strand would not stay; returns the fraction of its weight that is carried instead, 0 where none is. */
function hold(tree: Tree, strand: OrientedStrand, lack: Float64Array): number {
  const stability = new Stability(tree, (j, share, out) =>
    writeDeviation(tree, strand, j, scale(at(lack, j), -share), out),
  );
  if (isStable(stability, 0)) return 0;
  const mass = stability.massOf(strand);
  const spring = MARGIN * weakest((s) => s > 0 && isStable(stability, 0, mass, s), STRONGEST);
  if (spring <= STRONGEST) {
    for (let i = 2; i < strand.nodes; i++)
      strand.poseSpring[i] = 0.5 * spring * (strand.mass[i - 1]! + strand.mass[i]!);
    return 0;
  }
  let low = 0;
  let high = 1;
  while (high - low > 0.01) {
    const middle = 0.5 * (low + high);
    if (isStable(stability, middle)) high = middle;
    else low = middle;
  }
  return 1 - (1 - high) / MARGIN;
}

/** The rest orientation at which the joint gives a torque (world axes) in the present shape. */
function setRestTurn(tree: Tree, strand: OrientedStrand, j: number, torque: Vec3): void {
  const p = new Float64Array(4);
  writeDeviation(tree, strand, j, torque, p);
  const { relative } = tree;
  const q: Quat = [relative[4 * j]!, relative[4 * j + 1]!, relative[4 * j + 2]!, relative[4 * j + 3]!];
  strand.restTurn.set(logMap(multiply(q, conjugate([p[0]!, p[1]!, p[2]!, p[3]!]))), 3 * j);
}

/** The same of the joint by which it grows on another strand. */
function setFirstTurn(tree: Tree, strand: OrientedStrand, torque: Vec3): void {
  const p = new Float64Array(4);
  writeDeviation(tree, { stiffness: strand.parentStiffness }, 0, torque, p);
  const q = expMap(at(strand.parentTurn, 0));
  strand.parentTurn.set(logMap(multiply(q, conjugate([p[0]!, p[1]!, p[2]!, p[3]!]))));
}

/** The deviation from rest at which a joint gives a torque (world axes): Newton's method from the sum of its parts. */
function writeDeviation(
  { axes }: Tree,
  { stiffness }: Pick<OrientedStrand, 'stiffness'>,
  j: number,
  torque: Vec3,
  out: Float64Array,
): void {
  const m = 9 * j;
  const wanted = [0, 1, 2].map((c) => dot(torque, [axes[m + 3 * c]!, axes[m + 3 * c + 1]!, axes[m + 3 * c + 2]!]));
  const k = stiffness.subarray(3 * j, 3 * j + 3);
  const got = new Float64Array(3);
  const tangent = new Float64Array(3);
  let e: Vec3 = [0, 0, 0];
  out.set([0, 0, 0, 1]);
  for (let round = 0; round < 60; round++) {
    writeJoint(out, 0, k, 0, got, tangent, 0);
    const step = [0, 1, 2].map((c) => (k[c]! > 0 ? (got[c]! - wanted[c]!) / tangent[c]! : 0));
    const size = Math.sqrt(step.reduce((sum, d) => sum + d * d, 0));
    const t = size > 0.5 ? 0.5 / size : 1;
    e = [e[0] + t * step[0]!, e[1] + t * step[1]!, e[2] + t * step[2]!];
    const turned = Math.sqrt(dot(e, e));
    // Half a turn has no bound in torque; what would be asked of a slack joint has.
    if (turned > 3) e = scale(e, 3 / turned);
    out.set(expMap(e));
    if (size < 1e-14) break;
  }
}

/** What is left of a weight where the node lies on other hair: what presses on it is carried there from the first step on. */
function layDown({ normalForce }: OrientedStrand, i: number, weight: Vec3, hairBelow?: HairBelow): Vec3 {
  if (!hairBelow || i < 2) return weight;
  const normal = at(hairBelow.normal, i);
  const pressing = -dot(weight, normal);
  if (!(pressing > 0)) return weight;
  normalForce[2 * i] = pressing;
  return addScaled(weight, normal, pressing);
}
