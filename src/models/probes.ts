import { OBSTACLE_ROW, type Obstacles, type PointOwners } from './model.ts';
import type { NodalStrands } from './nodal.ts';

/**
 * The points of strands that are kept out of bodies: every node, then the middle of every edge, so that an edge cannot cut
 * a convex body. Point i is node i; point n + i is the middle of the edge from node i, and the tip itself at a tip.
 */
export interface Probes {
  readonly count: number;
  readonly points: Float64Array;
  readonly owners: Required<PointOwners>;
  /** Distance that each point keeps. */
  readonly clearance: Float64Array;
}

/** What a strand keeps from bodies. */
export interface Clearances {
  /** Of each node, and of the middle of the edge after it. */
  readonly clearance: Float64Array;
  readonly edgeClearance: Float64Array;
}

/**
 * Clearance of the middles of edges: the mean of their nodes', or less where the groom already lies closer: an edge between
 * two nodes on a round head dips below the line of their distances.
 */
export function groomedEdgeClearance(
  strands: Pick<NodalStrands, 'ids' | 'first' | 'position'>,
  clearance: Float64Array,
  obstacles: Obstacles | null,
  time: number,
): Float64Array {
  const { position: x, first } = strands;
  const nodes = clearance.length;
  const middles = new Float64Array(3 * nodes);
  const out = new Float64Array(nodes);
  for (let k = 0; k < strands.ids.length; k++)
    for (let i = first[k]!; i < first[k + 1]!; i++) {
      const next = i + 1 < first[k + 1]! ? i + 1 : i;
      for (let c = 0; c < 3; c++) middles[3 * i + c] = 0.5 * (x[3 * i + c]! + x[3 * next + c]!);
      out[i] = 0.5 * (clearance[i]! + clearance[next]!);
    }
  if (!obstacles) return out;
  const rows = new Float64Array(OBSTACLE_ROW * nodes);
  obstacles.nearest(middles, nodes, time, rows);
  for (let i = 0; i < nodes; i++) out[i] = Math.min(out[i]!, rows[OBSTACLE_ROW * i]!);
  return out;
}

/** `thickness`: what a node keeps from bodies where it does not lie on other hair. */
export function makeProbes(strands: NodalStrands & Clearances, thickness: number): Probes {
  const nodes = strands.restLength.length;
  const probes: Probes = {
    count: 2 * nodes,
    points: new Float64Array(6 * nodes),
    owners: {
      id: new Uint32Array(2 * nodes),
      s: new Float64Array(2 * nodes),
      layerOffset: new Float64Array(2 * nodes),
    },
    clearance: new Float64Array(2 * nodes),
  };
  const { id, s, layerOffset } = probes.owners;
  for (let k = 0; k < strands.ids.length; k++) {
    const last = strands.first[k + 1]! - 1;
    for (let i = strands.first[k]!; i <= last; i++) {
      const next = i < last ? i + 1 : i;
      id[i] = id[nodes + i] = strands.ids[k]!;
      if (i < last) s[i + 1] = s[i]! + strands.restLength[i]!;
      s[nodes + i] = 0.5 * (s[i]! + s[next]!);
      probes.clearance[i] = strands.clearance[i]!;
      probes.clearance[nodes + i] = strands.edgeClearance[i]!;
      layerOffset[i] = Math.max(0, probes.clearance[i]! - thickness);
      layerOffset[nodes + i] = Math.max(0, probes.clearance[nodes + i]! - thickness);
    }
  }
  return probes;
}

/** Brings the points to the strands' present positions. */
export function placeProbes(strands: NodalStrands, probes: Probes): void {
  const { position: x, first } = strands;
  const { points } = probes;
  points.set(x);
  for (let k = 0; k < strands.ids.length; k++) {
    const last = first[k + 1]! - 1;
    for (let i = first[k]!; i <= last; i++) {
      const a = 3 * i;
      const b = i < last ? a + 3 : a;
      const m = x.length + a;
      points[m] = 0.5 * (x[a]! + x[b]!);
      points[m + 1] = 0.5 * (x[a + 1]! + x[b + 1]!);
      points[m + 2] = 0.5 * (x[a + 2]! + x[b + 2]!);
    }
  }
}
