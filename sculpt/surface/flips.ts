import { flip, next, previous } from './corner-table.ts';
import type { Sheet } from './sheet.ts';

// A flip for the sake of the surface makes no triangle worse than this (about 20 degrees in its smallest angle).
const POOREST = 0.55;

/** Flipping of edges: towards even valence while the mesh is made, towards the surface and its creases at the end. */
class Flipper {
  readonly sheet: Sheet;
  private readonly ring: number[] = [];
  private readonly valence: number[] = [];
  private readonly normalA = new Float64Array(3);
  private readonly normalB = new Float64Array(3);
  private readonly outwards = new Float64Array(3);

  constructor(sheet: Sheet) {
    this.sheet = sheet;
  }

  countValences(): void {
    const { corner } = this.sheet.mesh;
    for (let v = 0; v < corner.length; v++) {
      this.valence[v] = corner[v]! < 0 ? 0 : this.sheet.neighbours(v, this.ring);
    }
  }

  /** Departure of a vertex's valence, changed by `change`, from the regular one: 6 inside, 4 at the border. */
  private irregularity(v: number, change: number): number {
    const excess = this.valence[v]! + change - (this.sheet.isBorder(v) ? 4 : 6);
    return excess * excess;
  }

  /** How much the flip of the edge b-d to a-e lowers the irregularity. */
  gain(a: number, b: number, d: number, e: number): number {
    const before =
      this.irregularity(a, 0) + this.irregularity(b, 0) + this.irregularity(d, 0) + this.irregularity(e, 0);
    const after =
      this.irregularity(a, 1) + this.irregularity(b, -1) + this.irregularity(d, -1) + this.irregularity(e, 1);
    return before - after;
  }

  noteFlip(a: number, b: number, d: number, e: number): void {
    const { valence } = this;
    valence[a] = valence[a]! + 1;
    valence[b] = valence[b]! - 1;
    valence[d] = valence[d]! - 1;
    valence[e] = valence[e]! + 1;
  }

  private cosine(v: Float64Array, w: Float64Array): number {
    return v[0]! * w[0]! + v[1]! * w[1]! + v[2]! * w[2]!;
  }

  /** Whether replacing the edge b-d by a-e keeps the surface a manifold and its triangles facing outwards. */
  isAllowed(a: number, b: number, d: number, e: number): boolean {
    const { sheet, normalA: s, normalB: t, outwards } = this;
    if (sheet.isFlatOnMirror(a, b, e) || sheet.isFlatOnMirror(a, d, e)) return false;
    const count = sheet.neighbours(a, this.ring);
    for (let i = 0; i < count; i++) if (this.ring[i] === e) return false;
    const first = sheet.faceNormal(a, b, d, s);
    const second = sheet.faceNormal(e, d, b, t);
    for (let k = 0; k < 3; k++) outwards[k] = s[k]! / first + t[k]! / second;
    const firstAfter = sheet.faceNormal(a, b, e, s);
    const secondAfter = sheet.faceNormal(e, d, a, t);
    return this.cosine(s, outwards) > 0.6 * firstAfter && this.cosine(t, outwards) > 0.6 * secondAfter;
  }

  /** Height of the middle of an edge over the surface. */
  gap(a: number, b: number): number {
    const p = this.sheet.mesh.positions;
    const x = 0.5 * (p[3 * a]! + p[3 * b]!);
    const y = 0.5 * (p[3 * a + 1]! + p[3 * b + 1]!);
    return Math.abs(this.sheet.f(x, y, 0.5 * (p[3 * a + 2]! + p[3 * b + 2]!)));
  }

  isAlongCrease(a: number, b: number): boolean {
    const { creaseOf } = this.sheet;
    return creaseOf[a]! > 0 && creaseOf[a] === creaseOf[b];
  }

  /** Whether a-e fits the surface better than b-d: along a crease where there is one, nearer to the surface elsewhere. */
  fitsBetter(a: number, b: number, d: number, e: number): boolean {
    const { sheet } = this;
    if (this.isAlongCrease(b, d)) return false;
    if (Math.min(sheet.quality(a, b, e), sheet.quality(e, d, a)) < POOREST) return false;
    if (this.isAlongCrease(a, e)) return true;
    const now = this.gap(b, d);
    return now > 0.04 * sheet.sizes[a]! && this.gap(a, e) < 0.7 * now;
  }
}

export function flipForValence(sheet: Sheet): void {
  const { vertex, opposite } = sheet.mesh;
  const flipper = new Flipper(sheet);
  flipper.countValences();
  for (let c = 0; c < vertex.length; c++) {
    const o = opposite[c]!;
    if (vertex[c]! < 0 || o < c) continue;
    const a = vertex[c]!;
    const b = vertex[next(c)]!;
    const d = vertex[previous(c)]!;
    const e = vertex[o]!;
    if (flipper.gain(a, b, d, e) <= 0 || !flipper.isAllowed(a, b, d, e)) continue;
    flip(sheet.mesh, c);
    flipper.noteFlip(a, b, d, e);
  }
}

export function flipTowardsSurface(sheet: Sheet): void {
  const { vertex, opposite } = sheet.mesh;
  const flipper = new Flipper(sheet);
  for (let c = 0; c < vertex.length; c++) {
    const o = opposite[c]!;
    if (vertex[c]! < 0 || o < c) continue;
    const a = vertex[c]!;
    const b = vertex[next(c)]!;
    const d = vertex[previous(c)]!;
    const e = vertex[o]!;
    if (flipper.fitsBetter(a, b, d, e) && flipper.isAllowed(a, b, d, e)) flip(sheet.mesh, c);
  }
}
