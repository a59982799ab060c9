import { cos, sin } from '../../numeric/elementary.ts';
import { makeMeasure, measureAngles } from './measures.ts';
import type { Rig } from './rig.ts';

/**
 * Carries a vector across each edge along the strand, from its first edge: the smallest rotation from edge to edge, kept across and
 * of length 1. Three numbers a node; `u` holds the first.
 */
export function carryAxes(x: Float64Array, from: number, to: number, u: Float64Array): void {
  for (let a = 3 * from; a < 3 * to - 3; a += 3) {
    const isFirst = a === 3 * from;
    const ex = x[a + 3]! - x[a]!;
    const ey = x[a + 4]! - x[a + 1]!;
    const ez = x[a + 5]! - x[a + 2]!;
    const ie = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez + 1e-60);
    const tx = ex * ie;
    const ty = ey * ie;
    const tz = ez * ie;
    const b = isFirst ? a : a - 3;
    let ux = u[b]!;
    let uy = u[b + 1]!;
    let uz = u[b + 2]!;
    if (!isFirst) {
      const px = x[a]! - x[b]!;
      const py = x[a + 1]! - x[b + 1]!;
      const pz = x[a + 2]! - x[b + 2]!;
      const ip = 1 / Math.sqrt(px * px + py * py + pz * pz + 1e-60);
      // T(u) for u across p: u − (u·t)/(1 + p·t) (p + t).
      const f = (ux * tx + uy * ty + uz * tz) / Math.max(1e-4, 1 + (px * tx + py * ty + pz * tz) * ip);
      ux -= f * (px * ip + tx);
      uy -= f * (py * ip + ty);
      uz -= f * (pz * ip + tz);
    }
    const along = ux * tx + uy * ty + uz * tz;
    ux -= along * tx;
    uy -= along * ty;
    uz -= along * tz;
    const n = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz + 1e-60);
    u[a] = ux * n;
    u[a + 1] = uy * n;
    u[a + 2] = uz * n;
  }
  for (let c = 3 * to - 3; c < 3 * to; c++) u[c] = to - from > 1 ? u[c - 3]! : u[c]!;
}

const corner: Float64Array = new Float64Array(9);
const turned: Float64Array = new Float64Array(9);

/** The axis of strand k, a piece without a root, follows its first edge from where it was before to where it is. */
export function followFirstEdge(
  before: Float64Array,
  x: Float64Array,
  from: number,
  u1: Float64Array,
  k: number,
): void {
  for (let c = 0; c < 3; c++) {
    corner[3 + c] = before[3 * from + 3 + c]! - before[3 * from + c]!;
    corner[6 + c] = corner[3 + c]! + x[3 * from + 3 + c]! - x[3 * from + c]!;
    turned[c] = u1[3 * k + c]!;
  }
  carryAxes(corner, 0, 3, turned);
  for (let c = 0; c < 3; c++) u1[3 * k + c] = turned[3 + c]!;
}

/** The two angles of every joint of a polyline, whose axes are carried from `u1`. */
export function anglesOf(x: Float64Array, u1: ArrayLike<number>): Float64Array {
  const nodes = x.length / 3;
  const u = new Float64Array(3 * nodes);
  u.set(u1);
  carryAxes(x, 0, nodes, u);
  const angles = new Float64Array(2 * nodes);
  const [first, second] = [makeMeasure(), makeMeasure()];
  for (let i = 1; i < nodes - 1; i++) {
    measureAngles(x, i - 1, i, i + 1, u[3 * i - 3]!, u[3 * i - 2]!, u[3 * i - 1]!, first, second);
    angles[2 * i] = first.value;
    angles[2 * i + 1] = second.value;
  }
  return angles;
}

/** The polyline that has these angles, from the origin along x with the first axis along y. */
export function polylineOf(restLength: ArrayLike<number>, angles: ArrayLike<number>, nodes: number): Float64Array {
  const x = new Float64Array(3 * nodes);
  const u = new Float64Array(3 * nodes);
  u[1] = 1;
  for (let i = 0; i + 1 < nodes; i++) {
    const a = 3 * i;
    let [tx, ty, tz] = [1, 0, 0];
    if (i > 0) {
      carryAxes(x, i - 1, i + 1, u);
      const l = restLength[i - 1]!;
      const p = [0, 1, 2].map((c) => (x[a + c]! - x[a - 3 + c]!) / l);
      const v = [0, 1, 2].map((c) => u[a - 3 + c]!);
      const w = [p[1]! * v[2]! - p[2]! * v[1]!, p[2]! * v[0]! - p[0]! * v[2]!, p[0]! * v[1]! - p[1]! * v[0]!];
      const [b1, b2] = [angles[2 * i]!, angles[2 * i + 1]!];
      const angle = Math.sqrt(b1 * b1 + b2 * b2);
      const s = angle < 1e-9 ? 1 : sin(angle) / angle;
      [tx, ty, tz] = [0, 1, 2].map((c) => cos(angle) * p[c]! + s * (b1 * v[c]! + b2 * w[c]!)) as [
        number,
        number,
        number,
      ];
    }
    x[a + 3] = x[a]! + restLength[i]! * tx;
    x[a + 4] = x[a + 1]! + restLength[i]! * ty;
    x[a + 5] = x[a + 2]! + restLength[i]! * tz;
    if (i > 0) carryAxes(x, i - 1, i + 2, u);
  }
  return x;
}

/** Free vectors of the rails of a polyline, six numbers a node; they stand across the edges that meet at it. */
export function placeRails(x: Float64Array, u1: ArrayLike<number>, rig: Rig, width: number): Float64Array {
  const nodes = x.length / 3;
  const out = new Float64Array(6 * nodes);
  if (rig.rails === 1 || nodes < 2) return out;
  const u = new Float64Array(3 * nodes);
  u.set(u1);
  carryAxes(x, 0, nodes, u);
  for (let i = 0; i < nodes; i++) {
    const edge = Math.min(i, nodes - 2);
    const t = [0, 1, 2].map((c) => x[3 * edge + 3 + c]! - x[3 * edge + c]!);
    const before = Math.max(0, i - 1);
    const s = [0, 1, 2].map((c) => x[3 * before + 3 + c]! - x[3 * before + c]!);
    const [nt, ns] = [length(t), length(s)];
    // Across the mean of both edges, so that rails of neighbours stay as far apart on both sides of a bend.
    let m = [0, 1, 2].map((c) => t[c]! / nt + s[c]! / ns);
    const nm = Math.sqrt(m[0]! * m[0]! + m[1]! * m[1]! + m[2]! * m[2]!);
    m = nm > 1e-6 ? m.map((c) => c / nm) : t.map((c) => c / nt);
    const v = [0, 1, 2].map((c) => u[3 * i + c]!);
    const along = v[0]! * m[0]! + v[1]! * m[1]! + v[2]! * m[2]!;
    const raw = v.map((c, k) => c - along * m[k]!);
    const n = Math.sqrt(raw[0]! * raw[0]! + raw[1]! * raw[1]! + raw[2]! * raw[2]!) + 1e-30;
    const p = raw.map((c) => c / n);
    const q = [m[1]! * p[2]! - m[2]! * p[1]!, m[2]! * p[0]! - m[0]! * p[2]!, m[0]! * p[1]! - m[1]! * p[0]!];
    for (let vector = 0; vector + 1 < rig.rails; vector++) {
      const turn = rig.turnOf(i, vector);
      for (let c = 0; c < 3; c++) out[6 * i + 3 * vector + c] = width * (cos(turn) * p[c]! + sin(turn) * q[c]!);
    }
  }
  return out;
}

const length = (v: readonly number[]): number => Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!) + 1e-30;
