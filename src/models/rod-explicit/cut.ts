import { at, mix, scale, subtract } from '../../numeric/vector.ts';
import { carryAlong } from './frames.ts';
import { doubleNode, type RodStrand, rodOf, shareMass, takeNodes } from './state.ts';
import { jointSoftness, StepLimit } from './step-limit.ts';

/** A cut within this share of an edge from a node happens at the node. */
const SNAP = 0.05;
/** The joint of a stub that a cut leaves is made so soft that it shortens internal steps to no less than this share. */
const STUB = 0.35;

/**
 * Both parts of a strand cut at arc length s: the part at the root, and the part beyond as a free strand. Null where
 * one of them would have no edge. Rest angles at the joints that stay are kept; masses are shared out anew.
 */
export function cutStrand(strand: RodStrand, s: number, newId: number): readonly [RodStrand, RodStrand] | null {
  if (strand.nodes < 2) return null;
  let node = 0;
  let left = s;
  while (node < strand.nodes - 2 && left > strand.restLength[node]!) left -= strand.restLength[node++]!;
  const share = left / strand.restLength[node]!;
  let whole = strand;
  let cut = node + 1;
  if (share < SNAP) cut = node;
  else if (share < 1 - SNAP) whole = insertNode(strand, node, share);
  if (cut < 1 || cut > whole.nodes - 2) return null;
  const root = takeNodes(whole, 0, cut + 1, strand.id);
  const tip = takeNodes(whole, cut, whole.nodes, newId);
  tip.rooted[0] = 0;
  tip.u1.set(frameOfEdge(whole, cut));
  const longest = straightLimit(strand);
  for (const part of [root, tip]) {
    freeEnds(part);
    shareMass(part);
    softenStub(part, part === root ? part.nodes - 2 : 1, STUB * longest);
  }
  return [root, tip];
}

/** Longest stable internal step of a strand whose joints are all straight, s. */
function straightLimit(strand: RodStrand): number {
  return new StepLimit(rodOf(strand), strand.mass, 0).longest(null);
}

/** Only joint i, beside the cut. */
function softenStub(part: RodStrand, i: number, shortest: number): void {
  if (i < 1 || i > part.nodes - 2 || !Number.isFinite(shortest)) return;
  const softness = jointSoftness(rodOf(part), new Float64Array(3 * part.nodes), part.mass, shortest);
  part.softness[i] = part.softness[i]! * softness[i]!;
}

/** Bishop u₁ of edge j. */
function frameOfEdge(strand: RodStrand, j: number): Float64Array {
  const edges = strand.nodes - 1;
  const tangent = new Float64Array(3 * edges);
  for (let k = 0; k < edges; k++) {
    const e = subtract(at(strand.position, k + 1), at(strand.position, k));
    tangent.set(scale(e, 1 / Math.max(Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]), 1e-300)), 3 * k);
  }
  const u1 = new Float64Array(3 * edges);
  u1.set(strand.u1);
  carryAlong(tangent, u1);
  return u1.subarray(3 * j, 3 * j + 3);
}

/** The first and the last node have no joint, the last one no edge. */
function freeEnds(part: RodStrand): void {
  const tip = part.nodes - 1;
  part.restLength[tip] = part.madeLength[tip] = part.density[tip] = 0;
  part.bending.fill(0, 3 * tip);
  part.theta[tip] = part.groomedTheta[tip] = 0;
  for (const node of [0, tip]) {
    part.twisting[node] = 0;
    part.restTwist[node] = 0;
    part.softness[node] = 1;
    for (const field of ['restCurvature', 'naturalCurvature', 'baseCurvature', 'coatCurvature'] as const)
      part[field].fill(0, 4 * node, 4 * node + 4);
    for (const field of ['naturalTwist', 'baseTwist', 'coatTwist'] as const) part[field][node] = 0;
    part.curvature.fill(0, 4 * node, 4 * node + 4);
  }
}

/** The same strand with one more node on an edge; where it is cut there is no joint, so none is made. */
function insertNode(strand: RodStrand, node: number, share: number): RodStrand {
  const next = doubleNode(strand, node);
  const fresh = node + 1;
  for (const field of ['position', 'velocity', 'groomed'] as const)
    next[field].set(mix(at(strand[field], node), at(strand[field], node + 1), share), 3 * fresh);
  for (const field of ['restLength', 'madeLength'] as const) {
    next[field][node] = share * strand[field][node]!;
    next[field][fresh] = (1 - share) * strand[field][node]!;
  }
  for (const field of ['massFactor', 'stiffnessFactor'] as const)
    next[field][fresh] = strand[field][node]! + share * (strand[field][node + 1]! - strand[field][node]!);
  next.clearance[fresh] = Math.min(strand.clearance[node]!, strand.clearance[node + 1]!);
  next.edgeClearance[node] = next.edgeClearance[fresh] = Math.min(next.clearance[fresh]!, strand.edgeClearance[node]!);
  return next;
}
