import { type Field, type FieldTable, makeRecord, type StrandRecord } from './fields.ts';

/** A cut within this fraction of an edge from a node happens at the node. */
const SNAP = 0.05;

/** The edge of a strand at arc length s, as (node, fraction of the next node). */
export function locate(
  { nodes, restLength }: { readonly nodes: number; readonly restLength?: Float64Array },
  s: number,
): readonly [node: number, t: number] {
  let node = 0;
  let left = s;
  while (node < nodes - 2 && left > restLength![node]!) left -= restLength![node++]!;
  const t = left / restLength![node]!;
  return [node, t < 0 ? 0 : t > 1 ? 1 : t];
}

/** Both parts of a strand of nodes that is cut at arc length s, as the table says; null where one would have no edge. */
export function cutStrand<F extends FieldTable>(
  table: F,
  strand: StrandRecord<F>,
  s: number,
  newId: number,
): [root: StrandRecord<F>, tip: StrandRecord<F>] | null {
  if (strand.nodes < 2) return null;
  const [node, t] = locate(strand, s);
  let whole = strand;
  let cut = node + 1;
  if (t < SNAP) cut = node;
  else if (t < 1 - SNAP) whole = insertNode(table, strand, node, t);
  // A rooted part keeps at least its clamped edge.
  if (cut < 1 || cut > whole.nodes - 2) return null;
  const root = takeNodes(table, whole, 0, cut + 1, strand.id);
  const tip = takeNodes(table, whole, cut, whole.nodes, newId);
  tip.rooted![0] = 0;
  for (const [name, field] of Object.entries(table)) {
    if (field.needsRoot) tip[name]!.fill(0);
    if (field.of === 'node' && field.cut === 'divide') divideAmount(whole, cut, name, root, tip);
    for (const part of [root, tip]) clearEnds(field, part[name]!);
  }
  return [root, tip];
}

function takeNodes<F extends FieldTable>(
  table: F,
  strand: StrandRecord<F>,
  from: number,
  to: number,
  id: number,
): StrandRecord<F> {
  const part = makeRecord(table, id, { nodes: to - from, elements: 0, quadrature: 0 });
  for (const [name, { of, size }] of Object.entries(table))
    part[name]!.set(of === 'strand' ? strand[name]! : strand[name]!.subarray(size * from, size * to));
  return part;
}

/** The first and the last node have no joint, the last one no edge. */
function clearEnds({ of, size }: Field, values: Float64Array): void {
  if (of !== 'edge' && of !== 'joint') return;
  values.fill(0, values.length - size);
  if (of === 'joint') values.fill(0, 0, size);
}

/** The same strand with one more node on an edge: a fraction `t` of the way from its first node. */
function insertNode<F extends FieldTable>(table: F, strand: StrandRecord<F>, node: number, t: number): StrandRecord<F> {
  const next = makeRecord(table, strand.id, { ...strand, nodes: strand.nodes + 1 });
  for (const [name, { of, size }] of Object.entries(table)) {
    const values = strand[name]!;
    if (of === 'strand') {
      next[name]!.set(values);
      continue;
    }
    // The fresh node begins as the one before it.
    next[name]!.set(values.subarray(0, size * (node + 1)));
    next[name]!.set(values.subarray(size * node), size * (node + 1));
  }
  let heavier = t;
  for (const [name, { of, cut }] of Object.entries(table)) {
    if (cut !== 'divide') continue;
    if (of === 'edge') divideEdge(next[name]!, strand[name]!, node, t);
    else if (of === 'node') {
      const fraction = moveAmount(next[name]!, strand[name]!, strand.restLength!, node, t);
      if (name === 'mass') heavier = fraction;
    }
  }
  // Velocities are weighted by the masses that they come from: momentum stays what it was.
  for (const [name, { of, cut, unit, size }] of Object.entries(table))
    if (of !== 'strand' && cut === 'interpolate')
      mixAt(next[name]!, strand[name]!, size, node, unit === 'm/s' ? heavier : t);
  return next;
}

/** Value between nodes `node` and `node + 1`, at the fresh node between them. */
function mixAt(next: Float64Array, values: Float64Array, size: number, node: number, t: number): void {
  for (let c = 0; c < size; c++)
    next[size * (node + 1) + c] = (1 - t) * values[size * node + c]! + t * values[size * (node + 1) + c]!;
}

function divideEdge(next: Float64Array, values: Float64Array, node: number, t: number): void {
  next[node] = t * values[node]!;
  next[node + 1] = (1 - t) * values[node]!;
}

/**
 * Gives the fresh node its half of the edge that it divides, from both neighbours by their own density. Returns the fraction of
 * it that came from the neighbour towards the tip.
 */
function moveAmount(
  next: Float64Array,
  values: Float64Array,
  restLength: Float64Array,
  node: number,
  t: number,
): number {
  const edge = restLength[node]!;
  const before = (values[node]! * edge * (1 - t)) / ((node > 0 ? restLength[node - 1]! : 0) + edge);
  const after = (values[node + 1]! * edge * t) / (edge + restLength[node + 1]!);
  next[node] = values[node]! - before;
  next[node + 1] = before + after;
  next[node + 2] = values[node + 1]! - after;
  return after / (before + after);
}

/** What the node at the cut has goes to both parts, by the lengths of its edges. */
function divideAmount(whole: StrandRecord, cut: number, name: string, root: StrandRecord, tip: StrandRecord): void {
  const restLength = whole.restLength!;
  const fraction = restLength[cut - 1]! / (restLength[cut - 1]! + restLength[cut]!);
  root[name]![cut] = fraction * whole[name]![cut]!;
  tip[name]![0] = whole[name]![cut]! - root[name]![cut]!;
}
