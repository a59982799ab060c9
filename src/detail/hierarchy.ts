import type { Strands } from '../strands/strands.ts';

/** What a node of a hierarchy stands for: see docs/levels.md. */
export type NodeKind = 'strip' | 'cluster' | 'group' | 'strand';

/**
 * Strands in ever smaller sets: strips halve until they are narrow, then clusters and groups are quartered down to single strands. Flat arrays,
 * one entry a node; the first node of a groom has all its strands, and children come after their parents.
 */
export interface Hierarchy {
  readonly kind: readonly NodeKind[];
  /** −1 for the first of a groom. */
  readonly parent: Int32Array;
  /** Children of node n are children[firstChild[n]] .. children[firstChild[n + 1]]; a single strand has none. */
  readonly firstChild: Uint32Array;
  readonly children: Uint32Array;
  /** Strands of node n are order[from[n]] .. order[to[n]], by their place among all. */
  readonly order: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The strand that moves for all of them: one of its children's leaders. */
  readonly leader: Uint32Array;
  /** Of a disc whose strands are as far from the leader as these are, at root, middle or tip, metres; 0 for single strands. */
  readonly radius: Float64Array;
  /** The node of each strand alone. */
  readonly leaf: Uint32Array;
}

/** Strips wider than this are halved, and sets wider than the other are clusters, m. */
const STRIP_WIDTH = 0.04;
const CLUSTER_WIDTH = 0.012;

/** Root, middle and tip: numbers that say where a strand is. */
const PLACES = 3;
const SIZE = 3 * PLACES;
/** Of the power method: what lies between two axes of nearly equal length is as good as either. */
const ROUNDS = 12;

/**
 * Sets are divided across the direction in which their roots, middles and tips are spread the most, half of the strands to either side.
 * Ward and Lin divide a strip by its width and a disc into quadrants; the median of real strands does both, and leaves no child empty.
 */
export function buildHierarchy(grooms: readonly Strands[]): Hierarchy {
  const id = Uint32Array.from(grooms.flatMap((strands) => [...strands.id]));
  const place = new Float64Array(SIZE * id.length);
  const order = Uint32Array.from(id.keys());
  const builder = new Builder(place, id, order);
  let from = 0;
  for (const strands of grooms) {
    const to = from + strands.id.length;
    placesOf(strands, place.subarray(SIZE * from, SIZE * to));
    if (to > from) builder.grow(from, to, -1);
    from = to;
  }
  return builder.finish();
}

function placesOf({ id, first, positions }: Strands, out: Float64Array): void {
  for (let k = 0; k < id.length; k++)
    for (let n = 0; n < PLACES; n++) {
      const i = first[k]! + Math.round((n * (first[k + 1]! - 1 - first[k]!)) / (PLACES - 1));
      for (let c = 0; c < 3; c++) out[SIZE * k + 3 * n + c] = positions[3 * i + c]!;
    }
}

class Builder {
  private readonly place: Float64Array;
  private readonly id: Uint32Array;
  private readonly order: Uint32Array;
  private readonly kind: NodeKind[] = [];
  private readonly parent: number[] = [];
  private readonly childrenOf: number[][] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly leader: number[] = [];
  private readonly radius: number[] = [];
  private readonly mean = new Float64Array(SIZE);
  private readonly axis = new Float64Array(SIZE);
  private readonly along: Float64Array;

  constructor(place: Float64Array, id: Uint32Array, order: Uint32Array) {
    this.place = place;
    this.id = id;
    this.order = order;
    this.along = new Float64Array(order.length);
  }

  grow(from: number, to: number, parent: number): number {
    const node = this.kind.length;
    const width = to - from > 1 ? this.widthOf(from, to) : 0;
    this.kind.push(
      to - from === 1 ? 'strand' : width > STRIP_WIDTH ? 'strip' : width > CLUSTER_WIDTH ? 'cluster' : 'group',
    );
    this.parent.push(parent);
    this.from.push(from);
    this.to.push(to);
    this.childrenOf.push([]);
    this.leader.push(this.order[from]!);
    this.radius.push(0);
    if (to - from === 1) return node;
    const middle = this.halve(from, to);
    const halves: [number, number][] = [
      [from, middle],
      [middle, to],
    ];
    const parts =
      this.kind[node] === 'strip'
        ? halves
        : halves.flatMap(([a, b]): [number, number][] => {
            if (b - a === 1) return [[a, b]];
            this.widthOf(a, b);
            const m = this.halve(a, b);
            return [
              [a, m],
              [m, b],
            ];
          });
    for (const [a, b] of parts) this.childrenOf[node]!.push(this.grow(a, b, node));
    this.lead(node);
    return node;
  }

  /** Four standard deviations along the widest direction: the width of a strip that is evenly filled is a little less. Leaves mean and axis. */
  private widthOf(from: number, to: number): number {
    const { place, order, mean, axis } = this;
    const count = to - from;
    mean.fill(0);
    for (let n = from; n < to; n++)
      for (let c = 0; c < SIZE; c++) mean[c] = mean[c]! + place[SIZE * order[n]! + c]! / count;
    const spread = new Float64Array(SIZE);
    for (let n = from; n < to; n++)
      for (let c = 0; c < SIZE; c++) {
        const d = place[SIZE * order[n]! + c]! - mean[c]!;
        spread[c] = spread[c]! + (d * d) / count;
      }
    let widest = 0;
    for (let c = 1; c < SIZE; c++) if (spread[c]! > spread[widest]!) widest = c;
    axis.fill(0);
    axis[widest] = 1;
    const next = new Float64Array(SIZE);
    let variance = 0;
    for (let round = 0; round < ROUNDS; round++) {
      next.fill(0);
      for (let n = from; n < to; n++) {
        const along = this.alongAxis(order[n]!) / count;
        for (let c = 0; c < SIZE; c++) next[c] = next[c]! + along * (place[SIZE * order[n]! + c]! - mean[c]!);
      }
      let square = 0;
      for (let c = 0; c < SIZE; c++) square += next[c]! * next[c]!;
      variance = Math.sqrt(square);
      if (variance < 1e-300) break;
      for (let c = 0; c < SIZE; c++) axis[c] = next[c]! / variance;
    }
    // Three places share the direction: a set that is moved by w at each of them is w wide.
    return 4 * Math.sqrt(variance / PLACES);
  }

  private alongAxis(k: number): number {
    const { place, mean, axis } = this;
    let sum = 0;
    for (let c = 0; c < SIZE; c++) sum += axis[c]! * (place[SIZE * k + c]! - mean[c]!);
    return sum;
  }

  /** Sorts a range along the last axis; returns where its second half begins. */
  private halve(from: number, to: number): number {
    const { along, id, order } = this;
    for (let n = from; n < to; n++) along[order[n]!] = this.alongAxis(order[n]!);
    order.subarray(from, to).sort((a, b) => along[a]! - along[b]! || id[a]! - id[b]!);
    return (from + to) >> 1;
  }

  /** Of the children's leaders, the one that is nearest to the middle of all strands. */
  private lead(node: number): void {
    const { place, order, id } = this;
    const [from, to] = [this.from[node]!, this.to[node]!];
    const mean = new Float64Array(SIZE);
    for (let n = from; n < to; n++)
      for (let c = 0; c < SIZE; c++) mean[c] = mean[c]! + place[SIZE * order[n]! + c]! / (to - from);
    let least = Number.POSITIVE_INFINITY;
    for (const child of this.childrenOf[node]!) {
      const k = this.leader[child]!;
      let far = 0;
      for (let c = 0; c < SIZE; c++) far += (place[SIZE * k + c]! - mean[c]!) * (place[SIZE * k + c]! - mean[c]!);
      if (far > least || (far === least && id[k]! > id[this.leader[node]!]!)) continue;
      least = far;
      this.leader[node] = k;
    }
    this.radius[node] = this.spreadAbout(this.leader[node]!, from, to);
  }

  /** √2 times the root mean square distance from a strand, at whichever place it is the largest. */
  private spreadAbout(k: number, from: number, to: number): number {
    const { place, order } = this;
    let most = 0;
    for (let p = 0; p < SIZE; p += 3) {
      let sum = 0;
      for (let n = from; n < to; n++)
        for (let c = p; c < p + 3; c++) {
          const d = place[SIZE * order[n]! + c]! - place[SIZE * k + c]!;
          sum += d * d;
        }
      most = Math.max(most, (2 * sum) / (to - from));
    }
    return Math.sqrt(most);
  }

  finish(): Hierarchy {
    const firstChild = new Uint32Array(this.kind.length + 1);
    this.childrenOf.forEach((children, n) => {
      firstChild[n + 1] = firstChild[n]! + children.length;
    });
    const leaf = new Uint32Array(this.order.length);
    this.kind.forEach((kind, n) => {
      if (kind === 'strand') leaf[this.leader[n]!] = n;
    });
    return {
      kind: this.kind,
      parent: Int32Array.from(this.parent),
      firstChild,
      children: Uint32Array.from(this.childrenOf.flat()),
      order: this.order,
      from: Uint32Array.from(this.from),
      to: Uint32Array.from(this.to),
      leader: Uint32Array.from(this.leader),
      radius: Float64Array.from(this.radius),
      leaf,
    };
  }
}
