import { cos, sin } from '../../numeric/elementary.ts';
import { transport } from '../../numeric/rotation.ts';
import { addScaled, at, cross, dot, normalize, perpendicular, type Vec3 } from '../../numeric/vector.ts';
import { put } from './rows.ts';

/** What round-off left along the unit vector t taken off u, and u made a unit vector. */
export function standOn(t: Vec3, u: Vec3): Vec3 {
  return normalize(addScaled(u, t, -dot(u, t)), perpendicular(t));
}

/** Bishop frames: u₁ of the first edge (given) carried along the rod, three numbers an edge, in place; u₂ = t × u₁. */
export function transportAlong(tangent: Float64Array, u1: Float64Array): void {
  for (let j = 1; j < tangent.length / 3; j++) {
    const t = at(tangent, j);
    put(u1, j, standOn(t, transport(at(tangent, j - 1), t, at(u1, j - 1))));
  }
}

/** Material frames: m₁ = cos θ u₁ + sin θ u₂, m₂ = t × m₁. */
export function turnFrames(
  tangent: Float64Array,
  u1: Float64Array,
  theta: Float64Array,
  m1: Float64Array,
  m2: Float64Array,
): void {
  for (let j = 0; j < tangent.length / 3; j++) {
    const t = at(tangent, j);
    const u = at(u1, j);
    const c = cos(theta[j]!);
    const s = sin(theta[j]!);
    const m = addScaled([c * u[0], c * u[1], c * u[2]], cross(t, u), s);
    put(m1, j, m);
    put(m2, j, cross(t, m));
  }
}
