import { coatedRest, factorAt, grownCoat } from '../factor.ts';
import type { NodeFactor, StrandEdit } from '../model.ts';
import { writePlaces } from './build.ts';
import { curveLengthAt, type HelixStrand, OWN } from './strand.ts';
import type { HelixSystem } from './system.ts';

/**
 * Edits of a running super-helix. What it was made with stays in the `made` fields, so that a factor that returns to 1 brings
 * back the very numbers. An element has two rest curvatures, the fibre's own (`base`: heat moves it to the present shape, water
 * back to the natural one) and that of a stiff coat, which hardened in the shape that the element then had; both pull in
 * proportion to their stiffness. Values are given at output points; an element takes their mean along it.
 */

/** Notes what a strand is made with, as it is now. */
export function rememberMade(strand: HelixStrand): void {
  strand.madeLength.set(strand.length);
  strand.madeStiffness.set(strand.stiffness);
  strand.madeMass.set(strand.mass);
  strand.madeClearance.set(strand.clearance);
  strand.own[OWN.madeThickness] = strand.own[OWN.thickness]!;
  strand.stiffnessFactor.fill(1);
  strand.massFactor.fill(1);
  rememberNatural(strand);
}

/** The present rest shape becomes the natural one. */
export function rememberNatural(strand: HelixStrand): void {
  for (const field of ['natural', 'base', 'coat'] as const) strand[field].set(strand.rest);
}

/** Edits a strand; the values of factors with one number a point begin at entry `from`. */
export function reshape(system: HelixSystem, strand: HelixStrand, change: StrandEdit, from: number): void {
  if (change.lengthen !== undefined) lengthen(system, strand, change.lengthen, from);
  const values = new Along(strand, from);
  if (change.mass !== undefined)
    for (let p = 0; p < strand.mass.length; p++) strand.massFactor[p] = values.atMass(change.mass, p);
  for (let e = 0; e < strand.length.length; e++) {
    if (change.shapeReset !== undefined) moveBase(strand, e, strand.natural, values.over(change.shapeReset, e));
    if (change.shapeSet !== undefined) moveBase(strand, e, strand.w, values.over(change.shapeSet, e));
    if (change.stiffness !== undefined) coatElement(strand, e, values.over(change.stiffness, e));
  }
  if (change.thickness !== undefined) thicken(strand, change.thickness, from);
  remake(strand);
}

/** Values of a factor along the curve. */
class Along {
  private readonly strand: HelixStrand;
  private readonly from: number;
  /** Curve length of every output point, and of every quadrature point. */
  private readonly points: Float64Array;
  private readonly masses: Float64Array;

  constructor(strand: HelixStrand, from: number) {
    this.strand = strand;
    this.from = from;
    this.points = strand.arc.map((_, i) => curveLengthAt(strand, 2 * i));
    let start = 0;
    let element = 0;
    this.masses = strand.massPlace.map((place, p) => {
      while (element < strand.massElement[p]!) start += strand.length[element++]!;
      return start + place;
    });
  }

  atMass(factor: NodeFactor, p: number): number {
    if (typeof factor === 'number') return factor;
    const { points, from } = this;
    const s = this.masses[p]!;
    let i = 0;
    while (i + 2 < points.length && points[i + 1]! < s) i++;
    const a = factorAt(factor, from + i);
    if (points.length < 2) return a;
    const t = Math.min(1, Math.max(0, (s - points[i]!) / (points[i + 1]! - points[i]!)));
    return a + t * (factorAt(factor, from + i + 1) - a);
  }

  /** The mean over an element. */
  over(factor: NodeFactor, e: number): number {
    if (typeof factor === 'number') return factor;
    const { massElement, span } = this.strand;
    let sum = 0;
    let whole = 0;
    for (let p = 0; p < span.length; p++) {
      if (massElement[p] !== e) continue;
      sum += span[p]! * this.atMass(factor, p);
      whole += span[p]!;
    }
    return sum / whole;
  }
}

function moveBase({ base }: HelixStrand, e: number, towards: Float64Array, share: number): void {
  for (let c = 3 * e; c < 3 * e + 3; c++)
    base[c] = share >= 1 ? towards[c]! : base[c]! + share * (towards[c]! - base[c]!);
}

/** What is added to the coat hardens in the present shape; what is washed off takes its part of all of it. */
function coatElement({ stiffnessFactor, coat, w }: HelixStrand, e: number, factor: number): void {
  const before = Math.max(0, stiffnessFactor[e]! - 1);
  const after = Math.max(0, factor - 1);
  stiffnessFactor[e] = factor;
  if (after <= before) return;
  for (let c = 3 * e; c < 3 * e + 3; c++) coat[c] = grownCoat(coat[c]!, w[c]!, before, after);
}

/** The places between points keep the mean of both. */
function thicken(strand: HelixStrand, factor: NodeFactor, from: number): void {
  const { clearance, madeClearance, own, arc } = strand;
  let sum = 0;
  for (let place = 0; place < clearance.length; place++) {
    const i = place >> 1;
    const a = factorAt(factor, from + i);
    const value = place % 2 === 0 ? a : a + 0.5 * (factorAt(factor, from + i + 1) - a);
    clearance[place] = madeClearance[place]! * value;
    if (place % 2 === 0) sum += a;
  }
  if (arc.length > 0) own[OWN.thickness] = own[OWN.madeThickness]! * (sum / arc.length);
}

/** Elements get their new lengths; all that lies on them moves along, without any speed. */
function lengthen(system: HelixSystem, strand: HelixStrand, factor: NodeFactor, from: number): void {
  const values = new Along(strand, from);
  const ratio = strand.length.map((l, e) => (strand.madeLength[e]! * values.over(factor, e)) / l);
  ratio.forEach((by, e) => {
    strand.length[e] = strand.length[e]! * by;
    for (let c = 3 * e; c < 3 * e + 3; c++) strand.viscosity[c] = strand.viscosity[c]! * by;
  });
  for (let p = 0; p < strand.mass.length; p++) {
    const by = ratio[strand.massElement[p]!]!;
    strand.massPlace[p] = strand.massPlace[p]! * by;
    strand.span[p] = strand.span[p]! * by;
  }
  const arc = strand.arc.slice();
  for (let place = 0; place < strand.placeElement.length; place++) {
    const by = ratio[strand.placeElement[place]!]!;
    strand.placePlace[place] = strand.placePlace[place]! * by;
    const i = place >> 1;
    if (place % 2 === 1) strand.arc[i + 1] = strand.arc[i]! + by * (arc[i + 1]! - arc[i]!);
  }
  const { x, out, xPast, outPast } = strand;
  const [oldX, oldOut] = [x.slice(), out.slice()];
  writePlaces(system, strand);
  for (let i = 0; i < x.length; i++) xPast[i] = xPast[i]! + x[i]! - oldX[i]!;
  for (let i = 0; i < out.length; i++) outPast[i] = outPast[i]! + out[i]! - oldOut[i]!;
}

/** Mass, stiffness and rest shape from what was made and the factors. */
function remake(strand: HelixStrand): void {
  const { length, madeLength, stiffness, rest, stiffnessFactor } = strand;
  for (let e = 0; e < length.length; e++) {
    const grown = length[e]! / madeLength[e]!;
    const coated = Math.max(0, stiffnessFactor[e]! - 1);
    for (let c = 3 * e; c < 3 * e + 3; c++) {
      stiffness[c] = strand.madeStiffness[c]! * stiffnessFactor[e]! * grown;
      rest[c] = coatedRest(strand.base[c]!, strand.coat[c]!, coated);
    }
  }
  for (let p = 0; p < strand.mass.length; p++) {
    const e = strand.massElement[p]!;
    strand.mass[p] = strand.madeMass[p]! * strand.massFactor[p]! * (length[e]! / madeLength[e]!);
  }
}

/** The part of an element's made properties that a cut leaves on it, once lengths and quadrature points are set. */
export function takeMade(strand: HelixStrand, part: HelixStrand, elements: readonly number[]): void {
  elements.forEach((e, i) => {
    const share = part.length[i]! / strand.length[e]!;
    part.madeLength[i] = share * strand.madeLength[e]!;
    part.stiffnessFactor[i] = strand.stiffnessFactor[e]!;
    for (let c = 0; c < 3; c++) part.madeStiffness[3 * i + c] = share * strand.madeStiffness[3 * e + c]!;
    let [made, mass, span] = [0, 0, 0];
    for (let p = 0; p < strand.mass.length; p++) {
      if (strand.massElement[p] !== e) continue;
      made += strand.madeMass[p]!;
      mass += strand.mass[p]!;
      span += strand.span[p]!;
    }
    const grown = strand.length[e]! / strand.madeLength[e]!;
    for (let p = 0; p < part.mass.length; p++) {
      if (part.massElement[p] !== i) continue;
      part.madeMass[p] = (made / span) * part.span[p]!;
      part.massFactor[p] = mass / (made * grown);
    }
  });
}
