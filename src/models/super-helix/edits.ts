import type { NodeFactor } from '../model.ts';
import { madeName } from '../store/edit.ts';
import type { Owner } from '../store/fields.ts';
import { setArcs, writePlaces } from './build.ts';
import type { HelixRecord, HelixStrand } from './fields.ts';
import { curveLengthAt, placesOf } from './strand.ts';
import type { HelixSystem } from './system.ts';

/** The value at an element or a quadrature point of a factor that is given at the nodes, from entry `from` on. */
export function factorAlong(strand: HelixStrand, factor: NodeFactor, from: number, of: Owner, i: number): number {
  const values = new Along(strand, from);
  return of === 'element' ? values.over(factor, i) : values.atMass(factor, i);
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
    const a = valueAt(factor, from + i);
    if (points.length < 2) return a;
    const t = Math.min(1, Math.max(0, (s - points[i]!) / (points[i + 1]! - points[i]!)));
    return a + t * (valueAt(factor, from + i + 1) - a);
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

const valueAt = (factor: NodeFactor, at: number): number => (typeof factor === 'number' ? factor : factor[at]!);

/** Elements get their new lengths; all that lies on them moves along, without any speed. */
export function lengthen(system: HelixSystem, strand: HelixRecord, factorAt: (element: number) => number): void {
  const made = strand[madeName('length')]!;
  const ratio = strand.length.map((l, e) => (made[e]! * factorAt(e)) / l);
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
  for (let place = 0; place < placesOf(strand); place++) {
    const by = ratio[strand.placeElement[place]!]!;
    strand.placePlace[place] = strand.placePlace[place]! * by;
    const i = place >> 1;
    if (place % 2 === 1) strand.arc[i + 1] = strand.arc[i]! + by * (arc[i + 1]! - arc[i]!);
  }
  setArcs(strand, strand.arc.slice());
  const { x, position: out, xPast, positionPast: outPast } = strand;
  const [oldX, oldOut] = [x.slice(), out.slice()];
  writePlaces(system, strand);
  for (let i = 0; i < x.length; i++) xPast[i] = xPast[i]! + x[i]! - oldX[i]!;
  for (let i = 0; i < out.length; i++) outPast[i] = outPast[i]! + out[i]! - oldOut[i]!;
}
