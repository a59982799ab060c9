import { at, mix } from '../../numeric/vector.ts';
import { writePlaces } from './build.ts';
import type { HelixStrand } from './fields.ts';
import { pull, resist } from './fit.ts';
import { minimise } from './newton.ts';
import { addOutputPoints, curveLengthAt, lengthOf, loadStrand } from './strand.ts';
import type { HelixSystem } from './system.ts';

/** Resistance of the curvatures against the new shape, relative to that in fits of grooms. */
const RESISTANCE = 0.02;
const ITERATIONS = 30;

/**
 * Bends a strand with its root where it is so that its output points come nearest to `positions`, and gives it the speeds.
 * Twist that the places do not show stays as it is. Returns the farthest distance of a point.
 */
export function followPoints(
  system: HelixSystem,
  strand: HelixStrand,
  positions: Float64Array,
  velocities: Float64Array,
): number {
  loadStrand(system, strand);
  const first = addOutputPoints(system, strand);
  const count = strand.nodes;
  for (let i = 0; i < count; i++) pull(system, first + i, at(positions, i), 1);
  resist(system, lengthOf(strand), (RESISTANCE * count) / system.elements);
  minimise(system, { most: ITERATIONS, isPlain: true }, { iterations: 0, isConverged: false });
  strand.w.set(system.w.subarray(0, strand.w.length));
  strand.wPast.set(strand.w);
  writePlaces(system, strand);
  strand.velocity.set(velocities);
  takeSpeeds(strand);
  strand.xPast.set(strand.x);
  strand.vPast.set(strand.v);
  strand.positionPast.set(strand.position);
  strand.stepPast[0] = 0;
  let farthest = 0;
  for (let i = 0; i < count; i++) {
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const d = strand.position[3 * i + c]! - positions[3 * i + c]!;
      square += d * d;
    }
    farthest = Math.max(farthest, Math.sqrt(square));
  }
  return farthest;
}

/** Speeds of the quadrature points between those of the output points. */
function takeSpeeds(strand: HelixStrand): void {
  const s = Float64Array.from(strand.arc, (_, i) => curveLengthAt(strand, 2 * i));
  let start = 0;
  let i = 0;
  for (let p = 0, element = 0; p < strand.mass.length; p++) {
    while (element < strand.massElement[p]!) start += strand.length[element++]!;
    const here = start + strand.massPlace[p]!;
    while (i < s.length - 2 && s[i + 1]! < here) i++;
    const t = (here - s[i]!) / Math.max(s[i + 1]! - s[i]!, 1e-300);
    const speed = mix(at(strand.velocity, i), at(strand.velocity, i + 1), Math.min(Math.max(t, 0), 1));
    strand.v.set(speed, 3 * p);
  }
}
