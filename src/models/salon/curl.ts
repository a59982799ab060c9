import { carryAxes } from '../mass-spring/shape.ts';

/** Hair that is longer than its skeleton by less than this, squared, is straight: it has no radius to lose. */
const STRAIGHT = 1e-4;

/**
 * Radius of a curl over that at rest. A turn of hair Λ and its pitch P leave the radius √(Λ² − P²)/2π: with `winding` Λ/P₀ and `stretch`
 * P/P₀ that is √((winding² − stretch²)/(winding² − 1)) of what it was.
 */
export function radiusFactor(winding: number, stretch: number): number {
  const whole = winding * winding - 1;
  return whole < STRAIGHT ? 1 : Math.sqrt(Math.max(0, winding * winding - stretch * stretch) / whole);
}

/** Pitch of a turn of hair of length Λ with a radius. */
export const pitchOf = (turn: number, radius: number): number => {
  const around = 2 * Math.PI * radius;
  return Math.sqrt(Math.max(0, turn * turn - around * around));
};

/** Kernel. Axis across at node i, from those of links; the link before it says how the point is turned. */
const linkOf = (i: number, from: number): number => (i > from ? i - 1 : i);

/** Kernel. Places local points from .. to about global ones `g`, whose axes are carried into `u` from its first. */
export function windAbout(
  g: Float64Array,
  u: Float64Array,
  offset: Float64Array,
  factor: (link: number) => number,
  from: number,
  to: number,
  x: Float64Array,
): void {
  carryAxes(g, from, to, u);
  for (let i = from; i < to; i++) {
    const link = linkOf(i, from);
    const a = 3 * i;
    const b = 3 * link;
    const ex = g[b + 3]! - g[b]!;
    const ey = g[b + 4]! - g[b + 1]!;
    const ez = g[b + 5]! - g[b + 2]!;
    const per = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const tx = ex * per;
    const ty = ey * per;
    const tz = ez * per;
    const ux = u[b]!;
    const uy = u[b + 1]!;
    const uz = u[b + 2]!;
    const along = offset[a]!;
    const f = i + 1 < to ? 0.5 * (factor(link) + factor(i)) : factor(link);
    const p = f * offset[a + 1]!;
    const q = f * offset[a + 2]!;
    x[a] = g[a]! + along * tx + p * ux + q * (ty * uz - tz * uy);
    x[a + 1] = g[a + 1]! + along * ty + p * uy + q * (tz * ux - tx * uz);
    x[a + 2] = g[a + 2]! + along * tz + p * uz + q * (tx * uy - ty * ux);
  }
}

/** What `windAbout` needs to bring global points `g` to local ones `x`; the first axis is the first of `u`. */
export function offsetsOf(g: Float64Array, u: Float64Array, x: Float64Array): Float64Array {
  const nodes = x.length / 3;
  const out = new Float64Array(3 * nodes);
  carryAxes(g, 0, nodes, u);
  for (let i = 0; i < nodes; i++) {
    const b = 3 * linkOf(i, 0);
    const e = [0, 1, 2].map((c) => g[b + 3 + c]! - g[b + c]!);
    const per = 1 / Math.sqrt(e[0]! * e[0]! + e[1]! * e[1]! + e[2]! * e[2]! + 1e-60);
    const t = e.map((c) => c * per);
    const w = [u[b]!, u[b + 1]!, u[b + 2]!];
    const d = [0, 1, 2].map((c) => x[3 * i + c]! - g[3 * i + c]!);
    const n = [t[1]! * w[2]! - t[2]! * w[1]!, t[2]! * w[0]! - t[0]! * w[2]!, t[0]! * w[1]! - t[1]! * w[0]!];
    for (const [c, axis] of [t, w, n].entries())
      out[3 * i + c] = d[0]! * axis[0]! + d[1]! * axis[1]! + d[2]! * axis[2]!;
  }
  return out;
}
