import type { HairState } from '../interaction.ts';
import { PairGraph } from './pair-graph.ts';
import type { ContactParameters } from './parameters.ts';
import { SEGMENT_ROW, squaredDistance, writeSegment } from './segment-rows.ts';
import { makeSegments, type Segments } from './segments.ts';
import { type SegmentNames, SPRING_ROW, Springs } from './springs.ts';
import { Topology } from './topology.ts';

/** The segments of all strands under names that outlive cuts, what the groom says about them, and which may meet. */
export class SegmentIds implements SegmentNames {
  segments: Segments;
  readonly graph = new PairGraph();
  private readonly parameters: ContactParameters;
  private readonly groom: {
    readonly topology: Topology;
    readonly segments: Segments;
    readonly at: Map<number, number>;
  };
  private readonly groomedRows: Float64Array;
  private ids: Uint32Array;
  private firstNode: Uint32Array;
  /** Segment that begins at each node; -1 for none. */
  private segmentAt: Int32Array;
  /** Groomed segment of each segment; -1 for those that came later. */
  private groomedSegment: Int32Array;
  private topology: Topology;

  constructor(groomed: HairState, parameters: ContactParameters) {
    this.parameters = parameters;
    this.topology = new Topology();
    this.topology.update(groomed);
    this.segments = makeSegments(groomed, spreadOf(parameters));
    this.ids = this.topology.ids;
    this.firstNode = this.topology.first;
    this.groom = {
      topology: this.topology,
      segments: this.segments,
      at: new Map(Array.from(this.segments.start, (node, p) => [node, p])),
    };
    this.groomedRows = rowsOf(groomed, this.segments);
    this.segmentAt = new Int32Array(0);
    this.groomedSegment = new Int32Array(0);
    this.enter();
    if (parameters.pairFraction < 1) {
      this.graph.build(groomed, this.segments, parameters);
      this.graph.index(this.topology);
    }
  }

  /** Makes the segments anew where strands have changed, and carries the springs over. */
  update(hair: HairState, topology: Topology, lists: readonly Springs[]): void {
    if (topology.ids !== this.ids || topology.first !== this.firstNode) {
      const names = lists.map((springs) => this.nameSprings(springs));
      this.topology = topology;
      this.ids = topology.ids;
      this.firstNode = topology.first;
      this.segments = makeSegments(hair, spreadOf(this.parameters));
      this.enter();
      lists.forEach((springs, n) => {
        this.renameSprings(springs, names[n]!);
      });
      this.graph.index(topology);
    }
    const { pairFraction, pairRefresh } = this.parameters;
    if (pairFraction >= 1 || pairRefresh === 0) return;
    // Round-off of a time just before a multiple must not decide.
    const epoch = Math.floor(hair.time / pairRefresh + 1e-6);
    if (epoch === this.graph.epoch) return;
    this.graph.build(hair, this.segments, this.parameters);
    this.graph.epoch = epoch;
    this.graph.index(topology);
  }

  mayMeet(p: number, q: number): boolean {
    return this.parameters.pairFraction >= 1 || this.graph.has(this.segments.strand[p]!, this.segments.strand[q]!);
  }

  isGroomed(p: number, q: number): boolean {
    return this.groomedSegment[p]! >= 0 && this.groomedSegment[q]! >= 0;
  }

  /** How far apart the segments are as groomed: clumps that overlap there may, so a dense groom does not fly apart. */
  groomedDistance(p: number, q: number): number {
    const first = this.groomedSegment[p]!;
    const second = this.groomedSegment[q]!;
    if (first < 0 || second < 0) return Number.POSITIVE_INFINITY;
    // Less by more than round-off, so that the groom itself is at rest.
    return (1 - 1e-12) * Math.sqrt(squaredDistance(this.groomedRows, first, second));
  }

  id(segment: number): number {
    return this.ids[this.segments.strand[segment]!]!;
  }

  number(segment: number): number {
    return this.segments.start[segment]! - this.firstNode[this.segments.strand[segment]!]!;
  }

  strand(segment: number): number {
    return this.segments.strand[segment]!;
  }

  find(id: number, number: number): number {
    const node = this.topology.node(id, number);
    return node < 0 ? -1 : this.segmentAt[node]!;
  }

  private enter(): void {
    const { segments, topology, groom } = this;
    this.segmentAt = new Int32Array(topology.strand.length).fill(-1);
    this.groomedSegment = new Int32Array(segments.count).fill(-1);
    for (let p = 0; p < segments.count; p++) {
      this.segmentAt[segments.start[p]!] = p;
      const node = groom.topology.node(this.id(p), this.number(p));
      if (node >= 0) this.groomedSegment[p] = groom.at.get(node) ?? -1;
    }
  }

  private nameSprings(springs: Springs): Uint32Array {
    const names = new Uint32Array(4 * springs.count);
    for (let n = 0; n < springs.count; n++) {
      const p = springs.first[n]!;
      const q = springs.second[n]!;
      names.set([this.id(p), this.number(p), this.id(q), this.number(q)], 4 * n);
    }
    return names;
  }

  /** Springs of segments that are gone are dropped; the others are put in the order of their first segments. */
  private renameSprings(springs: Springs, names: Uint32Array): void {
    const old = new Springs();
    old.copyFrom(springs);
    const found: (readonly [p: number, q: number, n: number])[] = [];
    for (let n = 0; n < old.count; n++) {
      const p = this.find(names[4 * n]!, names[4 * n + 1]!);
      const q = this.find(names[4 * n + 2]!, names[4 * n + 3]!);
      if (p >= 0 && q >= 0) found.push([Math.min(p, q), Math.max(p, q), n]);
    }
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    springs.clear();
    for (const [p, q, n] of found) {
      const at = springs.add(p, q);
      springs.rows.set(old.rows.subarray(SPRING_ROW * n, SPRING_ROW * (n + 1)), at);
    }
  }
}

/** What is to be kept from crossing must be seen whole. */
function spreadOf(parameters: ContactParameters): number {
  return parameters.crossing ? 0 : parameters.keepEvery;
}

function rowsOf({ position }: HairState, { count, start, end }: Segments): Float64Array {
  const rows = new Float64Array(SEGMENT_ROW * count);
  for (let p = 0; p < count; p++) writeSegment(position, position, 0, 3 * start[p]!, 3 * end[p]!, rows, p);
  return rows;
}
