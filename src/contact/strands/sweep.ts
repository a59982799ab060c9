/** Moving edge against moving edge: when four points that move straight lie in a plane, and whether edges meet then. */

/** Numbers that `edgesMeet` writes: time as a fraction of the step, parameters on both edges, unit normal from second to first. */
export const CROSSING_ROW = 6;

const cubic = new Float64Array(4);
const edges = new Float64Array(18);

/**
 * The first time in the step at which the lines of two edges meet within `margin` edge lengths of both. `x` and `v` are xyz
 * rows, edges a0-a1 and b0-b1, `h` the step. The normal points to the side where the first edge was before.
 */
export function edgesMeet(
  x: Float64Array,
  v: Float64Array,
  h: number,
  nodes: readonly [a0: number, a1: number, b0: number, b1: number],
  margin: number,
  out: Float64Array,
): boolean {
  gather(x, v, h, nodes);
  coplanarity();
  let from = 0;
  for (let part = 0; part < 3 && from < 1; part++) {
    const to = nextTurn(from);
    const root = rootBetween(from, to);
    if (root >= 0 && meetAt(root, margin, out)) return true;
    from = to;
  }
  return false;
}

/** Three vectors from a0 to a1, b0, b1, then their motions over the step. */
function gather(x: Float64Array, v: Float64Array, h: number, nodes: readonly [number, number, number, number]): void {
  const origin = 3 * nodes[0];
  for (let k = 0; k < 3; k++) {
    const at = 3 * nodes[k + 1]!;
    for (let c = 0; c < 3; c++) {
      edges[3 * k + c] = x[at + c]! - x[origin + c]!;
      edges[9 + 3 * k + c] = h * (v[at + c]! - v[origin + c]!);
    }
  }
}

function triple(a: number, b: number, c: number): number {
  const bx = edges[b]!;
  const by = edges[b + 1]!;
  const bz = edges[b + 2]!;
  const cx = edges[c]!;
  const cy = edges[c + 1]!;
  const cz = edges[c + 2]!;
  return edges[a]! * (by * cz - bz * cy) + edges[a + 1]! * (bz * cx - bx * cz) + edges[a + 2]! * (bx * cy - by * cx);
}

/** Volume of the four points as a cubic of time (spec: c0 .. c3). */
function coplanarity(): void {
  cubic[0] = triple(0, 3, 6);
  cubic[1] = triple(9, 3, 6) + triple(0, 12, 6) + triple(0, 3, 15);
  cubic[2] = triple(9, 12, 6) + triple(9, 3, 15) + triple(0, 12, 15);
  cubic[3] = triple(9, 12, 15);
}

function volume(t: number): number {
  return cubic[0]! + t * (cubic[1]! + t * (cubic[2]! + t * cubic[3]!));
}

/** The next time after `from` at which the volume turns; 1 where it does not. */
function nextTurn(from: number): number {
  const a = 3 * cubic[3]!;
  const b = 2 * cubic[2]!;
  const c = cubic[1]!;
  const discriminant = b * b - 4 * a * c;
  if (discriminant <= 0) return 1;
  const q = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant));
  let next = 1;
  const first = a !== 0 ? q / a : -1;
  const second = q !== 0 ? c / q : -1;
  if (first > from && first < next) next = first;
  if (second > from && second < next) next = second;
  return next;
}

/** Bisection on a stretch without a turn; -1 where the sign does not change. */
function rootBetween(from: number, to: number): number {
  let low = from;
  let high = to;
  const start = volume(low);
  if (start * volume(high) > 0) return -1;
  for (let i = 0; i < 50; i++) {
    const middle = 0.5 * (low + high);
    if (start * volume(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** At time t the lines cross; where on the edges? */
function meetAt(t: number, margin: number, out: Float64Array): boolean {
  const ux = edges[0]! + t * edges[9]!;
  const uy = edges[1]! + t * edges[10]!;
  const uz = edges[2]! + t * edges[11]!;
  const px = edges[3]! + t * edges[12]!;
  const py = edges[4]! + t * edges[13]!;
  const pz = edges[5]! + t * edges[14]!;
  const wx = edges[6]! + t * edges[15]! - px;
  const wy = edges[7]! + t * edges[16]! - py;
  const wz = edges[8]! + t * edges[17]! - pz;
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  const square = nx * nx + ny * ny + nz * nz;
  const uu = ux * ux + uy * uy + uz * uz;
  const ww = wx * wx + wy * wy + wz * wz;
  if (!(square > 1e-4 * uu * ww)) return false;
  // p + q w = s u, solved in the plane.
  const s = ((py * wz - pz * wy) * nx + (pz * wx - px * wz) * ny + (px * wy - py * wx) * nz) / square;
  const q = ((py * uz - pz * uy) * nx + (pz * ux - px * uz) * ny + (px * uy - py * ux) * nz) / square;
  if (s < -margin || s > 1 + margin || q < -margin || q > 1 + margin) return false;
  // Where the crossing points were at the start, the first seen from the second.
  const side =
    nx * (s * edges[0]! - edges[3]! - q * (edges[6]! - edges[3]!)) +
    ny * (s * edges[1]! - edges[4]! - q * (edges[7]! - edges[4]!)) +
    nz * (s * edges[2]! - edges[5]! - q * (edges[8]! - edges[5]!));
  const scale = (side < 0 ? -1 : 1) / Math.sqrt(square);
  out[0] = t;
  out[1] = s;
  out[2] = q;
  out[3] = nx * scale;
  out[4] = ny * scale;
  out[5] = nz * scale;
  return true;
}
