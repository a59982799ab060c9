import type { RodSystem } from './assemble.ts';
import { BAND, EDGE_ROW, UNKNOWNS, WIDTH } from './kernel.ts';
import type { RodWork } from './work.ts';

/** The parts of a strand's linear system besides joints and contacts: inertia, lengths, what is held. */

/** Clears the system and lays the nodes' inertia on its diagonal. */
export function addInertia(work: RodWork, system: RodSystem): void {
  const { nodes, x, inertia, target, spin, inverseStepSquared } = work;
  const { matrix, rhs } = system;
  matrix.fill(0, 0, UNKNOWNS * nodes * WIDTH);
  for (let node = 0; node < nodes; node++) {
    const c = 3 * node;
    const s = 6 * node;
    const u = UNKNOWNS * node;
    const xx = inertia[s]!;
    const xy = inertia[s + 1]!;
    const xz = inertia[s + 2]!;
    const yy = inertia[s + 3]!;
    const yz = inertia[s + 4]!;
    const zz = inertia[s + 5]!;
    const dx = target[c]! - x[c]!;
    const dy = target[c + 1]! - x[c + 1]!;
    const dz = target[c + 2]! - x[c + 2]!;
    rhs[u] = xx * dx + xy * dy + xz * dz;
    rhs[u + 1] = xy * dx + yy * dy + yz * dz;
    rhs[u + 2] = xz * dx + yz * dy + zz * dz;
    rhs[u + 3] = 0;
    rhs[u + 4] = 0;
    const m = u * WIDTH + BAND;
    matrix[m] = xx;
    matrix[m + WIDTH - 1] = xy;
    matrix[m + WIDTH] = yy;
    matrix[m + 2 * WIDTH - 2] = xz;
    matrix[m + 2 * WIDTH - 1] = yz;
    matrix[m + 2 * WIDTH] = zz;
    // The fibre's own moment of inertia keeps the angle of a free edge determined.
    matrix[m + 3 * WIDTH] = spin[node]! * inverseStepSquared;
  }
  // The tip has no edge: its angle and tension are not unknowns.
  const tip = UNKNOWNS * (nodes - 1) * WIDTH + BAND;
  matrix[tip + 3 * WIDTH] = 1;
  matrix[tip + 4 * WIDTH] = 1;
}

/** Lengths as constraints with the fibre's true compliance; tension of the last solve as geometric stiffness. */
export function addEdges(work: RodWork, system: RodSystem): void {
  const { nodes, edges, restLength, tension, compliance } = work;
  const { matrix, rhs } = system;
  for (let node = 0; node < nodes - 1; node++) {
    const r = EDGE_ROW * node;
    const tx = edges[r + 3]!;
    const ty = edges[r + 4]!;
    const tz = edges[r + 5]!;
    const length = edges[r]! * tx + edges[r + 1]! * ty + edges[r + 2]! * tz;
    const l = restLength[node]!;
    const u = UNKNOWNS * node;
    const m = u * WIDTH + BAND;
    // Row of the tension: u + 4; columns u.. of this node; rows u + 5.. of the next.
    const row = m + 4 * WIDTH;
    matrix[row - 4] = -tx;
    matrix[row - 3] = -ty;
    matrix[row - 2] = -tz;
    matrix[row] = -compliance * l;
    matrix[row + WIDTH - 1] = tx;
    matrix[row + 2 * WIDTH - 2] = ty;
    matrix[row + 3 * WIDTH - 3] = tz;
    rhs[u + 4] = l - length;
    const pull = tension[node]! * edges[r + 6]!;
    if (pull <= 0) continue;
    const xx = pull * (1 - tx * tx);
    const xy = -pull * tx * ty;
    const xz = -pull * tx * tz;
    const yy = pull * (1 - ty * ty);
    const yz = -pull * ty * tz;
    const zz = pull * (1 - tz * tz);
    addBlock(matrix, m, xx, xy, xz, yy, yz, zz);
    addBlock(matrix, m + UNKNOWNS * WIDTH, xx, xy, xz, yy, yz, zz);
    addCrossBlock(matrix, m, -xx, -xy, -xz, -yy, -yz, -zz);
  }
}

/** Adds a symmetric 3x3 block on the diagonal; `m` is the place of its first diagonal entry. */
export function addBlock(
  matrix: Float64Array,
  m: number,
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
): void {
  matrix[m] = matrix[m]! + xx;
  matrix[m + WIDTH - 1] = matrix[m + WIDTH - 1]! + xy;
  matrix[m + WIDTH] = matrix[m + WIDTH]! + yy;
  matrix[m + 2 * WIDTH - 2] = matrix[m + 2 * WIDTH - 2]! + xz;
  matrix[m + 2 * WIDTH - 1] = matrix[m + 2 * WIDTH - 1]! + yz;
  matrix[m + 2 * WIDTH] = matrix[m + 2 * WIDTH]! + zz;
}

/** Adds a symmetric 3x3 block between a node, whose first diagonal entry is at `m`, and the next. */
export function addCrossBlock(
  matrix: Float64Array,
  m: number,
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
): void {
  // Rows of the next node, columns of this one.
  const n = m + UNKNOWNS * WIDTH - UNKNOWNS;
  matrix[n] = matrix[n]! + xx;
  matrix[n + 1] = matrix[n + 1]! + xy;
  matrix[n + 2] = matrix[n + 2]! + xz;
  const p = n + WIDTH - 1;
  matrix[p] = matrix[p]! + xy;
  matrix[p + 1] = matrix[p + 1]! + yy;
  matrix[p + 2] = matrix[p + 2]! + yz;
  const q = n + 2 * WIDTH - 2;
  matrix[q] = matrix[q]! + xz;
  matrix[q + 1] = matrix[q + 1]! + yz;
  matrix[q + 2] = matrix[q + 2]! + zz;
}

/** Rows and columns of held nodes and angles become those of the identity. */
export function holdRows(work: RodWork, system: RodSystem): void {
  const { nodes, inertia, heldAngle } = work;
  const size = UNKNOWNS * nodes;
  for (let node = 0; node < nodes; node++) {
    const u = UNKNOWNS * node;
    if (inertia[6 * node] === 0) for (let c = 0; c < 3; c++) holdRow(system, u + c, size);
    if (node < nodes - 1 && heldAngle[node]) holdRow(system, u + 3, size);
  }
}

function holdRow(system: RodSystem, row: number, size: number): void {
  const { matrix, rhs } = system;
  const m = row * WIDTH;
  for (let k = 0; k < BAND; k++) matrix[m + k] = 0;
  for (let k = 1; k <= BAND && row + k < size; k++) matrix[m + k * WIDTH + BAND - k] = 0;
  matrix[m + BAND] = 1;
  rhs[row] = 0;
}
