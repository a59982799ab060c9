import { atan2 } from '../numeric/elementary.ts';
import { TriangleBvh } from './bvh.ts';
import type { TriangleMesh } from './mesh.ts';

export interface WindingOptions {
  /**
   * A cluster of triangles is taken as one dipole where it is farther away than this many of its radii. Largest errors
   * seen, and times a point on a head of 22,000 triangles: 0.06 and 1.5 µs at 2, 0.02 and 4 µs at 3, 0.005 and 25 µs at
   * 6. Infinity sums every triangle.
   */
  reach?: number;
}

export const WINDING_DEFAULTS: Required<WindingOptions> = /* @__PURE__ */ Object.freeze({ reach: 2 });

const DIPOLE = 7;

/**
 * The generalised winding number of a mesh (Jacobson et al. 2013): 1 inside, 0 outside, in between near holes, where
 * its level 1/2 spans the hole like a soap film. Far clusters are dipoles (Barill et al. 2018, first order), near
 * triangles exact.
 */
export class WindingNumber {
  readonly bvh: TriangleBvh;
  readonly reach: number;
  /** Per node: centre (3), area vector (3), squared radius times squared reach. */
  readonly dipoles: Float64Array;
  readonly stack: Int32Array;

  constructor(mesh: Pick<TriangleMesh, 'positions' | 'triangles'> | TriangleBvh, options: WindingOptions = {}) {
    this.bvh = mesh instanceof TriangleBvh ? mesh : new TriangleBvh(mesh);
    this.reach = options.reach ?? WINDING_DEFAULTS.reach;
    this.dipoles = new Float64Array(DIPOLE * this.bvh.tree.nodeCount);
    this.refit();
    this.stack = new Int32Array(this.bvh.tree.depth + 1);
  }

  /** Takes the places that the tree's triangles have now. */
  refit(): void {
    writeDipoles(this.bvh, this.reach, this.dipoles);
  }

  isInside(x: number, y: number, z: number): boolean {
    return this.at(x, y, z) > 0.5;
  }

  at(x: number, y: number, z: number): number {
    const { dipoles, stack } = this;
    const { links, nodeCount } = this.bvh.tree;
    let angle = 0;
    let open = 0;
    if (nodeCount > 0) stack[open++] = 0;
    while (open > 0) {
      const node = stack[--open]!;
      const d = DIPOLE * node;
      const cx = dipoles[d]! - x;
      const cy = dipoles[d + 1]! - y;
      const cz = dipoles[d + 2]! - z;
      const r2 = cx * cx + cy * cy + cz * cz;
      if (r2 > dipoles[d + 6]!) {
        angle += (cx * dipoles[d + 3]! + cy * dipoles[d + 4]! + cz * dipoles[d + 5]!) / (r2 * Math.sqrt(r2));
        continue;
      }
      const link = links[2 * node]!;
      const count = links[2 * node + 1]!;
      if (count === 0) {
        stack[open++] = link;
        stack[open++] = node + 1;
        continue;
      }
      for (let slot = link; slot < link + count; slot++) angle += solidAngle(this.bvh.corners, 9 * slot, x, y, z);
    }
    return angle / (4 * Math.PI);
  }
}

/**
 * The signed solid angle under which a triangle is seen; positive from its inner side (van Oosterom and Strackee 1983).
 */
export function solidAngle(corners: Float32Array, k: number, x: number, y: number, z: number): number {
  const ax = corners[k]! - x;
  const ay = corners[k + 1]! - y;
  const az = corners[k + 2]! - z;
  const bx = corners[k + 3]! - x;
  const by = corners[k + 4]! - y;
  const bz = corners[k + 5]! - z;
  const cx = corners[k + 6]! - x;
  const cy = corners[k + 7]! - y;
  const cz = corners[k + 8]! - z;
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  return 2 * atan2(volume, a * b * c + ab * c + bc * a + ca * b);
}

function writeDipoles(bvh: TriangleBvh, reach: number, dipoles: Float64Array): void {
  const { bounds, links, nodeCount } = bvh.tree;
  dipoles.fill(0);
  const areas = new Float64Array(nodeCount);
  // Children stand behind their parents, so walking backwards meets them first. Centres are area sums until the last
  // pass.
  for (let node = nodeCount - 1; node >= 0; node--) {
    const link = links[2 * node]!;
    const count = links[2 * node + 1]!;
    if (count > 0)
      for (let slot = link; slot < link + count; slot++) addTriangle(bvh.corners, slot, dipoles, areas, node);
    else {
      for (const child of [node + 1, link]) {
        areas[node] = areas[node]! + areas[child]!;
        for (let c = 0; c < 6; c++)
          dipoles[DIPOLE * node + c] = dipoles[DIPOLE * node + c]! + dipoles[DIPOLE * child + c]!;
      }
    }
  }
  for (let node = 0; node < nodeCount; node++) {
    let squaredRadius = 0;
    for (let c = 0; c < 3; c++) {
      const low = bounds[6 * node + c]!;
      const high = bounds[6 * node + 3 + c]!;
      const centre = areas[node]! > 0 ? dipoles[DIPOLE * node + c]! / areas[node]! : 0.5 * (low + high);
      dipoles[DIPOLE * node + c] = centre;
      const far = Math.max(centre - low, high - centre);
      squaredRadius += far * far;
    }
    dipoles[DIPOLE * node + 6] = reach === Number.POSITIVE_INFINITY ? reach : squaredRadius * reach * reach;
  }
}

function addTriangle(
  corners: Float32Array,
  slot: number,
  dipoles: Float64Array,
  areas: Float64Array,
  node: number,
): void {
  const k = 9 * slot;
  const ux = corners[k + 3]! - corners[k]!;
  const uy = corners[k + 4]! - corners[k + 1]!;
  const uz = corners[k + 5]! - corners[k + 2]!;
  const vx = corners[k + 6]! - corners[k]!;
  const vy = corners[k + 7]! - corners[k + 1]!;
  const vz = corners[k + 8]! - corners[k + 2]!;
  const nx = 0.5 * (uy * vz - uz * vy);
  const ny = 0.5 * (uz * vx - ux * vz);
  const nz = 0.5 * (ux * vy - uy * vx);
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const d = DIPOLE * node;
  areas[node] = areas[node]! + area;
  for (let c = 0; c < 3; c++)
    dipoles[d + c] = dipoles[d + c]! + (area * (corners[k + c]! + corners[k + 3 + c]! + corners[k + 6 + c]!)) / 3;
  dipoles[d + 3] = dipoles[d + 3]! + nx;
  dipoles[d + 4] = dipoles[d + 4]! + ny;
  dipoles[d + 5] = dipoles[d + 5]! + nz;
}
