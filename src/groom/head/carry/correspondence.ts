import { makeNearestPoint, type TriangleBvh } from '../../../body/bvh.ts';
import type { TriangleMesh } from '../../../body/mesh.ts';
import { bindRoots, type RootBinding } from '../../../body/roots.ts';
import { InputError } from '../../../strands/input-error.ts';
import { weighCorners } from '../../body-binding.ts';
import { type Controls, chooseControls, meanOfCorners } from './controls.ts';
import { findSkull, type Skull } from './skull.ts';
import { fitWarp, type Pairs, scaleOf, type Warp } from './warp.ts';

/** Which place of one body is which of another, and how the space around them goes along. */
export interface Correspondence {
  readonly kind: 'triangles' | 'surface';
  readonly warp: Warp;
  /** By how much the second body is larger. */
  readonly scale: number;
  /** The same places on the second body; `distance` is how far the warp alone misses them, m. */
  place(roots: RootBinding): RootBinding;
}

/** A body with its hierarchy, so that nobody builds it twice. */
export interface Surface {
  readonly mesh: TriangleMesh;
  readonly bvh: TriangleBvh;
}

const HAIRY = 250;
const BALD = 130;

export const hasSameTriangles = (a: TriangleMesh, b: TriangleMesh): boolean =>
  a.positions.length === b.positions.length &&
  a.triangles.length === b.triangles.length &&
  a.triangles.every((v, i) => v === b.triangles[i]);

/** Two shapes of one mesh: by triangle. */
export function correspondByTriangle(from: Surface, to: Surface, roots: RootBinding): Correspondence {
  const controls = chooseControls(from.mesh, roots, { hairy: HAIRY, bald: BALD, lowest: Number.NEGATIVE_INFINITY });
  const pairs: Pairs = {
    from: controls.position,
    to: meanOfCorners(to.mesh.positions, controls.corners),
    weight: new Float64Array(controls.isHairy.length).fill(1),
  };
  const warp = needWarp(fitWarp(pairs, 0));
  return {
    kind: 'triangles',
    warp,
    scale: scaleOf(pairs),
    place: (bound) => {
      const wanted = weighCorners(to.mesh.triangles, to.mesh.positions, 3, bound);
      const reached = warpAll(warp, weighCorners(from.mesh.triangles, from.mesh.positions, 3, bound));
      return { ...bound, distance: bound.distance.map((_, k) => gapOf(wanted, reached, 3 * k)) };
    },
  };
}

// Lengths of the search are in heights of the skull. Begun stiff (nearly affine), ended supple: the first rounds turn and
// stretch the head as a whole, the last follow brow and nape.
const ROUNDS = [30, 30, 10, 10, 3, 1, 0.3, 0.1, 0.03, 0.03] as const;
const FARTHEST_FIRST = 0.6;
const FARTHEST_LAST = 0.25;
/** Cosine between normals of matching places. */
const ALIKE = 0.4;
/** Skull heights below the crown down to which bald skin is matched: the chin. */
const HEAD = 2.3;
const BALD_WEIGHT = 0.15;

/**
 * Two heads of any meshes, both Y up and facing the same way: laid on each other by the skull, then drawn to the nearest
 * surface through ever suppler warps (iterated closest points: Besl and McKay 1992; the schedule of stiffness: Amberg
 * and others 2007).
 */
export function correspondBySurface(from: Surface, to: Surface, roots: RootBinding): Correspondence {
  const ours = findSkull(from.mesh);
  const theirs = findSkull(to.mesh);
  const controls = chooseControls(from.mesh, roots, {
    hairy: HAIRY,
    bald: BALD,
    lowest: ours.crown[1] - HEAD * ours.height,
  });
  const count = controls.isHairy.length;
  const pairs: Pairs = { from: controls.position, to: new Float64Array(3 * count), weight: new Float64Array(count) };
  let warp = skullToSkull(ours, theirs);
  for (const [round, stiffness] of ROUNDS.entries()) {
    const fraction = round / (ROUNDS.length - 1);
    const farthest = theirs.height * (FARTHEST_FIRST + fraction * (FARTHEST_LAST - FARTHEST_FIRST));
    match(controls, to, warp, farthest, pairs);
    warp = needWarp(fitWarp(pairs, stiffness));
  }
  const settled = warp;
  return {
    kind: 'surface',
    warp: settled,
    scale: scaleOf(pairs),
    place: (bound) =>
      bindRoots(to.mesh, warpAll(settled, weighCorners(from.mesh.triangles, from.mesh.positions, 3, bound)), to.bvh),
  };
}

function needWarp(warp: Warp | null): Warp {
  if (warp) return warp;
  throw new InputError(
    'carry/no-match',
    'The two bodies have too little in common to carry hair from one to the other: both must be heads with Y up that face the same way, or two shapes of one mesh.',
  );
}

function skullToSkull(ours: Skull, theirs: Skull): Warp {
  const scale = theirs.height / ours.height;
  return {
    apply: (x, y, z, out) => {
      out[0] = theirs.crown[0] + scale * (x - ours.crown[0]);
      out[1] = theirs.crown[1] + scale * (y - ours.crown[1]);
      out[2] = theirs.crown[2] + scale * (z - ours.crown[2]);
    },
  };
}

/** For every place the nearest one of the other surface that faces the same way, or none. */
function match(controls: Controls, to: Surface, warp: Warp, farthest: number, pairs: Pairs): void {
  const found = makeNearestPoint();
  const image = new Float64Array(3);
  const { normals, triangles } = to.mesh;
  for (let k = 0; k < controls.isHairy.length; k++) {
    warp.apply(controls.position[3 * k]!, controls.position[3 * k + 1]!, controls.position[3 * k + 2]!, image);
    pairs.weight[k] = 0;
    if (!to.bvh.nearest(image[0]!, image[1]!, image[2]!, farthest, found)) continue;
    let cosine = 0;
    for (let c = 0; c < 3; c++) {
      let normal = 0;
      for (let v = 0; v < 3; v++) {
        const fraction = v === 0 ? found.u : v === 1 ? found.v : found.w;
        normal += fraction * normals[3 * triangles[3 * found.triangle + v]! + c]!;
      }
      cosine += normal * controls.normal[3 * k + c]!;
    }
    if (cosine < ALIKE) continue;
    pairs.to[3 * k] = found.x;
    pairs.to[3 * k + 1] = found.y;
    pairs.to[3 * k + 2] = found.z;
    pairs.weight[k] = controls.isHairy[k] ? 1 : BALD_WEIGHT;
  }
}

function warpAll(warp: Warp, points: Float32Array): Float32Array {
  const image = new Float64Array(3);
  const out = new Float32Array(points.length);
  for (let k = 0; k < points.length; k += 3) {
    warp.apply(points[k]!, points[k + 1]!, points[k + 2]!, image);
    out.set(image, k);
  }
  return out;
}

function gapOf(a: Float32Array, b: Float32Array, k: number): number {
  const dx = a[k]! - b[k]!;
  const dy = a[k + 1]! - b[k + 1]!;
  const dz = a[k + 2]! - b[k + 2]!;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
