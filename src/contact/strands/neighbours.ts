import { packArrays, unpackArrays } from '../../models/snapshot.ts';
import { hashUnit } from '../../numeric/random.ts';
import type { HairState } from '../interaction.ts';
import type { ContactParameters } from './parameters.ts';
import type { Segments } from './segments.ts';
import type { Topology } from './topology.ts';

/**
 * Which strands may touch at all (Pixar 12-03b, 4.2): those that are near each other at enough points, and of these the fraction that
 * is near at most points; chance decides between equals. A strand's strongest neighbour is never left out. Found in the groom, and
 * anew as often as asked.
 *
 * The paper thins by chance. On a curly head (594 pairs of 60 strands) half of them by chance changed the volume by 5.8 %, and
 * twice the stiffness of those that were left by 5.1 %: strands sink into each other where their pair is gone, however hard
 * others push. The half that is near at most points has 85 % of all near points, and the volume changed by 2.7 %.
 */
export class Neighbours {
  /** Pairs of strand ids, lower place in the document first. */
  edges: Uint32Array = new Uint32Array(0);
  /** How many times the neighbours were found anew. */
  private epoch = 0;
  private known: Uint32Array | null = null;
  /** A bit for every strand and every other: whether they may touch. */
  private bits: Uint32Array = new Uint32Array(0);
  /** Words a strand has of them. */
  private words = 0;

  build(hair: HairState, segments: Segments, parameters: ContactParameters): void {
    const counts = countNear(hair, segments, parameters.pairReach);
    const strongest = new Uint32Array(hair.ids.length);
    for (const [i, j, n] of counts) {
      strongest[i] = Math.max(strongest[i]!, n);
      strongest[j] = Math.max(strongest[j]!, n);
    }
    const near = counts.filter(([, , n]) => n >= parameters.pairCount);
    const chance = near.map(([i, j]) => hashUnit(hair.ids[i]!, hair.ids[j]!, parameters.seed));
    const ranked = Array.from(near.keys()).sort((a, b) => near[b]![2] - near[a]![2] || chance[a]! - chance[b]!);
    const isKept = new Uint8Array(near.length);
    for (const e of ranked.slice(0, Math.ceil(parameters.pairFraction * near.length))) isKept[e] = 1;
    this.edges = Uint32Array.from(
      near.flatMap(([i, j, n], e) =>
        isKept[e] || n === strongest[i] || n === strongest[j] ? [hair.ids[i]!, hair.ids[j]!] : [],
      ),
    );
    this.known = null;
  }

  /** Finds the neighbours anew when it is time to, and the places that strands now have. Whether others may touch than before. */
  update(hair: HairState, topology: Topology, segments: Segments, parameters: ContactParameters): boolean {
    // Round-off of a time just before a multiple must not decide.
    const epoch = parameters.pairRefresh > 0 ? Math.floor(hair.time / parameters.pairRefresh + 1e-6) : this.epoch;
    if (epoch !== this.epoch) this.build(hair, segments, parameters);
    this.epoch = epoch;
    if (this.known === topology.ids) return false;
    this.index(topology);
    return true;
  }

  private index(topology: Topology): void {
    this.known = topology.ids;
    this.words = Math.ceil(topology.ids.length / 32);
    this.bits = new Uint32Array(this.words * topology.ids.length);
    for (let e = 0; e < this.edges.length; e += 2) {
      const i = topology.strandOf(this.edges[e]!);
      const j = topology.strandOf(this.edges[e + 1]!);
      if (i < 0 || j < 0) continue;
      this.bits[i * this.words + (j >>> 5)]! |= 1 << (j & 31);
      this.bits[j * this.words + (i >>> 5)]! |= 1 << (i & 31);
    }
  }

  /** Whether strands i and j may touch. */
  has(i: number, j: number): boolean {
    return ((this.bits[i * this.words + (j >>> 5)]! >>> (j & 31)) & 1) === 1;
  }

  snapshot(): Uint8Array {
    const words = new Uint32Array(1 + this.edges.length);
    words[0] = this.epoch;
    words.set(this.edges, 1);
    return packArrays([words]);
  }

  restore(snapshot: Uint8Array): void {
    const [numbers] = unpackArrays(snapshot) as [Uint32Array];
    this.epoch = numbers[0]!;
    this.edges = numbers.slice(1);
    this.known = null;
  }
}

/** Cells of the grid that points are counted in, along its longest side. */
const FINEST = 64;

/**
 * Pairs of strands with the number of their kept points that are near each other, by first and second strand. Points stand in a grid; each
 * strand counts the others through it one after another, so that pairs of points, of which there may be a hundred million, are nowhere listed.
 */
function countNear(hair: HairState, segments: Segments, reach: number): (readonly [number, number, number])[] {
  const strands = hair.ids.length;
  const nodes: number[][] = Array.from(hair.ids, () => []);
  for (let p = 0; p < segments.count; p++) {
    const own = nodes[segments.strand[p]!]!;
    if (own.length === 0) own.push(segments.start[p]!);
    own.push(segments.end[p]!);
  }
  const grid = new PointGrid(nodes, hair, reach);
  const counts = new Uint32Array(strands);
  const rows: (readonly [number, number, number])[] = [];
  for (let k = 0; k < strands; k++) {
    counts.fill(0, k);
    for (const i of nodes[k]!) grid.count(i, k, counts);
    for (let j = k + 1; j < strands; j++) if (counts[j]! > 0) rows.push([k, j, counts[j]!]);
  }
  return rows;
}

/** Points of strands cell by cell. */
class PointGrid {
  private readonly hair: HairState;
  private readonly reach: number;
  private readonly low = [0, 0, 0];
  private readonly size: number;
  private readonly cells: readonly number[];
  /** Largest radius of all. */
  private readonly largest: number;
  /** Points of cell c are first[c] .. first[c + 1] of the list; of each its strand, place and reach. */
  private readonly first: Uint32Array;
  private readonly strand: Uint32Array;
  private readonly points: Float64Array;

  constructor(nodes: readonly (readonly number[])[], hair: HairState, reach: number) {
    this.hair = hair;
    this.reach = reach;
    const { position, radius } = hair;
    const all = nodes.flat();
    const high = [0, 0, 0];
    this.low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    let largest = 0;
    for (const i of all) {
      largest = Math.max(largest, radius[i]!);
      for (let c = 0; c < 3; c++) {
        this.low[c] = Math.min(this.low[c]!, position[3 * i + c]!);
        high[c] = Math.max(high[c]!, position[3 * i + c]!);
      }
    }
    this.largest = largest;
    const sides = high.map((x, c) => x - this.low[c]!);
    this.size = Math.max(reach * largest, ...sides.map((side) => side / FINEST), 1e-9);
    this.cells = sides.map((side) => (all.length > 0 ? Math.floor(side / this.size) + 1 : 1));
    this.first = new Uint32Array(this.cells[0]! * this.cells[1]! * this.cells[2]! + 1);
    const cellOf = (i: number): number => {
      const [x, y, z] = [0, 1, 2].map((c) => this.along(position[3 * i + c]!, c)) as [number, number, number];
      return (z * this.cells[1]! + y) * this.cells[0]! + x;
    };
    for (const i of all) this.first[cellOf(i) + 1]!++;
    for (let c = 0; c + 1 < this.first.length; c++) this.first[c + 1]! += this.first[c]!;
    const next = this.first.slice();
    this.strand = new Uint32Array(all.length);
    this.points = new Float64Array(4 * all.length);
    nodes.forEach((own, k) => {
      for (const i of own) {
        const n = next[cellOf(i)]!++;
        this.strand[n] = k;
        this.points.set([position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!, reach * radius[i]!], 4 * n);
      }
    });
  }

  private along(x: number, c: number): number {
    return Math.min(this.cells[c]! - 1, Math.max(0, Math.floor((x - this.low[c]!) / this.size)));
  }

  /** Counts the points of strands after `strand` that are near node i. */
  count(i: number, strand: number, counts: Uint32Array): void {
    const { position, radius } = this.hair;
    const [x, y, z] = [position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!];
    const own = this.reach * radius[i]!;
    const far = own + this.reach * this.largest;
    const from = [this.along(x - far, 0), this.along(y - far, 1), this.along(z - far, 2)] as const;
    const to = [this.along(x + far, 0), this.along(y + far, 1), this.along(z + far, 2)] as const;
    for (let c = from[2]; c <= to[2]; c++)
      for (let b = from[1]; b <= to[1]; b++) {
        const row = (c * this.cells[1]! + b) * this.cells[0]!;
        const end = this.first[row + to[0] + 1]!;
        for (let n = this.first[row + from[0]]!; n < end; n++) {
          if (this.strand[n]! <= strand) continue;
          const dx = this.points[4 * n]! - x;
          const dy = this.points[4 * n + 1]! - y;
          const dz = this.points[4 * n + 2]! - z;
          const near = own + this.points[4 * n + 3]!;
          if (dx * dx + dy * dy + dz * dz < near * near) counts[this.strand[n]!]!++;
        }
      }
  }
}
