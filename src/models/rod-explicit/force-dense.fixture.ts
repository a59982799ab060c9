import { measureBend } from './bend.ts';
import { bendingMoments } from './energy.ts';
import type { Pose } from './pose.ts';
import { binormalGradient, holonomyGradient, torques } from './reference.fixture.ts';
import type { Rod } from './rod.ts';

/**
 * The force as it is printed, (3.120): quadratic in the number of nodes, and a gradient only where all unclamped angles
 * are at rest. It stands here as the oracle of the local form.
 *
 * F_i = −Σ_k 1/l_k Σ_j (∇_i ω_k^j)ᵀ B (ω − ω̂) + Σ_{j clamped} ∇ʲU ∇_i Ψ^j
 */
export function denseForce(rod: Rod, pose: Pose, clamped: Uint8Array): Float64Array {
  const { nodes } = rod;
  const bending = new Float64Array(4 * nodes);
  bendingMoments(rod, pose.curvature, bending);
  const torque = torques(rod, pose);
  const psi = holonomySums(rod, pose.x);
  const force = new Float64Array(3 * nodes);
  for (let i = 0; i < nodes; i++)
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 1; k < nodes - 1; k++)
        for (let side = 0; side < 2; side++) {
          const a = 4 * k + 2 * side;
          const [d1, d2] = curvatureGradient(rod, pose, psi, i, k, side, c);
          sum -= d1 * bending[a]! + d2 * bending[a + 1]!;
        }
      for (let j = 0; j < nodes - 1; j++) if (clamped[j]) sum += torque[j]! * psi[(j * nodes + i) * 3 + c]!;
      force[3 * i + c] = sum;
    }
  return force;
}

/** ∇_i Ψ^j for all i, j: entry (j · nodes + i) · 3. Ψ^j is the angle from the time-carried to the new Bishop frame. */
export function holonomySums(rod: Rod, x: Float64Array): Float64Array {
  const { nodes } = rod;
  const out = new Float64Array((nodes - 1) * nodes * 3);
  for (let j = 1; j < nodes - 1; j++) {
    const row = j * nodes * 3;
    out.copyWithin(row, row - nodes * 3, row);
    const own = holonomyGradient(measureBend(rod, x, j));
    for (let c = 0; c < 9; c++) out[row + 3 * (j - 1) + c] = out[row + 3 * (j - 1) + c]! + own[c]!;
  }
  return out;
}

/** Column c of ∇_i ω_k^j at fixed θ (3.105), j = k − 1 + side. */
export function curvatureGradient(
  rod: Rod,
  pose: Pose,
  psi: Float64Array,
  i: number,
  k: number,
  side: number,
  c: number,
): readonly [number, number] {
  const j = k - 1 + side;
  const a = 4 * k + 2 * side;
  const turn = psi[(j * rod.nodes + i) * 3 + c]!;
  // −J ω ∇Ψ with J ω = (−ω₂, ω₁).
  let d1 = pose.curvature[a + 1]! * turn;
  let d2 = -pose.curvature[a]! * turn;
  const near = i - (k - 1);
  if (near < 0 || near > 2) return [d1, d2];
  const gradient = binormalGradient(measureBend(rod, pose.x, k));
  for (let row = 0; row < 3; row++) {
    const g = gradient[9 * near + 3 * row + c]!;
    d1 += pose.m2[3 * j + row]! * g;
    d2 -= pose.m1[3 * j + row]! * g;
  }
  return [d1, d2];
}
