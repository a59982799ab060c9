import { acos, atan2 } from '../../numeric/elementary.ts';

/**
 * What springs measure at their points, and the gradient of it: three numbers a point, up to four points. Every force is −k (m − rest) times
 * such a gradient, every stiffness k times its square (Gauss–Newton), so one way of assembly serves them all.
 */
export interface Measure {
  value: number;
  readonly gradient: Float64Array;
}

export const makeMeasure = (): Measure => ({ value: 0, gradient: new Float64Array(12) });

/** Length from point a to point b. */
export function measureLength(x: Float64Array, a: number, b: number, out: Measure): void {
  const dx = x[3 * b]! - x[3 * a]!;
  const dy = x[3 * b + 1]! - x[3 * a + 1]!;
  const dz = x[3 * b + 2]! - x[3 * a + 2]!;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz + 1e-60);
  const g = out.gradient;
  out.value = length;
  g[3] = dx / length;
  g[4] = dy / length;
  g[5] = dz / length;
  g[0] = -g[3]!;
  g[1] = -g[4]!;
  g[2] = -g[5]!;
}

/** Edges that fold back farther than this count as folded so far: at half a turn the angles have no direction. */
const FOLDED = -0.99;

/**
 * The two relative angles of edges a → b → c: the rotation from the first to the second in the axes u and w = t × u that are carried to
 * the first, β = θ/sin θ (t₂ · u). Exact gradients, the axes following the first edge without twisting.
 */
export function measureAngles(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  ux: number,
  uy: number,
  uz: number,
  first: Measure,
  second: Measure,
): void {
  let px = x[3 * b]! - x[3 * a]!;
  let py = x[3 * b + 1]! - x[3 * a + 1]!;
  let pz = x[3 * b + 2]! - x[3 * a + 2]!;
  let qx = x[3 * c]! - x[3 * b]!;
  let qy = x[3 * c + 1]! - x[3 * b + 1]!;
  let qz = x[3 * c + 2]! - x[3 * b + 2]!;
  const ip = 1 / Math.sqrt(px * px + py * py + pz * pz + 1e-60);
  const iq = 1 / Math.sqrt(qx * qx + qy * qy + qz * qz + 1e-60);
  px *= ip;
  py *= ip;
  pz *= ip;
  qx *= iq;
  qy *= iq;
  qz *= iq;
  const dot = px * qx + py * qy + pz * qz;
  const cosine = dot < FOLDED ? FOLDED : dot > 1 ? 1 : dot;
  // g = θ/sin θ and its slope by cos θ; near a straight joint, where both are 0/0, their series in θ² = 2 (1 − c) + (1 − c)²/3 + …
  let g: number;
  let slope: number;
  if (cosine > 1 - 1e-5) {
    const s = 2 * (1 - cosine);
    g = 1 + s / 6;
    slope = -1 / 3 - (2 / 15) * s;
  } else {
    const sine = Math.sqrt(1 - cosine * cosine);
    const angle = acos(cosine);
    g = angle / sine;
    slope = (angle * cosine - sine) / (sine * sine * sine);
  }
  if (dot < FOLDED) slope = 0;
  writeAngle(first, px, py, pz, ip, qx, qy, qz, iq, ux, uy, uz, g, slope, cosine);
  const wx = py * uz - pz * uy;
  const wy = pz * ux - px * uz;
  const wz = px * uy - py * ux;
  writeAngle(second, px, py, pz, ip, qx, qy, qz, iq, wx, wy, wz, g, slope, cosine);
}

function writeAngle(
  out: Measure,
  px: number,
  py: number,
  pz: number,
  ip: number,
  qx: number,
  qy: number,
  qz: number,
  iq: number,
  ux: number,
  uy: number,
  uz: number,
  g: number,
  slope: number,
  cosine: number,
): void {
  const across = qx * ux + qy * uy + qz * uz;
  const s = slope * across;
  // ∇b = P_b [g' (t₂·u) t₁ + g u], ∇a = P_a [g' (t₂·u) t₂ − g c u].
  const alongQ = s * cosine + g * across;
  const bx = (s * px + g * ux - alongQ * qx) * iq;
  const by = (s * py + g * uy - alongQ * qy) * iq;
  const bz = (s * pz + g * uz - alongQ * qz) * iq;
  const alongP = s * cosine;
  const gc = g * cosine;
  const ax = (s * qx - gc * ux - alongP * px) * ip;
  const ay = (s * qy - gc * uy - alongP * py) * ip;
  const az = (s * qz - gc * uz - alongP * pz) * ip;
  const d = out.gradient;
  out.value = g * across;
  d[0] = -ax;
  d[1] = -ay;
  d[2] = -az;
  d[3] = ax - bx;
  d[4] = ay - by;
  d[5] = az - bz;
  d[6] = bx;
  d[7] = by;
  d[8] = bz;
}

type Three = [number, number, number];

const minus = (x: Float64Array, a: number, b: number): Three => [
  x[3 * a]! - x[3 * b]!,
  x[3 * a + 1]! - x[3 * b + 1]!,
  x[3 * a + 2]! - x[3 * b + 2]!,
];
const cross = (a: Three, b: Three): Three => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Three, b: Three): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The angle between the triangles (p0, p2, p3) and (p1, p3, p2) about their edge from p2 to p3. */
export function measureHinge(x: Float64Array, p0: number, p1: number, p2: number, p3: number, out: Measure): void {
  const edge = minus(x, p3, p2);
  const length = Math.sqrt(dot(edge, edge) + 1e-60);
  const e: Three = [edge[0] / length, edge[1] / length, edge[2] / length];
  const d02 = minus(x, p0, p2);
  const d03 = minus(x, p0, p3);
  const d12 = minus(x, p1, p2);
  const d13 = minus(x, p1, p3);
  const n0 = cross(d02, d03);
  const n1 = cross(d13, d12);
  const i0 = 1 / (dot(n0, n0) + 1e-60);
  const i1 = 1 / (dot(n1, n1) + 1e-60);
  const scale = Math.sqrt(i0 * i1);
  out.value = atan2(dot(cross(n0, n1), e) * scale, dot(n0, n1) * scale);
  const g = out.gradient;
  const a3 = dot(d03, e) * i0;
  const b3 = dot(d13, e) * i1;
  const a2 = dot(d02, e) * i0;
  const b2 = dot(d12, e) * i1;
  for (let c = 0; c < 3; c++) {
    g[c] = -length * i0 * n0[c]!;
    g[3 + c] = -length * i1 * n1[c]!;
    g[6 + c] = -(a3 * n0[c]! + b3 * n1[c]!);
    g[9 + c] = a2 * n0[c]! + b2 * n1[c]!;
  }
}

/** Which points altitudes are measured between: a point over a face four times, an edge against an edge three times. */
const ALTITUDES = [
  [1, 2, 3, 0],
  [0, 2, 3, 1],
  [0, 1, 3, 2],
  [0, 1, 2, 3],
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
] as const;
/** From here on they are edges against edges. */
const FACES = 4;
export const ALTITUDE_COUNT: number = ALTITUDES.length;

/** The shortest altitude of a tetrahedron: its face or pair of edges spans most, so it is never degenerate. */
export function shortestAltitude(x: Float64Array, points: ArrayLike<number>, at: number): number {
  let best = 0;
  let most = -1;
  for (let n = 0; n < ALTITUDES.length; n++) {
    const [a, b, c, d] = ALTITUDES[n]!;
    const p = (i: number): number => points[at + i]!;
    const span =
      n < FACES ? cross(minus(x, p(b), p(a)), minus(x, p(c), p(a))) : cross(minus(x, p(b), p(a)), minus(x, p(d), p(c)));
    const square = dot(span, span);
    if (square <= most) continue;
    most = square;
    best = n;
  }
  return best;
}

/** Signed altitude number `which`. Its gradient is ω n, with the weights that make n times the altitude of the points. */
export function measureAltitude(
  x: Float64Array,
  points: ArrayLike<number>,
  at: number,
  which: number,
  out: Measure,
): void {
  const [a, b, c, d] = ALTITUDES[which]!;
  const p = (i: number): number => points[at + i]!;
  const ab = minus(x, p(b), p(a));
  const g = out.gradient;
  const w = [0, 0, 0, 0];
  let normal: Three;
  let from: Three;
  if (which < FACES) {
    const ac = minus(x, p(c), p(a));
    normal = cross(ab, ac);
    from = minus(x, p(d), p(a));
    const inverse = 1 / (dot(normal, normal) + 1e-60);
    const v = dot(cross(from, ac), normal) * inverse;
    const u = dot(cross(ab, from), normal) * inverse;
    w[a] = v + u - 1;
    w[b] = -v;
    w[c] = -u;
    w[d] = 1;
  } else {
    const cd = minus(x, p(d), p(c));
    normal = cross(ab, cd);
    from = minus(x, p(c), p(a));
    const inverse = 1 / (dot(normal, normal) + 1e-60);
    const s = dot(cross(from, cd), normal) * inverse;
    const t = dot(cross(from, ab), normal) * inverse;
    w[a] = s - 1;
    w[b] = -s;
    w[c] = 1 - t;
    w[d] = t;
  }
  const n = 1 / Math.sqrt(dot(normal, normal) + 1e-60);
  out.value = dot(from, normal) * n;
  for (let i = 0; i < 4; i++) for (let k = 0; k < 3; k++) g[3 * i + k] = w[i]! * normal[k]! * n;
}
