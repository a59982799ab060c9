import { coatedRest, factorAt, grownCoat } from '../factor.ts';
import type { NodeFactor, StrandEdit } from '../model.ts';
import { LANES, MEASURES } from './kernel.ts';
import type { RodGroup, RodStrand } from './state.ts';

/**
 * Edits of a running rod. What it was made with stays in the `made` fields, so that every factor that returns to 1 brings
 * back the very numbers: mass, stiffness, thickness and length are made anew from them after each edit.
 *
 * A joint has two rest shapes. `base` is the fibre's own: heat moves it towards the present shape, water back to the natural
 * one. Stiffness beyond 1 is a coat of something that hardened in the shape that the joint then had, `coat`. Both pull:
 * w (m − base) + c w (m − coat) is w (1 + c) (m − rest) with rest = (base + c coat)/(1 + c).
 */

/** Notes what a strand is made with, as it is now. */
export function rememberMade(strand: RodStrand): void {
  strand.madeMass.set(strand.mass);
  strand.madeWeight.set(strand.weight);
  strand.madeClearance.set(strand.clearance);
  strand.madeMiddleClearance.set(strand.middleClearance);
  strand.madeLength.set(strand.restLength);
  strand.madeThickness = strand.thickness;
  for (const field of ['natural', 'base', 'coat'] as const) strand[field].set(strand.restMeasure);
  for (const field of ['massFactor', 'stiffnessFactor', 'thicknessFactor'] as const) strand[field].fill(1);
}

/** The present rest shape becomes the natural one; mass, stiffness and length stay as edits have made them. */
export function rememberNatural(strand: RodStrand): void {
  for (let i = 0; i < strand.nodes; i++) {
    const grown = grownBy(strand.restLength, strand.madeLength, i, 1, 0);
    for (let c = MEASURES * i; c < MEASURES * (i + 1); c++)
      strand.natural[c] = strand.base[c] = strand.coat[c] = strand.restMeasure[c]! / grown;
  }
}

/** Edits the strand in a lane; the values of factors with one number a node begin at entry `from`. */
export function reshape(group: RodGroup, lane: number, change: StrandEdit, from: number): void {
  const { nodes, massFactor, thicknessFactor } = group;
  if (change.lengthen !== undefined) lengthenEdges(group, lane, change.lengthen, from);
  for (let i = 0; i < nodes; i++) {
    const n = LANES * i + lane;
    if (change.mass !== undefined) massFactor[n] = factorAt(change.mass, from + i);
    if (change.thickness !== undefined) thicknessFactor[n] = factorAt(change.thickness, from + i);
    if (i === 0 || i === nodes - 1) continue;
    if (change.shapeReset !== undefined) returnToNatural(group, lane, i, factorAt(change.shapeReset, from + i));
    if (change.shapeSet !== undefined) moveToPresent(group, lane, i, factorAt(change.shapeSet, from + i));
    if (change.stiffness !== undefined) coatJoint(group, lane, i, factorAt(change.stiffness, from + i));
  }
  remake(group, lane);
}

/** Edges get their new lengths, in the groomed shape too: the root holds the first one as it is there. */
function lengthenEdges(group: RodGroup, lane: number, factor: NodeFactor, from: number): void {
  const { nodes, restLength, madeLength, spin, groomed } = group;
  const shift = [0, 0, 0];
  for (let i = 0; i < nodes - 1; i++) {
    const n = LANES * i + lane;
    const length = madeLength[n]! * factorAt(factor, from + i);
    const ratio = length / restLength[n]!;
    spin[n] = spin[n]! * ratio;
    restLength[n] = length;
    for (let c = 0; c < 3; c++) {
      const g = LANES * (3 * i + c) + lane;
      const next = g + 3 * LANES;
      // The edge was g' − g before its beginning moved by the shift.
      const edge = groomed[next]! - (groomed[g]! - shift[c]!);
      groomed[next] = groomed[g]! + ratio * edge;
      shift[c] = shift[c]! + (ratio - 1) * edge;
    }
  }
}

function returnToNatural({ base, natural }: RodGroup, lane: number, i: number, share: number): void {
  for (let c = MEASURES * i; c < MEASURES * (i + 1); c++) {
    const n = LANES * c + lane;
    base[n] = share >= 1 ? natural[n]! : base[n]! + share * (natural[n]! - base[n]!);
  }
}

function moveToPresent(group: RodGroup, lane: number, i: number, share: number): void {
  const { base, measure } = group;
  const grown = grownBy(group.restLength, group.madeLength, i, LANES, lane);
  for (let c = MEASURES * i; c < MEASURES * (i + 1); c++) {
    const n = LANES * c + lane;
    base[n] = base[n]! + share * (measure[n]! / grown - base[n]!);
  }
}

/** What is added to the coat hardens in the present shape; what is washed off takes its part of all of it. */
function coatJoint(group: RodGroup, lane: number, i: number, factor: number): void {
  const { coat, measure, stiffnessFactor } = group;
  const before = Math.max(0, stiffnessFactor[LANES * i + lane]! - 1);
  const after = Math.max(0, factor - 1);
  stiffnessFactor[LANES * i + lane] = factor;
  if (after <= before) return;
  const grown = grownBy(group.restLength, group.madeLength, i, LANES, lane);
  for (let c = MEASURES * i; c < MEASURES * (i + 1); c++) {
    const n = LANES * c + lane;
    coat[n] = grownCoat(coat[n]!, measure[n]! / grown, before, after);
  }
}

/** Length about node i over what it was made with: curvature stays, so a joint turns that much more. */
function grownBy(now: Float64Array, made: Float64Array, i: number, stride: number, lane: number): number {
  const here = stride * i + lane;
  const whole = (i > 0 ? made[here - stride]! : 0) + made[here]!;
  return whole > 0 ? ((i > 0 ? now[here - stride]! : 0) + now[here]!) / whole : 1;
}

/** Mass, stiffness, rest shape and clearance from what was made and the factors. */
function remake(group: RodGroup, lane: number): void {
  const { nodes, stiffnessFactor, thicknessFactor } = group;
  let thickness = 0;
  for (let i = 0; i < nodes; i++) {
    const n = LANES * i + lane;
    const grown = grownBy(group.restLength, group.madeLength, i, LANES, lane);
    group.mass[n] = group.madeMass[n]! * group.massFactor[n]! * grown;
    group.clearance[n] = group.madeClearance[n]! * thicknessFactor[n]!;
    group.middleClearance[n] = group.madeMiddleClearance[n]! * thicknessFactor[n]!;
    thickness += thicknessFactor[n]!;
    remakeJoint(group, lane, i, stiffnessFactor[n]!, grown);
  }
  group.thickness[lane] = group.madeThickness[lane]! * (thickness / nodes);
}

function remakeJoint(group: RodGroup, lane: number, i: number, factor: number, grown: number): void {
  const coated = Math.max(0, factor - 1);
  for (let c = MEASURES * i; c < MEASURES * (i + 1); c++) {
    const n = LANES * c + lane;
    group.weight[n] = (group.madeWeight[n]! * factor) / grown;
    group.restMeasure[n] = grown * coatedRest(group.base[n]!, group.coat[n]!, coated);
  }
}
