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
} from '../../numeric/vector.ts';
import type { RodStrand } from './state.ts';

/**
 * The rest shape that makes the present shape an equilibrium under gravity, tip to root.
 *
 * At joint k four things are unknown: a bending moment Q across the mean tangent (two numbers), a twisting moment and the
 * tension of edge k. Four things must balance: the force on node k + 1 (three numbers) and the moment about edge k. The
 * joint's rest measures are then its present ones minus moment over stiffness.
 */
export interface BalanceReport {
  /** Joints whose rest curvature was cut to the limit. */
  limited: number;
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
  const e0 = subtract(at(strand.x, k), at(strand.x, k - 1));
  const e1 = subtract(at(strand.x, k + 1), at(strand.x, k));
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

export function balanceRestShape(strand: RodStrand, gravity: Vec3, sharpest: number): BalanceReport {
  const { nodes } = strand;
  const force: Vec3[] = Array.from({ length: nodes }, (_, i) => scale(gravity, strand.mass[i]!));
  let aboutNext = 0;
  let limited = 0;
  for (let k = nodes - 2; k >= 1; k--) {
    const joint = geometryOf(strand, k);
    const solution = solveJoint(joint, force[k + 1]!, aboutNext);
    if (!solution) continue;
    const { q, w, tension } = solution;
    const load = loadOf(joint, q, w);
    strand.tension[k] = tension;
    force[k + 1] = [0, 0, 0];
    force[k] = add(addScaled(force[k]!, joint.t1, tension), subtract(load.byE1, load.byE0));
    force[k - 1] = add(force[k - 1]!, load.byE0);
    aboutNext = load.about0;
    if (setRest(strand, k, joint, q, w, sharpest)) limited++;
  }
  if (nodes > 1) strand.tension[0] = 0;
  return { limited };
}

/** Finds Q, w and the tension such that node k + 1 and edge k are in balance. */
function solveJoint(
  joint: JointGeometry,
  force: Vec3,
  aboutNext: number,
): { q: Vec3; w: number; tension: number } | null {
  const mean = normalize(add(joint.t0, joint.t1), joint.t1);
  const a = perpendicular(mean);
  const b = cross(mean, a);
  const columns = [loadOf(joint, a, 0), loadOf(joint, b, 0), loadOf(joint, [0, 0, 0], 1)];
  // force − byE1 − tension t1 = 0 and about1 + aboutNext = 0.
  const matrix = [0, 1, 2].map((c) => [...columns.map((load) => load.byE1[c]!), joint.t1[c]!, force[c]!]);
  matrix.push([...columns.map((load) => load.about1), 0, -aboutNext]);
  const solution = solveDense(matrix);
  if (!solution) return null;
  const [qa, qb, w, tension] = solution as [number, number, number, number];
  return { q: add(scale(a, qa), scale(b, qb)), w, tension };
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

/** Sets the joint's rest measures; returns whether its curvature had to be cut to the limit. */
function setRest(strand: RodStrand, k: number, joint: JointGeometry, q: Vec3, w: number, sharpest: number): boolean {
  const r = 5 * k;
  const limit = 0.5 * sharpest * (strand.restLength[k - 1]! + strand.restLength[k]!);
  let isLimited = false;
  for (let side = 0; side < 2; side++) {
    const i = r + 2 * side;
    const wanted = [0, 1].map((c) => {
      const stiffness = strand.weight[i + c]!;
      const moment = dot(q, joint.axes[2 * side + c]!);
      return strand.measure[i + c]! - (stiffness > 0 ? moment / stiffness : 0);
    });
    const size = Math.sqrt(wanted[0]! * wanted[0]! + wanted[1]! * wanted[1]!);
    const own = Math.sqrt(strand.measure[i]! * strand.measure[i]! + strand.measure[i + 1]! * strand.measure[i + 1]!);
    const share = size > Math.max(limit, own) ? Math.max(limit, own) / size : 1;
    isLimited ||= share < 1;
    strand.restMeasure[i] = share * wanted[0]!;
    strand.restMeasure[i + 1] = share * wanted[1]!;
  }
  const stiffness = strand.weight[r + 4]!;
  strand.restMeasure[r + 4] = strand.measure[r + 4]! - (stiffness > 0 ? w / stiffness : 0);
  return isLimited;
}
