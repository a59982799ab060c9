import { TriangleBvh } from '../body/bvh.ts';
import type { TriangleMesh } from '../body/mesh.ts';
import { bindRoots, type RootBinding } from '../body/roots.ts';
import { selectStrands } from '../strands/selection.ts';
import { type Attribute, makeStrands, type Strands, strandCount } from '../strands/strands.ts';

/** Hair that somebody else made, bound to the body it stands on: each root to the nearest place of the surface. */

export interface BodyBindingOptions {
  /** Roots farther from the surface than this are named, m. */
  readonly reach?: number;
  /** What becomes of strands whose root is farther: kept, with the gap between root and surface, or left out. */
  readonly far?: 'keep' | 'leave-out';
}

export const BODY_BINDING_DEFAULTS: Readonly<Required<BodyBindingOptions>> = Object.freeze({
  reach: 0.005,
  far: 'keep',
});

/** How far the roots are from the surface, m. */
export interface GapReport {
  readonly mean: number;
  readonly worst: number;
  /** Strands whose root is beyond reach, in their order. */
  readonly far: Uint32Array;
  readonly reach: number;
}

export interface BodyBinding {
  /** With the strand attributes rootTriangle, rootWeights, rootNormal and, where the mesh has uv, rootUv. */
  readonly strands: Strands;
  readonly roots: RootBinding;
  readonly gaps: GapReport;
}

/** Binds every strand to the place of the mesh nearest to its root. No point is moved. */
export function bindToBody(
  strands: Strands,
  mesh: TriangleMesh,
  options: BodyBindingOptions = {},
  bvh: TriangleBvh = new TriangleBvh(mesh),
): BodyBinding {
  const { reach, far } = { ...BODY_BINDING_DEFAULTS, ...options };
  const roots = bindRoots(mesh, rootPoints(strands), bvh);
  const gaps = measureGaps(strands.id, roots.distance, reach);
  if (far === 'keep' || gaps.far.length === 0) return { strands: withRoots(strands, mesh, roots), roots, gaps };
  const kept = Uint32Array.from(strands.id.keys()).filter((k) => roots.distance[k]! <= reach);
  const left: RootBinding = {
    triangle: kept.map((k) => roots.triangle[k]!),
    weights: Float32Array.from(
      { length: 3 * kept.length },
      (_, n) => roots.weights[3 * kept[Math.floor(n / 3)]! + (n % 3)]!,
    ),
    distance: Float32Array.from(kept, (k) => roots.distance[k]!),
  };
  return { strands: withRoots(selectStrands(strands, kept), mesh, left), roots: left, gaps };
}

/** Where strands begin: xyz rows. */
export function rootPoints(strands: Strands): Float32Array {
  const points = new Float32Array(3 * strandCount(strands));
  for (let k = 0; k < strandCount(strands); k++) {
    const p = 3 * strands.first[k]!;
    points.set(strands.positions.subarray(p, p + 3), 3 * k);
  }
  return points;
}

function measureGaps(id: Uint32Array, distance: Float32Array, reach: number): GapReport {
  let sum = 0;
  let worst = 0;
  for (const gap of distance) {
    sum += gap;
    worst = Math.max(worst, gap);
  }
  return {
    mean: sum / Math.max(distance.length, 1),
    worst,
    far: id.filter((_, k) => distance[k]! > reach),
    reach,
  };
}

/** The strands with the attributes of their roots; `isNew` where they stood on another body before. */
export function withRoots(strands: Strands, mesh: TriangleMesh, roots: RootBinding, isNew = false): Strands {
  const attributes = new Map<string, Attribute>(strands.strandAttributes);
  attributes.set('rootTriangle', { size: 1, data: roots.triangle });
  attributes.set('rootWeights', { size: 3, data: roots.weights });
  attributes.set('rootNormal', { size: 3, data: unitRows(weighCorners(mesh.triangles, mesh.normals, 3, roots)) });
  // Coordinates that came with the hair may belong to a picture of its own.
  if (mesh.uv && (isNew || !attributes.has('rootUv')))
    attributes.set('rootUv', { size: 2, data: weighCorners(mesh.triangles, mesh.uv, 2, roots) });
  return makeStrands({ ...strands, strandAttributes: attributes });
}

/** A value of the mesh's vertices, `size` numbers each, at the bound places. */
export function weighCorners(
  triangles: Uint32Array,
  values: Float32Array,
  size: number,
  roots: Pick<RootBinding, 'triangle' | 'weights'>,
): Float32Array {
  const out = new Float32Array(size * roots.triangle.length);
  for (let k = 0; k < roots.triangle.length; k++)
    for (let c = 0; c < size; c++) {
      let sum = 0;
      for (let v = 0; v < 3; v++)
        sum += roots.weights[3 * k + v]! * values[size * triangles[3 * roots.triangle[k]! + v]! + c]!;
      out[size * k + c] = sum;
    }
  return out;
}

function unitRows(rows: Float32Array): Float32Array {
  for (let k = 0; k < rows.length; k += 3) {
    const l = Math.sqrt(rows[k]! * rows[k]! + rows[k + 1]! * rows[k + 1]! + rows[k + 2]! * rows[k + 2]!) || 1;
    for (let c = 0; c < 3; c++) rows[k + c] = rows[k + c]! / l;
  }
  return rows;
}

/** Sentences for a person about roots that are not where the body is; none where all are within reach. */
export function describeGaps({ far, worst, reach }: GapReport, count: number): string[] {
  if (far.length === 0) return [];
  const named = [...far.subarray(0, 5)].join(', ');
  return [
    `${far.length} of ${count} roots are more than ${millimetres(reach)} from the body, the worst ${millimetres(worst)}: strands ${named}${far.length > 5 ? ' and others' : ''}`,
  ];
}

const millimetres = (metres: number): string => `${Number((1000 * metres).toPrecision(3))} mm`;
