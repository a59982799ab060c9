import { probe } from '../clay/implicit.ts';
import { fan, next, previous } from './corner-table.ts';
import { splitEdge } from './density.ts';
import type { Crease, Sheet } from './sheet.ts';

// Triangles worse than these, in shape and in the cosine to the normals of their vertices, are not left as they are.
const SQUEEZED = 0.4;
const TURNED = 0.35;

/** Moves every vertex along the surface to the middle of its neighbours, or onto a crease, and back to the surface. */
export function relax(sheet: Sheet, creases: readonly Crease[]): void {
  const { corner } = sheet.mesh;
  sheet.updateNormals();
  const target = neighbourMeans(sheet);
  const scratch = new Float64Array(4);
  for (let v = 0; v < corner.length; v++) {
    if (corner[v]! < 0) continue;
    slide(sheet, v, target);
    follow(sheet, v, creases, scratch);
    sheet.approach(v);
  }
}

/** Frees the vertices of squeezed or turned triangles from their crease and moves them to the middle of their neighbours. */
export function untangle(sheet: Sheet): void {
  const { corner } = sheet.mesh;
  sheet.updateNormals();
  const target = neighbourMeans(sheet);
  const corners: number[] = [];
  const facing = new Float64Array(3);
  for (let v = 0; v < corner.length; v++) {
    if (corner[v]! < 0 || !isTangled(sheet, v, corners, facing)) continue;
    slide(sheet, v, target);
    sheet.creaseOf[v] = 0;
    sheet.settle(v);
  }
}

function isTangled(sheet: Sheet, v: number, corners: number[], facing: Float64Array): boolean {
  const { vertex } = sheet.mesh;
  const n = sheet.normals;
  const count = fan(sheet.mesh, v, corners);
  for (let i = 0; i < count; i++) {
    const a = vertex[next(corners[i]!)]!;
    const b = vertex[previous(corners[i]!)]!;
    if (sheet.quality(v, a, b) < SQUEEZED) return true;
    const size = sheet.faceNormal(v, a, b, facing);
    const cosine = facing[0]! * n[3 * v]! + facing[1]! * n[3 * v + 1]! + facing[2]! * n[3 * v + 2]!;
    if (cosine < TURNED * size) return true;
  }
  return false;
}

/** Puts a vertex onto the nearest crease, if there is one. */
function follow(sheet: Sheet, v: number, creases: readonly Crease[], scratch: Float64Array): void {
  sheet.creaseOf[v] = 0;
  sheet.creaseValue[v] = 0;
  for (let i = 0; i < creases.length; i++) {
    if (attract(sheet, v, creases[i]!, scratch)) sheet.creaseOf[v] = i + 1;
  }
}

/** The mean of each vertex's neighbours; border vertices look along the border only. */
function neighbourMeans(sheet: Sheet): Float64Array {
  const { positions: p, corner } = sheet.mesh;
  const means = new Float64Array(p.length);
  const ring: number[] = [];
  for (let v = 0; v < corner.length; v++) {
    if (corner[v]! < 0) continue;
    const count = sheet.neighbours(v, ring);
    const stride = sheet.isBorder(v) ? count - 1 : 1;
    let total = 0;
    for (let i = 0; i < count; i += stride) {
      const w = 3 * ring[i]!;
      means[3 * v] = means[3 * v]! + p[w]!;
      means[3 * v + 1] = means[3 * v + 1]! + p[w + 1]!;
      means[3 * v + 2] = means[3 * v + 2]! + p[w + 2]!;
      total++;
    }
    for (let k = 3 * v; k < 3 * v + 3; k++) means[k] = means[k]! / total;
  }
  return means;
}

/** Moves a vertex to its target, without the part along the surface normal. */
function slide(sheet: Sheet, v: number, target: Float64Array): void {
  const p = sheet.mesh.positions;
  const n = sheet.normals;
  const k = 3 * v;
  const isBorder = sheet.isBorder(v);
  const x = isBorder ? 0 : target[k]! - p[k]!;
  const y = target[k + 1]! - p[k + 1]!;
  const z = target[k + 2]! - p[k + 2]!;
  const along = x * n[k]! + y * n[k + 1]! + z * n[k + 2]!;
  // Inner vertices keep clear of the mirror plane.
  if (!isBorder) p[k] = Math.max(p[k]! + x - along * n[k]!, 0.3 * sheet.sizes[v]!);
  p[k + 1] = p[k + 1]! + y - along * n[k + 1]!;
  p[k + 2] = p[k + 2]! + z - along * n[k + 2]!;
}

/** Puts a vertex that is nearer than half an edge to a crease onto it; returns whether it was. */
function attract(sheet: Sheet, v: number, crease: Crease, g: Float64Array): boolean {
  const p = sheet.mesh.positions;
  const n = sheet.normals;
  const k = 3 * v;
  const x = p[k]! - crease.centre[0];
  const y = p[k + 1]! - crease.centre[1];
  const z = p[k + 2]! - crease.centre[2];
  if (x * x + y * y + z * z > crease.reach * crease.reach) return false;
  probe(crease.distance, p[k]!, p[k + 1]!, p[k + 2]!, g);
  if (Math.abs(g[0]!) > 2 * sheet.sizes[v]!) return false;
  if (sheet.isBorder(v)) g[1] = 0;
  const along = g[1]! * n[k]! + g[2]! * n[k + 1]! + g[3]! * n[k + 2]!;
  for (let c = 0; c < 3; c++) g[c + 1] = g[c + 1]! - along * n[k + c]!;
  const g2 = g[1]! * g[1]! + g[2]! * g[2]! + g[3]! * g[3]!;
  const step = g[0]! / g2;
  const half = 0.5 * sheet.sizes[v]!;
  sheet.creaseValue[v] = g[0]!;
  if (step * step * g2 > half * half) return false;
  for (let c = 0; c < 3; c++) p[k + c] = p[k + c]! - step * g[c + 1]!;
  sheet.creaseValue[v] = 0;
  return true;
}

/** Cuts the edges that still cross a crease where they cross it. */
export function splitAcrossCreases(sheet: Sheet): void {
  const { vertex, opposite } = sheet.mesh;
  const count = vertex.length;
  for (let c = 0; c < count; c++) {
    if (vertex[c]! < 0 || opposite[c]! > c) continue;
    const a = vertex[next(c)]!;
    const b = vertex[previous(c)]!;
    const from = sheet.creaseValue[a]!;
    const to = sheet.creaseValue[b]!;
    if (from * to < 0) splitEdge(sheet, c, from / (from - to));
  }
}
