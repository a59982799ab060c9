import { addThree } from '../../numeric/flat3.ts';
import { jointEnergy, writeJoint } from './joint.ts';
import { addLimits, hasLimits, limitEnergy } from './limits.ts';
import { HELD, type Tree } from './tree.ts';

/**
 * What acts in an implicit step, all of it the slope of one energy: inertia Σ ½ ∫ |x − x̂|² dm/H² with x̂ from backward differences, loads at
 * points, joints and their friction. A link's mass is spread evenly along it, so that its ends tell all of its inertia but what its
 * thickness adds: for that its axes x and z stand, with ∫ x² dm and ∫ z² dm.
 */

/** Energy of the present shape. */
export function energyOf(tree: Tree): number {
  const { links, base, origin, axes, length, inertia, roundness, from, to, axisTarget } = tree;
  let sum = 0;
  for (let j = base === HELD ? 1 : 0; j < links; j++) {
    const l = length[j]!;
    const round = roundness[j]!;
    let ends = 0;
    for (let c = 0; c < 3; c++) {
      const here = origin[3 * j + c]!;
      const d0 = here - from[3 * j + c]!;
      const d1 = here + l * axes[9 * j + 3 + c]! - to[3 * j + c]!;
      ends += d0 * d0 + d0 * d1 + d1 * d1;
      const dx = axes[9 * j + c]! - axisTarget[6 * j + c]!;
      const dz = axes[9 * j + 6 + c]! - axisTarget[6 * j + 3 + c]!;
      sum += 0.5 * round * (dx * dx + dz * dz);
    }
    sum += (inertia[j]! / 6) * ends;
  }
  return sum + jointsEnergy(tree) + pointsEnergy(tree);
}

function jointsEnergy(tree: Tree): number {
  const { links, deviation, stiffness, friction, turn, turnPast } = tree;
  const isLimited = hasLimits(tree);
  let sum = 0;
  for (let j = 1; j < links; j++) {
    sum += jointEnergy(deviation, 4 * j, stiffness, 3 * j);
    if (isLimited) sum += limitEnergy(tree, j);
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const w = 2 * turn[4 * j + c]! - turnPast[3 * j + c]!;
      square += w * w;
    }
    sum += 0.5 * friction[j]! * square;
  }
  return sum;
}

function pointsEnergy({ points, link, place, origin, axes, ref, a, b }: Tree): number {
  let sum = 0;
  for (let p = 0; p < points; p++) {
    const j = link[p]!;
    const s = place[p]!;
    const dx = origin[3 * j]! + s * axes[9 * j + 3]! - ref[3 * p]!;
    const dy = origin[3 * j + 1]! + s * axes[9 * j + 4]! - ref[3 * p + 1]!;
    const dz = origin[3 * j + 2]! + s * axes[9 * j + 5]! - ref[3 * p + 2]!;
    const m = 6 * p;
    sum +=
      0.5 * (a[m]! * dx * dx + a[m + 3]! * dy * dy + a[m + 5]! * dz * dz) +
      a[m + 1]! * dx * dy +
      a[m + 2]! * dx * dz +
      a[m + 4]! * dy * dz;
    sum -= b[3 * p]! * dx + b[3 * p + 1]! * dy + b[3 * p + 2]! * dz;
  }
  return sum;
}

/** Writes all forces at the present shape, and their stiffnesses. */
export function writeForces(tree: Tree): void {
  writeInertia(tree);
  for (let p = 0; p < tree.points; p++) {
    const j = tree.link[p]!;
    const s = tree.place[p]!;
    const { origin, axes, ref, a, b, scratch } = tree;
    const dx = origin[3 * j]! + s * axes[9 * j + 3]! - ref[3 * p]!;
    const dy = origin[3 * j + 1]! + s * axes[9 * j + 4]! - ref[3 * p + 1]!;
    const dz = origin[3 * j + 2]! + s * axes[9 * j + 5]! - ref[3 * p + 2]!;
    const m = 6 * p;
    scratch[0] = b[3 * p]! - a[m]! * dx - a[m + 1]! * dy - a[m + 2]! * dz;
    scratch[1] = b[3 * p + 1]! - a[m + 1]! * dx - a[m + 3]! * dy - a[m + 4]! * dz;
    scratch[2] = b[3 * p + 2]! - a[m + 2]! * dx - a[m + 4]! * dy - a[m + 5]! * dz;
    addLoad(tree, j, s, scratch, 0, a, m);
  }
  writeTorques(tree);
}

/** Adds a force at a place of a link, with its stiffness. */
export function addLoad(
  { force, lever, a0, a1, a2 }: Tree,
  j: number,
  s: number,
  f: Float64Array,
  at: number,
  a: Float64Array,
  m: number,
): void {
  addThree(force, 3 * j, f[at]!, f[at + 1]!, f[at + 2]!);
  addThree(lever, 3 * j, s * f[at]!, s * f[at + 1]!, s * f[at + 2]!);
  for (let c = 0; c < 6; c++) {
    const k = a[m + c]!;
    a0[6 * j + c] = a0[6 * j + c]! + k;
    a1[6 * j + c] = a1[6 * j + c]! + s * k;
    a2[6 * j + c] = a2[6 * j + c]! + s * s * k;
  }
}

/** Writes what inertia asks for, and nothing else. */
export function writeInertia(tree: Tree): void {
  const { links, origin, axes, length, inertia, roundness, from, to, axisTarget } = tree;
  const { force, lever, moment, a0, a1, a2 } = tree;
  for (let j = 0; j < links; j++) {
    const l = length[j]!;
    const w = inertia[j]!;
    for (let c = 0; c < 3; c++) {
      const here = origin[3 * j + c]!;
      const d0 = here - from[3 * j + c]!;
      const d1 = here + l * axes[9 * j + 3 + c]! - to[3 * j + c]!;
      force[3 * j + c] = -0.5 * w * (d0 + d1);
      lever[3 * j + c] = -w * l * (d0 / 6 + d1 / 3);
    }
    const round = roundness[j]!;
    for (let c = 0; c < 3; c++) {
      const d = c === 2 ? 0 : c + 1;
      const e = c === 0 ? 2 : c - 1;
      const x = 9 * j;
      const t = 6 * j;
      moment[3 * j + c] =
        round *
        (axes[x + d]! * axisTarget[t + e]! -
          axes[x + e]! * axisTarget[t + d]! +
          axes[x + 6 + d]! * axisTarget[t + 3 + e]! -
          axes[x + 6 + e]! * axisTarget[t + 3 + d]!);
    }
    for (let c = 0; c < 6; c++) {
      const k = c === 0 || c === 3 || c === 5 ? w : 0;
      a0[6 * j + c] = k;
      a1[6 * j + c] = 0.5 * l * k;
      a2[6 * j + c] = (l * l * k) / 3;
    }
  }
}

/** Torques of the joints on their links, friction included. */
function writeTorques(tree: Tree): void {
  const { links, deviation, stiffness, torque, tangent, friction, turn, turnPast } = tree;
  const isLimited = hasLimits(tree);
  for (let j = 1; j < links; j++) {
    const n = 3 * j;
    writeJoint(deviation, 4 * j, stiffness, n, torque, tangent, n);
    if (isLimited) addLimits(tree, j);
    const k = friction[j]!;
    if (k === 0) continue;
    const x = turn[4 * j]!;
    const y = turn[4 * j + 1]!;
    const z = turn[4 * j + 2]!;
    const w = turn[4 * j + 3]!;
    const wx = 2 * x - turnPast[n]!;
    const wy = 2 * y - turnPast[n + 1]!;
    const wz = 2 * z - turnPast[n + 2]!;
    torque[n] = torque[n]! - k * (w * wx + wy * z - wz * y);
    torque[n + 1] = torque[n + 1]! - k * (w * wy + wz * x - wx * z);
    torque[n + 2] = torque[n + 2]! - k * (w * wz + wx * y - wy * x);
    for (let c = n; c < n + 3; c++) tangent[c] = tangent[c]! + k;
  }
}
