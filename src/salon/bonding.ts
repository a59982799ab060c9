import { at, distance, mix, type Vec3 } from '../numeric/vector.ts';
import { MOST_BONDS } from './bonds.ts';
import type { HairView } from './hair-view.ts';
import type { Work } from './tool.ts';
import { nearestOnSegment } from './volumes/capsule.ts';

export interface Glue {
  readonly gap: number;
  readonly glue: number;
  readonly tack: number;
  readonly tear: number;
}

/** Glue needs this much spray on both sides. */
const STICKY = 0.25;

/** Two nodes of different strands, named by the hair's node numbers; a has the smaller id. */
interface NearPair {
  readonly a: number;
  readonly b: number;
  readonly strandA: number;
  readonly strandB: number;
}

/**
 * Makes bonds between the nearest nodes of sprayed strands that touch within the tool's reach: in the order (id, node, other
 * id), at most one for a pair of nodes and eight for a node. Returns the ids that were joined.
 */
export function bondTouching(work: Work, glue: Glue): number[] {
  const { view, bonds } = work;
  const candidates = stickyNodes(work);
  const nearPairs = findNearPairs(view, candidates, glue.gap);
  if (nearPairs.length === 0) return [];
  const counts = bonds.counts(view);
  const known = knownPairs(work);
  const joined: number[] = [];
  const { hair } = view;
  for (const { a, b, strandA, strandB } of nearPairs) {
    if (known.has(pairKey(a, b))) continue;
    if ((counts.get(a) ?? 0) >= MOST_BONDS || (counts.get(b) ?? 0) >= MOST_BONDS) continue;
    known.add(pairKey(a, b));
    counts.set(a, (counts.get(a) ?? 0) + 1);
    counts.set(b, (counts.get(b) ?? 0) + 1);
    const rest = distance(at(hair.position, a), at(hair.position, b));
    bonds.add({
      idA: hair.ids[strandA]!,
      sA: hair.s[a]!,
      idB: hair.ids[strandB]!,
      sB: hair.s[b]!,
      rest,
      stiffness: glue.glue,
      damping: glue.tack,
      breakLength: rest + glue.tear,
    });
    joined.push(hair.ids[strandA]!, hair.ids[strandB]!);
  }
  return joined;
}

/** Pairs of node numbers fit into 53 bits. */
const pairKey = (a: number, b: number): number => Math.min(a, b) * 67108864 + Math.max(a, b);

function knownPairs({ view, bonds }: Work): Set<number> {
  const known = new Set<number>();
  for (let row = 0; row < bonds.count; row++) {
    const { idA, sA, idB, sB } = bonds.at(row);
    const nearest = (id: number, s: number): number => {
      const { node, fraction } = view.locate(view.place.get(id)!, s);
      return fraction < 0.5 ? node : node + 1;
    };
    if (view.place.has(idA) && view.place.has(idB)) known.add(pairKey(nearest(idA, sA), nearest(idB, sB)));
  }
  return known;
}

interface StickyNode {
  readonly node: number;
  readonly strand: number;
}

/** Nodes with enough spray that the jet reaches, by (id, node). Roots are left out. */
function stickyNodes({ view, deposit, products }: Work): StickyNode[] {
  const { hair } = view;
  const nodes: StickyNode[] = [];
  const strands = [...deposit.strands].sort((a, b) => hair.ids[a]! - hair.ids[b]!);
  for (const strand of strands) {
    const first = hair.first[strand]!;
    const own = products.get(hair.ids[strand]!)!;
    for (let i = 1; i < own.s.length; i++)
      if (deposit.amount[first + i]! > 0 && own.spray[i]! > STICKY) nodes.push({ node: first + i, strand });
  }
  return nodes;
}

function findNearPairs(view: HairView, candidates: readonly StickyNode[], gap: number): NearPair[] {
  const { hair } = view;
  if (candidates.length === 0) return [];
  // Cells as wide as the farthest pair of nodes that can touch: both radii, the gap and half an edge.
  let widest = 0;
  for (const { node, strand } of candidates)
    widest = Math.max(widest, 2 * hair.radius[node]! + gap + edgeAt(view, node, strand));
  const cellOf = (x: number): number => Math.floor(x / widest);
  const cells = new Map<string, StickyNode[]>();
  for (const own of candidates) {
    const key = `${cellOf(hair.position[3 * own.node]!)},${cellOf(hair.position[3 * own.node + 1]!)},${cellOf(hair.position[3 * own.node + 2]!)}`;
    const list = cells.get(key);
    if (list) list.push(own);
    else cells.set(key, [own]);
  }
  const nearPairs: NearPair[] = [];
  for (const own of candidates) {
    const x = at(hair.position, own.node);
    const best = new Map<number, { node: number; far: number }>();
    for (let c = 0; c < 27; c++) {
      const key = `${cellOf(x[0]) + (c % 3) - 1},${cellOf(x[1]) + (Math.floor(c / 3) % 3) - 1},${cellOf(x[2]) + Math.floor(c / 9) - 1}`;
      for (const other of cells.get(key) ?? []) {
        if (hair.ids[other.strand]! <= hair.ids[own.strand]!) continue;
        if (surfaceGap(view, x, other) > hair.radius[own.node]! + hair.radius[other.node]! + gap) continue;
        const far = distance(x, at(hair.position, other.node));
        const known = best.get(other.strand);
        if (!known || far < known.far || (far === known.far && other.node < known.node))
          best.set(other.strand, { node: other.node, far });
      }
    }
    const others = [...best.keys()].sort((a, b) => hair.ids[a]! - hair.ids[b]!);
    for (const strandB of others)
      nearPairs.push({ a: own.node, b: best.get(strandB)!.node, strandA: own.strand, strandB });
  }
  return nearPairs;
}

function edgeAt({ hair }: HairView, node: number, strand: number): number {
  const next = node + 1 < hair.first[strand + 1]! ? node + 1 : node;
  return hair.s[next]! - hair.s[next - 1]!;
}

/** Distance of x from the edges at a node. */
function surfaceGap({ hair }: HairView, x: Vec3, { node, strand }: StickyNode): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const a of [node - 1, node]) {
    if (a < hair.first[strand]! || a + 1 >= hair.first[strand + 1]!) continue;
    const p = at(hair.position, a);
    const q = at(hair.position, a + 1);
    nearest = Math.min(nearest, distance(x, mix(p, q, nearestOnSegment(p, q, x))));
  }
  return nearest;
}
