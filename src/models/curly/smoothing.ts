import { exp } from '../../numeric/elementary.ts';

/**
 * The smoothing operator of Iben et al. 2013 (eqs. 2 and 3): two equal one-pole filters after each other, root to tip, over the edges.
 *
 * Published are edges d_i = 2q d_{i−1} − q² d_{i−2} + (1 − q)² x_i with one q = e^{−l/α} a strand, l its mean edge. Here every edge has
 * its own q_i = e^{−l_i/α}, and what is smoothed are edges in units of their rest lengths, so that uneven points make the same curve;
 * where edges are equal it is the published one. The first edge has q = 0: filters begin with it, d_{−1} = d_{−2} = x_0.
 */

/** Writes q of every edge of nodes from .. to, for the smoothing length α; 0 and infinity are exact. */
export function setWeights(
  restLength: Float64Array,
  from: number,
  to: number,
  alpha: number,
  weight: Float64Array,
): void {
  for (let i = from; i < to - 1; i++)
    weight[i] = i === from || alpha === 0 ? 0 : alpha === Number.POSITIVE_INFINITY ? 1 : exp(-restLength[i]! / alpha);
}

/**
 * Smoothed edges of points (or of their velocities: then their rates), in units of the rest length, three numbers at the edge's first
 * node.
 */
export function smoothEdges(
  x: Float64Array,
  restLength: Float64Array,
  weight: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
): void {
  let [yx, yy, yz, dx, dy, dz] = [0, 0, 0, 0, 0, 0];
  for (let i = from; i < to - 1; i++) {
    const a = 3 * i;
    const q = weight[i]!;
    const beta = 1 - q;
    const s = beta / restLength[i]!;
    yx = q * yx + s * (x[a + 3]! - x[a]!);
    yy = q * yy + s * (x[a + 4]! - x[a + 1]!);
    yz = q * yz + s * (x[a + 5]! - x[a + 2]!);
    dx = q * dx + beta * yx;
    dy = q * dy + beta * yy;
    dz = q * dz + beta * yz;
    out[a] = dx;
    out[a + 1] = dy;
    out[a + 2] = dz;
  }
}

/**
 * The adjoint, tip to root: what forces on smoothed edges (as `smoothEdges` writes them, so N m) are as tensions of edges, N. May be in
 * place.
 */
export function smoothTensions(
  force: Float64Array,
  restLength: Float64Array,
  weight: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
): void {
  let [yx, yy, yz, dx, dy, dz] = [0, 0, 0, 0, 0, 0];
  let q = 0;
  for (let i = to - 2; i >= from; i--) {
    const a = 3 * i;
    dx = force[a]! + q * dx;
    dy = force[a + 1]! + q * dy;
    dz = force[a + 2]! + q * dz;
    const beta = 1 - weight[i]!;
    yx = beta * dx + q * yx;
    yy = beta * dy + q * yy;
    yz = beta * dz + q * yz;
    q = weight[i]!;
    const s = beta / restLength[i]!;
    out[a] = s * yx;
    out[a + 1] = s * yy;
    out[a + 2] = s * yz;
  }
}
