import { evaluateCurve } from '../../numeric/curve.ts';
import { exp, length3, log } from '../../numeric/elementary.ts';
import { conjugate, type Quat, rotate } from '../../numeric/rotation.ts';
import { at, normalize, perpendicular, subtract } from '../../numeric/vector.ts';
import { setClearances } from '../layer-offset.ts';
import type { ModelSetup } from '../model.ts';
import { SHORTEST_EDGE, separatePoints } from '../nodal.ts';
import { bindToRoot, growStrand, quatRow } from '../store/place.ts';
import type { Physics } from '../store/stored-strands.ts';
import { supportSprings } from '../support.ts';
import { CURLY_FIELDS, type CurlyStrand } from './fields.ts';
import type { CurlyParameters } from './parameters.ts';
import { presentShape, type Smoothing } from './rest-shape.ts';

export type BuildOptions = ModelSetup & CurlyParameters;

/** Edge for which stiffness and damping are told, metres: that of published hair, taken for 1 cm. */
export const UNIT_EDGE = 0.01;

/** What a stiffness or damping per mass is for a strand, times the length of an edge. */
export const perEdge = (rate: number, density: number): number => rate * density * UNIT_EDGE * UNIT_EDGE;

/** A curly strand at rest in its groomed shape. */
export const buildStrand =
  (options: BuildOptions): Physics<typeof CURLY_FIELDS>['build'] =>
  (strands, k, roots, row, time) => {
    const strand = growStrand(CURLY_FIELDS, strands, k);
    separatePoints(strand.position, SHORTEST_EDGE);
    strand.positionPast.set(strand.position);
    setMasses(strand, options);
    setBending(strand, options, strands.strandAttributes.get('stiffness')?.data[k] ?? 1);
    const orientation = quatRow(roots.orientation, row);
    bindToRoot(strand, roots, row);
    setFirstFrame(strand, orientation);
    const hairBelow = setClearances(strand, options.obstacles, time, options);
    setRestShape(strand, options);
    if (options.restState === 'sag-free') supportSprings(strand, orientation, options.gravity, hairBelow.normal);
    return strand;
  };

function setMasses({ position: x, restLength, mass, density, nodes }: CurlyStrand, { fibre }: BuildOptions): void {
  density[0] = fibre.density * Math.PI * fibre.radius * fibre.radius;
  for (let i = 0; i < nodes - 1; i++) {
    const a = 3 * i;
    const l = length3(x[a + 3]! - x[a]!, x[a + 4]! - x[a + 1]!, x[a + 5]! - x[a + 2]!);
    restLength[i] = l;
    mass[i] = mass[i]! + 0.5 * density[0] * l;
    mass[i + 1] = mass[i + 1]! + 0.5 * density[0] * l;
  }
}

function setBending(strand: CurlyStrand, options: BuildOptions, factor: number): void {
  const { restLength, bendStiffness, bendDamping, density, nodes } = strand;
  let whole = 0;
  for (let i = 0; i < nodes - 1; i++) whole += restLength[i]!;
  let s = 0;
  for (let i = 0; i < nodes - 1; i++) {
    const t = (s + 0.5 * restLength[i]!) / whole;
    s += restLength[i]!;
    if (i === 0) continue;
    const k = options.stiffness * factor * evaluateCurve(options.stiffnessCurve, t);
    bendStiffness[i] =
      (k * perEdge(between(options.bendStiffness, options.bendStiffnessTip, t), density[0]!)) / restLength[i]!;
    bendDamping[i] = perEdge(between(options.bendDamping, options.bendDampingTip, t), density[0]!) / restLength[i]!;
  }
}

/** Evenly in powers where both ends have one. */
function between(root: number, tip: number, t: number): number {
  return root > 0 && tip > 0 ? exp((1 - t) * log(root) + t * log(tip)) : (1 - t) * root + t * tip;
}

function setFirstFrame({ position, u1, groomedU1, nodes }: CurlyStrand, orientation: Quat): void {
  if (nodes < 2) return;
  const u = perpendicular(normalize(subtract(at(position, 1), at(position, 0))));
  u1.set(u);
  groomedU1.set(rotate(conjugate(orientation), u));
}

/** The present shape becomes the rest shape. */
export function setRestShape(strand: CurlyStrand, smoothing: Smoothing): void {
  const { reference, restCore } = presentShape(strand, smoothing);
  strand.reference.set(reference);
  strand.restCore.set(restCore);
}
