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
import type { HairBelow } from '../layer-offset.ts';
import type { RodStrand } from './fields.ts';

/**
 * The rest shape that makes the present shape an equilibrium under gravity, tip to root.
 *
 * At joint k four things are unknown: a bending moment Q across the mean tangent (two numbers), a twisting moment and the
 * tension of edge k. Four things must balance: the force on node k + 1 (three numbers) and the moment about edge k. The
 * joint's rest measures are then its present ones minus moment over stiffness.
 *
 * Hair that lies on other hair is not carried by its own bending. Nodes on other hair give their load to it first. And where
 * a joint would need more moment than it is allowed, the rest is a force from outside that rides with the head.
 */
export interface BalanceOptions {
  readonly gravity: Vec3;
  /** Largest difference of rest curvature and groomed curvature, 1/m. */
  readonly strongest: number;
  /** What the strand lies on. */
  readonly hairBelow?: HairBelow;
}

interface JointGeometry {
  readonly e0: Vec3;
  readonly e1: Vec3;
  readonly t0: Vec3;
  readonly t1: Vec3;
  readonly kb: Vec3;
  /** 1/(l0 l1 + e0·e1) */
  readonly g: number;
  readonly axes: readonly [Vec3, Vec3, Vec3, Vec3];
}

/** What a joint does for a moment Q and a twisting moment w: forces by edges and torques by angles. */
interface JointLoad {
  readonly byE0: Vec3;
  readonly byE1: Vec3;
  readonly about0: number;
  readonly about1: number;
}

function geometryOf(strand: RodStrand, k: number): JointGeometry {
  const e0 = subtract(at(strand.position, k), at(strand.position, k - 1));
  const e1 = subtract(at(strand.position, k + 1), at(strand.position, k));
  const g = 1 / (strand.restLength[k - 1]! * strand.restLength[k]! + dot(e0, e1));
  const t0 = normalize(e0);
  const t1 = normalize(e1);
  const p1 = at(strand.m1, k - 1);
  const q1 = at(strand.m1, k);
  return {
    e0,
    e1,
    t0,
    t1,
    kb: scale(cross(e0, e1), 2 * g),
    g,
    axes: [cross(t0, p1), scale(p1, -1), cross(t1, q1), scale(q1, -1)],
  };
}

/** Gradient of the energy for conjugates g_i = Q · axis_i of the four curvatures and w of the twist. */
function loadOf(joint: JointGeometry, q: Vec3, w: number): JointLoad {
  const { e0, e1, kb, g, axes } = joint;
  // Sum over the axes of (Q·m) m: what multiplies dκb.
  let m: Vec3 = [0, 0, 0];
  for (const axis of axes) m = addScaled(m, axis, dot(q, axis));
  const n0 = 1 / Math.sqrt(dot(e0, e0));
  const n1 = 1 / Math.sqrt(dot(e1, e1));
  const mk = dot(m, kb);
  const byE0 = add(add(scale(cross(m, e1), -2 * g), scale(e1, -g * mk)), scale(kb, 0.5 * n0 * w));
  const byE1 = add(add(scale(cross(m, e0), 2 * g), scale(e0, -g * mk)), scale(kb, 0.5 * n1 * w));
  const turn = cross(q, kb);
  return { byE0, byE1, about0: dot(joint.t0, turn) - w, about1: dot(joint.t1, turn) + w };
}

export function balanceRestShape(strand: RodStrand, options: BalanceOptions): void {
  const { nodes } = strand;
  const { gravity, strongest, hairBelow } = options;
  const force: Vec3[] = Array.from({ length: nodes }, (_, i) => scale(gravity, strand.mass[i]!));
  let aboutNext = 0;
  strand.support.fill(0);
  for (let k = nodes - 2; k >= 1; k--) {
    const joint = geometryOf(strand, k);
    if (hairBelow) force[k + 1] = layDown(strand, k + 1, force[k + 1]!, hairBelow, joint.t1);
    const q = limited(strand, k, solveJoint(joint, force[k + 1]!, aboutNext), strongest);
    const w = -aboutNext - dot(joint.t1, cross(q, joint.kb));
    const load = loadOf(joint, q, w);
    // What the joint does not carry across the edge is carried from outside; along the edge tension takes it.
    const rest = subtract(force[k + 1]!, load.byE1);
    const tension = dot(rest, joint.t1);
    support(strand, k + 1, scale(addScaled(rest, joint.t1, -tension), -1), gravity);
    strand.tension[k] = tension;
    force[k] = add(addScaled(force[k]!, joint.t1, tension), subtract(load.byE1, load.byE0));
    force[k - 1] = add(force[k - 1]!, load.byE0);
    aboutNext = load.about0;
    setRest(strand, k, joint, q, w);
  }
}

/** Of Coulomb's limit: a strand at the limit itself would creep. */
const FRICTION_FRACTION = 0.8;
/** Forces below this fraction of a node's weight are round-off of the balance. */
const ROUND_OFF = 1e-3;

function support(strand: RodStrand, i: number, missing: Vec3, gravity: Vec3): void {
  const weight = strand.mass[i]! * Math.sqrt(dot(gravity, gravity));
  const size = Math.sqrt(dot(missing, missing));
  if (size > ROUND_OFF * weight) strand.support.set(missing, 3 * i);
}

/** A moment cut so that the rest curvature differs from the groomed one by at most `strongest`. */
function limited(strand: RodStrand, k: number, q: Vec3, strongest: number): Vec3 {
  const width = 0.5 * (strand.restLength[k - 1]! + strand.restLength[k]!);
  const most = Math.min(strand.weight[5 * k]!, strand.weight[5 * k + 1]!) * strongest * width;
  const size = Math.sqrt(dot(q, q));
  return size > most ? scale(q, most / size) : q;
}

/** Gives a node's load to the hair below that it lies on, as far as that takes it, and lets the contact begin with just that. */
function layDown(strand: RodStrand, i: number, force: Vec3, hairBelow: HairBelow, t: Vec3): Vec3 {
  const normal = at(hairBelow.normal, i);
  const left = carried(force, normal, FRICTION_FRACTION * hairBelow.friction[i]!, t);
  const taken = subtract(left, force);
  const push = dot(taken, normal);
  strand.normalForce[2 * i] = push;
  strand.frictionForce.set(addScaled(taken, normal, -push), 6 * i);
  return left;
}

/** What is left of a force on a node that lies on other hair: the hair below takes what presses on it, and friction what it can. */
function carried(force: Vec3, normal: Vec3, friction: number, t: Vec3): Vec3 {
  const pressing = -dot(force, normal);
  if (!(pressing > 0)) return force;
  const sliding = addScaled(force, normal, pressing);
  const across = addScaled(sliding, t, -dot(sliding, t));
  const size = Math.sqrt(dot(across, across));
  const taken = Math.min(size, friction * pressing);
  return size > 0 ? addScaled(sliding, across, -taken / size) : sliding;
}

/** The moment Q with which, together with some twist and tension, node k + 1 and edge k are in balance. */
function solveJoint(joint: JointGeometry, force: Vec3, aboutNext: number): Vec3 {
  const mean = normalize(add(joint.t0, joint.t1), joint.t1);
  const a = perpendicular(mean);
  const b = cross(mean, a);
  const columns = [loadOf(joint, a, 0), loadOf(joint, b, 0), loadOf(joint, [0, 0, 0], 1)];
  // force − byE1 − tension t1 = 0 and about1 + aboutNext = 0.
  const matrix = [0, 1, 2].map((c) => [...columns.map((load) => load.byE1[c]!), joint.t1[c]!, force[c]!]);
  matrix.push([...columns.map((load) => load.about1), 0, -aboutNext]);
  const solution = solveDense(matrix);
  return solution ? add(scale(a, solution[0]!), scale(b, solution[1]!)) : ZERO;
}

/** Gauss elimination with row pivoting; rows carry their right side as last entry. null where singular. */
function solveDense(rows: number[][]): number[] | null {
  const n = rows.length;
  for (let c = 0; c < n; c++) {
    const scales = rows.map((row, r) =>
      r < c ? -1 : Math.abs(row[c]!) / Math.max(...row.slice(c, n).map(Math.abs), 1e-300),
    );
    const pivot = scales.indexOf(Math.max(...scales));
    [rows[c], rows[pivot]] = [rows[pivot]!, rows[c]!];
    if (Math.abs(rows[c]![c]!) < 1e-300) return null;
    for (let r = c + 1; r < n; r++) {
      const f = rows[r]![c]! / rows[c]![c]!;
      for (let j = c; j <= n; j++) rows[r]![j] = rows[r]![j]! - f * rows[c]![j]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let r = n - 1; r >= 0; r--) {
    let sum = rows[r]![n]!;
    for (let j = r + 1; j < n; j++) sum -= rows[r]![j]! * x[j]!;
    x[r] = sum / rows[r]![r]!;
  }
  return x;
}

function setRest(strand: RodStrand, k: number, joint: JointGeometry, q: Vec3, w: number): void {
  const r = 5 * k;
  for (let i = 0; i < 4; i++) {
    const stiffness = strand.weight[r + i]!;
    strand.restMeasure[r + i] = strand.measure[r + i]! - (stiffness > 0 ? dot(q, joint.axes[i]!) / stiffness : 0);
  }
  const stiffness = strand.weight[r + 4]!;
  strand.restMeasure[r + 4] = strand.measure[r + 4]! - (stiffness > 0 ? w / stiffness : 0);
}
