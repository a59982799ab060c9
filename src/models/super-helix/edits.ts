import type { NodeFactor } from '../model.ts';
import { madeName } from '../store/edit.ts';
import type { Owner } from '../store/fields.ts';
import { setArcs, writePlaces } from './build.ts';
import type { HelixRecord, HelixStrand } from './fields.ts';
import { between, massPlaces, nodePlaces, placesOf } from './strand.ts';
import type { HelixSystem } from './system.ts';

/** The value at an element or a quadrature point of a factor that is given at the nodes, from entry `from` on. */
export function factorAlong(strand: HelixStrand, factor: NodeFactor, from: number, of: Owner, i: number): number {
  if (typeof factor === 'number') return factor;
  const nodes = nodePlaces(strand);
  const masses = massPlaces(strand);
  const atMass = (p: number): number => {
    const [a, b, t] = between(nodes, masses[p]!);
    return factor[from + a]! + t * (factor[from + b]! - factor[from + a]!);
  };
  if (of !== 'element') return atMass(i);
  let [sum, whole] = [0, 0];
  strand.span.forEach((span, p) => {
    if (strand.massElement[p] !== i) return;
    sum += span * atMass(p);
    whole += span;
  });
  return sum / whole;
}

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
