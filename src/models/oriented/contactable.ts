import type { Contactable, SamplePoints } from '../contactable.ts';
import { solveTree } from './articulated.ts';
import { loadPoint } from './constraint-rows.ts';
import type { OrientedStrand } from './fields.ts';
import { addLoad } from './forces.ts';
import { isHeld } from './load.ts';
import type { Tree } from './tree.ts';

/** What contacts ask one strand of a tree in the middle of its step. A point of an edge is a point of that edge's link. */
export class OrientedContactable implements Contactable {
  /** Where points go that are let out of bodies: three a node. */
  readonly let: { out: Float64Array; isAny: boolean } = { out: new Float64Array(0), isAny: false };
  private tree!: Tree;
  private strand!: OrientedStrand;
  /** The link that is the strand's first edge. */
  private first = 0;

  begin(tree: Tree, strand: OrientedStrand, first: number): void {
    this.tree = tree;
    this.strand = strand;
    this.first = first;
    this.let.isAny = false;
  }

  positions({ edge, t }: SamplePoints, from: number, to: number, out: Float64Array): void {
    for (let c = from; c < to; c++) this.writePlace(edge[c]!, t[c]!, out, 3 * c);
  }

  private writePlace(edge: number, t: number, out: Float64Array, o: number): void {
    const { origin, axes, length } = this.tree;
    const last = this.strand.nodes - 2;
    const j = this.first + (edge > last ? last : edge);
    const s = length[j]! * (edge > last ? 1 : t);
    for (let c = 0; c < 3; c++) out[o + c] = origin[3 * j + c]! + s * axes[9 * j + 3 + c]!;
  }

  /** The link that a point is on, and its place along it. */
  linkOf(edge: number, t: number): [link: number, place: number] {
    const isTip = edge > this.strand.nodes - 2;
    const j = this.first + edge - (isTip ? 1 : 0);
    return [j, this.tree.length[j]! * (isTip ? 1 : t)];
  }

  startPositions({ edge, t }: SamplePoints, from: number, to: number, out: Float64Array): void {
    const { position: x } = this.strand;
    for (let c = from; c < to; c++) {
      const a = 3 * edge[c]!;
      const v = t[c]!;
      for (let i = 0; i < 3; i++) out[3 * c + i] = v === 0 ? x[a + i]! : (1 - v) * x[a + i]! + v * x[a + 3 + i]!;
    }
  }

  samplePositions(out: Float64Array): void {
    for (let q = 0; q < 2 * this.strand.nodes - 1; q++) this.writePlace(q >> 1, (q & 1) * 0.5, out, 3 * q);
  }

  /** Of the masses that nodes would have: what a push costs at most, which decides how fast forces are found and no more. */
  inverseMass(edge: number, t: number): number {
    return (1 - t) * (1 - t) * this.inverseMassOf(edge) + (t > 0 ? t * t * this.inverseMassOf(edge + 1) : 0);
  }

  private inverseMassOf(i: number): number {
    const { mass } = this.strand;
    if (i < 2 && isHeld(this.strand)) return 0;
    return 2 / ((i > 0 ? mass[i - 1]! : 0) + mass[i]!);
  }

  scatter({ count, edge, t }: SamplePoints, isActive: Uint8Array, force: Float64Array, stiffness: Float64Array): void {
    const { tree, first } = this;
    const last = this.strand.nodes - 2;
    for (let c = 0; c < count; c++) {
      if (!isActive[c]) continue;
      const isTip = edge[c]! > last;
      const j = first + (isTip ? last : edge[c]!);
      addLoad(tree, j, tree.length[j]! * (isTip ? 1 : t[c]!), force, 3 * c, stiffness, 6 * c);
    }
  }

  response({ count, edge, t }: SamplePoints, c: number, out: Float64Array): void {
    const { tree, first } = this;
    const { own, phi, shift, axes, length, lack } = tree;
    const [asked, place] = this.linkOf(edge[c]!, t[c]!);
    for (let axis = 0; axis < 3; axis++) {
      loadPoint(tree, asked, place, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, lack);
      solveTree(tree, lack);
      for (let q = 0; q < count; q++) {
        const isTip = edge[q]! > this.strand.nodes - 2;
        const j = first + edge[q]! - (isTip ? 1 : 0);
        const s = length[j]! * (isTip ? 1 : t[q]!);
        const a = 3 * j;
        const m = 9 * j + 3;
        const o = 9 * q + 3 * axis;
        out[o] = shift[a]! + s * (phi[a + 1]! * axes[m + 2]! - phi[a + 2]! * axes[m + 1]!);
        out[o + 1] = shift[a + 1]! + s * (phi[a + 2]! * axes[m]! - phi[a]! * axes[m + 2]!);
        out[o + 2] = shift[a + 2]! + s * (phi[a]! * axes[m + 1]! - phi[a + 1]! * axes[m]!);
      }
    }
    own.fill(0);
  }

  shift(edge: number, t: number, way: number, nx: number, ny: number, nz: number): void {
    const { nodes } = this.strand;
    const moved = this.let;
    if (moved.out.length < 3 * nodes) moved.out = new Float64Array(3 * nodes);
    if (!moved.isAny) moved.out.fill(0);
    moved.isAny = true;
    for (let n = 0; n < 2; n++) {
      const i = edge + n;
      if ((n === 0 ? 1 - t : t) === 0 || (i < 2 && isHeld(this.strand))) continue;
      const s = 3 * i;
      // A node of several such points follows the farthest.
      if (moved.out[s]! * nx + moved.out[s + 1]! * ny + moved.out[s + 2]! * nz >= way) continue;
      moved.out[s] = way * nx;
      moved.out[s + 1] = way * ny;
      moved.out[s + 2] = way * nz;
    }
  }
}
