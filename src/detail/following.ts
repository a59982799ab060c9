import type { RootStates } from '../models/model.ts';

/**
 * A strand that follows another: its own shape at the time when it joined, bent as the other has been bent since. Its lengths and its root stay
 * its own, so that it can move by itself again at any time, and is shown where it was when it joined.
 */
export interface Follower {
  /** When it joined, seconds. */
  readonly since: number;
  /** Six an edge: the leader's edge beside it and its own, then, each turned back by its root's orientation. */
  readonly edges: Float32Array;
  /** Three a node: how much faster than a follower it was then, turned back likewise; shown for a while yet. */
  readonly excess: Float32Array;
}

/** Strands one after the other: what a follower and its leader are taken from and written to. Places and rows are those of `first` and `roots`. */
export interface PackedHair {
  readonly first: Uint32Array;
  readonly position: Float64Array | Float32Array;
  readonly roots: RootStates;
}

/** Orientations of a follower's root and of its leader's, at work. */
const own = new Float64Array(9);
const other = new Float64Array(9);

/** How long the excess of a strand that joined is shown, seconds. */
const FADE = 0.15;

/** The quintic with e(0) = 0, de/dt(0) = 1, d²e/dt²(0) = 0, and all three 0 at the end. */
function fade(age: number): readonly [value: number, rate: number] {
  const u = age / FADE;
  if (u >= 1) return [0, 0];
  const u2 = u * u;
  return [age * (1 - 6 * u2 + 8 * u2 * u - 3 * u2 * u2), 1 - 18 * u2 + 32 * u2 * u - 15 * u2 * u2];
}

/** Strand k begins to follow strand l at a time. With velocities, what it is faster than a follower fades. */
export function join(
  hair: PackedHair & { readonly velocity?: Float64Array },
  k: number,
  l: number,
  time: number,
): Follower {
  const { first, position: x, roots, velocity } = hair;
  const [from, nodes] = [first[k]!, first[k + 1]! - first[k]!];
  const edges = new Float32Array(6 * Math.max(nodes - 1, 0));
  matrixOf(roots, k, own);
  matrixOf(roots, l, other);
  for (let j = 0; j + 1 < nodes; j++) {
    const beside = edgeBeside(first, k, l, j);
    turnBack(other, x, 3 * beside, edges, 6 * j);
    turnBack(own, x, 3 * (from + j), edges, 6 * j + 3);
  }
  const follower = { since: time, edges, excess: new Float32Array(3 * nodes) };
  if (!velocity) return follower;
  const rows = (values: Float64Array | Float32Array) => values.slice(3 * from, 3 * (from + nodes));
  const [place, speed] = [rows(x), rows(velocity)];
  follow(follower, hair, k, l, time);
  // The root stays where it is, whatever a model takes its velocity to be.
  for (let i = 1; i < nodes; i++) {
    const [dx, dy, dz] = [0, 1, 2].map((c) => speed[3 * i + c]! - velocity[3 * (from + i) + c]!) as [
      number,
      number,
      number,
    ];
    for (let c = 0; c < 3; c++) follower.excess[3 * i + c] = own[c]! * dx + own[3 + c]! * dy + own[6 + c]! * dz;
  }
  x.set(place, 3 * from);
  velocity.set(speed, 3 * from);
  return follower;
}

/** Writes the places of strand k, which follows strand l, and its velocities where there are any. */
export function follow(
  { since, edges, excess }: Follower,
  hair: PackedHair & { readonly velocity?: Float64Array | undefined },
  k: number,
  l: number,
  time: number,
): void {
  const { first, position: x, velocity: v, roots } = hair;
  const nodes = first[k + 1]! - first[k]!;
  let to = 3 * first[k]!;
  matrixOf(roots, k, own);
  matrixOf(roots, l, other);
  for (let c = 0; c < 3; c++) x[to + c] = roots.position[3 * k + c]!;
  if (v) for (let c = 0; c < 3; c++) v[to + c] = roots.velocity[3 * k + c]!;
  const spin = roots.angularVelocity;
  const [wx, wy, wz] = [spin[3 * l]!, spin[3 * l + 1]!, spin[3 * l + 2]!];
  for (let j = 0; j + 1 < nodes; j++, to += 3) {
    const n = 3 * edgeBeside(first, k, l, j);
    const e = 6 * j;
    // The leader's edge then, as it would be now had it only ridden with its root; and as it is.
    let qx = other[0]! * edges[e]! + other[1]! * edges[e + 1]! + other[2]! * edges[e + 2]!;
    let qy = other[3]! * edges[e]! + other[4]! * edges[e + 1]! + other[5]! * edges[e + 2]!;
    let qz = other[6]! * edges[e]! + other[7]! * edges[e + 1]! + other[8]! * edges[e + 2]!;
    let tx = x[n + 3]! - x[n]!;
    let ty = x[n + 4]! - x[n + 1]!;
    let tz = x[n + 5]! - x[n + 2]!;
    const then = Math.sqrt(qx * qx + qy * qy + qz * qz);
    const now = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const perThen = then > 0 ? 1 / then : 0;
    const perNow = now > 0 ? 1 / now : 0;
    qx *= perThen;
    qy *= perThen;
    qz *= perThen;
    tx *= perNow;
    ty *= perNow;
    tz *= perNow;
    const stretch = now * perThen;
    const dx = stretch * (own[0]! * edges[e + 3]! + own[1]! * edges[e + 4]! + own[2]! * edges[e + 5]!);
    const dy = stretch * (own[3]! * edges[e + 3]! + own[4]! * edges[e + 4]! + own[5]! * edges[e + 5]!);
    const dz = stretch * (own[6]! * edges[e + 3]! + own[7]! * edges[e + 4]! + own[8]! * edges[e + 5]!);
    // The shortest rotation from q to t, of d: d − (h·d) h / (1 + q·t) + 2 (q·d) t with h = q + t.
    const hx = qx + tx;
    const hy = qy + ty;
    const hz = qz + tz;
    const turned = 1 + qx * tx + qy * ty + qz * tz;
    const perTurned = turned > 1e-9 ? 1 / turned : 0;
    const along = (hx * dx + hy * dy + hz * dz) * perTurned;
    const twice = 2 * (qx * dx + qy * dy + qz * dz);
    const ex = dx - along * hx + twice * tx;
    const ey = dy - along * hy + twice * ty;
    const ez = dz - along * hz + twice * tz;
    x[to + 3] = x[to]! + ex;
    x[to + 4] = x[to + 1]! + ey;
    x[to + 5] = x[to + 2]! + ez;
    if (!v) continue;
    // Its rate: the root's spin w, and h × (dt/dt − w × t) / (1 + q·t) of what the leader bends besides.
    let rx = v[n + 3]! - v[n]!;
    let ry = v[n + 4]! - v[n + 1]!;
    let rz = v[n + 5]! - v[n + 2]!;
    const pull = (rx * tx + ry * ty + rz * tz) * perNow;
    rx = rx * perNow - pull * tx - (wy * tz - wz * ty);
    ry = ry * perNow - pull * ty - (wz * tx - wx * tz);
    rz = rz * perNow - pull * tz - (wx * ty - wy * tx);
    const ox = wx + (hy * rz - hz * ry) * perTurned;
    const oy = wy + (hz * rx - hx * rz) * perTurned;
    const oz = wz + (hx * ry - hy * rx) * perTurned;
    v[to + 3] = v[to]! + oy * ez - oz * ey + pull * ex;
    v[to + 4] = v[to + 1]! + oz * ex - ox * ez + pull * ey;
    v[to + 5] = v[to + 2]! + ox * ey - oy * ex + pull * ez;
  }
  const [part, rate] = fade(time - since);
  if (part === 0 && rate === 0) return;
  to = 3 * first[k]!;
  for (let i = 0; i < nodes; i++)
    for (let c = 0; c < 3; c++) {
      const b =
        own[3 * c]! * excess[3 * i]! + own[3 * c + 1]! * excess[3 * i + 1]! + own[3 * c + 2]! * excess[3 * i + 2]!;
      x[to + 3 * i + c] = x[to + 3 * i + c]! + part * b;
      if (v) v[to + 3 * i + c] = v[to + 3 * i + c]! + rate * b;
    }
}

/** The first node of the leader's edge beside edge j: the same one where both have as many. */
function edgeBeside(first: Uint32Array, k: number, l: number, j: number): number {
  const edges = first[k + 1]! - first[k]! - 1;
  const others = first[l + 1]! - first[l]! - 1;
  return first[l]! + (edges === others ? j : Math.min(Math.floor(((j + 0.5) * others) / edges), others - 1));
}

function matrixOf({ orientation }: RootStates, row: number, out: Float64Array): Float64Array {
  const [x, y, z, w] = [4 * row, 4 * row + 1, 4 * row + 2, 4 * row + 3].map((n) => orientation[n]!) as [
    number,
    number,
    number,
    number,
  ];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
  return out;
}

/** Writes the edge from one node to the next, turned back by an orientation. */
function turnBack(m: Float64Array, x: ArrayLike<number>, node: number, out: Float32Array, at: number): void {
  const [dx, dy, dz] = [x[node + 3]! - x[node]!, x[node + 4]! - x[node + 1]!, x[node + 5]! - x[node + 2]!];
  for (let c = 0; c < 3; c++) out[at + c] = m[c]! * dx + m[3 + c]! * dy + m[6 + c]! * dz;
}
