import { bandIndex, factorBanded, solveBanded } from '../../numeric/banded.ts';
import { at, dot, type Vec3 } from '../../numeric/vector.ts';
import type { ConstraintRows } from './constraint-rows.ts';
import { bandwidth } from './project-bodies.ts';

/** Keeps rows that say the same twice solvable. */
const REDUNDANT = 1e-12;
/** An edge's middle says on a flat surface what its nodes say: this little softness lets them share, at a price of 0.1 %. */
const SHARING = 1e-3;
/** Takes a row out of the system. */
const SILENT = 1e12;

/**
 * The forces behind a projection, times h²: multipliers y, kg·m, with M δ = Aᵀ y for the displacement δ that constraints
 * made, over lengths, holds and those surfaces that are nearer than `reach`.
 *
 * The barrier's own multipliers are of no use for friction: the projection ends where positions are feasible, long before
 * forces balance (on a slope they came to 0.7 of the weight). Least squares of what was really moved is exact as soon as
 * the positions are. A M⁻¹ Aᵀ y = A δ is banded as the projection's own system is. Surfaces only push: what would pull is 0.
 */
export function normalForces(
  rows: ConstraintRows,
  inverseMass: Float64Array,
  delta: Float64Array,
  reach: number,
): Float64Array {
  const { count, node, gradient } = rows;
  const y = new Float64Array(count);
  if (count === 0) return y;
  const band = bandwidth(rows);
  const matrix = new Float64Array(count * (band + 1));
  const of = (row: number, end: number): Vec3 => at(gradient, 2 * row + end);
  let scale = 0;
  for (let i = 0; i < inverseMass.length; i++) scale = Math.max(scale, inverseMass[i]!);
  for (let r = 0; r < count; r++) {
    const i = node[r]!;
    for (let q = Math.max(0, r - band); q <= r; q++) {
      const offset = i - node[q]!;
      let value = 0;
      if (offset === 0)
        value = inverseMass[i]! * dot(of(r, 0), of(q, 0)) + inverseMass[i + 1]! * dot(of(r, 1), of(q, 1));
      else if (offset === 1) value = inverseMass[i]! * dot(of(r, 0), of(q, 1));
      matrix[bandIndex(band, r, q)] = value;
    }
    const isSilent = rows.isOneSided[r] === 1 && rows.value[r]! > reach;
    const own = bandIndex(band, r, r);
    matrix[own] = matrix[own]! + scale * (isSilent ? SILENT : rows.isOneSided[r] ? SHARING : REDUNDANT);
    y[r] = isSilent ? 0 : dot(of(r, 0), at(delta, i)) + dot(of(r, 1), at(delta, i + 1));
  }
  factorBanded(matrix, count, band);
  solveBanded(matrix, y, count, band);
  for (let r = 0; r < count; r++) if (rows.isOneSided[r]) y[r] = Math.max(0, y[r]!);
  return y;
}
