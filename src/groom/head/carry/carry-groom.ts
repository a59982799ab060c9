import { TriangleBvh } from '../../../body/bvh.ts';
import type { TriangleMesh } from '../../../body/mesh.ts';
import { MeshDistance } from '../../../body/mesh-distance.ts';
import { smoothstep } from '../../../numeric/curve.ts';
import { InputError } from '../../../strands/input-error.ts';
import { makeStrands, type Strands, strandCount } from '../../../strands/strands.ts';
import { type BodyBindingOptions, bindToBody, type GapReport, weighCorners, withRoots } from '../../body-binding.ts';
import { Clearance } from './clearance.ts';
import { type Correspondence, correspondBySurface, correspondByTriangle, hasSameTriangles } from './correspondence.ts';

/** Hair made for one head, carried over to another. */

export interface CarryOptions extends BodyBindingOptions {
  /**
   * How places are found again: `triangles` by number, for two shapes of one mesh; `surface` by shape, for any two heads
   * with Y up that face the same way; `auto` by triangles where both meshes have the same ones.
   */
  readonly correspondence?: 'auto' | 'triangles' | 'surface';
}

export interface CarryReport {
  readonly correspondence: 'triangles' | 'surface';
  /** By how much the second head is larger. */
  readonly scale: number;
  /** How far roots were from the first head. */
  readonly gaps: GapReport;
  /** How far the smooth map alone misses the second head at the roots, m; roots are then put on it. */
  readonly missed: { readonly mean: number; readonly worst: number };
  /** How much the distance of points near the skin differs from the first head's, to scale, m. */
  readonly clearance: { readonly mean: number; readonly worst: number };
}

export interface Carried {
  /** Bound to the second mesh. */
  readonly strands: Strands;
  readonly report: CarryReport;
}

/** What roots are moved beyond the smooth map fades out over this length of hair, in breadths of the body's hairy part. */
const FADE = 0.25;

/**
 * Carries strands from one body to another. A smooth map of space takes every point along; roots are put on the surface
 * exactly (with the gap that they had), and near the skin every point keeps its distance from it, to scale.
 */
export function carryGroom(
  strands: Strands,
  from: TriangleMesh,
  to: TriangleMesh,
  options: CarryOptions = {},
): Carried {
  const ours = { mesh: from, bvh: new TriangleBvh(from) };
  const theirs = { mesh: to, bvh: new TriangleBvh(to) };
  const { strands: bound, roots, gaps } = bindToBody(strands, from, options, ours.bvh);
  if (strandCount(bound) === 0)
    throw new InputError('carry/empty', 'There is no strand to carry: none stands near the body.');
  const wanted = options.correspondence ?? 'auto';
  const isSame = hasSameTriangles(from, to);
  if (wanted === 'triangles' && !isSame)
    throw new InputError(
      'carry/triangles',
      'The two bodies do not have the same triangles; carry the hair by surface instead.',
    );
  const correspond = isSame && wanted !== 'surface' ? correspondByTriangle : correspondBySurface;
  const correspondence = correspond(ours, theirs, roots);
  const placed = correspondence.place(roots);
  const positions = warpPoints(bound, correspondence);
  const size = spreadOf(bound);
  const places = {
    old: weighCorners(from.triangles, from.positions, 3, roots),
    now: weighCorners(to.triangles, to.positions, 3, placed),
  };
  moveRoots(bound, places, correspondence, FADE * size * correspondence.scale, positions);
  const clearance = new Clearance(bound, new MeshDistance(from), new MeshDistance(to), size, correspondence.scale);
  const difference = clearance.restore(positions);
  return {
    strands: withRoots(makeStrands({ ...bound, positions: Float32Array.from(positions) }), to, placed, true),
    report: {
      correspondence: correspondence.kind,
      scale: correspondence.scale,
      gaps,
      missed: meanAndWorst(placed.distance),
      clearance: difference,
    },
  };
}

function warpPoints(strands: Strands, { warp }: Correspondence): Float64Array {
  const { positions: p } = strands;
  const out = new Float64Array(p.length);
  const image = new Float64Array(3);
  for (let k = 0; k < p.length; k += 3) {
    warp.apply(p[k]!, p[k + 1]!, p[k + 2]!, image);
    out.set(image, k);
  }
  return out;
}

/**
 * Puts every root on its place of the second body, with the gap that it had, turned as the map turns it and to scale; the
 * hair behind it follows less and less.
 */
function moveRoots(
  strands: Strands,
  places: { readonly old: Float32Array; readonly now: Float32Array },
  { warp, scale }: Correspondence,
  reach: number,
  positions: Float64Array,
): void {
  const { old, now } = places;
  const image = new Float64Array(3);
  const move = new Float64Array(3);
  for (let k = 0; k < strandCount(strands); k++) {
    const root = 3 * strands.first[k]!;
    warp.apply(old[3 * k]!, old[3 * k + 1]!, old[3 * k + 2]!, image);
    let gap = 0;
    let turned = 0;
    for (let c = 0; c < 3; c++) {
      const was = strands.positions[root + c]! - old[3 * k + c]!;
      const is = positions[root + c]! - image[c]!;
      gap += was * was;
      turned += is * is;
    }
    const size = turned > 0 ? scale * Math.sqrt(gap / turned) : 0;
    for (let c = 0; c < 3; c++)
      move[c] = now[3 * k + c]! + size * (positions[root + c]! - image[c]!) - positions[root + c]!;
    fadeAlong(positions, root, 3 * strands.first[k + 1]!, move, reach);
  }
}

/** Adds a move to a strand: all of it at the root, none beyond `reach`. */
function fadeAlong(p: Float64Array, begin: number, end: number, move: Float64Array, reach: number): void {
  let arc = 0;
  for (let k = begin; k < end && arc < reach; k += 3) {
    const fraction = 1 - smoothstep(arc / reach);
    if (k + 3 < end) {
      const dx = p[k + 3]! - p[k]!;
      const dy = p[k + 4]! - p[k + 1]!;
      const dz = p[k + 5]! - p[k + 2]!;
      arc += Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
    for (let c = 0; c < 3; c++) p[k + c] = p[k + c]! + fraction * move[c]!;
  }
}

/** Mean distance of the roots from their middle: the size of the hairy part. */
function spreadOf(strands: Strands): number {
  const count = strandCount(strands);
  const middle = [0, 0, 0];
  for (let k = 0; k < count; k++)
    for (let c = 0; c < 3; c++) middle[c] = middle[c]! + strands.positions[3 * strands.first[k]! + c]! / count;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const p = 3 * strands.first[k]!;
    const dx = strands.positions[p]! - middle[0]!;
    const dy = strands.positions[p + 1]! - middle[1]!;
    const dz = strands.positions[p + 2]! - middle[2]!;
    sum += Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  return sum / count;
}

function meanAndWorst(values: Float32Array): { mean: number; worst: number } {
  let sum = 0;
  let worst = 0;
  for (const value of values) {
    sum += value;
    worst = Math.max(worst, value);
  }
  return { mean: sum / Math.max(values.length, 1), worst };
}
