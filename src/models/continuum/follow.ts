import { conjugate, rotate } from '../../numeric/rotation.ts';
import { at, cross, distance, dot, subtract } from '../../numeric/vector.ts';
import { BEND, BendReader } from '../../strands/read-bend.ts';
import { solveSymmetric3 } from '../nodal.ts';
import type { Sample } from './fields.ts';
import { across, armAt, groomedCurve, localPoints, turnOf, writePlaces } from './sample.ts';

/** Gives a sample that was reset the spring that comes nearest to points and their velocities. Returns the farthest that a point is from its place. */
export function followPoints(sample: Sample, positions: Float64Array, velocities: Float64Array): number {
  const { nodes, w, v } = sample;
  if (nodes < 2) return 0;
  // What the strand has after a reset, it has by riding with its root.
  const riding = sample.velocity.slice();
  const found = new Float64Array(BEND);
  new BendReader().read(groomedCurve(sample), localPoints(sample, positions), 0, 1, found, 0);
  w.set(across(sample, at(found, 0)));
  writePlaces(sample);
  v.set(rateOf(sample, velocities, riding));
  sample.velocity.set(velocities);
  let farthest = 0;
  for (let i = 0; i < nodes; i++) farthest = Math.max(farthest, distance(at(sample.position, i), at(positions, i)));
  return farthest;
}

/** The rate of turning that fits velocities best: Σ (r² − r rᵀ) v = Σ r × u over all points, u relative to the root. */
function rateOf(sample: Sample, velocities: Float64Array, riding: Float64Array): readonly [number, number, number] {
  const matrix = new Float64Array(6);
  const right = new Float64Array(3);
  let s = 0;
  for (let i = 1; i < sample.nodes; i++) {
    s += sample.restLength[i - 1]!;
    const r = armAt(sample, s);
    const square = dot(r, r);
    const turned = cross(r, subtract(at(velocities, i), at(riding, i)));
    const rows = [
      square - r[0] * r[0],
      -r[0] * r[1],
      -r[0] * r[2],
      square - r[1] * r[1],
      -r[1] * r[2],
      square - r[2] * r[2],
    ];
    rows.forEach((value, c) => {
      matrix[c] = matrix[c]! + value;
    });
    for (let c = 0; c < 3; c++) right[c] = right[c]! + turned[c]!;
  }
  // A straight hair does not tell how it turns about itself.
  const least = 1e-6 * (matrix[0]! + matrix[3]! + matrix[5]!) + 1e-60;
  for (const c of [0, 3, 5]) matrix[c] = matrix[c]! + least;
  solveSymmetric3(matrix, 0, right, 0);
  return across(sample, rotate(conjugate(turnOf(sample)), at(right, 0)));
}
