import { coatedRest, factorAt, grownCoat } from '../factor.ts';
import type { NodeFactor, StrandEdit } from '../model.ts';
import { MEASURES } from './kernel.ts';
import type { RodState, RodStrand } from './state.ts';

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
    const grown = grownBy(strand.restLength, strand.madeLength, i, i === 0);
    for (let c = MEASURES * i; c < MEASURES * (i + 1); c++)
      strand.natural[c] = strand.base[c] = strand.coat[c] = strand.restMeasure[c]! / grown;
  }
}

/** Edits strand k; the values of factors with one number a node begin at entry `from`. */
export function reshape(state: RodState, k: number, change: StrandEdit, from: number): void {
  const { massFactor, thicknessFactor } = state;
  const begin = state.first[k]!;
  const end = state.first[k + 1]!;
  if (change.lengthen !== undefined) lengthenEdges(state, k, change.lengthen, from);
  for (let n = begin; n < end; n++) {
    const entry = from + n - begin;
    if (change.mass !== undefined) massFactor[n] = factorAt(change.mass, entry);
    if (change.thickness !== undefined) thicknessFactor[n] = factorAt(change.thickness, entry);
    if (n === begin || n === end - 1) continue;
    if (change.shapeReset !== undefined) returnToNatural(state, n, factorAt(change.shapeReset, entry));
    if (change.shapeSet !== undefined) moveToPresent(state, n, factorAt(change.shapeSet, entry));
    if (change.stiffness !== undefined) coatJoint(state, n, factorAt(change.stiffness, entry));
  }
  remake(state, k);
}

/** Edges get their new lengths, in the groomed shape too: the root holds the first one as it is there. */
function lengthenEdges(state: RodState, k: number, factor: NodeFactor, from: number): void {
  const { first, restLength, madeLength, spin, groomed } = state;
  const begin = first[k]!;
  const shift = [0, 0, 0];
  for (let n = begin; n < first[k + 1]! - 1; n++) {
    const length = madeLength[n]! * factorAt(factor, from + n - begin);
    const ratio = length / restLength[n]!;
    spin[n] = spin[n]! * ratio;
    restLength[n] = length;
    for (let c = 0; c < 3; c++) {
      const g = 3 * n + c;
      const next = g + 3;
      // The edge was g' − g before its beginning moved by the shift.
      const edge = groomed[next]! - (groomed[g]! - shift[c]!);
      groomed[next] = groomed[g]! + ratio * edge;
      shift[c] = shift[c]! + (ratio - 1) * edge;
    }
  }
}

/** The next four edit the joint at node n of all nodes. */
function returnToNatural({ base, natural }: RodState, n: number, share: number): void {
  for (let c = MEASURES * n; c < MEASURES * (n + 1); c++)
    base[c] = share >= 1 ? natural[c]! : base[c]! + share * (natural[c]! - base[c]!);
}

function moveToPresent({ base, measure, restLength, madeLength }: RodState, n: number, share: number): void {
  const grown = grownBy(restLength, madeLength, n, false);
  for (let c = MEASURES * n; c < MEASURES * (n + 1); c++) base[c] = base[c]! + share * (measure[c]! / grown - base[c]!);
}

/** What is added to the coat hardens in the present shape; what is washed off takes its part of all of it. */
function coatJoint(state: RodState, n: number, factor: number): void {
  const { coat, measure, stiffnessFactor } = state;
  const before = Math.max(0, stiffnessFactor[n]! - 1);
  const after = Math.max(0, factor - 1);
  stiffnessFactor[n] = factor;
  if (after <= before) return;
  const grown = grownBy(state.restLength, state.madeLength, n, false);
  for (let c = MEASURES * n; c < MEASURES * (n + 1); c++)
    coat[c] = grownCoat(coat[c]!, measure[c]! / grown, before, after);
}

/** Length about node n over what it was made with: curvature stays, so a joint turns that much more. */
function grownBy(now: Float64Array, made: Float64Array, n: number, isFirst: boolean): number {
  const whole = (isFirst ? 0 : made[n - 1]!) + made[n]!;
  return whole > 0 ? ((isFirst ? 0 : now[n - 1]!) + now[n]!) / whole : 1;
}

/** Mass, stiffness, rest shape and clearance from what was made and the factors. */
function remake(state: RodState, k: number): void {
  const { first, stiffnessFactor, thicknessFactor } = state;
  const begin = first[k]!;
  const end = first[k + 1]!;
  let thickness = 0;
  for (let n = begin; n < end; n++) {
    const grown = grownBy(state.restLength, state.madeLength, n, n === begin);
    state.mass[n] = state.madeMass[n]! * state.massFactor[n]! * grown;
    state.clearance[n] = state.madeClearance[n]! * thicknessFactor[n]!;
    state.middleClearance[n] = state.madeMiddleClearance[n]! * thicknessFactor[n]!;
    thickness += thicknessFactor[n]!;
    remakeJoint(state, n, stiffnessFactor[n]!, grown);
  }
  state.thickness[k] = state.madeThickness[k]! * (thickness / (end - begin));
}

function remakeJoint(state: RodState, n: number, factor: number, grown: number): void {
  const coated = Math.max(0, factor - 1);
  for (let c = MEASURES * n; c < MEASURES * (n + 1); c++) {
    state.weight[c] = (state.madeWeight[c]! * factor) / grown;
    state.restMeasure[c] = grown * coatedRest(state.base[c]!, state.coat[c]!, coated);
  }
}
