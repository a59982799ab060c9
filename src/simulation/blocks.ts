import { selectStrands } from '../strands/selection.ts';
import type { Strands } from '../strands/strands.ts';
import { acrossHair, cutByCost, median } from './balance-blocks.ts';
import { type NearStrands, nearStrands, swapStrands } from './clusters.ts';
import type { BlockState, Exchange } from './exchange.ts';
import type { GroomSetup } from './setup.ts';

/** Steps over which blocks are watched before strands change hands. */
const WATCH = 48;
/** A block that takes so many times the mean gives strands away. */
const UNEVEN = 1.06;

/** Whether strands of a groom feel each other, or grow on each other. */
const isTogether = ({ guides, model }: Pick<GroomSetup, 'guides' | 'model'>): boolean =>
  model.feelsNeighbours === true || guides.strandAttributes.has('parent');

/**
 * Which block of a run has which strand: the same table in every block. Blocks begin as slices from one side of the hair to the other,
 * as thick as the time that was measured makes them equal; then strands change places until no swap leaves fewer neighbours in different blocks. Who
 * computes a strand changes nothing in what is computed. Strands that feel their neighbours are not shared out: their whole groom is in one block.
 */
export class Blocks {
  readonly exchange: Exchange | null;
  private readonly blockOf = new Map<number, number>();
  /** Guides of all grooms from side to side, and what each weighs. */
  private readonly across: Uint32Array;
  private readonly nodes: ReadonlyMap<number, number>;
  /** Which of them are near which; null where there is one block. */
  private readonly near: NearStrands | null;
  /** Milliseconds of every block at every step since strands changed hands. */
  private watched: number[][] = [];
  private underWay: number[];

  constructor(exchange: Exchange | null, all: readonly Pick<GroomSetup, 'guides' | 'model'>[]) {
    this.exchange = exchange;
    all.forEach(({ guides, model }, g) => {
      if (isTogether({ guides, model })) this.keepTogether(guides.id, g);
    });
    const grooms = all.filter((one) => !isTogether(one));
    this.underWay = new Array<number>(this.count).fill(0);
    this.across = exchange ? acrossHair(grooms.map(({ guides }) => guides)) : new Uint32Array(0);
    this.nodes = new Map(
      exchange
        ? grooms.flatMap(({ guides: { id, first } }) =>
            Array.from(id, (one, k) => [one, first[k + 1]! - first[k]!] as const),
          )
        : [],
    );
    const isShared = this.count > 1 && this.across.length > 0;
    this.near = isShared
      ? nearStrands(
          grooms.map(({ guides }) => guides),
          this.across,
        )
      : null;
    this.cut(
      this.across.length > 0 ? Float64Array.from(this.across, (id) => this.nodes.get(id)!) : new Float64Array(0),
    );
  }

  get index(): number {
    return this.exchange?.index ?? 0;
  }

  get count(): number {
    return this.exchange?.count ?? 1;
  }

  /** Whether this block has a strand. */
  readonly has = (id: number): boolean => this.exchange === null || this.of(id) === this.index;

  /** The block of a strand; nobody's strands, which have just grown, are dealt out. */
  of(id: number): number {
    return this.blockOf.get(id) ?? id % this.count;
  }

  /** Of some strands those that this block simulates. */
  own(strands: Strands): Strands {
    return this.exchange ? selectStrands(strands, (k) => this.has(strands.id[k]!)) : strands;
  }

  /** Puts strands of a groom whose strands feel each other where the groom is. */
  keepTogether(ids: Uint32Array, groom: number): void {
    this.note(ids, () => groom % this.count);
  }

  /** Takes note of who has which strands: pieces that were cut off are where their strand is. */
  note(ids: Uint32Array, block: (k: number) => number): void {
    if (this.exchange) for (let k = 0; k < ids.length; k++) this.blockOf.set(ids[k]!, block(k));
  }

  /** Takes note of what the blocks' work has cost. */
  watch(blocks: readonly BlockState[]): void {
    blocks.forEach(({ cost = 0 }, b) => {
      this.underWay[b] = this.underWay[b]! + cost;
    });
  }

  /** Call after every step. The strands that are to change hands, with their new blocks; null where all stay. */
  review(): ReadonlyMap<number, number> | null {
    if (!this.exchange || this.count < 2) return null;
    this.watched.push(this.underWay);
    this.underWay = new Array<number>(this.count).fill(0);
    if (this.watched.length < WATCH) return null;
    const costs = this.underWay.map((_, b) => median(this.watched.map((step) => step[b]!)));
    this.watched = [];
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / this.count;
    if (!(Math.max(...costs) > UNEVEN * mean)) return null;
    const before = new Map(this.blockOf);
    this.cut(this.costsOf(costs));
    const moved = new Map([...this.blockOf].filter(([id, block]) => before.get(id) !== block));
    return moved.size > 0 ? moved : null;
  }

  /** What each guide costs, as far as the blocks' times tell: all nodes of a block are alike. */
  private costsOf(costs: readonly number[]): Float64Array {
    const nodes = new Float64Array(this.count);
    for (const id of this.across) nodes[this.of(id)]! += this.nodes.get(id)!;
    return Float64Array.from(this.across, (id) => (this.nodes.get(id)! * costs[this.of(id)]!) / nodes[this.of(id)]!);
  }

  private cut(costs: Float64Array): void {
    const first = cutByCost(costs, this.count);
    const block = new Uint32Array(this.across.length);
    for (let b = 0; b < this.count; b++) block.fill(b, first[b]!, first[b + 1]!);
    if (this.near) {
      const weights = Float64Array.from(this.across, (id) => this.nodes.get(id)!);
      swapStrands(this.near, weights, block);
    }
    for (let n = 0; n < block.length; n++) this.blockOf.set(this.across[n]!, block[n]!);
  }
}
