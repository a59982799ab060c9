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
} from '../../numeric/vector.ts';
import { coatedRest, factorAt, grownCoat } from '../factor.ts';
import type { NodeFactor, StrandEdit } from '../model.ts';
import type { Pose } from './pose.ts';
import { type RodStrand, shareMass } from './state.ts';

/**
 * Edits of a running rod, as in the production rod: see `rod/reshape.ts`. Factors of mass and stiffness are kept a node and
 * multiplied in where they are used; rest shapes and clearances are made anew from what the strand was made with.
 */

const SHAPES = [
  ['restCurvature', 'naturalCurvature', 'baseCurvature', 'coatCurvature', 4],
  ['restTwist', 'naturalTwist', 'baseTwist', 'coatTwist', 1],
] as const;

/** Notes what a strand is made with, as it is now. */
export function rememberMade(strand: RodStrand): void {
  strand.madeLength.set(strand.restLength);
  strand.madeClearance.set(strand.clearance);
  strand.madeEdgeClearance.set(strand.edgeClearance);
  rememberNatural(strand);
}

/** The present rest shape becomes the natural one. */
export function rememberNatural(strand: RodStrand): void {
  for (const [rest, natural, base, coat, size] of SHAPES)
    for (let n = 0; n < strand[rest].length; n++) {
      const value = strand[rest][n]! / grownBy(strand, Math.floor(n / size));
      strand[natural][n] = strand[base][n] = strand[coat][n] = value;
    }
}

/** Edits a strand; `pose` is its present shape. The values of factors with one number a node begin at entry `from`. */
export function reshape(strand: RodStrand, pose: Pose, change: StrandEdit, from: number): void {
  if (change.lengthen !== undefined) lengthenEdges(strand, change.lengthen, from);
  for (let i = 0; i < strand.nodes; i++) {
    if (change.mass !== undefined) strand.massFactor[i] = factorAt(change.mass, from + i);
    if (change.thickness !== undefined) {
      const factor = factorAt(change.thickness, from + i);
      strand.clearance[i] = strand.madeClearance[i]! * factor;
      strand.edgeClearance[i] = strand.madeEdgeClearance[i]! * factor;
    }
    if (i === 0 || i === strand.nodes - 1) {
      // Its edge is as stiff as both of its nodes.
      if (change.stiffness !== undefined) strand.stiffnessFactor[i] = factorAt(change.stiffness, from + i);
      continue;
    }
    if (change.shapeReset !== undefined) moveBase(strand, null, i, factorAt(change.shapeReset, from + i));
    if (change.shapeSet !== undefined) moveBase(strand, pose, i, factorAt(change.shapeSet, from + i));
    if (change.stiffness !== undefined) coatJoint(strand, pose, i, factorAt(change.stiffness, from + i));
  }
  remakeRest(strand);
}

const presentOf = (pose: Pose, size: number): Float64Array => (size === 4 ? pose.curvature : pose.twist);

/** Towards the present shape, or towards the natural one where there is no pose. */
function moveBase(strand: RodStrand, pose: Pose | null, i: number, share: number): void {
  const grown = grownBy(strand, i);
  for (const [, natural, base, , size] of SHAPES)
    for (let n = size * i; n < size * (i + 1); n++) {
      const target = pose ? presentOf(pose, size)[n]! / grown : strand[natural][n]!;
      strand[base][n] = share >= 1 ? target : strand[base][n]! + share * (target - strand[base][n]!);
    }
}

function coatJoint(strand: RodStrand, pose: Pose, i: number, factor: number): void {
  const before = Math.max(0, strand.stiffnessFactor[i]! - 1);
  const after = Math.max(0, factor - 1);
  strand.stiffnessFactor[i] = factor;
  if (after <= before) return;
  const grown = grownBy(strand, i);
  for (const [, , , coat, size] of SHAPES)
    for (let n = size * i; n < size * (i + 1); n++)
      strand[coat][n] = grownCoat(strand[coat][n]!, presentOf(pose, size)[n]! / grown, before, after);
}

/** Length about node i over what it was made with. */
function grownBy({ restLength, madeLength }: RodStrand, i: number): number {
  const made = (i > 0 ? madeLength[i - 1]! : 0) + madeLength[i]!;
  return made > 0 ? ((i > 0 ? restLength[i - 1]! : 0) + restLength[i]!) / made : 1;
}

/** Edges get their new lengths, in the groomed shape too: the root holds the first one as it is there. */
function lengthenEdges(strand: RodStrand, factor: NodeFactor, from: number): void {
  let before = at(strand.groomed, 0);
  for (let j = 0; j + 1 < strand.nodes; j++) {
    const length = strand.madeLength[j]! * factorAt(factor, from + j);
    const edge = scale(subtract(at(strand.groomed, j + 1), before), length / strand.restLength[j]!);
    before = at(strand.groomed, j + 1);
    strand.restLength[j] = length;
    strand.groomed.set(add(at(strand.groomed, j), edge), 3 * (j + 1));
  }
  shareMass(strand);
}

function remakeRest(strand: RodStrand): void {
  for (const [rest, , base, coat, size] of SHAPES)
    for (let n = 0; n < strand[rest].length; n++) {
      const i = Math.floor(n / size);
      const coated = Math.max(0, strand.stiffnessFactor[i]! - 1);
      strand[rest][n] = grownBy(strand, i) * coatedRest(strand[base][n]!, strand[coat][n]!, coated);
    }
}

/** The present shape of a rooted strand becomes the groomed one. */
export function groomAsPresent(strand: RodStrand): void {
  const frame = (a: Vec3, b: Vec3, u: Vec3): Quat => {
    const t = normalize(subtract(b, a));
    const across = normalize(addScaled(u, t, -dot(u, t)), perpendicular(t));
    return fromAxes(t, across, cross(t, across));
  };
  const { position, groomed, theta, groomedTheta } = strand;
  const now = frame(at(position, 0), at(position, 1), at(strand.u1, 0));
  const then = frame(at(groomed, 0), at(groomed, 1), at(strand.up, 0));
  const home = conjugate(multiply(now, conjugate(then)));
  const first = at(groomed, 0);
  for (let i = 1; i < strand.nodes; i++)
    groomed.set(add(first, rotate(home, subtract(at(position, i), at(position, 0)))), 3 * i);
  groomedTheta.set(theta);
}
