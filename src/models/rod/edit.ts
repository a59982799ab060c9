import type { StrandEdit } from '../model.ts';
import { measureStrand } from './build.ts';
import { makeRodStrand, NODE_FIELDS, nodeFields, type RodStrand, strandFields } from './state.ts';

/** A cut within this share of an edge from a node happens at the node. */
const SNAP = 0.05;

export function scaleStrand(strand: RodStrand, change: StrandEdit): void {
  if (change.mass !== undefined) scaleAll(strand.mass, change.mass);
  if (change.stiffness !== undefined) scaleAll(strand.weight, change.stiffness);
}

function scaleAll(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = values[i]! * factor;
}

/** Both parts of a strand cut at arc length s; null where one of them would have no edge. */
export function cutStrand(strand: RodStrand, s: number, newId: number): [RodStrand, RodStrand] | null {
  let node = 0;
  let left = s;
  while (node < strand.nodes - 2 && left > strand.restLength[node]!) left -= strand.restLength[node++]!;
  const share = left / strand.restLength[node]!;
  let whole = strand;
  let cut = node + 1;
  if (share < SNAP) cut = node;
  else if (share < 1 - SNAP) whole = insertNode(strand, node, share);
  // A rooted part keeps at least its clamped edge.
  if (cut < 1 || cut > whole.nodes - 2) return null;
  const density = linearDensity(strand);
  const root = takeNodes(whole, 0, cut + 1, strand.id);
  const tip = takeNodes(whole, cut, whole.nodes, newId);
  tip.rooted = 0;
  tip.hold.fill(0);
  tip.support.fill(0);
  for (const part of [root, tip]) {
    endStrand(part);
    distributeMass(part, density);
  }
  return [root, tip];
}

function takeNodes(strand: RodStrand, from: number, to: number, id: number): RodStrand {
  const part = makeRodStrand(id, to - from);
  for (const field of nodeFields) {
    const size = NODE_FIELDS[field];
    part[field].set(strand[field].subarray(size * from, size * to));
  }
  for (const field of strandFields) part[field] = strand[field];
  return part;
}

/** The first and the last node have no joint, the last one no edge. */
function endStrand(part: RodStrand): void {
  const tip = part.nodes - 1;
  part.restLength[tip] = 0;
  part.tension[tip] = 0;
  part.spin[tip] = 0;
  for (const node of [0, tip]) {
    part.weight.fill(0, 5 * node, 5 * node + 5);
    part.frictionWeight[node] = 0;
  }
}

/** The same strand with one more node on an edge; the new joint is straight at rest. */
function insertNode(strand: RodStrand, node: number, share: number): RodStrand {
  const next = makeRodStrand(strand.id, strand.nodes + 1);
  for (const field of strandFields) next[field] = strand[field];
  for (const field of nodeFields) {
    const size = NODE_FIELDS[field];
    next[field].set(strand[field].subarray(0, size * (node + 1)));
    next[field].set(strand[field].subarray(size * node), size * (node + 1));
  }
  const fresh = node + 1;
  for (const field of ['x', 'xPast', 'v', 'vPast', 'groomed'] as const)
    for (let c = 0; c < 3; c++)
      next[field][3 * fresh + c] =
        (1 - share) * strand[field][3 * node + c]! + share * strand[field][3 * (node + 1) + c]!;
  const length = strand.restLength[node]!;
  next.restLength[node] = share * length;
  next.restLength[fresh] = (1 - share) * length;
  next.spin[node] = share * strand.spin[node]!;
  next.spin[fresh] = (1 - share) * strand.spin[node]!;
  measureStrand(next);
  next.restMeasure.fill(0, 5 * fresh, 5 * fresh + 5);
  return next;
}

function linearDensity(strand: RodStrand): number {
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  return sum(strand.mass) / sum(strand.restLength);
}

function distributeMass(part: RodStrand, density: number): void {
  for (let i = 0; i < part.nodes; i++)
    part.mass[i] = 0.5 * density * ((i > 0 ? part.restLength[i - 1]! : 0) + part.restLength[i]!);
}
