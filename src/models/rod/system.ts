import { fillBeyond, LEAD } from './factor.ts';
import { BAND, EDGE_ROW, type Jacobian, KNOWN_RANGE, MEASURES, UNKNOWNS, WIDTH } from './kernel.ts';
import type { RodWork } from './work.ts';

/** The arrays of a system with the rows that the factorisation wants before the first node and after the last. */
export interface LedSystem {
  readonly matrix: Float64Array;
  readonly factors: Float64Array;
  readonly forwarded: Float64Array;
  readonly solution: Float64Array;
}

/** Scratch of one strand's linear system. */
export interface RodSystem {
  /** Lower band of the symmetric matrix, row by row: see numeric/banded.ts. */
  readonly matrix: Float64Array;
  readonly rhs: Float64Array;
  /** Right side after the forward substitution; the solution. */
  readonly forwarded: Float64Array;
  readonly solution: Float64Array;
  /** 1/D of the factors. */
  readonly pivots: Float64Array;
  /** The same memory with what is before and after. */
  readonly led: LedSystem;
  readonly jacobian: Jacobian;
}

export function makeRodSystem(nodes: number): RodSystem {
  const rows = 2 * LEAD + UNKNOWNS * nodes;
  const led = {
    matrix: new Float64Array(rows * WIDTH),
    factors: new Float64Array(rows * WIDTH),
    forwarded: new Float64Array(rows),
    solution: new Float64Array(rows),
  };
  return {
    matrix: led.matrix.subarray(LEAD * WIDTH),
    rhs: new Float64Array(UNKNOWNS * nodes),
    forwarded: led.forwarded.subarray(LEAD),
    solution: led.solution.subarray(LEAD),
    pivots: new Float64Array(UNKNOWNS * nodes),
    led,
    jacobian: new Float64Array(6 * MEASURES),
  };
}

/**
 * Lays inertia, lengths and tensions out, over whatever the system held: every entry that joints do not set themselves.
 * Lengths are constraints with the fibre's true compliance, tensions of the last solve act as geometric stiffness P.
 */
export function layNodes(work: RodWork, system: RodSystem): void {
  const { x, edges, inertia, target, tension, restLength, begin, compliance, inverseStepSquared } = work;
  const nodes = work.nodes & KNOWN_RANGE;
  const { spin } = work.rows;
  const { matrix: a, rhs } = system;
  let pxx = 0;
  let pxy = 0;
  let pxz = 0;
  let pyy = 0;
  let pyz = 0;
  let pzz = 0;
  for (let node = 0; node < nodes; node++) {
    const c = 3 * node;
    const s = 6 * node;
    const u = UNKNOWNS * node;
    const m = u * WIDTH;
    const ixx = inertia[s]!;
    const ixy = inertia[s + 1]!;
    const ixz = inertia[s + 2]!;
    const iyy = inertia[s + 3]!;
    const iyz = inertia[s + 4]!;
    const izz = inertia[s + 5]!;
    const dx = target[c]! - x[c]!;
    const dy = target[c + 1]! - x[c + 1]!;
    const dz = target[c + 2]! - x[c + 2]!;
    rhs[u] = ixx * dx + ixy * dy + ixz * dz;
    rhs[u + 1] = ixy * dx + iyy * dy + iyz * dz;
    rhs[u + 2] = ixz * dx + iyz * dy + izz * dz;
    rhs[u + 3] = 0;
    // What the edge before adds to this node.
    a[m + 12] = ixx + pxx;
    a[m + 24] = ixy + pxy;
    a[m + 25] = iyy + pyy;
    a[m + 36] = ixz + pxz;
    a[m + 37] = iyz + pyz;
    a[m + 38] = izz + pzz;
    a[m + 48] = 0;
    a[m + 49] = 0;
    a[m + 50] = 0;
    if (node === nodes - 1) break;
    // The fibre's own moment of inertia keeps the angle of a free edge determined.
    a[m + 51] = spin[begin + node]! * inverseStepSquared;
    const r = EDGE_ROW * node;
    const tx = edges[r + 3]!;
    const ty = edges[r + 4]!;
    const tz = edges[r + 5]!;
    const l = restLength[node]!;
    a[m + 60] = -tx;
    a[m + 61] = -ty;
    a[m + 62] = -tz;
    a[m + 63] = 0;
    a[m + 64] = -compliance * l;
    rhs[u + 4] = l - edges[r + 7]!;
    const pull = Math.max(0, tension[node]! * edges[r + 6]!);
    pxx = pull - pull * tx * tx;
    pxy = -pull * tx * ty;
    pxz = -pull * tx * tz;
    pyy = pull - pull * ty * ty;
    pyz = -pull * ty * tz;
    pzz = pull - pull * tz * tz;
    a[m + 12] = a[m + 12]! + pxx;
    a[m + 24] = a[m + 24]! + pxy;
    a[m + 25] = a[m + 25]! + pyy;
    a[m + 36] = a[m + 36]! + pxz;
    a[m + 37] = a[m + 37]! + pyz;
    a[m + 38] = a[m + 38]! + pzz;
    // Rows of the next node: the tension before the last, this node, its angle and tension.
    a[m + 71] = 0;
    a[m + 72] = -pxx;
    a[m + 73] = -pxy;
    a[m + 74] = -pxz;
    a[m + 75] = 0;
    a[m + 76] = tx;
    a[m + 83] = 0;
    a[m + 84] = -pxy;
    a[m + 85] = -pyy;
    a[m + 86] = -pyz;
    a[m + 87] = 0;
    a[m + 88] = ty;
    a[m + 95] = 0;
    a[m + 96] = -pxz;
    a[m + 97] = -pyz;
    a[m + 98] = -pzz;
    a[m + 99] = 0;
    a[m + 100] = tz;
    a[m + 112] = 0;
  }
  layTip(system, nodes - 1);
  layBeyond(system.led, nodes);
}

/** What follows the tip: nothing of an earlier, longer strand. */
function layBeyond({ matrix, factors, forwarded }: LedSystem, nodes: number): void {
  fillBeyond(matrix, nodes);
  fillBeyond(factors, nodes);
  const end = LEAD + UNKNOWNS * nodes;
  forwarded.fill(0, end, end + LEAD);
}

/** The tip has no edge: its angle and tension are not unknowns. */
function layTip({ matrix: a, rhs }: RodSystem, node: number): void {
  const u = UNKNOWNS * node;
  const m = u * WIDTH;
  a.fill(0, m + 43, m + 51);
  a[m + 51] = 1;
  a.fill(0, m + 60, m + 64);
  a[m + 64] = 1;
  rhs[u + 3] = 0;
  rhs[u + 4] = 0;
}

/**
 * Rows and columns of held nodes and angles become those of the identity. Returns how many nodes at the beginning are not
 * in the system any more: 1 where the first edge is held altogether, as at a root.
 */
export function holdRows(work: RodWork, system: RodSystem): 0 | 1 {
  const { nodes, inertia, heldAngle } = work;
  const size = UNKNOWNS * nodes;
  const isRooted = nodes >= 4 && heldAngle[0] === 1 && inertia[0] === 0 && inertia[6] === 0;
  if (isRooted) holdRoot(system);
  for (let node = isRooted ? 2 : 0; node < nodes; node++) {
    const u = UNKNOWNS * node;
    if (inertia[6 * node] === 0) for (let c = 0; c < 3; c++) holdRow(system, u + c, size);
    if (node < nodes - 1 && heldAngle[node]) holdRow(system, u + 3, size);
  }
  if (!isRooted) return 0;
  if (heldAngle[1]) holdRow(system, UNKNOWNS + 3, size);
  return 1;
}

/** Rows of a held first edge: both nodes, its angle and its tension. And where later rows have entries in these columns. */
const ROOT_ROWS = 8;
const ROOT_COLUMNS = rootColumns();

function rootColumns(): Uint16Array {
  const places: number[] = [];
  for (let row = ROOT_ROWS; row < ROOT_ROWS + BAND; row++)
    for (let column = Math.max(0, row - BAND); column < ROOT_ROWS; column++)
      places.push(row * WIDTH + BAND + column - row);
  return Uint16Array.from(places);
}

/** The tension between two held nodes is nobody's unknown. */
function holdRoot({ matrix, rhs }: RodSystem): void {
  matrix.fill(0, 0, ROOT_ROWS * WIDTH);
  for (let row = 0; row < ROOT_ROWS; row++) {
    matrix[row * WIDTH + BAND] = 1;
    rhs[row] = 0;
  }
  for (let i = 0; i < ROOT_COLUMNS.length; i++) matrix[ROOT_COLUMNS[i]!] = 0;
}

function holdRow(system: RodSystem, row: number, size: number): void {
  const { matrix, rhs } = system;
  const m = row * WIDTH;
  for (let k = 0; k < BAND; k++) matrix[m + k] = 0;
  for (let k = 1; k <= BAND && row + k < size; k++) matrix[m + k * WIDTH + BAND - k] = 0;
  matrix[m + BAND] = 1;
  rhs[row] = 0;
}
