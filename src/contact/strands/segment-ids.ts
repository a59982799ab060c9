import { UNKNOWN } from '../../kernels/strands-layout.ts';
import type { HairState } from '../interaction.ts';
import { Capsules, squaredDistance } from './capsules.ts';
import type { Reference } from './pair-search.ts';
import { makeSegments, type Segments } from './segments.ts';
import { StrandOrder } from './strand-order.ts';
import { Topology } from './topology.ts';

/** The segments of all strands under ids that outlive cuts (strand id, number of the first node), and where the groom had them. */
export class SegmentIds {
  segments: Segments;
  private topology: Topology;
  /** Those of the topology when segments were numbered. */
  private ids: Uint32Array;
  private firstNode: Uint32Array;
  /** Segment that begins at each node; -1 for none. */
  private segmentAt: Int32Array;
  private readonly spread: number;
  private readonly order: StrandOrder;
  private readonly groom: { readonly topology: Topology; readonly segmentAt: Int32Array };
  /** Where the groom had each segment; nowhere those that came later. */
  groomed: Reference;
  /** First segment of the strand after each one's own. */
  next: Uint32Array;

  constructor(hair: HairState, spread: number) {
    this.spread = spread;
    this.topology = new Topology();
    this.topology.update(hair);
    this.ids = this.topology.ids;
    this.firstNode = this.topology.first;
    this.order = new StrandOrder(hair);
    this.segments = makeSegments(hair, spread, this.order.strands(this.topology));
    this.segmentAt = segmentsByNode(this.segments, hair.s.length);
    const capsules = new Capsules();
    capsules.begin(this.segments.first);
    capsules.writeAll(this.segments, hair.position);
    this.groom = { topology: this.topology, segmentAt: this.segmentAt };
    this.groomed = { rows: capsules.rows, row: Int32Array.from(this.segments.start.keys()) };
    this.next = nextOf(this.segments);
  }

  /** Whether strands came, went or were cut since the last update: then `update` numbers segments anew. */
  isStale(topology: Topology): boolean {
    return topology.ids !== this.ids;
  }

  update(hair: HairState, topology: Topology): void {
    const { groom } = this;
    this.topology = topology;
    this.ids = topology.ids;
    this.firstNode = topology.first;
    this.segments = makeSegments(hair, this.spread, this.order.strands(topology));
    this.segmentAt = segmentsByNode(this.segments, hair.s.length);
    const row = Int32Array.from(this.segments.start, (_, p) => {
      const node = groom.topology.node(this.id(p), this.number(p));
      return node < 0 ? -1 : groom.segmentAt[node]!;
    });
    this.groomed = { ...this.groomed, row };
    this.next = nextOf(this.segments);
  }

  /** How far apart two segments are as groomed; UNKNOWN where the groom does not know one. Clumps that overlap there may. */
  groomedDistance(p: number, q: number): number {
    const { rows, row } = this.groomed;
    const first = row[p]!;
    const second = row[q]!;
    if (first < 0 || second < 0) return UNKNOWN;
    return Math.sqrt(squaredDistance(rows, first, second));
  }

  id(segment: number): number {
    return this.ids[this.segments.strand[segment]!]!;
  }

  number(segment: number): number {
    return this.segments.start[segment]! - this.firstNode[this.segments.strand[segment]!]!;
  }

  /** The segment of that id; -1 where there is none any more. */
  find(id: number, number: number): number {
    const node = this.topology.node(id, number);
    return node < 0 ? -1 : this.segmentAt[node]!;
  }
}

function nextOf({ first, count }: Segments): Uint32Array {
  const next = new Uint32Array(count);
  for (let k = 0; k + 1 < first.length; k++) next.fill(first[k + 1]!, first[k]!, first[k + 1]!);
  return next;
}

function segmentsByNode({ start }: Segments, nodes: number): Int32Array {
  const at = new Int32Array(nodes).fill(-1);
  start.forEach((node, p) => {
    at[node] = p;
  });
  return at;
}
