import { add, addScaled, at, dot, scale, type Vec3 } from '../../numeric/vector.ts';
import { type Bend, currentBend, measureBend, pullBackF } from './bend.ts';
import { addJointForces } from './force.ts';
import type { Pose } from './pose.ts';
import { bendingTimes, type Rod } from './rod.ts';
import { accumulate, put } from './rows.ts';

/**
 * The rest curvature and twist that make a pose an equilibrium under given loads (newton, three numbers a node), tip to
 * root, in closed form; both ends of the first edge and its frame are held.
 *
 * Node i + 1 must be held by edge i: what is across the edge of all forces on it has to vanish, two equations. Its
 * moments at joint i are y = ∂U/∂ω (four numbers) and w = ∂U/∂τ, and ∇ⁱU = 0 gives w = w_{i+1} − (torques of y on edge
 * i): so all is linear in y. Of its solutions the one with the least elastic energy Σ l yᵀB⁻¹y is taken. Then ω̂ = ω −
 * l B⁻¹ y and τ̂ = τ − l w/2β. Where `support` has a normal (three numbers a node), the node is carried from below:
 * forces against it need no bending.
 */
export function balanceRestShape(rod: Rod, pose: Pose, loads: Float64Array, support?: Float64Array): void {
  const force = loads.slice();
  const moments = new Float64Array(4 * rod.nodes);
  let twisting = 0;
  for (let i = rod.nodes - 2; i > 0; i--) {
    // What joint i + 1 puts on edge i.
    const passed = twisting - (i < rod.nodes - 2 ? torque(pose, moments, i + 1, 0) : 0);
    if (support) unload(force, i + 1, at(support, i + 1));
    solveJoint(rod, pose, force, moments, i, passed);
    twisting = passed - torque(pose, moments, i, 1);
    setRest(rod, pose, moments, twisting, i);
    addJointForces(rod, pose, moments, twisting, i, force);
    // The tension of edge i.
    const t = at(pose.tangent, i);
    put(force, i, add(at(force, i), scale(t, dot(at(force, i + 1), t))));
  }
}

/** Takes the part of a force that presses against a support off a node. */
function unload(force: Float64Array, i: number, normal: Vec3): void {
  const pressing = dot(at(force, i), normal);
  if (pressing < 0) accumulate(force, i, normal, -pressing);
}

/** ωᵀ J y of one side of node i: its share of ∇U of that side's edge. */
function torque(pose: Pose, moments: Float64Array, i: number, side: number): number {
  const a = 4 * i + 2 * side;
  return pose.curvature[a + 1]! * moments[a]! - pose.curvature[a]! * moments[a + 1]!;
}

/** y of joint i for the force on node i + 1. */
function solveJoint(rod: Rod, pose: Pose, force: Float64Array, moments: Float64Array, i: number, passed: number): void {
  const bend = measureBend(rod, pose.x, i);
  const kb = currentBend(bend).binormal;
  const across = [at(pose.m1, i), at(pose.m2, i)] as const;
  const columns = [0, 1, 2, 3].map((u) => column(pose, bend, kb, i, u));
  const rows = across.map((axis) => columns.map((c) => dot(axis, c)));
  const total = addScaled(at(force, i + 1), kb, -passed / (2 * bend.lengthF));
  const right = across.map((axis) => dot(axis, total));
  // B of both edges of node i.
  const weighted = rows.map(([a, b, c, d]) => [...bendingTimes(rod, i - 1, a!, b!), ...bendingTimes(rod, i, c!, d!)]);
  const entry = (a: number, b: number): number => rows[a]!.reduce((sum, value, u) => sum + value * weighted[b]![u]!, 0);
  const [xx, xy, yy] = [entry(0, 0), entry(0, 1), entry(1, 1)];
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-12 * xx * yy)) return;
  const p = (yy * right[0]! - xy * right[1]!) / determinant;
  const q = (xx * right[1]! - xy * right[0]!) / determinant;
  for (let u = 0; u < 4; u++) moments[4 * i + u] = p * weighted[0]![u]! + q * weighted[1]![u]!;
}

/** Minus what one unit of y[u] does to node i + 1, by bending and by the twisting moment that it asks for. */
function column(pose: Pose, bend: Bend, kb: Vec3, i: number, u: number): Vec3 {
  const edge = i - 1 + (u >> 1);
  const director = u & 1 ? scale(at(pose.m1, edge), -1) : at(pose.m2, edge);
  const pull = pullBackF(bend, director);
  if (u < 2) return pull;
  const a = 4 * i + 2;
  const turn = u === 2 ? -pose.curvature[a + 1]! : pose.curvature[a]!;
  return addScaled(pull, kb, turn / (2 * bend.lengthF));
}

function setRest(rod: Rod, pose: Pose, moments: Float64Array, twisting: number, i: number): void {
  const l = rod.span[i]!;
  for (let side = 0; side < 2; side++) {
    const a = 4 * i + 2 * side;
    const b = 3 * (i - 1 + side);
    const [b11, b12, b22] = [rod.bending[b]!, rod.bending[b + 1]!, rod.bending[b + 2]!];
    const determinant = b11 * b22 - b12 * b12;
    const factor = determinant > 0 ? l / determinant : 0;
    const [y1, y2] = [moments[a]!, moments[a + 1]!];
    rod.restCurvature[a] = pose.curvature[a]! - factor * (b22 * y1 - b12 * y2);
    rod.restCurvature[a + 1] = pose.curvature[a + 1]! - factor * (b11 * y2 - b12 * y1);
  }
  const beta = rod.twisting[i]!;
  rod.restTwist[i] = pose.twist[i]! - (beta > 0 ? (l * twisting) / (2 * beta) : 0);
}
