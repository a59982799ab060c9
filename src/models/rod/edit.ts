import { measureStrand } from './build.ts';
import { makeRodStrand, NODE_FIELDS, type NodeField, nodeFields, type RodStrand, strandFields } from './state.ts';

/** A cut within this share of an edge from a node happens at the node. */
const SNAP = 0.05;

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
  const root = takeNodes(whole, 0, cut + 1, strand.id);
  const tip = takeNodes(whole, cut, whole.nodes, newId);
  tip.rooted = 0;
  tip.hold.fill(0);
  tip.support.fill(0);
  shareNodeMass(whole, cut, root, tip);
  endStrand(root);
  endStrand(tip);
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
  part.madeLength[tip] = 0;
  part.tension[tip] = 0;
  part.spin[tip] = 0;
  for (const node of [0, tip]) {
    for (const field of ['weight', 'madeWeight'] as const) part[field].fill(0, 5 * node, 5 * node + 5);
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
  for (const field of ['x', 'xPast', 'groomed'] as const) mixAt(next, strand, field, node, share);
  for (const field of ['massFactor', 'stiffnessFactor', 'thicknessFactor'] as const)
    mixAt(next, strand, field, node, share);
  for (const field of ['restLength', 'madeLength'] as const) {
    next[field][node] = share * strand[field][node]!;
    next[field][fresh] = (1 - share) * strand[field][node]!;
  }
  const heavier = moveMass(next, strand, 'mass', node, share);
  moveMass(next, strand, 'madeMass', node, share);
  // Weighted by the masses that it comes from: momentum stays what it was.
  for (const field of ['v', 'vPast'] as const) mixAt(next, strand, field, node, heavier);
  next.spin[node] = share * strand.spin[node]!;
  next.spin[fresh] = (1 - share) * strand.spin[node]!;
  measureStrand(next);
  next.restMeasure.fill(0, 5 * fresh, 5 * fresh + 5);
  return next;
}

/** Value between nodes `node` and `node + 1`, at the fresh node between them. */
function mixAt(next: RodStrand, strand: RodStrand, field: NodeField, node: number, share: number): void {
  const size = NODE_FIELDS[field];
  for (let c = 0; c < size; c++)
    next[field][size * (node + 1) + c] =
      (1 - share) * strand[field][size * node + c]! + share * strand[field][size * (node + 1) + c]!;
}

/**
 * Gives the fresh node half of the edge that it divides, from both neighbours by their own density. Returns the share of it
 * that came from the neighbour towards the tip.
 */
function moveMass(next: RodStrand, strand: RodStrand, field: 'mass' | 'madeMass', node: number, share: number): number {
  const { restLength } = strand;
  const edge = restLength[node]!;
  const before = (strand[field][node]! * edge * (1 - share)) / ((node > 0 ? restLength[node - 1]! : 0) + edge);
  const after = (strand[field][node + 1]! * edge * share) / (edge + restLength[node + 1]!);
  next[field][node] = strand[field][node]! - before;
  next[field][node + 1] = before + after;
  next[field][node + 2] = strand[field][node + 1]! - after;
  return after / (before + after);
}

/** The mass of the node at the cut goes to both parts, by the lengths of its edges. */
function shareNodeMass(whole: RodStrand, cut: number, root: RodStrand, tip: RodStrand): void {
  const share = whole.restLength[cut - 1]! / (whole.restLength[cut - 1]! + whole.restLength[cut]!);
  for (const field of ['mass', 'madeMass'] as const) {
    root[field][cut] = share * whole[field][cut]!;
    tip[field][0] = whole[field][cut]! - root[field][cut]!;
  }
}
