import { at, distance, mix } from '../../numeric/vector.ts';
import { forgetPast, writePlaces } from './build.ts';
import type { HelixStrand } from './fields.ts';
import { pull, resist } from './fit.ts';
import { minimise } from './newton.ts';
import { addOutputPoints, between, lengthOf, loadStrand, massPlaces, nodePlaces } from './strand.ts';
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
  writePlaces(system, strand);
  strand.velocity.set(velocities);
  const known = nodePlaces(strand);
  massPlaces(strand).forEach((s, p) => {
    const [i, j, t] = between(known, s);
    strand.v.set(mix(at(velocities, i), at(velocities, j), t), 3 * p);
  });
  forgetPast(strand);
  let farthest = 0;
  for (let i = 0; i < count; i++) farthest = Math.max(farthest, distance(at(strand.position, i), at(positions, i)));
  return farthest;
}
