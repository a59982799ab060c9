import { expMap, fromAxes, multiply, type Quat, rotate } from '../../numeric/rotation.ts';
import { add, at, cross, normalize, subtract, type Vec3 } from '../../numeric/vector.ts';
import type { History } from '../history.ts';
import type { RootStates } from '../model.ts';
import { quatRow } from '../store/place.ts';
import type { OrientedStrand } from './fields.ts';
import { FREE, HELD, type Tree, writeRelative } from './tree.ts';

export const isRooted = (strand: OrientedStrand): boolean => strand.rooted[0] === 1;

/** Whether it grows on another strand. */
export const isBranch = (strand: OrientedStrand): boolean => strand.parent[0]! > 0;

/** Whether its root holds its first link. */
export const isHeld = (strand: OrientedStrand): boolean => isRooted(strand) && !isBranch(strand);

/** Puts a strand into the tree as it is at the start of a step: its links from `first` on, the first one on `parent` (−1: the base). */
export function loadStrand(tree: Tree, strand: OrientedStrand, first: number, parent: number): void {
  const { nodes, restLength, restTurn, stiffness } = strand;
  for (let e = 0; e + 1 < nodes; e++) {
    const j = first + e;
    tree.parent[j] = e === 0 ? parent : j - 1;
    tree.length[j] = restLength[e]!;
    if (e > 0) {
      tree.attach[3 * j] = 0;
      tree.attach[3 * j + 1] = restLength[e - 1]!;
      tree.attach[3 * j + 2] = 0;
    }
    loadOrientation(tree, strand, e, j);
    if (j === 0) continue;
    if (e === 0) {
      writeExp(strand.parentTurn, 0, tree.rest, 4 * j);
      for (let c = 0; c < 3; c++) {
        tree.attach[3 * j + c] = strand.parentPlace[c]!;
        tree.stiffness[3 * j + c] = strand.parentStiffness[c]!;
      }
    } else {
      writeExp(restTurn, 3 * e, tree.rest, 4 * j);
      for (let c = 0; c < 3; c++) tree.stiffness[3 * j + c] = stiffness[3 * e + c]!;
    }
    writeRelative(tree.q, 4 * tree.parent[j]!, tree.q, 4 * j, tree.start, 4 * j);
  }
}

/** The orientation of an edge's link from its direction and its x axis. */
function loadOrientation(tree: Tree, { position: x, axes }: OrientedStrand, e: number, j: number): void {
  const a = 3 * e;
  let tx = x[a + 3]! - x[a]!;
  let ty = x[a + 4]! - x[a + 1]!;
  let tz = x[a + 5]! - x[a + 2]!;
  const it = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz);
  tx *= it;
  ty *= it;
  tz *= it;
  let ux = axes[6 * e]!;
  let uy = axes[6 * e + 1]!;
  let uz = axes[6 * e + 2]!;
  const along = ux * tx + uy * ty + uz * tz;
  ux -= along * tx;
  uy -= along * ty;
  uz -= along * tz;
  const iu = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= iu;
  uy *= iu;
  uz *= iu;
  writeQuat(ux, uy, uz, tx, ty, tz, tree.q, 4 * j);
}

/** The quaternion of the frame with these x and y axes: the largest of four is found first. */
function writeQuat(
  xx: number,
  xy: number,
  xz: number,
  yx: number,
  yy: number,
  yz: number,
  q: Float64Array,
  o: number,
): void {
  const zx = xy * yz - xz * yy;
  const zy = xz * yx - xx * yz;
  const zz = xx * yy - xy * yx;
  const w4 = 1 + xx + yy + zz;
  if (w4 > 1) {
    const i = 0.5 / Math.sqrt(w4);
    q[o] = (yz - zy) * i;
    q[o + 1] = (zx - xz) * i;
    q[o + 2] = (xy - yx) * i;
    q[o + 3] = w4 * i;
    return;
  }
  const found = fromAxes([xx, xy, xz], [yx, yy, yz], [zx, zy, zz]);
  for (let c = 0; c < 4; c++) q[o + c] = found[c]!;
}

function writeExp(v: Float64Array, i: number, q: Float64Array, o: number): void {
  const found = expMap([v[i]!, v[i + 1]!, v[i + 2]!]);
  for (let c = 0; c < 4; c++) q[o + c] = found[c]!;
}

/** What a step of this history counts inertia from: x̂ = now x − past x_past + H (now v − past v_past) + H² g, and axes likewise. */
export function loadInertia(
  tree: Tree,
  strand: OrientedStrand,
  first: number,
  { now, past, step: H }: History,
  [gx, gy, gz]: Vec3,
): void {
  const { nodes, mass, roundness, position: x, positionPast: xp, velocity: v, velocityPast: vp } = strand;
  const { axes, axesPast, axesRate, axesRatePast, friction, turnPast } = strand;
  const inverse = 1 / (H * H);
  const fall = [H * H * gx, H * H * gy, H * H * gz];
  for (let e = 0; e + 1 < nodes; e++) {
    const j = first + e;
    tree.inertia[j] = mass[e]! * inverse;
    tree.roundness[j] = roundness[e]! * inverse;
    const isFirst = e === 0;
    tree.friction[j] = (isFirst ? strand.parentFriction[0]! : friction[e]!) / H;
    const a = 3 * e;
    for (let c = 0; c < 3; c++) {
      const b = a + c;
      tree.from[3 * j + c] = now * x[b]! - past * xp[b]! + H * (now * v[b]! - past * vp[b]!) + fall[c]!;
      tree.to[3 * j + c] = now * x[b + 3]! - past * xp[b + 3]! + H * (now * v[b + 3]! - past * vp[b + 3]!) + fall[c]!;
      tree.turnPast[3 * j + c] = past * (isFirst ? strand.parentTurnPast[c]! : turnPast[b]!);
    }
    for (let c = 6 * e; c < 6 * e + 6; c++)
      tree.axisTarget[6 * j + c - 6 * e] =
        now * axes[c]! - past * axesPast[c]! + H * (now * axesRate[c]! - past * axesRatePast[c]!);
  }
}

/** The base as it is, free, at the start. */
export function loadFreeBase(tree: Tree, { position: x }: OrientedStrand): void {
  tree.base = FREE;
  for (let c = 0; c < 3; c++) tree.origin[c] = x[c]!;
}

/** The base where a strand's root has it. */
export function placeBase(tree: Tree, strand: OrientedStrand, roots: RootStates, row: number): void {
  const turn = quatRow(roots.orientation, row);
  const { origin, q } = basePose(strand, at(roots.position, row), turn);
  tree.base = HELD;
  for (let c = 0; c < 3; c++) tree.origin[c] = origin[c]!;
  for (let c = 0; c < 4; c++) tree.q[c] = q[c]!;
}

function basePose({ groomed, groomedAxes }: OrientedStrand, place: Vec3, turn: Quat): { origin: Vec3; q: Quat } {
  const t = normalize(subtract(at(groomed, 1), at(groomed, 0)));
  const u = at(groomedAxes, 0);
  return { origin: add(place, rotate(turn, at(groomed, 0))), q: multiply(turn, fromAxes(u, t, cross(u, t))) };
}

/** Turns all links with the base and lets joints go on turning by `reach` of what they turned last: the first guess. */
export function guess(tree: Tree, reach: number): void {
  const { links, parent, q, start, turn, scratch } = tree;
  for (let j = 1; j < links; j++) {
    const a = 4 * j;
    const sx = turn[a]! * reach;
    const sy = turn[a + 1]! * reach;
    const sz = turn[a + 2]! * reach;
    // start ⊗ (s, 1), then the parent's ⊗ that.
    const x = start[a]!;
    const y = start[a + 1]!;
    const z = start[a + 2]!;
    const w = start[a + 3]!;
    scratch[0] = x + w * sx + y * sz - z * sy;
    scratch[1] = y + w * sy + z * sx - x * sz;
    scratch[2] = z + w * sz + x * sy - y * sx;
    scratch[3] = w - x * sx - y * sy - z * sz;
    multiplyInto(q, 4 * parent[j]!, scratch, 0, q, a);
  }
}

function multiplyInto(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  const ax = a[i]!;
  const ay = a[i + 1]!;
  const az = a[i + 2]!;
  const aw = a[i + 3]!;
  const bx = b[j]!;
  const by = b[j + 1]!;
  const bz = b[j + 2]!;
  const bw = b[j + 3]!;
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[o] = x * inverse;
  out[o + 1] = y * inverse;
  out[o + 2] = z * inverse;
  out[o + 3] = w * inverse;
}

/** Places of all nodes and axes of all links, from the tree. */
export function writePlaces(tree: Tree, { nodes, position, axes }: OrientedStrand, first: number): void {
  const { origin, length } = tree;
  for (let e = 0; e + 1 < nodes; e++) {
    const j = first + e;
    for (let c = 0; c < 3; c++) {
      position[3 * e + c] = origin[3 * j + c]!;
      axes[6 * e + c] = tree.axes[9 * j + c]!;
      axes[6 * e + 3 + c] = tree.axes[9 * j + 6 + c]!;
    }
  }
  const tip = first + nodes - 2;
  for (let c = 0; c < 3; c++)
    position[3 * nodes - 3 + c] = origin[3 * tip + c]! + length[tip]! * tree.axes[9 * tip + 3 + c]!;
}
