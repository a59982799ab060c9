import type { HairState, OwnStrands } from '../contact/interaction.ts';
import type { Exchange } from './exchange.ts';
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
  private readonly exchange: Exchange | null;
  /** Rises whenever anything but positions and velocities changes; 0 is what memory that nobody has written says. */
  private version = 1;
  private versions: readonly number[] = [];
  private packing: StrandPacking | null = null;
  private state: Omit<HairState, 'time' | 'dt'> | null = null;

  constructor(views: readonly GroomView[], order: DocumentOrder, exchange: Exchange | null) {
    this.views = views;
    this.order = order;
    this.exchange = exchange;
  }

  /** Strands were cut, added, taken away or edited, here or in another block. */
  changed(edited: readonly number[]): void {
    const set = new Set(edited);
    for (const view of this.views) view.changed(set);
    this.forget();
  }

  /** The strands are other ones altogether. */
  forget(): void {
    this.version++;
  }

  read(time: number, dt: number): HairState {
    const own = { version: this.version, grooms: this.views.map((view) => view.read()) };
    const blocks = this.exchange ? this.exchange.gather(own) : [own];
    const sources = blocks.flatMap((block) => block.grooms);
    const versions = blocks.map((block) => block.version);
    if (!this.packing || versions.some((version, b) => version !== this.versions[b])) this.pack(sources);
    this.versions = versions;
    const { packing, state } = this;
    if (!packing!.isPlain) {
      gather(packing!, sources, 'position', 3, state!.position);
      gather(packing!, sources, 'velocity', 3, state!.velocity);
    }
    return { ...state!, time, dt };
  }

  private pack(sources: readonly GroomState[]): void {
    const { views, exchange } = this;
    const grooms = views.length;
    const packing = new StrandPacking(
      sources.map(({ ids, first }, n) => ({ groom: n % grooms, ids, first })),
      this.order,
    );
    const index = exchange?.index ?? 0;
    this.packing = packing;
    this.own = Uint8Array.from(packing.source, (source) => (Math.floor(source / grooms) === index ? 1 : 0));
    const field = (name: Field, size = 1): Float64Array =>
      packing.isPlain
        ? sources[0]![name]
        : gather(packing, sources, name, size, new Float64Array(size * packing.nodes));
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
