import { makeNearestPoint, TriangleBvh } from '../../../body/bvh.ts';
import { type MeshRegion, makeMesh, type TriangleMesh } from '../../../body/mesh.ts';
import { bindRoots } from '../../../body/roots.ts';
import { correspondBySurface } from './correspondence.ts';

/** A head with the named parts of another, found by shape. */
export interface CarriedRegions {
  readonly mesh: TriangleMesh;
  /** Names of the parts that it got. */
  readonly names: readonly string[];
  /** By how much it is larger than the other. */
  readonly scale: number;
}

/** The first head laid on a vertex of the second may miss it by so much, metres on the first. */
const NEAR = 0.03;
/** Cosine between their normals: the lining of a mouth is no skin of the head. */
const ALIKE = 0.2;
/** A vertex belongs to the hairy part that the search looks after. */
const INSIDE = 0.5;

/**
 * Gives a head the named parts of another that it does not name itself: the first head is laid on it by shape (both Y up, facing the same
 * way), and every vertex takes what the nearest place has. `hairy` is the part that must fit best.
 */
export function carryRegions(from: TriangleMesh, to: TriangleMesh, hairy: string): CarriedRegions {
  const ours = { mesh: from, bvh: new TriangleBvh(from) };
  const theirs = { mesh: to, bvh: new TriangleBvh(to) };
  const weight = from.regions.get(hairy)!.weight;
  const places: number[] = [];
  for (let i = 0; i < weight.length; i++)
    if (weight[i]! > INSIDE) places.push(...from.positions.subarray(3 * i, 3 * i + 3));
  const { warp, scale } = correspondBySurface(ours, theirs, bindRoots(from, places, ours.bvh));
  const laid = new Float64Array(from.positions.length);
  const image = new Float64Array(3);
  for (let p = 0; p < laid.length; p += 3) {
    warp.apply(from.positions[p]!, from.positions[p + 1]!, from.positions[p + 2]!, image);
    laid.set(image, p);
  }
  const over = makeMesh({ positions: Float32Array.from(laid), triangles: from.triangles });
  const names = [...from.regions.keys()].filter((name) => !to.regions.has(name));
  const found = weightsOf(over, from, to, names, NEAR * scale);
  const regions = new Map([...to.regions, ...found]);
  const rest = to.rest && makeMesh({ ...to.rest, regions });
  return { mesh: makeMesh({ ...to, regions, ...(rest ? { rest } : {}) }), names, scale };
}

/** What the laid head's parts weigh at every vertex of the other. */
function weightsOf(
  over: TriangleMesh,
  { regions }: TriangleMesh,
  { positions, normals }: TriangleMesh,
  names: readonly string[],
  near: number,
): Map<string, MeshRegion> {
  const bvh = new TriangleBvh(over);
  const count = positions.length / 3;
  const found = new Map(names.map((name) => [name, { weight: new Float32Array(count) }]));
  const place = makeNearestPoint();
  for (let i = 0; i < count; i++) {
    if (!bvh.nearest(positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!, near, place)) continue;
    const corners = [0, 1, 2].map((c) => over.triangles[3 * place.triangle + c]!);
    const fractions = [place.u, place.v, place.w];
    let cosine = 0;
    for (let c = 0; c < 3; c++)
      for (let n = 0; n < 3; n++) cosine += fractions[n]! * over.normals[3 * corners[n]! + c]! * normals[3 * i + c]!;
    if (cosine < ALIKE) continue;
    for (const name of names) {
      const own = regions.get(name)!.weight;
      found.get(name)!.weight[i] = corners.reduce((sum, corner, n) => sum + fractions[n]! * own[corner]!, 0);
    }
  }
  return found;
}
