import type { HairState, OwnStrands } from '../contact/interaction.ts';
import type { Blocks } from './blocks.ts';
import type { GroomState, GroomView } from './groom-view.ts';
import { type DocumentOrder, StrandPacking } from './strand-packing.ts';

type Field = Exclude<keyof GroomState, 'ids' | 'first'>;

/**
 * Reads the state of all strands of all grooms before a step, through the exchange where blocks are simulated apart. The order
 * of the strands is that of the document, so that nothing that sums over them depends on the blocks.
 */
export class HairReader {
  /** Which strands of the last state this block simulates. */
  own: OwnStrands = new Uint8Array(0);
  private readonly views: readonly GroomView[];
  private readonly order: DocumentOrder;
  private readonly blocks: Blocks;
  /** Another one whenever anything but positions and velocities changes. */
  private version = 0;
  private versions: readonly number[] = [];
  private packed: StrandPacking | null = null;
  private state: Omit<HairState, 'time' | 'dt'> | null = null;
  /** Whether nothing has moved since the last reading. */
  private isFresh = false;

  constructor(views: readonly GroomView[], order: DocumentOrder, blocks: Blocks) {
    this.views = views;
    this.order = order;
    this.blocks = blocks;
    this.forget();
  }

  /** The order of all strands in the last state. */
  get packing(): StrandPacking {
    return this.packed!;
  }

  /** Strands have moved: the next reading reads them. */
  moved(): void {
    this.isFresh = false;
    for (const view of this.views) view.moved();
  }

  /** Strands were cut, added, taken away or edited, here or in another block. */
  changed(edited: readonly number[]): void {
    const set = new Set(edited);
    for (const view of this.views) view.changed(set);
    this.forget();
  }

  /** The strands are other ones altogether. */
  forget(): void {
    this.version = this.blocks.exchange?.newVersion() ?? this.version + 1;
    this.moved();
  }

  read(time: number, dt: number): HairState {
    if (!this.isFresh) this.update();
    this.isFresh = true;
    return { ...this.state!, time, dt };
  }

  /** Positions alone, in the document's order: velocities are not worked out for them. */
  points(time: number, dt: number): Float64Array {
    if (this.isFresh || this.blocks.exchange || !this.packed) return this.read(time, dt).position;
    const sources = this.views.map((view) => view.readPoints());
    if (this.versions[0] !== this.version) return this.read(time, dt).position;
    if (!this.isPlain) gather(this.packing, sources, 'position', 3, this.state!.position);
    return this.state!.position;
  }

  private update(): void {
    const { exchange } = this.blocks;
    const own = { version: this.version, grooms: this.views.map((view) => view.read()) };
    const blocks = exchange ? exchange.gather(own) : [own];
    this.blocks.watch(blocks);
    const sources = blocks.flatMap((block) => block.grooms);
    const versions = blocks.map((block) => block.version);
    if (!this.packed || versions.some((version, b) => version !== this.versions[b])) this.pack(sources);
    this.versions = versions;
    if (this.isPlain) return;
    gather(this.packing, sources, 'position', 3, this.state!.position);
    gather(this.packing, sources, 'velocity', 3, this.state!.velocity);
  }

  /** Whether all strands are those of one view, in its order: then nothing is copied. */
  private get isPlain(): boolean {
    return this.blocks.exchange === null && this.packing.isPlain;
  }

  private pack(sources: readonly GroomState[]): void {
    const grooms = this.views.length;
    const packing = new StrandPacking(
      sources.map(({ ids, first }, n) => ({ groom: n % grooms, ids, first })),
      this.order,
    );
    const blockOf = (k: number): number => Math.floor(packing.source[k]! / grooms);
    this.packed = packing;
    this.blocks.note(packing.ids, blockOf);
    this.own = Uint8Array.from(packing.source, (_, k) => (blockOf(k) === this.blocks.index ? 1 : 0));
    const field = (name: Field, size = 1): Float64Array =>
      this.isPlain ? sources[0]![name] : gather(packing, sources, name, size, new Float64Array(size * packing.nodes));
    this.state = {
      ids: packing.ids,
      first: packing.first,
      groom: packing.groom,
      position: field('position', 3),
      velocity: field('velocity', 3),
      s: field('s'),
      inverseMass: field('inverseMass'),
      radius: field('radius'),
    };
  }
}

function gather(
  packing: StrandPacking,
  sources: readonly GroomState[],
  field: Field,
  size: number,
  out: Float64Array,
): Float64Array {
  return packing.gather(
    sources.map((source) => source[field]),
    size,
    out,
  );
}
