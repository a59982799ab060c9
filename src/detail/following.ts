import type { RootStates } from '../models/model.ts';

/**
 * How strands follow another: each has its own shape at the time when it joined, bent as the other has been bent since. Its lengths and its root
 * stay its own, so that it can move by itself again at any time, and is shown where it was when it joined.
 */

/** A leader as it was when others joined. */
export interface Lead {
  /** When that was, seconds. */
  readonly since: number;
  /** Three an edge: its direction, turned back by its root's orientation. */
  readonly directions: Float32Array;
}

export interface Follower {
  readonly lead: Lead;
  /** Three an edge: in lengths of the leader's edge beside it, turned back by its own root's orientation. */
  readonly edges: Float32Array;
  /** Three a node: how much faster than a follower it was then, turned back likewise; shown for a while yet. */
  readonly excess: Float32Array;
}

/** Strands one after the other; places in `first` are rows of `roots`. */
export interface PackedHair {
  readonly first: Uint32Array;
  readonly position: Float64Array | Float32Array;
  readonly velocity?: Float64Array;
  readonly roots: RootStates;
}

/** How long the excess of a strand that joined is shown, seconds. */
const FADE = 0.15;

/** The quintic with e(0) = 0, de/dt(0) = 1, d²e/dt²(0) = 0, and all three 0 at the end. */
function fade(age: number): readonly [value: number, rate: number] {
  const u = age / FADE;
  if (u >= 1) return [0, 0];
  const u2 = u * u;
  return [age * (1 - 6 * u2 + 8 * u2 * u - 3 * u2 * u2), 1 - 18 * u2 + 32 * u2 * u - 15 * u2 * u2];
}

/** Strand l as it leads from a time on. */
export function leadFrom({ first, position: x, roots }: PackedHair, l: number, since: number): Lead {
  const directions = new Float32Array(3 * Math.max(0, first[l + 1]! - first[l]! - 1));
  matrixOf(roots, l, turn);
  for (let j = 0; 3 * j < directions.length; j++) {
    const n = 3 * (first[l]! + j);
    turnBack(turn, x, n, inverseLength(x, n), directions, 3 * j);
  }
  return { since, directions };
}

/** Strand k follows strand l, which bends so, from now on. With velocities, what it is faster than a follower fades. */
export function join(hair: PackedHair, k: number, l: number, lead: Lead, bend: Bend): Follower {
  const { first, position: x, roots, velocity } = hair;
  const [from, nodes] = [first[k]!, first[k + 1]! - first[k]!];
  const edges = new Float32Array(3 * Math.max(nodes - 1, 0));
  matrixOf(roots, k, turn);
  for (let j = 0; j + 1 < nodes; j++) {
    const beside = first[l]! + edgeBeside(first, k, l, j);
    turnBack(turn, x, 3 * (from + j), inverseLength(x, 3 * beside), edges, 3 * j);
  }
  const follower = { lead, edges, excess: new Float32Array(3 * nodes) };
  if (!velocity) return follower;
  const rows = (values: Float64Array | Float32Array): Float64Array | Float32Array =>
    values.slice(3 * from, 3 * (from + nodes));
  const [place, speed] = [rows(x), rows(velocity)];
  follow(follower, bend, hair, k, l, lead.since);
  // The root stays where it is, whatever a model takes its velocity to be.
  for (let i = 1; i < nodes; i++) {
    const [dx, dy, dz] = [0, 1, 2].map((c) => speed[3 * i + c]! - velocity[3 * (from + i) + c]!) as Triple;
    for (let c = 0; c < 3; c++) follower.excess[3 * i + c] = turn[c]! * dx + turn[3 + c]! * dy + turn[6 + c]! * dz;
  }
  x.set(place, 3 * from);
  velocity.set(speed, 3 * from);
  return follower;
}

type Triple = [number, number, number];

/** The orientation of a root, at work. */
const turn = new Float64Array(9);

/** Numbers an edge of a bend: a rotation times the leader's length (9), its angular velocity (3), and how fast it stretches (1). */
const EDGE = 13;

/** How the edges of a leader have turned since others joined. */
export class Bend {
  rows: Float64Array = new Float64Array(0);
  private readonly root = new Float64Array(9);

  set({ first, position: x, velocity: v, roots }: PackedHair, l: number, { directions: d }: Lead): void {
    const { root } = this;
    const count = first[l + 1]! - first[l]! - 1;
    if (this.rows.length < EDGE * count) this.rows = new Float64Array(EDGE * count);
    const { rows } = this;
    matrixOf(roots, l, root);
    const spin = roots.angularVelocity;
    const [wx, wy, wz] = [spin[3 * l]!, spin[3 * l + 1]!, spin[3 * l + 2]!];
    for (let j = 0; j < count; j++) {
      const n = 3 * (first[l]! + j);
      const e = 3 * j;
      // The direction then, as it would be now had it only ridden with its root; and as it is.
      const qx = root[0]! * d[e]! + root[1]! * d[e + 1]! + root[2]! * d[e + 2]!;
      const qy = root[3]! * d[e]! + root[4]! * d[e + 1]! + root[5]! * d[e + 2]!;
      const qz = root[6]! * d[e]! + root[7]! * d[e + 1]! + root[8]! * d[e + 2]!;
      let tx = x[n + 3]! - x[n]!;
      let ty = x[n + 4]! - x[n + 1]!;
      let tz = x[n + 5]! - x[n + 2]!;
      const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
      const perLength = length > 0 ? 1 / length : 0;
      tx *= perLength;
      ty *= perLength;
      tz *= perLength;
      // The shortest rotation from q to t: 1 − h hᵀ / (1 + q·t) + 2 t qᵀ with h = q + t.
      const hx = qx + tx;
      const hy = qy + ty;
      const hz = qz + tz;
      const turned = 1 + qx * tx + qy * ty + qz * tz;
      const perTurned = turned > 1e-9 ? 1 / turned : 0;
      const a = length * perTurned;
      const b = 2 * length;
      const r = EDGE * j;
      rows[r] = length - a * hx * hx + b * tx * qx;
      rows[r + 1] = b * tx * qy - a * hx * hy;
      rows[r + 2] = b * tx * qz - a * hx * hz;
      rows[r + 3] = b * ty * qx - a * hy * hx;
      rows[r + 4] = length - a * hy * hy + b * ty * qy;
      rows[r + 5] = b * ty * qz - a * hy * hz;
      rows[r + 6] = b * tz * qx - a * hz * hx;
      rows[r + 7] = b * tz * qy - a * hz * hy;
      rows[r + 8] = length - a * hz * hz + b * tz * qz;
      if (!v) continue;
      // Its rate: the root's spin w, and h × (dt/dt − w × t) / (1 + q·t) of what the leader bends besides.
      let rx = v[n + 3]! - v[n]!;
      let ry = v[n + 4]! - v[n + 1]!;
      let rz = v[n + 5]! - v[n + 2]!;
      const stretch = (rx * tx + ry * ty + rz * tz) * perLength;
      rx = rx * perLength - stretch * tx - (wy * tz - wz * ty);
      ry = ry * perLength - stretch * ty - (wz * tx - wx * tz);
      rz = rz * perLength - stretch * tz - (wx * ty - wy * tx);
      rows[r + 9] = wx + (hy * rz - hz * ry) * perTurned;
      rows[r + 10] = wy + (hz * rx - hx * rz) * perTurned;
      rows[r + 11] = wz + (hx * ry - hy * rx) * perTurned;
      rows[r + 12] = stretch;
    }
  }
}

/** Writes the places of strand k, which follows strand l as that is bent, and its velocities where there are any. */
export function follow(
  { lead, edges, excess }: Follower,
  { rows }: Bend,
  { first, position: x, velocity: v, roots }: PackedHair,
  k: number,
  l: number,
  time: number,
): void {
  const nodes = first[k + 1]! - first[k]!;
  const begin = 3 * first[k]!;
  matrixOf(roots, k, turn);
  for (let c = 0; c < 3; c++) x[begin + c] = roots.position[3 * k + c]!;
  if (v) for (let c = 0; c < 3; c++) v[begin + c] = roots.velocity[3 * k + c]!;
  const areAlike = first[l + 1]! - first[l]! === nodes;
  for (let j = 0, to = begin; j + 1 < nodes; j++, to += 3) {
    const r = EDGE * (areAlike ? j : edgeBeside(first, k, l, j));
    const a = edges[3 * j]!;
    const b = edges[3 * j + 1]!;
    const c = edges[3 * j + 2]!;
    const dx = turn[0]! * a + turn[1]! * b + turn[2]! * c;
    const dy = turn[3]! * a + turn[4]! * b + turn[5]! * c;
    const dz = turn[6]! * a + turn[7]! * b + turn[8]! * c;
    const ex = rows[r]! * dx + rows[r + 1]! * dy + rows[r + 2]! * dz;
    const ey = rows[r + 3]! * dx + rows[r + 4]! * dy + rows[r + 5]! * dz;
    const ez = rows[r + 6]! * dx + rows[r + 7]! * dy + rows[r + 8]! * dz;
    x[to + 3] = x[to]! + ex;
    x[to + 4] = x[to + 1]! + ey;
    x[to + 5] = x[to + 2]! + ez;
    if (!v) continue;
    const ox = rows[r + 9]!;
    const oy = rows[r + 10]!;
    const oz = rows[r + 11]!;
    const stretch = rows[r + 12]!;
    v[to + 3] = v[to]! + oy * ez - oz * ey + stretch * ex;
    v[to + 4] = v[to + 1]! + oz * ex - ox * ez + stretch * ey;
    v[to + 5] = v[to + 2]! + ox * ey - oy * ex + stretch * ez;
  }
  const [part, rate] = fade(time - lead.since);
  if (part === 0 && rate === 0) return;
  for (let i = 0; i < 3 * nodes; i += 3)
    for (let c = 0; c < 3; c++) {
      const e = turn[3 * c]! * excess[i]! + turn[3 * c + 1]! * excess[i + 1]! + turn[3 * c + 2]! * excess[i + 2]!;
      x[begin + i + c] = x[begin + i + c]! + part * e;
      if (v) v[begin + i + c] = v[begin + i + c]! + rate * e;
    }
}

/** The leader's edge beside edge j: the same one where both have as many. */
function edgeBeside(first: Uint32Array, k: number, l: number, j: number): number {
  const edges = first[k + 1]! - first[k]! - 1;
  const others = first[l + 1]! - first[l]! - 1;
  return edges === others ? j : Math.min(Math.floor(((j + 0.5) * others) / edges), others - 1);
}

function matrixOf({ orientation: o }: RootStates, row: number, out: Float64Array): void {
  const x = o[4 * row]!;
  const y = o[4 * row + 1]!;
  const z = o[4 * row + 2]!;
  const w = o[4 * row + 3]!;
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
}

/** One over the length of the edge from the node at n to the next; 0 where it has none. */
function inverseLength(x: ArrayLike<number>, n: number): number {
  const [dx, dy, dz] = [x[n + 3]! - x[n]!, x[n + 4]! - x[n + 1]!, x[n + 5]! - x[n + 2]!];
  const square = dx * dx + dy * dy + dz * dz;
  return square > 0 ? 1 / Math.sqrt(square) : 0;
}

/** Writes the edge from the node at n to the next, scaled and turned back by an orientation. */
function turnBack(
  m: Float64Array,
  x: ArrayLike<number>,
  n: number,
  scale: number,
  out: Float32Array,
  at: number,
): void {
  const dx = scale * (x[n + 3]! - x[n]!);
  const dy = scale * (x[n + 4]! - x[n + 1]!);
  const dz = scale * (x[n + 5]! - x[n + 2]!);
  for (let c = 0; c < 3; c++) out[at + c] = m[c]! * dx + m[3 + c]! * dy + m[6 + c]! * dz;
}
