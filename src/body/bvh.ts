import { type BvhTree, buildBvh } from './bvh-build.ts';
import type { TriangleMesh } from './mesh.ts';
import { closestOnTriangle, gatherCorners } from './triangle.ts';

/** The answer to a nearest-point query; owned by the caller and written over by every query. */
export interface NearestPoint {
  /** Triangle of the mesh, or -1 where nothing lies within the given distance. */
  triangle: number;
  /** Barycentric weights of the triangle's corners; they are not negative and sum to one. */
  u: number;
  v: number;
  w: number;
  squaredDistance: number;
  /** The nearest point itself. */
  x: number;
  y: number;
  z: number;
}

export function makeNearestPoint(): NearestPoint {
  return { triangle: -1, u: 0, v: 0, w: 0, squaredDistance: Number.POSITIVE_INFINITY, x: 0, y: 0, z: 0 };
}

/** A bounding volume hierarchy over a mesh's triangles. Queries allocate nothing; one value serves one thread. */
export class TriangleBvh {
  readonly tree: BvhTree;
  /** Nine per slot: the corners of its triangle. */
  readonly corners: Float32Array;
  readonly stack: Int32Array;
  readonly stackDistances: Float64Array;
  readonly weights: Float64Array = new Float64Array(3);

  constructor(mesh: Pick<TriangleMesh, 'positions' | 'triangles'>) {
    this.tree = buildBvh(mesh.positions, mesh.triangles);
    this.corners = gatherCorners(mesh.positions, mesh.triangles, this.tree.order);
    this.stack = new Int32Array(this.tree.depth + 1);
    this.stackDistances = new Float64Array(this.tree.depth + 1);
  }

  /** Follows triangles that have moved. The tree stays the one of the mesh that it was built for. */
  refit(positions: ArrayLike<number>, triangles: Uint32Array): void {
    const { corners } = this;
    const { bounds, links, order, nodeCount } = this.tree;
    for (let slot = 0; slot < order.length; slot++)
      for (let n = 0; n < 3; n++) {
        const v = 3 * triangles[3 * order[slot]! + n]!;
        for (let c = 0; c < 3; c++) corners[9 * slot + 3 * n + c] = positions[v + c]!;
      }
    // Children stand behind their parents.
    for (let node = nodeCount - 1; node >= 0; node--) {
      const link = links[2 * node]!;
      const count = links[2 * node + 1]!;
      for (let c = 0; c < 3; c++) {
        let low = Number.POSITIVE_INFINITY;
        let high = Number.NEGATIVE_INFINITY;
        for (let i = 9 * link + c; i < 9 * (link + count); i += 3) {
          low = Math.min(low, corners[i]!);
          high = Math.max(high, corners[i]!);
        }
        if (count === 0) {
          low = Math.min(bounds[6 * (node + 1) + c]!, bounds[6 * link + c]!);
          high = Math.max(bounds[6 * (node + 1) + 3 + c]!, bounds[6 * link + 3 + c]!);
        }
        bounds[6 * node + c] = low;
        bounds[6 * node + 3 + c] = high;
      }
    }
  }

  /** Finds the nearest point of the mesh that is closer than `maxDistance`; answers whether there is one. */
  nearest(x: number, y: number, z: number, maxDistance: number, out: NearestPoint): boolean {
    const { corners, stack, stackDistances, weights } = this;
    const { bounds, links, nodeCount } = this.tree;
    let best = maxDistance * maxDistance;
    let bestSlot = -1;
    let open = 0;
    if (nodeCount > 0) {
      stackDistances[0] = squaredDistanceToBox(bounds, 0, x, y, z);
      stack[open++] = 0;
    }
    while (open > 0) {
      const top = --open;
      if (!(stackDistances[top]! < best)) continue;
      const node = stack[top]!;
      const link = links[2 * node]!;
      const count = links[2 * node + 1]!;
      for (let slot = link; slot < link + count; slot++) {
        const d = closestOnTriangle(corners, 9 * slot, x, y, z, weights);
        if (!(d < best)) continue;
        best = d;
        bestSlot = slot;
      }
      if (count > 0) continue;
      // The nearer child goes on top: it is looked at first and shrinks the search for the other.
      const left = squaredDistanceToBox(bounds, 6 * (node + 1), x, y, z);
      const right = squaredDistanceToBox(bounds, 6 * link, x, y, z);
      const leftFirst = left <= right;
      stackDistances[open] = leftFirst ? right : left;
      stack[open++] = leftFirst ? link : node + 1;
      stackDistances[open] = leftFirst ? left : right;
      stack[open++] = leftFirst ? node + 1 : link;
    }
    out.triangle = -1;
    if (bestSlot < 0) return false;
    this.answer(bestSlot, x, y, z, out);
    return true;
  }

  answer(slot: number, x: number, y: number, z: number, out: NearestPoint): void {
    const { corners, weights } = this;
    const c = 9 * slot;
    out.squaredDistance = closestOnTriangle(corners, c, x, y, z, weights);
    const u = weights[0]!;
    const v = weights[1]!;
    const w = weights[2]!;
    out.triangle = this.tree.order[slot]!;
    // Rounding may leave a weight a hair below zero.
    out.u = Math.max(u, 0);
    out.v = Math.max(v, 0);
    out.w = Math.max(w, 0);
    out.x = u * corners[c]! + v * corners[c + 3]! + w * corners[c + 6]!;
    out.y = u * corners[c + 1]! + v * corners[c + 4]! + w * corners[c + 7]!;
    out.z = u * corners[c + 2]! + v * corners[c + 5]! + w * corners[c + 8]!;
  }
}

function squaredDistanceToBox(bounds: Float32Array, b: number, x: number, y: number, z: number): number {
  const dx = Math.max(bounds[b]! - x, x - bounds[b + 3]!, 0);
  const dy = Math.max(bounds[b + 1]! - y, y - bounds[b + 4]!, 0);
  const dz = Math.max(bounds[b + 2]! - z, z - bounds[b + 5]!, 0);
  return dx * dx + dy * dy + dz * dz;
}
