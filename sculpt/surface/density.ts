import type { Implicit } from '../clay/implicit.ts';
import { collapse, fan, next, previous, split } from './corner-table.ts';
import type { Sheet } from './sheet.ts';

/** How long edges should be. */
export interface Density {
  /** Longest edge wanted at a point, metres. */
  readonly longest: Implicit;
  /** Shortest edge wanted, metres. */
  readonly shortest: number;
  /** Height of the arc that an edge may cut off at a point, metres. */
  readonly sagitta: Implicit;
}

// How fast the wanted length may grow along the surface: 0.35 keeps the smallest angles above about 20 degrees.
const GRADING = 0.35;
// Botsch and Kobbelt 2004: with these limits a split never makes an edge to collapse, nor the reverse.
const TOO_LONG = 4 / 3;
const TOO_SHORT = 4 / 5;

/** Largest turn of the normal per metre from v towards a neighbour. */
function curvature(sheet: Sheet, v: number, ring: number[]): number {
  const n = sheet.normals;
  const count = sheet.neighbours(v, ring);
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const w = ring[i]!;
    const x = n[3 * w]! - n[3 * v]!;
    const y = n[3 * w + 1]! - n[3 * v + 1]!;
    const z = n[3 * w + 2]! - n[3 * v + 2]!;
    largest = Math.max(largest, (x * x + y * y + z * z) / sheet.squaredLength(v, w));
  }
  return Math.sqrt(largest);
}

/** Sets the wanted length everywhere to the largest that is allowed. */
export function sizeByPlace(sheet: Sheet, density: Density): void {
  const p = sheet.mesh.positions;
  for (let v = 0; v < sheet.mesh.corner.length; v++) {
    sheet.sizes[v] = density.longest(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!);
  }
}

/** Sets the wanted length from the curvature: the chord of an arc of radius r and height s is √(8 r s). */
export function sizeByCurvature(sheet: Sheet, density: Density): void {
  const { positions: p, corner, vertex } = sheet.mesh;
  const ring: number[] = [];
  for (let v = 0; v < corner.length; v++) {
    if (corner[v]! < 0) continue;
    const [x, y, z] = [p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!];
    const chord = Math.sqrt((8 * density.sagitta(x, y, z)) / (curvature(sheet, v, ring) + 1e-3));
    sheet.sizes[v] = Math.max(density.shortest, Math.min(density.longest(x, y, z), chord));
  }
  for (let pass = 0; pass < 2; pass++) {
    for (let c = 0; c < vertex.length; c++) {
      if (vertex[c]! >= 0) grade(sheet, vertex[c]!, vertex[next(c)]!);
    }
  }
}

function grade(sheet: Sheet, a: number, b: number): void {
  const { sizes } = sheet;
  const growth = GRADING * Math.sqrt(sheet.squaredLength(a, b));
  if (sizes[a]! > sizes[b]! + growth) sizes[a] = sizes[b]! + growth;
  else if (sizes[b]! > sizes[a]! + growth) sizes[b] = sizes[a]! + growth;
}

/** Cuts the edge that faces corner c at the fraction t from its first to its second end; returns the new vertex. */
export function splitEdge(sheet: Sheet, c: number, t: number): number {
  const { vertex, opposite, positions: p } = sheet.mesh;
  const a = vertex[next(c)]!;
  const b = vertex[previous(c)]!;
  const at = (k: number): number => p[3 * a + k]! + t * (p[3 * b + k]! - p[3 * a + k]!);
  const v = split(sheet.mesh, c, opposite[c]! < 0 ? 0 : at(0), at(1), at(2));
  sheet.adopt(v, a, b);
  return v;
}

export function splitLong(sheet: Sheet): void {
  const { vertex, opposite } = sheet.mesh;
  const count = vertex.length;
  for (let c = 0; c < count; c++) {
    if (vertex[c]! < 0 || opposite[c]! > c) continue;
    const length = sheet.relativeLength(vertex[next(c)]!, vertex[previous(c)]!);
    if (length > TOO_LONG * TOO_LONG) splitEdge(sheet, c, 0.5);
  }
}

export function collapseShort(sheet: Sheet): void {
  const { vertex, opposite } = sheet.mesh;
  const scratch = new CollapseScratch();
  for (let c = 0; c < vertex.length; c++) {
    if (vertex[c]! < 0) continue;
    const a = vertex[next(c)]!;
    const b = vertex[previous(c)]!;
    if (sheet.relativeLength(a, b) >= TOO_SHORT * TOO_SHORT) continue;
    const isBorderA = sheet.isBorder(a);
    const isBorderB = sheet.isBorder(b);
    if (isBorderA && isBorderB && opposite[c]! >= 0) continue;
    const isKeptA = isBorderA === isBorderB ? isOnCrease(sheet, a) && !isOnCrease(sheet, b) : isBorderA;
    if (isKeptA) tryCollapse(sheet, c, b, a, scratch);
    else tryCollapse(sheet, c, a, b, scratch);
  }
}

const isOnCrease = (sheet: Sheet, v: number): boolean => (sheet.creaseOf[v] ?? 0) > 0;

class CollapseScratch {
  readonly corners: number[] = [];
  readonly ringA: number[] = [];
  readonly ringB: number[] = [];
  readonly normalA = new Float64Array(3);
  readonly normalB = new Float64Array(3);
}

function tryCollapse(sheet: Sheet, c: number, gone: number, kept: number, scratch: CollapseScratch): void {
  const { vertex, opposite } = sheet.mesh;
  // The link condition: anything else would glue parts together.
  if (commonNeighbours(sheet, gone, kept, scratch) !== (opposite[c]! < 0 ? 1 : 2)) return;
  // A triangle with two border edges has nothing to close its gap with.
  if (opposite[next(c)]! < 0 && opposite[previous(c)]! < 0) return;
  const count = fan(sheet.mesh, gone, scratch.corners);
  for (let i = 0; i < count; i++) {
    const corner = scratch.corners[i]!;
    const n = vertex[next(corner)]!;
    const p = vertex[previous(corner)]!;
    if (n === kept || p === kept) continue;
    if (sheet.isFlatOnMirror(kept, n, p)) return;
    if (sheet.relativeLength(kept, n) > TOO_LONG * TOO_LONG) return;
    if (sheet.relativeLength(kept, p) > TOO_LONG * TOO_LONG) return;
    if (!keepsFacing(sheet, gone, kept, n, p, scratch)) return;
  }
  collapse(sheet.mesh, c, gone, scratch.corners, count);
}

function commonNeighbours(sheet: Sheet, a: number, b: number, scratch: CollapseScratch): number {
  const { ringA, ringB } = scratch;
  const countA = sheet.neighbours(a, ringA);
  const countB = sheet.neighbours(b, ringB);
  let common = 0;
  for (let i = 0; i < countA; i++) {
    for (let j = 0; j < countB; j++) if (ringA[i] === ringB[j]) common++;
  }
  return common;
}

/** Whether the triangle (v, n, p) turns by less than 60 degrees when v moves to where w is. */
function keepsFacing(sheet: Sheet, v: number, w: number, n: number, p: number, scratch: CollapseScratch): boolean {
  const { normalA: a, normalB: b } = scratch;
  const before = sheet.faceNormal(v, n, p, a);
  const after = sheet.faceNormal(w, n, p, b);
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]! > 0.5 * before * after;
}
