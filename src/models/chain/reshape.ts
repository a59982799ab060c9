import { atan2, cos, sin } from '../../numeric/elementary.ts';
import { addScaled, at, cross, dot, mix, normalize, scale, subtract, type Vec3 } from '../../numeric/vector.ts';
import { coatedRest, factorAt, grownCoat } from '../factor.ts';
import type { NodeFactor, StrandEdit } from '../model.ts';
import { makeJoint, measureJoint } from './joint.ts';
import type { ChainState } from './state.ts';

/**
 * Edits of running chains. What they were made with stays in the `made` fields, so that a factor that returns to 1 brings
 * back the very numbers. A joint has two rest shapes, the fibre's own (`base`: heat moves it to the present shape, water back
 * to the natural one) and that of a stiff coat, which hardened in the shape that the joint then had; both pull in proportion
 * to their stiffness.
 */

/** Notes what strands are made with, as they are now. */
export function rememberMade(state: ChainState): void {
  state.madeMass.set(state.mass);
  state.madeStiffness.set(state.stiffness);
  state.madeTwistStiffness.set(state.twistStiffness);
  state.madeClearance.set(state.clearance);
  state.madeEdgeClearance.set(state.edgeClearance);
  state.madeLength.set(state.restLength);
  for (const factor of [state.massFactor, state.stiffnessFactor, state.thicknessFactor]) factor.fill(1);
  for (const bend of [state.naturalBend, state.baseBend, state.coatBend]) bend.set(state.bend);
  for (const twist of [state.naturalTwist, state.baseTwist, state.coatTwist]) twist.set(state.restTwist);
}

/** The present rest shape becomes the natural one; mass, stiffness and length stay as edits have made them. */
export function rememberNatural(state: ChainState): void {
  for (let k = 0; k < state.ids.length; k++)
    for (let i = state.first[k]! + 1; i < state.first[k + 1]! - 1; i++) {
      const grown = grownBy(state, k, i);
      const bend = turnedBy(at(state.bend, i), 1 / grown);
      for (const field of [state.naturalBend, state.baseBend, state.coatBend]) field.set(bend, 3 * i);
      const twist = state.restTwist[i]! / grown;
      state.naturalTwist[i] = state.baseTwist[i] = state.coatTwist[i] = twist;
    }
}

/** Edits strand k; the values of factors with one number a node begin at entry `from`. */
export function reshape(state: ChainState, k: number, change: StrandEdit, from: number): void {
  const begin = state.first[k]!;
  const end = state.first[k + 1]!;
  if (change.lengthen !== undefined) lengthenEdges(state, k, change.lengthen, from);
  const hasShape = change.shapeSet !== undefined || change.shapeReset !== undefined || change.stiffness !== undefined;
  for (let i = begin; i < end; i++) {
    const n = from + i - begin;
    if (change.mass !== undefined) state.massFactor[i] = factorAt(change.mass, n);
    if (change.thickness !== undefined) state.thicknessFactor[i] = factorAt(change.thickness, n);
    if (!hasShape || i === begin || i === end - 1) continue;
    if (change.shapeReset !== undefined) returnToNatural(state, i, factorAt(change.shapeReset, n));
    const present = presentShape(state, k, i);
    if (change.shapeSet !== undefined) {
      const share = factorAt(change.shapeSet, n);
      setBend(state.baseBend, i, mix(at(state.baseBend, i), present.bend, share));
      state.baseTwist[i] = state.baseTwist[i]! + share * (present.twist - state.baseTwist[i]!);
    }
    if (change.stiffness !== undefined) coatJoint(state, i, present, factorAt(change.stiffness, n));
  }
  remake(state, k);
}

interface JointShape {
  readonly bend: Vec3;
  readonly twist: number;
}

/** The present shape of a joint as it would be at the length that was made. */
function presentShape(state: ChainState, k: number, i: number): JointShape {
  const p = normalize(subtract(at(state.position, i), at(state.position, i - 1)));
  const t = normalize(subtract(at(state.position, i + 1), at(state.position, i)));
  const u = at(state.u1, i - 1);
  const joint = makeJoint();
  measureJoint(state.position, state.u1, state.bend, i, joint);
  const grown = grownBy(state, k, i);
  return { bend: turnedBy([dot(t, p), dot(t, u), dot(t, cross(p, u))], 1 / grown), twist: joint.twist / grown };
}

function returnToNatural(state: ChainState, i: number, share: number): void {
  const natural = at(state.naturalBend, i);
  if (share >= 1) {
    state.baseBend.set(natural, 3 * i);
    state.baseTwist[i] = state.naturalTwist[i]!;
  } else {
    setBend(state.baseBend, i, mix(at(state.baseBend, i), natural, share));
    state.baseTwist[i] = state.baseTwist[i]! + share * (state.naturalTwist[i]! - state.baseTwist[i]!);
  }
}

function coatJoint(state: ChainState, i: number, present: JointShape, factor: number): void {
  const before = Math.max(0, state.stiffnessFactor[i]! - 1);
  const after = Math.max(0, factor - 1);
  state.stiffnessFactor[i] = factor;
  if (after <= before) return;
  setBend(state.coatBend, i, mix(at(state.coatBend, i), present.bend, (after - before) / after));
  state.coatTwist[i] = grownCoat(state.coatTwist[i]!, present.twist, before, after);
}

const setBend = (bends: Float64Array, i: number, bend: Vec3): void => bends.set(normalize(bend, [1, 0, 0]), 3 * i);

/** A rest direction whose angle with the edge before it is multiplied. */
function turnedBy(bend: Vec3, factor: number): Vec3 {
  if (factor === 1) return bend;
  const across = Math.sqrt(bend[1] * bend[1] + bend[2] * bend[2]);
  if (across < 1e-12) return bend;
  const angle = factor * atan2(across, bend[0]);
  return [cos(angle), (sin(angle) * bend[1]) / across, (sin(angle) * bend[2]) / across];
}

/** Length about node i over what it was made with. */
function grownBy({ first, restLength, madeLength }: ChainState, k: number, i: number): number {
  const hasBefore = i > first[k]!;
  const made = (hasBefore ? madeLength[i - 1]! : 0) + madeLength[i]!;
  return made > 0 ? ((hasBefore ? restLength[i - 1]! : 0) + restLength[i]!) / made : 1;
}

/** Edges get their new lengths, in the groomed shape too: the root holds the first one as it is there. */
function lengthenEdges(state: ChainState, k: number, factor: NodeFactor, from: number): void {
  const begin = state.first[k]!;
  let before = at(state.groomed, begin);
  for (let i = begin; i + 1 < state.first[k + 1]!; i++) {
    const length = state.madeLength[i]! * factorAt(factor, from + i - begin);
    const edge = scale(subtract(at(state.groomed, i + 1), before), length / state.restLength[i]!);
    before = at(state.groomed, i + 1);
    state.restLength[i] = length;
    state.groomed.set(addScaled(at(state.groomed, i), edge, 1), 3 * (i + 1));
  }
  state.clamp.set(state.groomed.subarray(3 * begin, 3 * Math.min(begin + 2, state.first[k + 1]!)), 6 * k);
}

/** Mass, stiffness, rest shape and clearance from what was made and the factors. */
function remake(state: ChainState, k: number): void {
  for (let i = state.first[k]!; i < state.first[k + 1]!; i++) {
    const grown = grownBy(state, k, i);
    const factor = state.stiffnessFactor[i]!;
    const coated = Math.max(0, factor - 1);
    state.mass[i] = state.madeMass[i]! * state.massFactor[i]! * grown;
    state.clearance[i] = state.madeClearance[i]! * state.thicknessFactor[i]!;
    state.edgeClearance[i] = state.madeEdgeClearance[i]! * state.thicknessFactor[i]!;
    state.stiffness[i] = (state.madeStiffness[i]! * factor) / grown;
    state.twistStiffness[i] = (state.madeTwistStiffness[i]! * factor) / grown;
    const base = at(state.baseBend, i);
    const bend = coated > 0 ? normalize(mix(base, at(state.coatBend, i), coated / (1 + coated)), base) : base;
    state.bend.set(turnedBy(bend, grown), 3 * i);
    state.restTwist[i] = grown * coatedRest(state.baseTwist[i]!, state.coatTwist[i]!, coated);
  }
}
