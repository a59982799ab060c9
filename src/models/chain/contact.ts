import { OBSTACLE_ROW, type Obstacles, type PointContacts, type PointOwners } from '../model.ts';
import { locateEdge, strandIndex } from '../nodal.ts';
import type { Probes } from '../probes.ts';
import type { ChainState } from './fields.ts';

export interface SeparateView {
  readonly state: ChainState;
  readonly previous: Float64Array;
  readonly inverseMass: Float64Array;
  readonly probes: Probes;
  /** Obstacle rows of all probes. */
  readonly rows: Float64Array;
  /** A node and the middle of the edge before it, with their obstacle rows and owners. */
  readonly pair: Float64Array;
  readonly pairRows: Float64Array;
  readonly pairOwners: Required<PointOwners>;
  readonly h: number;
  readonly time: number;
  readonly obstacles: Obstacles | null;
  readonly contacts: PointContacts | null;
  /** 1 for strands that their solve left with their lengths and outside of everything. */
  readonly isDone: Uint8Array;
}

/** Pushes nodes and edges of strands that are not done out of obstacles and contact planes, with Coulomb friction. Returns how many touched. */
export function separate(view: SeparateView): number {
  const { state, isDone } = view;
  let touched = 0;
  if (view.obstacles)
    for (let k = 0; k < state.ids.length; k++)
      if (!isDone[k]) touched += separateNodes(view, state.first[k]!, state.first[k + 1]!);
  if (view.contacts) touched += separateRows(view, view.contacts, new Set());
  return touched;
}

function separateNodes(view: SeparateView, from: number, to: number): number {
  const { probes, rows } = view;
  let touched = 0;
  for (let i = from; i < to; i++) {
    if (view.inverseMass[i] === 0) continue;
    const depth = probes.clearance[i]! - rows[OBSTACLE_ROW * i]!;
    if (depth <= 0) continue;
    pushOut(view, i, depth, rows, OBSTACLE_ROW * i + 1);
    touched++;
  }
  return touched + separateEdges(view, from, to);
}

/** Edges whose middle is still inside after their nodes are out: both nodes move as far as the middle must. */
function separateEdges(view: SeparateView, from: number, to: number): number {
  const { probes, rows } = view;
  const nodes = view.inverseMass.length;
  const x = view.state.position;
  let touched = 0;
  for (let i = from; i < to; i++) {
    const row = OBSTACLE_ROW * (nodes + i);
    const before = probes.clearance[nodes + i]! - rows[row]!;
    if (before <= 0 || view.state.restLength[i] === 0) continue;
    const m = 3 * (nodes + i);
    let moved = 0;
    for (let c = 0; c < 3; c++)
      moved += rows[row + 1 + c]! * (0.5 * (x[3 * i + c]! + x[3 * i + 3 + c]!) - probes.points[m + c]!);
    const depth = before - moved;
    if (depth <= 0) continue;
    const isOneHeld = view.inverseMass[i] === 0 || view.inverseMass[i + 1] === 0;
    for (let n = i; n <= i + 1; n++)
      if (view.inverseMass[n] !== 0) pushOut(view, n, isOneHeld ? 2 * depth : depth, rows, row + 1);
    touched++;
  }
  return touched;
}

/**
 * Moves node i by `depth` along the normal. What it slid over the surface in this step is taken back by at most
 * friction · depth: with depth = h² × normal force / mass that is Coulomb's law, sticking below the limit.
 * `row` holds normal, surface velocity and friction from `offset` on.
 */
function pushOut(view: SeparateView, i: number, depth: number, row: ArrayLike<number>, offset: number): void {
  const x = view.state.position;
  const { previous, h } = view;
  const a = 3 * i;
  const nx = row[offset]!;
  const ny = row[offset + 1]!;
  const nz = row[offset + 2]!;
  x[a] = x[a]! + depth * nx;
  x[a + 1] = x[a + 1]! + depth * ny;
  x[a + 2] = x[a + 2]! + depth * nz;
  let dx = x[a]! - previous[a]! - h * row[offset + 3]!;
  let dy = x[a + 1]! - previous[a + 1]! - h * row[offset + 4]!;
  let dz = x[a + 2]! - previous[a + 2]! - h * row[offset + 5]!;
  const along = dx * nx + dy * ny + dz * nz;
  dx -= along * nx;
  dy -= along * ny;
  dz -= along * nz;
  const slip = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const limit = row[offset + 6]! * depth;
  const share = slip > limit ? limit / slip : 1;
  x[a] = x[a]! - share * dx;
  x[a + 1] = x[a + 1]! - share * dy;
  x[a + 2] = x[a + 2]! - share * dz;
}

/** One-sided contacts from the caller: both nodes of the edge move, by their shares, as far as the point must; says whose. */
function separateRows(view: SeparateView, contacts: PointContacts, moved: Set<number>): number {
  const index = strandIndex(view.state.ids);
  const x = view.state.position;
  const row = new Float64Array(7);
  let touched = 0;
  for (let r = 0; r < contacts.count; r++) {
    const strand = index.get(contacts.id[r]!);
    if (strand === undefined || view.isDone[strand]) continue;
    const [node, share] = locateEdge(view.state, strand, contacts.s[r]!);
    const before = view.inverseMass[node] === 0 ? 0 : 1 - share;
    const after = view.inverseMass[node + 1] === 0 ? 0 : share;
    const reached = before * before + after * after;
    if (reached < 1e-6) continue;
    let depth = 0;
    for (let c = 0; c < 3; c++) {
      const here = (1 - share) * x[3 * node + c]! + share * x[3 * node + 3 + c]!;
      depth += contacts.normal[3 * r + c]! * (contacts.plane[3 * r + c]! - here);
    }
    if (depth <= PLANE_TOLERANCE) continue;
    row.set(contacts.normal.subarray(3 * r, 3 * r + 3), 0);
    row.set(contacts.velocity.subarray(3 * r, 3 * r + 3), 3);
    row[6] = contacts.friction[r]!;
    if (before > 0) pushOut(view, node, (before * depth) / reached, row, 0);
    if (after > 0) pushOut(view, node + 1, (after * depth) / reached, row, 0);
    moved.add(strand);
    touched++;
  }
  return touched;
}

/** A strand whose nodes are all farther than this from obstacles needs no second look. */
const NEAR = 0.01;
const LOCAL_ROUNDS = 4;
/** Rounds of planes and lengths in turn, and how far a point may be beyond its plane, metres. */
const PLANE_ROUNDS = 20;
const PLANE_TOLERANCE = 1e-7;

/**
 * The last word of a step: exact lengths, on the right side of the caller's planes. Lengths alone pulled strands back through
 * them: 45 of 300 strands thrown crosswise at each other passed, with these rounds 8.
 */
export function settle(view: SeparateView): void {
  for (let k = 0; k < view.state.ids.length; k++) if (!view.isDone[k]) settleLengths(view, k);
  const { contacts } = view;
  if (!contacts) return;
  const moved = new Set<number>();
  for (let round = 0; round < PLANE_ROUNDS; round++) {
    moved.clear();
    separateRows(view, contacts, moved);
    if (moved.size === 0) return;
    // Only strands that their own planes moved: what a strand does must not depend on who shares its block.
    for (const k of moved) settleLengths(view, k);
  }
}

/**
 * Root to tip: every edge gets exactly its length, and a node that this brings into a body
 * moves on its sphere around the node before until it is out. The node before is outside already, so this ends well.
 */
function settleLengths(view: SeparateView, k: number): void {
  const { state } = view;
  const from = state.first[k]!;
  const to = state.first[k + 1]!;
  let nearest = Number.POSITIVE_INFINITY;
  if (view.obstacles)
    for (let i = from; i < to; i++) nearest = Math.min(nearest, view.rows[OBSTACLE_ROW * i]! - state.clearance[i]!);
  const isNear = nearest < NEAR;
  const isFlying = state.rooted[k] === 0 && !isNear;
  if (isFlying) centreOf(state, from, to, view.pair);
  for (let i = from + 1; i < to; i++) {
    if (view.inverseMass[i] === 0) continue;
    setLength(state, i);
    if (isNear && view.obstacles) settleNode(view, view.obstacles, i);
  }
  // Nothing holds a free piece: exact lengths must not push it, so its centre of mass goes back where it was.
  if (isFlying) moveCentre(state, from, to, view.pair);
}

function centreOf({ position: x, mass }: ChainState, from: number, to: number, out: Float64Array): void {
  let total = 0;
  out.fill(0, 0, 3);
  for (let i = from; i < to; i++) {
    total += mass[i]!;
    for (let c = 0; c < 3; c++) out[c] = out[c]! + mass[i]! * x[3 * i + c]!;
  }
  for (let c = 0; c < 3; c++) out[c] = out[c]! / total;
}

function moveCentre(state: ChainState, from: number, to: number, centre: Float64Array): void {
  const present = new Float64Array(3);
  centreOf(state, from, to, present);
  for (let i = from; i < to; i++)
    for (let c = 0; c < 3; c++) state.position[3 * i + c] = state.position[3 * i + c]! + centre[c]! - present[c]!;
}

function setLength(state: ChainState, i: number): void {
  const x = state.position;
  const a = 3 * i;
  const dx = x[a]! - x[a - 3]!;
  const dy = x[a + 1]! - x[a - 2]!;
  const dz = x[a + 2]! - x[a - 1]!;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length < 1e-12) return;
  const f = state.restLength[i - 1]! / length;
  x[a] = x[a - 3]! + f * dx;
  x[a + 1] = x[a - 2]! + f * dy;
  x[a + 2] = x[a - 1]! + f * dz;
}

/** Moves node i until it and the middle of the edge before it are out. */
function settleNode(view: SeparateView, obstacles: Obstacles, i: number): void {
  const { probes, pair, pairRows: rows, pairOwners: owners } = view;
  const x = view.state.position;
  const nodes = view.inverseMass.length;
  const a = 3 * i;
  for (let n = 0; n < 2; n++) {
    const probe = n === 0 ? i : nodes + i - 1;
    owners.id[n] = probes.owners.id[probe]!;
    owners.s[n] = probes.owners.s[probe]!;
    owners.layerOffset[n] = probes.owners.layerOffset[probe]!;
  }
  for (let round = 0; round < LOCAL_ROUNDS; round++) {
    for (let c = 0; c < 3; c++) {
      pair[c] = x[a + c]!;
      pair[3 + c] = 0.5 * (x[a + c]! + x[a - 3 + c]!);
    }
    obstacles.nearest(pair, 2, view.time, rows, owners);
    const own = probes.clearance[i]! - rows[0]!;
    // The middle moves half as far as its node.
    const middle = 2 * (probes.clearance[nodes + i - 1]! - rows[OBSTACLE_ROW]!);
    const depth = Math.max(own, middle);
    if (depth <= 1e-7) return;
    const n = own >= middle ? 1 : OBSTACLE_ROW + 1;
    x[a] = x[a]! + depth * rows[n]!;
    x[a + 1] = x[a + 1]! + depth * rows[n + 1]!;
    x[a + 2] = x[a + 2]! + depth * rows[n + 2]!;
    setLength(view.state, i);
  }
}
